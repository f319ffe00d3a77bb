// Reads the lines of a bank's MT940 file (SWIFT customer statement message). Each statement's lines
// must lead from its opening to its closing balance, in the account's currency; otherwise the whole
// file is refused.

import {
  type BusinessDate,
  daysBetween,
  parseBusinessDate,
} from '../../../platform/calendar/business-date.js';
import { inSlices, mapEach, type Sliced } from '../../../platform/concurrency/turn.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { BANK_STATEMENT } from '../limits.js';
import { refusedRow, type StatementLine } from './statement-line.js';

/** A field of a message with its continuation lines, and its row in the file. */
interface Field {
  readonly tag: string;
  readonly text: string;
  readonly row: number;
}

/** Reads all statements in a file. Refuses BANK_STATEMENT_REFUSED with the row of the error. */
export function readMt940(file: string, currency: string): Promise<StatementLine[]> {
  return inSlices(readStatements(file, currency));
}

function* readStatements(file: string, currency: string): Sliced<StatementLine[]> {
  const statements = statementsOf(yield* fieldsOf(file));
  const [owner, ...owners] = yield* mapEach(statements, (fields) => only(fields, ['25']));
  const other = owners.find(({ text }) => text !== owner?.text);
  if (other !== undefined)
    throw refused(other.row, 'is of another account than the first statement');
  const lines: StatementLine[] = [];
  for (const fields of statements) lines.push(...(yield* linesOf(fields, currency)));
  if (lines.length === 0) throw refused(1, 'has no lines');
  if (lines.length > BANK_STATEMENT.linesMax) {
    throw refused(1, `has more than ${BANK_STATEMENT.linesMax} lines`);
  }
  return lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
}

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/;
/** Headers, trailers and message ends around the text. */
const ENVELOPE = /^(-\x7d?|-?\x7b.*)$/;

function* fieldsOf(file: string): Sliced<Field[]> {
  const fields: Field[] = [];
  let row = 0;
  for (const raw of rowsOf(file)) {
    row += 1;
    yield;
    const line = raw.trimEnd();
    const [, tag, text] = FIELD.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined && text !== undefined) fields.push({ tag, text, row });
    else if (line === '' || ENVELOPE.test(line)) continue;
    else if (last === undefined) throw refused(row, 'is not a field of MT940');
    else fields[fields.length - 1] = { ...last, text: `${last.text}\n${line}` };
  }
  return fields;
}

// Yields one row at a time, because splitting a large file at once would block other requests.
function* rowsOf(file: string): Generator<string> {
  const rowEnd = /\r\n|\n|\r/g;
  let start = file.startsWith('\uFEFF') ? 1 : 0;
  for (let end = rowEnd.exec(file); end !== null; end = rowEnd.exec(file)) {
    yield file.slice(start, end.index);
    start = rowEnd.lastIndex;
  }
  yield file.slice(start);
}

// A statement begins with its reference, and one message may contain several statements.
function statementsOf(fields: readonly Field[]): Field[][] {
  const statements: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20') statements.push([field]);
    else if (statements.length === 0) throw refused(field.row, 'comes before the reference, :20:');
    else statements.at(-1)?.push(field);
  }
  if (statements.length === 0) throw refused(1, 'has no statement');
  return statements;
}

const KNOWN = new Set([
  '20',
  '21',
  '25',
  '28C',
  '60F',
  '60M',
  '61',
  '86',
  '62F',
  '62M',
  '64',
  '65',
]);

function* linesOf(fields: readonly Field[], currency: string): Sliced<StatementLine[]> {
  const strange = fields.find(({ tag }) => !KNOWN.has(tag));
  if (strange !== undefined)
    throw refused(strange.row, `:${strange.tag}: is not part of a statement`);
  only(fields, ['28C']);
  const opening = balanceOf(only(fields, ['60F', '60M']), currency);
  const closing = balanceOf(only(fields, ['62F', '62M']), currency);
  const lines: StatementLine[] = [];
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    yield;
    const next = fields[index + 1];
    lines.push(lineOf(field, { words: next?.tag === '86' ? next.text : undefined, currency }));
  }
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0n);
  if (opening.minor + moved !== closing.minor) {
    throw refused(
      closing.row,
      'its opening balance plus its lines does not equal its closing balance',
    );
  }
  return lines;
}

function only(fields: readonly Field[], tags: readonly string[]): Field {
  const [one, other] = fields.filter(({ tag }) => tags.includes(tag));
  const name = tags.map((tag) => `:${tag}:`).join(' or ');
  if (one === undefined) throw refused(fields[0]?.row ?? 1, `the statement has no ${name}`);
  if (other !== undefined) throw refused(other.row, `the statement has a second ${name}`);
  return one;
}

const BALANCE = /^(?<mark>[CD])(?<date>\d{6})(?<currency>[A-Z]{3})(?<amount>\d{1,14},\d{0,3})$/;

function balanceOf({ text, row }: Field, currency: string) {
  const found = BALANCE.exec(text)?.groups;
  if (found === undefined) throw refused(row, 'is not a balance');
  const { mark, date = '', currency: own, amount = '' } = found;
  if (own !== currency) throw refused(row, `is in ${own}, but the account is in ${currency}`);
  dateFrom(date, row);
  const minor = minorFrom(amount, { currency, row });
  return { row, minor: mark === 'D' ? -minor : minor };
}

// Value date, entry date, mark, third letter of the currency, amount, type and references; details
// follow on a second line.
const LINE = new RegExp(
  '^(?<value>\\d{6})(?<entry>\\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>\\d{1,14},\\d{0,3})' +
    '[NFS][A-Z0-9]{3}(?<own>(?:(?!//)[^\\n]){0,16})(?://(?<bank>[^\\n]{0,16}))?' +
    '(?:\\n(?<details>[^\\n]{0,34}))?$',
);

function lineOf(
  { text, row }: Field,
  { words, currency }: { readonly words: string | undefined; readonly currency: string },
): StatementLine {
  const found = LINE.exec(text)?.groups;
  if (found === undefined) throw refused(row, 'is not a line of a statement');
  const { value = '', entry, mark = '', amount = '', own = '', bank, details } = found;
  const valueDate = dateFrom(value, row);
  const minor = minorFrom(amount, { currency, row });
  // RC reverses a credit, so it is a debit; RD reverses a debit, so it is a credit.
  const isIncoming = mark === 'C' || mark === 'RD';
  return {
    lineNo: row,
    bookedOn: entry === undefined ? valueDate : entryDate(entry, valueDate, row),
    amountMinor: isIncoming ? minor : -minor,
    reference: referenceOf(own) ?? referenceOf(bank),
    description: plain(words) ?? plain(details),
  };
}

function referenceOf(text: string | undefined): string | null {
  const found = text?.trim();
  return found === undefined || found === '' || found === 'NONREF' ? null : found;
}

// Some banks separate parts of the text with codes such as ?20.
function plain(text: string | undefined): string | null {
  const words = text
    ?.replaceAll(/\?\d{2}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words || null;
}

function dateFrom(text: string, row: number): BusinessDate {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  const date = parseBusinessDate(`20${year}-${month}-${day}`);
  if (date === undefined) throw refused(row, `${text} is not a date`);
  return date;
}

// The entry date has no year, so the year that places it nearest to the value date is used.
function entryDate(text: string, valueDate: BusinessDate, row: number): BusinessDate {
  const year = Number(valueDate.slice(0, 4));
  const dates = [year, year - 1, year + 1].flatMap((one) => {
    const date = parseBusinessDate(`${one}-${text.slice(0, 2)}-${text.slice(2)}`);
    return date === undefined ? [] : [date];
  });
  const away = (date: BusinessDate) => Math.abs(daysBetween(date, valueDate));
  const [nearest] = dates.toSorted((one, other) => away(one) - away(other));
  if (nearest === undefined) throw refused(row, `${text} is not a date`);
  return nearest;
}

function minorFrom(
  text: string,
  { currency, row }: { readonly currency: string; readonly row: number },
): bigint {
  const minor = parseMinor(new Decimal(text.replace(/,$/, '').replace(',', '.')), currency);
  if (minor === undefined) throw refused(row, `${text} is not an amount in ${currency}`);
  return minor;
}

const refused = (row: number, detail: string) => refusedRow('mt940', row, detail);
