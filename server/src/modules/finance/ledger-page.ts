// The ledger of one account: opening balance, lines with running balance, totals; by date and as
// known.

import { present } from '../../platform/assert.js';
import { type Call, seesOffice } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import type { PageRequest } from '../../platform/http/paging.js';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import type { Page } from '../../platform/http/route.js';
import { codeOf } from '../../platform/ids.js';
import { minorToDecimal } from '../../platform/money/money.js';
import { type AccountRow, findAccount } from './account-query.js';
import {
  type LedgerLine,
  type LedgerRange,
  type LedgerSums,
  pageOfDates,
  pageOfVersions,
  sumLedger,
  versionKnownAt,
} from './ledger-query.js';
import type { LedgerQuery } from './schema.js';
import { onSnapshot } from './snapshot.js';

/** Lines of one journal get ids below this, so that line ids are unique over all accounts. */
const LINES_PER_JOURNAL = 1000n;

/**
 * One page of an account's ledger, lines in posting order. In every range opening + movements =
 * closing, on the account's normal side; the balance of a line is the opening plus all lines up
 * to it. Dates are transaction dates. Firm accounts show what is not folded yet in provisional
 * order.
 */
export function readLedger(
  call: Call,
  query: LedgerQuery,
  page: PageRequest,
): Promise<Page<object>> {
  return onSnapshot(call.db, async (tx) => {
    const account = await findAccount(tx, query.a);
    if (!account || !seesOffice(call.principal, account.office_id)) {
      throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
    }
    const range: LedgerRange = {
      accountId: account.id,
      inline: account.inline,
      from: query.sd,
      to: query.ed,
      knownVersion:
        query.asOf === undefined ? undefined : await versionKnownAt(tx, account.id, query.asOf),
    };
    const sums = await sumLedger(tx, range);
    const lines = await linesOfPage(tx, { account, range, sums }, page);
    return ledgerReply({ account, range, sums }, query, { lines, page });
  });
}

interface Ledger {
  readonly account: AccountRow;
  readonly range: LedgerRange;
  readonly sums: LedgerSums;
}

function sideOf(account: AccountRow): 1 | -1 {
  return account.class === 'ASSET' || account.class === 'EXPENSE' ? 1 : -1;
}

function openingOf({ account, sums }: Ledger): bigint {
  return BigInt(sideOf(account)) * sums.opening_minor;
}

async function linesOfPage(tx: Tx, ledger: Ledger, page: PageRequest): Promise<LedgerLine[]> {
  const { first_version: first, last_version: last, line_count: count } = ledger.sums;
  if (first === null || last === null || count === 0n) return [];
  if (last - first + 1n !== count) {
    return pageOfDates(tx, ledger.range, {
      first,
      last,
      after: page.after ?? 0n,
      offset: page.offset,
      limit: page.limit + 1,
      openingMinor: openingOf(ledger),
      side: sideOf(ledger.account),
    });
  }
  const from = page.after === null ? first + BigInt(page.offset) : page.after + 1n;
  const lines = await pageOfVersions(tx, ledger.range, {
    first: from < first ? first : from,
    last,
    limit: page.limit + 1,
  });
  return shifted(tx, ledger, { lines, first });
}

// Where lines were back-dated into the time before the range, posting order and date order differ
// by one amount on all its lines: that between the opening by date and the balance before the
// first line.
async function shifted(
  tx: Tx,
  ledger: Ledger,
  { lines, first }: { readonly lines: readonly LedgerLine[]; readonly first: bigint },
): Promise<LedgerLine[]> {
  if (ledger.range.from === undefined) return [...lines];
  const known = lines[0]?.account_version === first ? lines : undefined;
  const rows = known ?? (await pageOfVersions(tx, ledger.range, { first, last: first, limit: 1 }));
  const start = present(rows[0], 'a range that is not empty has a first line');
  const before = start.balance_minor - BigInt(sideOf(ledger.account)) * start.amount_minor;
  const shift = openingOf(ledger) - before;
  return lines.map((line) => ({ ...line, balance_minor: line.balance_minor + shift }));
}

interface Listed {
  readonly lines: readonly LedgerLine[];
  readonly page: PageRequest;
}

function ledgerReply(ledger: Ledger, query: LedgerQuery, { lines, page }: Listed) {
  const { account, sums } = ledger;
  const amount = (minor: bigint) => minorToDecimal(minor, account.currency);
  const opening = openingOf(ledger);
  const moved = BigInt(sideOf(account)) * (sums.debit_minor - sums.credit_minor);
  const kept = lines.slice(0, page.limit);
  return {
    count: sums.line_count,
    accountId: account.id,
    accountName: account.name,
    accountLabel: account.label,
    acctType: account.acct_type,
    currency: account.currency,
    startDate: query.sd,
    endDate: query.ed,
    asOf: query.asOf,
    openingBalance: amount(opening),
    totalDebits: amount(sums.debit_minor),
    totalCredits: amount(sums.credit_minor),
    closingBalance: amount(opening + moved),
    result: kept.map((line) => lineRecord(line, account)),
    nextAfter: lines.length > page.limit ? kept.at(-1)?.account_version : undefined,
  };
}

function lineRecord(line: LedgerLine, account: AccountRow) {
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
