// The trial balance, with the net balance of every account. Debits equal credits in each currency.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell } from '../../../platform/files/sheet.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { BookRow } from './book-queries.js';
import { consolidate, dateOrToday, netOf, sumOf } from './book-row.js';
import { isTrialBalanceStored, selectClosedTrialBalance } from './closed-books-queries.js';
import {
  accountColumns,
  booksFor,
  inRequestedCurrency,
  officeMembers,
  type PlaceQuery,
  type Report,
  type ReportTable,
  refuseUnknownPlace,
} from './report.js';

/** The date, and whether to return the balance that was stored when the date closed. */
interface TrialBalanceQuery extends PlaceQuery {
  readonly d?: BusinessDate;
  readonly closed?: boolean;
}

/**
 * Returns the trial balance at the end of a date, by office, type of account and currency; all
 * customers' accounts in an office are one row. With `closed`, returns it as stored when the date
 * closed, excluding later bookings; refuses with DOCUMENT_NOT_FOUND if none was stored for the
 * date.
 */
export function trialBalance(call: Call, query: TrialBalanceQuery): Promise<Report> {
  if (query.closed === true && query.asOf !== undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'asOf', 'cannot be combined with closed');
  }
  return onSnapshot(call.db, async (tx) => {
    const date = await dateOrToday(tx, query.d);
    const rows =
      query.closed === true
        ? await closedRows({ tx, call }, query, date)
        : await booksFor({ tx, call }, query, { to: date });
    const { asOf } = query;
    const record = { date, asOf, result: rows.map(rowRecord), totals: totalsOf(rows).map(total) };
    return { record, table: tableOf(date, rows) };
  });
}

async function closedRows(
  on: { readonly tx: Tx; readonly call: Call },
  query: TrialBalanceQuery,
  date: BusinessDate,
): Promise<BookRow[]> {
  await refuseNotKept(on.tx, date);
  await refuseUnknownPlace(on, query);
  const rows = await selectClosedTrialBalance(on.tx, date, {
    ...query,
    offices: on.call.principal.offices,
  });
  const kept = query.consolidated === true ? consolidate(rows) : rows;
  return inRequestedCurrency(on.tx, kept, { currency: query.cu, date });
}

// An empty result would look like books that balance at zero.
async function refuseNotKept(tx: Tx, date: BusinessDate): Promise<void> {
  if (await isTrialBalanceStored(tx, date)) return;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
    detail: `${date} is not a closed business date, or nothing was booked on it`,
    args: [date],
  });
}

function rowRecord(row: BookRow) {
  return {
    ...officeMembers(row.office_id, row.office_name),
    acctType: row.acct_type,
    acctLabel: row.label,
    acctClass: row.class,
    currency: row.currency,
    accounts: row.account_count,
    debitBalance: minorToDecimal(row.debit_minor, row.currency),
    creditBalance: minorToDecimal(row.credit_minor, row.currency),
  };
}

interface Total {
  readonly currency: string;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly net: bigint;
}

function totalsOf(rows: readonly BookRow[]): Total[] {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const debit = sumOf(own, (row) => row.debit_minor);
    return {
      currency,
      debit,
      credit: sumOf(own, (row) => row.credit_minor),
      net: sumOf(own, netOf),
    };
  });
}

function total({ currency, debit, credit, net }: Total) {
  return {
    currency,
    debitBalance: minorToDecimal(debit, currency),
    creditBalance: minorToDecimal(credit, currency),
    difference: minorToDecimal(net, currency),
  };
}

function tableOf(date: BusinessDate, rows: readonly BookRow[]): ReportTable {
  const lines = rows.map((row): Cell[] => [
    ...['LINE', row.office_name, row.currency, row.class, row.acct_type, row.label],
    row.account_count,
    { minor: row.debit_minor, currency: row.currency },
    { minor: row.credit_minor, currency: row.currency },
  ]);
  const totals = totalsOf(rows).map(({ currency, debit, credit }): Cell[] => [
    ...['TOTAL', '', currency, '', '', '', null],
    { minor: debit, currency },
    { minor: credit, currency },
  ]);
  return {
    name: `trial-balance-${date}`,
    columns: [
      ...accountColumns({ title: 'Class', width: 11 }),
      { title: 'Accounts', width: 10 },
      { title: 'Debit balance', width: 20 },
      { title: 'Credit balance', width: 20 },
    ],
    rows: [...lines, ...totals],
  };
}
