// Reads amounts, prices and quantities as users type and paste them, in the format of their
// language. Ambiguous text is refused.

/** The reason why the text is not a valid amount for the field. */
type AmountFault = 'FORM' | 'CURRENCY' | 'DECIMALS' | 'WHOLE' | 'POSITIVE';

interface AmountRule {
  /** The decimal mark of the reader's language. */
  readonly decimalMark: string;
  /** The maximum number of decimals in the field. Zero for whole units. */
  readonly decimalsMax: number;
  /** The currency of the field. The text may contain its code or symbol. */
  readonly currency?: string | undefined;
  readonly symbol?: string | undefined;
  readonly allowsZero?: boolean | undefined;
}

type AmountReading = { readonly digits: string } | { readonly fault: AmountFault };

/** French groups digits with a narrow no-break space. */
const FRENCH_GROUP = '\u202f';
/** The power of ten for each suffix: 2k is 2000, 1.5m is 1500000. */
const SUFFIX_POWERS: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6 };

/** Returns the digits of the text in the API's format, or why the field refuses it. */
export function readAmount(text: string, rule: AmountRule): AmountReading {
  const bare = withoutCurrency(plain(text), rule);
  if (bare === undefined) return { fault: 'CURRENCY' };
  const unsigned = /^(?:- ?(?<minus>.+)|\((?<bracket>.+)\))$/.exec(bare)?.groups;
  const figure = digitsIn(unsigned?.minus ?? unsigned?.bracket ?? bare, rule.decimalMark);
  if (figure === undefined) return { fault: 'FORM' };
  if (unsigned !== undefined) return { fault: 'POSITIVE' };
  const [, decimals = ''] = figure.split('.');
  if (decimals.length > rule.decimalsMax) {
    return { fault: rule.decimalsMax === 0 ? 'WHOLE' : 'DECIMALS' };
  }
  const isZero = !/[1-9]/.test(figure);
  return isZero && rule.allowsZero !== true ? { fault: 'POSITIVE' } : { digits: figure };
}

/** Groups the digits of an amount in the API's format for the reader. */
export function showAmount(digits: string, decimalMark: string): string {
  const [whole = '', decimals] = digits.split('.');
  const group = decimalMark === ',' ? FRENCH_GROUP : ',';
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return decimals === undefined ? grouped : `${grouped}${decimalMark}${decimals}`;
}

/** True for an amount in the API's format. */
export const isDigits = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/**
 * Converts digits of any script to 0–9, any kind of space to a plain space, and any minus sign to a
 * hyphen.
 */
function plain(text: string): string {
  const latin = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, latinDigit);
  return latin
    .replaceAll(/[\u2212\u2012\u2013]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

// The ten digits of a script are consecutive characters.
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const isDigit = (at: number) => /^\p{Nd}$/u.test(String.fromCodePoint(at));
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value += 1;
  return String(value);
}

/** Undefined if the text names a currency other than the field's. */
function withoutCurrency(text: string, { currency, symbol }: AmountRule): string | undefined {
  if (symbol !== undefined && text.startsWith(symbol)) return text.slice(symbol.length).trim();
  const code = /^(?<before>[A-Z]{3}) ?(?=[\d(-])|(?<=\d) ?(?<after>[A-Z]{3})$/i.exec(text);
  if (code === null) return text;
  const named = (code.groups?.before ?? code.groups?.after ?? '').toUpperCase();
  return named === currency ? text.replace(code[0], '').trim() : undefined;
}

function digitsIn(text: string, decimalMark: string): string | undefined {
  const groups = decimalMark === ',' ? [' '] : [',', ' '];
  for (const group of groups) {
    const pattern =
      `^(?<whole>\\d+|\\d{1,3}(?:${group}\\d{3})+)` +
      `(?:\\${decimalMark}(?<decimals>\\d+))? ?(?<suffix>[km]?)$`;
    const found = new RegExp(pattern, 'i').exec(text)?.groups;
    if (found === undefined) continue;
    const { whole = '', decimals = '', suffix = '' } = found;
    return shifted(whole.replaceAll(group, ''), decimals, SUFFIX_POWERS[suffix.toLowerCase()] ?? 0);
  }
  return undefined;
}

/** Shifts the decimal mark to the right. */
function shifted(whole: string, decimals: string, power: number): string {
  const moved = `${whole}${decimals.slice(0, power).padEnd(power, '0')}`.replace(/^0+(?=\d)/, '');
  const left = decimals.slice(power);
  const rest = power > 0 ? left.replace(/0+$/, '') : left;
  return rest === '' ? moved : `${moved}.${rest}`;
}
