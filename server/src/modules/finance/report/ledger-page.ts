// Ledger of one account: opening balance, lines with running balance, and totals, for a range of
// dates and as known at a given time.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type AccountRow, findAccount } from '../account/queries.js';
import { LEDGER_LINE } from '../limits.js';
import {
  type DateBasis,
  type LedgerRange,
  type LedgerSums,
  type PostedLine,
  pageOfDates,
  pageOfVersions,
  sumLedger,
  sumOfDates,
  versionKnownAt,
} from './ledger-queries.js';
import { refuseBackwards } from './report.js';
import type { LedgerQuery } from './schema.js';

/**
 * Line numbers within one journal are below this number, so that line ids are unique across all
 * accounts.
 */
const LINES_PER_JOURNAL = 1000n;

/**
 * Returns one page of an account's ledger, with lines in posting order. In every range, opening +
 * movements = closing, on the account's normal side; a line's balance is the opening plus all lines
 * up to it. Dates are transaction dates. Unfolded lines of firm accounts are in provisional order.
 */
export function readLedger(
  call: Call,
  query: LedgerQuery,
  page: PageRequest,
): Promise<Page<object>> {
  return onSnapshot(call.db, async (tx) => {
    const ledger = await openLedger({ tx, call }, query);
    return ledgerPage(tx, ledger, page);
  });
}

/** The account and range of a ledger; by default, dates are transaction dates. */
export interface LedgerRequest {
  readonly a: bigint;
  readonly sd?: BusinessDate;
  readonly ed?: BusinessDate;
  readonly asOf?: Instant;
  readonly basis?: DateBasis;
}

/** Finds the account and sums the range; refuses with 404 if the caller cannot see the account. */
export async function openLedger(
  { tx, call }: { readonly tx: Tx; readonly call: Call },
  request: LedgerRequest,
): Promise<Ledger> {
  refuseBackwards(request.sd, request.ed);
  const account = await findAccount(tx, request.a);
  if (!account || !seesOffice(call.principal, account.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const range = await rangeOf(tx, account, request);
  return { account, request, range, sums: await sumLedger(tx, range) };
}

/** Returns the range in the form that the queries need. */
export async function rangeOf(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'inline'>,
  { sd, ed, asOf, basis = 'TRANSACTION' }: Omit<LedgerRequest, 'a'>,
): Promise<LedgerRange> {
  return {
    accountId: account.id,
    inline: account.inline,
    basis,
    from: sd,
    to: ed,
    knownVersion: asOf === undefined ? undefined : await versionKnownAt(tx, account.id, asOf),
  };
}

/** Returns one page of lines with the sums of the range. */
export async function ledgerPage(tx: Tx, ledger: Ledger, page: PageRequest) {
  return ledgerReply(ledger, { lines: await linesOfPage(tx, ledger, page), page });
}

/**
 * Yields every line of the range in posting order, with the balance after it in minor units. Reads
 * ranges of versions, so that the cost is proportional to the number of lines in the range or, if
 * there are back-dated lines, between the first and the last line.
 */
export async function* linesOfLedger(tx: Tx, ledger: Ledger): AsyncGenerator<LedgerLine> {
  const { range, sums } = ledger;
  const { first_version: first, last_version: last } = sums;
  if (first === null || last === null || sums.line_count === 0n) return;
  let before = openingOf(ledger);
  for (let from = first; from <= last; ) {
    const lines = await pageOfVersions(tx, range, {
      first: from,
      last,
      limit: LEDGER_LINE.readAtOnce,
    });
    const end = lines.at(-1);
    if (end === undefined) return;
    const shown = withBalances(
      ledger,
      lines.filter((one) => isWithin(one, range)),
      before,
    );
    yield* shown;
    before = shown.at(-1)?.balance_minor ?? before;
    from = end.account_version + 1n;
  }
}

function isWithin(line: PostedLine, { basis, from, to }: LedgerRange): boolean {
  const date = basis === 'VALUE' ? line.value_date : line.transaction_date;
  return (from === undefined || date >= from) && (to === undefined || date <= to);
}

/** One ledger line, in the form that all output formats share. */
export interface LedgerLine extends PostedLine {
  /** The opening balance and the range's lines up to this one, on the account's normal side. */
  readonly balance_minor: bigint;
}

/**
 * Adds the running balance to consecutive lines of a range. All output formats use this function.
 */
function withBalances(
  { account }: Pick<Ledger, 'account'>,
  lines: readonly PostedLine[],
  before: bigint,
): LedgerLine[] {
  const side = BigInt(sideOf(account));
  let balance = before;
  return lines.map((line) => {
    balance += side * line.amount_minor;
    return { ...line, balance_minor: balance };
  });
}

/** The ledger of one account over a range, with its sums. */
export interface Ledger {
  readonly account: LedgerAccount;
  readonly request: Omit<LedgerRequest, 'a'>;
  readonly range: LedgerRange;
  readonly sums: LedgerSums;
}

/** The account members that a ledger shows. */
export type LedgerAccount = Pick<
  AccountRow,
  | 'id'
  | 'name'
  | 'label'
  | 'class'
  | 'acct_type'
  | 'currency'
  | 'office_id'
  | 'office_name'
  | 'inline'
  | 'customer_id'
>;

/** Returns 1 if debits increase the balance, otherwise -1. */
function sideOf(account: Pick<AccountRow, 'class'>): 1 | -1 {
  return account.class === 'ASSET' || account.class === 'EXPENSE' ? 1 : -1;
}

/** Returns the balance before the range, on the account's normal side. */
export function openingOf({ account, sums }: Pick<Ledger, 'account' | 'sums'>): bigint {
  return BigInt(sideOf(account)) * sums.opening_minor;
}

async function linesOfPage(tx: Tx, ledger: Ledger, page: PageRequest): Promise<LedgerLine[]> {
  const { first_version: first, last_version: last, line_count: count } = ledger.sums;
  if (first === null || last === null || count === 0n) return [];
  const hasGaps = last - first + 1n !== count;
  const lines = hasGaps
    ? await pageOfDates(tx, ledger.range, {
        first,
        last,
        after: page.after ?? 0n,
        offset: page.offset,
        limit: page.limit + 1,
      })
    : await pageWithoutGaps(tx, ledger, { first, last, page });
  const [start] = lines;
  if (start === undefined) return [];
  const moved = hasGaps
    ? await sumOfDates(tx, ledger.range, { first, last: start.account_version - 1n })
    : await movedWithoutGaps(tx, ledger, { first, start });
  return withBalances(ledger, lines, openingOf(ledger) + BigInt(sideOf(ledger.account)) * moved);
}

function pageWithoutGaps(
  tx: Tx,
  { range }: Ledger,
  {
    first,
    last,
    page,
  }: { readonly first: bigint; readonly last: bigint; readonly page: PageRequest },
): Promise<PostedLine[]> {
  const from = page.after === null ? first + BigInt(page.offset) : page.after + 1n;
  return pageOfVersions(tx, range, {
    first: from < first ? first : from,
    last,
    limit: page.limit + 1,
  });
}

// Sums the range's lines before a line, debits less credits, as the difference of two posted
// balances. This is possible because all lines in between belong to the range.
async function movedWithoutGaps(
  tx: Tx,
  ledger: Ledger,
  { first, start }: { readonly first: bigint; readonly start: PostedLine },
): Promise<bigint> {
  if (start.account_version === first) return 0n;
  const rows = await pageOfVersions(tx, ledger.range, { first, last: first, limit: 1 });
  const head = present(rows[0], 'a range that is not empty has a first line');
  const side = BigInt(sideOf(ledger.account));
  const postedBefore = ({ posted_balance_minor: balance, amount_minor: minor }: PostedLine) =>
    side * balance - minor;
  return postedBefore(start) - postedBefore(head);
}

interface Listed {
  readonly lines: readonly LedgerLine[];
  readonly page: PageRequest;
}

/** Returns the balance after the range. */
export function closingOf(ledger: Pick<Ledger, 'account' | 'sums'>): bigint {
  const { debit_minor: debit, credit_minor: credit } = ledger.sums;
  return openingOf(ledger) + BigInt(sideOf(ledger.account)) * (debit - credit);
}

/** Returns the account with the sums of the range. */
export function ledgerSums(ledger: Ledger) {
  const { account, sums, request } = ledger;
  const amount = (minor: bigint) => minorToDecimal(minor, account.currency);
  return {
    accountId: account.id,
    accountName: account.name,
    accountLabel: account.label,
    acctType: account.acct_type,
    currency: account.currency,
    startDate: request.sd,
    endDate: request.ed,
    basis: request.basis ?? 'TRANSACTION',
    asOf: request.asOf,
    openingBalance: amount(openingOf(ledger)),
    totalDebits: amount(sums.debit_minor),
    totalCredits: amount(sums.credit_minor),
    closingBalance: amount(closingOf(ledger)),
  };
}

function ledgerReply(ledger: Ledger, { lines, page }: Listed) {
  const kept = lines.slice(0, page.limit);
  return {
    count: ledger.sums.line_count,
    ...ledgerSums(ledger),
    result: kept.map((line) => lineRecord(line, ledger.account)),
    nextAfter: lines.length > page.limit ? kept.at(-1)?.account_version : undefined,
  };
}

function lineRecord(line: LedgerLine, account: LedgerAccount) {
  const amount = (minor: bigint) => minorToDecimal(minor, account.currency);
  const debit = line.amount_minor > 0n ? line.amount_minor : 0n;
  const credit = line.amount_minor < 0n ? -line.amount_minor : 0n;
  return {
    id: line.journal_id * LINES_PER_JOURNAL + BigInt(line.line_no),
    active: true,
    name: `${codeOf(line.journal_id)}-${line.line_no}`,
    label: line.narration,
    description: line.narration,
    journalId: line.journal_id,
    reversalOfJournalId: line.reversal_of_id ?? undefined,
    reference: `${line.source_type} ${codeOf(line.source_id)}`,
    relatedTo: line.source_type,
    relatedToId: line.source_id,
    income: line.is_income,
    currency: account.currency,
    transactionDate: line.transaction_date,
    valueDate: line.value_date,
    debitAmount: amount(debit),
    creditAmount: amount(credit),
    balance: amount(line.balance_minor),
    createdBy: line.created_by,
    createdDttm: line.created_at,
    lastModifiedBy: line.created_by,
    lastModifiedDttm: line.created_at,
  };
}
