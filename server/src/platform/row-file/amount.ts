// Reads amounts as written by people and programs. The decimal separator is never guessed from one
// ambiguous cell, because a wrong guess would be off by a factor of a thousand.

import { minorUnits } from '../money/currency.js';

export const DECIMAL_SEPARATORS = ['POINT', 'COMMA'] as const;
export type DecimalSeparator = (typeof DECIMAL_SEPARATORS)[number];

/** An amount with its parts, and the plain decimal for each possible decimal separator. */
export interface WrittenAmount {
  /** The number without its sign, with all decimals as written. */
  readonly values: { readonly [Separator in DecimalSeparator]?: string };
  readonly isNegative: boolean;
  /** The mark of a credit or a debit, as in `12.50 CR`. */
  readonly mark: 'CREDIT' | 'DEBIT' | undefined;
  /** The currency as written: an ISO code, or a sign such as ₦. */
  readonly currency: string | undefined;
  /** True for a percentage, as in `16.75%`. The value is the number before the sign. */
  readonly isPercent: boolean;
}

/** NONE for an empty cell or a single dash. UNREADABLE if the text is not an amount. */
type AmountReading = WrittenAmount | 'NONE' | 'UNREADABLE';

const MINUS = /^[-−﹣－–]$/;
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** Reads text with each of the two decimal separators. */
export function readWrittenAmount(text: string): AmountReading {
  const plain = latinDigits(text.replaceAll(DIRECTION_MARKS, '')).trim();
  if (plain === '' || /^[-−﹣－–—]{1,2}$/.test(plain)) return 'NONE';
  const bracketed = /^\((.*)\)$/s.exec(plain)?.[1];
  const parts = partsOf((bracketed ?? plain).trim());
  if (parts === undefined || (bracketed !== undefined && parts.sign !== undefined)) {
    return 'UNREADABLE';
  }
  const { core, sign, mark, currency, percent } = parts;
  const values = valuesOf(core);
  if (values.POINT === undefined && values.COMMA === undefined) return 'UNREADABLE';
  const isNegative = bracketed !== undefined || sign === '-';
  // A minus together with a mark is ambiguous. It could be a reversed debit, or a debit that is
  // marked twice.
  if (mark !== undefined && (isNegative || sign === '+')) return 'UNREADABLE';
  return { values, isNegative, mark, currency, isPercent: percent !== undefined };
}

/** True if both readings exist and differ, as for `1,234`. */
export function isAmbiguous({ values: { POINT, COMMA } }: WrittenAmount): boolean {
  return POINT !== undefined && COMMA !== undefined && POINT !== COMMA;
}

/** Returns the number of decimals as written in a plain decimal, including trailing zeros. */
export function writtenDecimals(value: string): number {
  return /\.(\d*)$/.exec(value.trim())?.[1]?.length ?? 0;
}

interface Parts {
  /** Matches text with only digits and separators. */
  readonly core: string;
  readonly sign: '+' | '-' | undefined;
  readonly mark: 'CREDIT' | 'DEBIT' | undefined;
  readonly currency: string | undefined;
  readonly percent: string | undefined;
}

type Taken = { -readonly [Part in Exclude<keyof Parts, 'core'>]: Parts[Part] };

const SIGN = '[-+−﹣－–]';
const WORD_BEFORE = /^(CR|DR|CREDIT|DEBIT)\.?(?=[^A-Za-z])/i;
const WORD_AFTER = /(?<=[^A-Za-z])(CR|DR|CREDIT|DEBIT|C|D|S|H)\.?$/i;
const CURRENCY = String.raw`(?:[A-Z]{1,3})?\p{Sc}|[A-Z]{3}`;

const TAKEN_BEFORE: readonly (readonly [RegExp, keyof Taken])[] = [
  [new RegExp(`^${SIGN}`, 'u'), 'sign'],
  [WORD_BEFORE, 'mark'],
  [new RegExp(`^(?:${CURRENCY})(?![A-Za-z])`, 'u'), 'currency'],
];
const TAKEN_AFTER: readonly (readonly [RegExp, keyof Taken])[] = [
  [/[%٪％]$/, 'percent'],
  [new RegExp(`${SIGN}$`, 'u'), 'sign'],
  [WORD_AFTER, 'mark'],
  [new RegExp(`(?<![A-Za-z])(?:${CURRENCY})$`, 'u'), 'currency'],
];

// Splits off signs, marks and currencies at both ends, each at most once.
function partsOf(text: string): Parts | undefined {
  const taken: Taken = {
    ...{ sign: undefined, mark: undefined, currency: undefined, percent: undefined },
  };
  let core = text;
  for (;;) {
    const found = takenFrom(core);
    if (found === undefined) break;
    const [part, word, rest] = found;
    if (taken[part] !== undefined) return undefined;
    if (part === 'sign') taken.sign = MINUS.test(word) ? '-' : '+';
    else if (part === 'mark') taken.mark = /^[ch]/i.test(word) ? 'CREDIT' : 'DEBIT';
    else taken[part] = word;
    core = rest;
  }
  return /^[\d.,'’٫٬\p{Zs}]*\d[\d.,'’٫٬\p{Zs}]*$/u.test(core) ? { core, ...taken } : undefined;
}

function takenFrom(text: string): readonly [keyof Taken, string, string] | undefined {
  for (const [pattern, part] of TAKEN_BEFORE) {
    const word = pattern.exec(text)?.[0];
    if (word !== undefined) return [part, word, text.slice(word.length).trim()];
  }
  for (const [pattern, part] of TAKEN_AFTER) {
    const word = pattern.exec(text)?.[0];
    if (word !== undefined) return [part, word, text.slice(0, -word.length).trim()];
  }
  return undefined;
}

// The Arabic separators are unambiguous, so both readings are equal.
function valuesOf(core: string): WrittenAmount['values'] {
  if (/[٫٬]/.test(core)) {
    if (/[.,]/.test(core)) return {};
    const value = plainValue(core.replaceAll('٬', "'").replaceAll('٫', '.'), 'POINT');
    return value === undefined ? {} : { POINT: value, COMMA: value };
  }
  const [POINT, COMMA] = [plainValue(core, 'POINT'), plainValue(core, 'COMMA')];
  return { ...(POINT && { POINT }), ...(COMMA && { COMMA }) };
}

// All thousands separators must be the same, and the first group must not start with zero.
const WESTERN = /^[1-9]\d{0,2}(?:(?<separator>[.,'’\p{Zs}])\d{3})(?:\k<separator>\d{3})*$/u;
const INDIAN =
  /^[1-9]\d?(?:(?<separator>[,\p{Zs}])\d{2})(?:\k<separator>\d{2})*\k<separator>\d{3}$/u;

function plainValue(core: string, separator: DecimalSeparator): string | undefined {
  const point = separator === 'POINT' ? '.' : ',';
  const [whole = '', decimals, ...more] = core.split(point);
  if (more.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return undefined;
  if (whole === '' && !decimals) return undefined;
  const isPlain = /^\d*$/.test(whole);
  if (!isPlain && !WESTERN.test(whole) && !INDIAN.test(whole)) return undefined;
  const digits = whole.replaceAll(/\D/g, '') || '0';
  return decimals ? `${digits}.${decimals}` : digits;
}

// The zeros of the sets of digits that locales use: Arabic, Persian, Devanagari, Bengali, full
// width.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

function latinDigits(text: string): string {
  return text.replaceAll(
    /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g,
    (digit) => {
      const code = digit.charCodeAt(0);
      const zero = ZEROS.find((start) => code >= start && code < start + 10) ?? code;
      return String(code - zero);
    },
  );
}

/** True if a cell's currency, as written, is the given one. */
export function isCurrency(written: string, currency: string): boolean {
  if (written === currency) return true;
  if (minorUnits(written) !== undefined) return false;
  return (['symbol', 'narrowSymbol'] as const).some((currencyDisplay) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
    return format
      .formatToParts(0)
      .some(({ type, value }) => type === 'currency' && value === written);
  });
}
