// Reads one line of an MT940 statement, :61:, with the text of its :86: fields. A line that cannot
// be read is refused. The refusal shows the invalid part and the expected format.

import {
  type BusinessDate,
  daysBetween,
  parseBusinessDate,
} from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { refusedPlace } from './file-fault.js';
import { type Field, placeOf, shortened } from './mt940-field.js';
import { plainWords, realReference, referenceIn } from './reference.js';
import type { StatementChoice, UnnumberedLine } from './statement-line.js';

/** One part of a field: its pattern, and its name and format for error messages. */
interface Part {
  readonly name: string;
  readonly form: RegExp;
  readonly label: string;
  readonly expected: string;
}

// Banks pad the amount with zeros and leave spaces for the entry date and around the type.
const LINE_PARTS: readonly Part[] = [
  {
    name: 'value',
    form: /\d{6}(?!\d{6})/y,
    label: 'value date',
    expected: 'six digits, YYMMDD',
  },
  { name: 'entry', form: / *(?:\d{4})? */y, label: 'entry date', expected: 'MMDD or nothing' },
  {
    name: 'mark',
    form: /(?:R[CD]|[CD])/y,
    label: 'debit or credit mark',
    expected: 'C, D, RC or RD',
  },
  { name: 'funds', form: / *[A-Z]? */y, label: 'funds code', expected: 'one letter or nothing' },
  {
    name: 'amount',
    form: /\d{1,15},\d{0,3}(?![\d,.])/y,
    label: 'amount',
    expected: 'digits with one decimal comma',
  },
  {
    name: 'type',
    form: / *[NFS](?:[A-Z0-9]{3}|[A-Z0-9]{2} |[A-Z0-9] {2}) */y,
    label: 'transaction type',
    expected: 'N, F or S and three letters or digits',
  },
];

/** Reads a line. Refuses with BANK_STATEMENT_REFUSED, naming the invalid part of the row. */
export function lineOf(
  field: Field,
  texts: readonly string[],
  choice: StatementChoice,
): UnnumberedLine {
  const refuse = (detail: string) => refusedPlace(choice.member, placeOf(field), detail);
  const { parts, rest } = partsOf(field, choice);
  const { value = '', entry = '', mark = '', amount = '' } = parts;
  const valueDate = dateFrom(value);
  if (valueDate === undefined) throw refuse(`:61: the value date ${value} is not a date`);
  const bookedOn = entry === '' ? valueDate : entryDate(entry, valueDate);
  if (bookedOn === undefined) throw refuse(`:61: the entry date ${entry} is not a date`);
  const minor = minorFrom(amount, choice.currency);
  if (minor === undefined) {
    throw refuse(`:61: the amount ${amount} is not an amount in ${choice.currency}`);
  }
  // RC reverses a credit, so it is a debit; RD reverses a debit, so it is a credit.
  const isIncoming = mark === 'C' || mark === 'RD';
  const { own, bank, details } = referencesIn(rest);
  const words = wordsOf(texts, details);
  return {
    bookedOn,
    amountMinor: isIncoming ? minor : -minor,
    reference: realReference(own) ?? realReference(bank) ?? referenceIn(words) ?? null,
    description: words,
  };
}

interface LineParts {
  readonly parts: Readonly<Record<string, string>>;
  /** The references and the details, including the rows after the first. */
  readonly rest: string;
}

// A bank may break a row anywhere, so a row may be incomplete without the next one.
function partsOf(field: Field, { member }: StatementChoice): LineParts {
  const [first = '', second, ...others] = field.text.split('\n');
  const alone = readParts(first);
  if (!('failed' in alone)) return { ...alone, rest: joinRows(alone.rest, second, ...others) };
  const joined = second === undefined ? alone : readParts(first + second);
  if (!('failed' in joined)) return { ...joined, rest: joinRows(joined.rest, ...others) };
  const { label, expected } = alone.failed;
  const found = shortened(first.slice(alone.at));
  const detail = `:61: the ${label} is wrong at "${found}": expected ${expected}`;
  throw refusedPlace(member, placeOf(field), detail);
}

const joinRows = (...rows: readonly (string | undefined)[]) =>
  rows.filter((row) => row !== undefined).join('\n');

function readParts(line: string): LineParts | { readonly failed: Part; readonly at: number } {
  const parts: Record<string, string> = {};
  let at = 0;
  for (const part of LINE_PARTS) {
    part.form.lastIndex = at;
    const [found] = part.form.exec(line) ?? [];
    if (found === undefined) return { failed: part, at };
    parts[part.name] = found.trim();
    at += found.length;
  }
  return { parts, rest: line.slice(at) };
}

interface References {
  readonly own: string | undefined;
  readonly bank: string | undefined;
  readonly details: string | undefined;
}

// The customer's reference, the bank's reference after two slashes, and details on further rows.
function referencesIn(rest: string): References {
  const [first = '', second, ...others] = rest.split('\n');
  const continues = second !== undefined && isContinued(first, second);
  const line = continues ? first + second : first;
  const details = joinRows(continues ? undefined : second, ...others);
  const at = line.indexOf('//');
  return {
    own: at === -1 ? line : line.slice(0, at),
    bank: at === -1 ? undefined : line.slice(at + 2),
    details: details === '' ? undefined : details,
  };
}

// Returns whether the bank broke the row before, inside or directly after its references. Details
// begin with a slash only if they begin with a code, such as /OCMT/.
function isContinued(first: string, second: string): boolean {
  if (first.includes('//')) return first.endsWith('//');
  if (first.endsWith('/') && second.startsWith('/')) return true;
  return first.trim() === '' || (!second.startsWith('/') && /^[^/ ]{1,16}\/\//.test(second));
}

// Details that are already in the text are not repeated.
function wordsOf(texts: readonly string[], details: string | undefined): string | null {
  const words = texts.flatMap((text) => plainWords(text) ?? []);
  const more = plainWords(details);
  const all = words.join(' ');
  return [all, more !== null && !all.includes(more) ? more : ''].join(' ').trim() || null;
}

/** Reads a date without a century; undefined if the date does not exist. */
export function dateFrom(text: string): BusinessDate | undefined {
  return parseBusinessDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);
}

// The entry date has no year, so the year that places it nearest to the value date is used.
function entryDate(text: string, valueDate: BusinessDate): BusinessDate | undefined {
  const year = Number(valueDate.slice(0, 4));
  const dates = [year, year - 1, year + 1].flatMap((one) => {
    const date = parseBusinessDate(`${one}-${text.slice(0, 2)}-${text.slice(2)}`);
    return date === undefined ? [] : [date];
  });
  const away = (date: BusinessDate) => Math.abs(daysBetween(date, valueDate));
  return dates.toSorted((one, other) => away(one) - away(other))[0];
}

/** Reads an amount with a decimal comma; undefined if the currency has fewer decimals. */
export function minorFrom(text: string, currency: string): bigint | undefined {
  return parseMinor(new Decimal(text.replace(/,$/, '').replace(',', '.')), currency);
}
