// Reads a bank's MT940 file (SWIFT customer statement message), in the dialects that banks write.
// Each statement's lines must lead from its opening to its closing balance, in the account's
// currency; otherwise the whole file is refused.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { inSlices, mapEach, type Sliced } from '../../../platform/concurrency/turn.js';
import { type Field, fieldGroupsOf, shortened } from './mt940-field.js';
import { dateFrom, lineOf, minorFrom } from './mt940-line.js';
import { chooseAccount } from './statement-account.js';
import {
  type BankAccount,
  refusedRow,
  type StatementChoice,
  type StatementFile,
  type StatementPage,
  type UnnumberedLine,
} from './statement-line.js';

/** Reads one account's statements. Refuses BANK_STATEMENT_REFUSED with the row of the error. */
export function readMt940(file: string, choice: StatementChoice): Promise<StatementFile> {
  return inSlices(readStatements(file, choice));
}

type Fields = readonly Field[];

function* readStatements(file: string, choice: StatementChoice): Sliced<StatementFile> {
  const groups = yield* fieldGroupsOf(file, choice.member);
  const owned = yield* mapEach(groups.statements, (fields) => ({
    fields,
    owner: ownerOf(fields, choice),
    row: rowOf(fields),
  }));
  const { statements, notes } = chooseAccount(owned, choice);
  const pages: StatementPage[] = [];
  for (const { fields, owner } of statements) pages.push(yield* pageOf(fields, owner, choice));
  return { pages, notes: [...notes, ...groups.notes] };
}

const rowOf = (fields: Fields) => fields[0]?.row ?? 1;

// A second row of the account is the bank's own code.
function ownerOf(fields: Fields, choice: StatementChoice): BankAccount {
  const { text, row } = only(fields, ['25', '25P'], choice);
  const [account = ''] = text.split('\n', 1);
  if (account.trim() === '') {
    throw refusedRow(choice.member, row, ':25: is empty: expected the account number');
  }
  const opening = fields.find(({ tag }) => tag.startsWith('60'));
  return {
    account: account.trim(),
    currency: /^[CD]\d{6}([A-Z]{3})/.exec(opening?.text ?? '')?.[1],
  };
}

function* pageOf(
  fields: Fields,
  { account }: BankAccount,
  choice: StatementChoice,
): Sliced<StatementPage> {
  const { member, currency } = choice;
  const opening = balanceOf(only(fields, ['60F', '60M'], choice), choice);
  const closing = balanceOf(only(fields, ['62F', '62M'], choice), choice);
  const lines: UnnumberedLine[] = [];
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    yield;
    lines.push(lineOf(field, textsAfter(fields, index), choice));
  }
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0n);
  if (opening.minor + moved !== closing.minor) {
    const why = 'the opening balance plus the lines does not equal the closing balance';
    throw refusedRow(member, closing.row, `:62: ${why} ${shortened(closing.text)}, in ${currency}`);
  }
  const closedOn = closing.date ?? lines.at(-1)?.bookedOn ?? opening.date;
  if (closedOn === undefined) {
    throw refusedRow(member, closing.row, ':62: has no date: expected YYMMDD');
  }
  return {
    row: rowOf(fields),
    bankAccount: account ?? null,
    ...numbersOf(fields),
    openedOn: opening.date ?? closedOn,
    openingMinor: opening.minor,
    closedOn,
    closingMinor: closing.minor,
    lines,
  };
}

function textsAfter(fields: Fields, index: number): string[] {
  const texts: string[] = [];
  for (const { tag, text } of fields.slice(index + 1)) {
    if (tag !== '86') break;
    texts.push(text);
  }
  return texts;
}

// Banks pad the numbers with zeros in some files and not in others. Zero alone is not a number.
function numbersOf(fields: Fields): Pick<StatementPage, 'number' | 'sequence'> {
  const found = fields.find(({ tag }) => tag === '28C' || tag === '28');
  const [number, sequence] = (found?.text ?? '').split('\n', 1)[0]?.split('/') ?? [];
  const plain = (text: string | undefined) => text?.trim().replace(/^0+/, '') || null;
  return { number: plain(number), sequence: plain(sequence) };
}

function only(fields: Fields, tags: readonly string[], { member }: StatementChoice): Field {
  const [one, other] = fields.filter(({ tag }) => tags.includes(tag));
  const name = tags.map((tag) => `:${tag}:`).join(' or ');
  if (one === undefined) throw refusedRow(member, rowOf(fields), `the statement has no ${name}`);
  if (other === undefined) return one;
  throw refusedRow(member, other.row, `the statement has a second ${name}`);
}

interface Balance {
  readonly row: number;
  readonly text: string;
  readonly minor: bigint;
  /** Undefined if the bank writes zeros. */
  readonly date: BusinessDate | undefined;
}

const BALANCE_PARTS = [
  { name: 'mark', form: /[CD]/y, label: 'debit or credit mark', expected: 'C or D' },
  { name: 'date', form: /\d{6}/y, label: 'date', expected: 'six digits, YYMMDD' },
  { name: 'currency', form: /[A-Z]{3}/y, label: 'currency', expected: 'three letters' },
  {
    name: 'amount',
    form: / *\d{1,15},\d{0,3} *$/y,
    label: 'amount',
    expected: 'digits with one decimal comma',
  },
] as const;

function balanceOf(field: Field, { currency, member }: StatementChoice): Balance {
  const { row, tag } = field;
  const [text = ''] = field.text.split('\n', 1);
  const refuse = (detail: string) => refusedRow(member, row, `:${tag}: ${detail}`);
  const parts: Record<string, string> = {};
  let at = 0;
  for (const { name, form, label, expected } of BALANCE_PARTS) {
    form.lastIndex = at;
    const [found] = form.exec(text) ?? [];
    if (found === undefined) {
      const rest = shortened(text.slice(at));
      throw refuse(`the ${label} is wrong at "${rest}": expected ${expected}`);
    }
    parts[name] = found.trim();
    at += found.length;
  }
  const { mark, date = '', currency: own, amount = '' } = parts;
  if (own !== currency) throw refuse(`is in ${own}, but the account is in ${currency}`);
  const day = dateFrom(date);
  if (day === undefined && date !== '000000') throw refuse(`the date ${date} is not a date`);
  const minor = minorFrom(amount, currency);
  if (minor === undefined) throw refuse(`the amount ${amount} is not an amount in ${currency}`);
  return { row, text, date: day, minor: mark === 'D' ? -minor : minor };
}
