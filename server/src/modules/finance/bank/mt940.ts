// Reads a bank's MT940 file (SWIFT customer statement message), in the dialects that banks use.
// Each statement's lines must lead from its opening to its closing balance, in the account's
// currency; otherwise the whole file is refused.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { inSlices, mapEach, type Sliced } from '../../../platform/concurrency/turn.js';
import { MessageFaults, refusedPlace } from './file-fault.js';
import { type Field, fieldGroupsOf, placeOf, shortened } from './mt940-field.js';
import { dateFrom, lineOf, minorFrom } from './mt940-line.js';
import { chooseAccount } from './statement-account.js';
import type {
  BankAccount,
  StatementChoice,
  StatementFile,
  StatementPage,
  UnnumberedLine,
} from './statement-line.js';

/**
 * Reads one account's statements. Refuses with BANK_STATEMENT_REFUSED, listing each invalid row.
 */
export function readMt940(file: string, choice: StatementChoice): Promise<StatementFile> {
  return inSlices(readStatements(file, choice));
}

type Fields = readonly Field[];

function* readStatements(file: string, choice: StatementChoice): Sliced<StatementFile> {
  const groups = yield* fieldGroupsOf(file, choice.member);
  const faults = new MessageFaults(choice.member);
  const owned = yield* mapEach(groups.statements, (fields) =>
    faults.attempt(nameOf(fields), () => ({
      fields,
      owner: ownerOf(fields, choice),
      row: rowOf(fields),
    })),
  );
  faults.refuseAny();
  const { statements, notes } = chooseAccount(
    owned.flatMap((one) => one ?? []),
    choice,
  );
  const pages: StatementPage[] = [];
  for (const { fields, owner } of statements) {
    const lines = yield* linesOf(fields, choice, faults);
    const page = faults.attempt(nameOf(fields), () => pageOf(fields, { owner, lines }, choice));
    if (page !== undefined) pages.push(page);
  }
  faults.refuseAny();
  return { pages, notes: [...notes, ...groups.notes] };
}

const rowOf = (fields: Fields) => fields[0]?.row ?? 1;

// Returns the bank's identifier for a statement: its number, or else its reference.
const nameOf = (fields: Fields) =>
  fields.find(({ tag }) => tag === '28C' || tag === '28')?.text ??
  fields.find(({ tag }) => tag === '20')?.text;

// A second row in the account field is the bank's own code.
function ownerOf(fields: Fields, choice: StatementChoice): BankAccount {
  const field = only(fields, ['25', '25P'], choice);
  const [account = ''] = field.text.split('\n', 1);
  if (account.trim() === '') {
    const detail = ':25: is empty: expected the account number';
    throw refusedPlace(choice.member, placeOf(field), detail);
  }
  const opening = fields.find(({ tag }) => tag.startsWith('60'));
  return {
    account: account.trim(),
    currency: /^[CD]\d{6}([A-Z]{3})/.exec(opening?.text ?? '')?.[1],
  };
}

// Returns the lines of a statement; undefined if one of them is refused.
function* linesOf(
  fields: Fields,
  choice: StatementChoice,
  faults: MessageFaults,
): Sliced<UnnumberedLine[] | undefined> {
  const before = faults.count;
  const name = nameOf(fields);
  const lines: UnnumberedLine[] = [];
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    yield;
    const line = faults.attempt(name, () => lineOf(field, textsAfter(fields, index), choice));
    if (line !== undefined) lines.push(line);
  }
  return faults.count > before ? undefined : lines;
}

interface PageParts {
  readonly owner: BankAccount;
  /** The lines; undefined if some cannot be read, so that the balances cannot be checked. */
  readonly lines: readonly UnnumberedLine[] | undefined;
}

function pageOf(
  fields: Fields,
  { owner: { account }, lines }: PageParts,
  choice: StatementChoice,
): StatementPage | undefined {
  const { member, currency } = choice;
  const opening = balanceOf(only(fields, ['60F', '60M'], choice), choice);
  const closing = balanceOf(only(fields, ['62F', '62M'], choice), choice);
  if (lines === undefined) return undefined;
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0n);
  if (opening.minor + moved !== closing.minor) {
    const why = 'the opening balance plus the lines does not equal the closing balance';
    const detail = `:62: ${why} ${shortened(closing.text)}, in ${currency}`;
    throw refusedPlace(member, placeOf(closing.field), detail);
  }
  const closedOn = closing.date ?? lines.at(-1)?.bookedOn ?? opening.date;
  if (closedOn === undefined) {
    throw refusedPlace(member, placeOf(closing.field), ':62: has no date: expected YYMMDD');
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

// Banks pad the numbers with zeros in some files but not in others. A number that consists only of
// zeros means that there is none.
function numbersOf(fields: Fields): Pick<StatementPage, 'number' | 'sequence'> {
  const found = fields.find(({ tag }) => tag === '28C' || tag === '28');
  const [number, sequence] = (found?.text ?? '').split('\n', 1)[0]?.split('/') ?? [];
  const plain = (text: string | undefined) => text?.trim().replace(/^0+/, '') || null;
  return { number: plain(number), sequence: plain(sequence) };
}

function only(fields: Fields, tags: readonly string[], { member }: StatementChoice): Field {
  const [one, other] = fields.filter(({ tag }) => tags.includes(tag));
  const name = tags.map((tag) => `:${tag}:`).join(' or ');
  if (one === undefined) {
    throw refusedPlace(member, { row: rowOf(fields) }, `the statement has no ${name}`);
  }
  if (other === undefined) return one;
  throw refusedPlace(member, placeOf(other), `the statement has a second ${name}`);
}

interface Balance {
  readonly field: Field;
  readonly text: string;
  readonly minor: bigint;
  /** The date of the balance; undefined if the bank writes zeros. */
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
  const { tag } = field;
  const [text = ''] = field.text.split('\n', 1);
  const refuse = (detail: string) => refusedPlace(member, placeOf(field), `:${tag}: ${detail}`);
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
  return { field, text, date: day, minor: mark === 'D' ? -minor : minor };
}
