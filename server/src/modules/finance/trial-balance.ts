// The trial balance: every account with its net balance, debits equal to credits in each currency.

import { type BusinessDate, businessDate } from '../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import type { Call } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { inOffices } from '../../platform/database/list-query.js';
import { sql } from '../../platform/database/sql.js';
import { minorToDecimal } from '../../platform/money/money.js';
import type { AccountClass } from './chart.js';
import { onSnapshot } from './snapshot.js';

/** What the accounts of one office, type and currency add up to. */
export interface TrialBalanceRow {
  readonly office_id: bigint;
  readonly office_name: string;
  readonly acct_type: string;
  readonly class: AccountClass;
  readonly currency: string;
  readonly account_count: bigint;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
}

/** Of which date, and whether as it stood when that date closed. */
export interface TrialBalanceQuery {
  readonly d?: BusinessDate;
  readonly closed?: boolean;
}

/**
 * The trial balance at the end of a date, by office, type of account and currency (customers'
 * accounts are one row per office). Exact at every moment: folded days plus what is not folded
 * yet. With `closed`, as it was kept when the date closed, without what was booked on it since.
 */
export function readTrialBalance(call: Call, query: TrialBalanceQuery): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const at = query.d ?? businessDate(await currentBusinessDate(tx));
    const read = query.closed === true ? readClosedTrialBalance : sumAccounts;
    const rows = await read(tx, at, call.principal.offices);
    return { date: at, result: rows.map(rowRecord), totals: totalsOf(rows) };
  });
}

/** What every journal up to a date adds up to. */
export function sumAccounts(
  tx: Tx,
  at: BusinessDate,
  offices: readonly bigint[] | undefined,
): Promise<TrialBalanceRow[]> {
  return tx.query(sql`
    with moved as (
      select account_id, debit_minor - credit_minor as net_minor from account_day
      where transaction_date <= ${at}::date
      union all
      select l.account_id, l.amount_minor
      from ledger_fold_state s
      join journal_line l on l.journal_id > s.folded_journal_id
      join journal j on j.id = l.journal_id
      where j.transaction_date <= ${at}::date
    ), net as (
      select account_id, sum(net_minor)::bigint as net_minor from moved group by account_id
    )
    select a.office_id, o.name as office_name, a.acct_type, a.class, a.currency,
      count(*) as account_count,
      sum(greatest(net.net_minor, 0))::bigint as debit_minor,
      sum(greatest(-net.net_minor, 0))::bigint as credit_minor
    from net
    join account a on a.id = net.account_id
    join business_office o on o.id = a.office_id
    where ${inOffices(sql`a.office_id`, offices)}
    group by a.office_id, o.name, a.acct_type, a.class, a.currency
    order by a.office_id, a.currency, a.class, a.acct_type`);
}

/** The trial balance as it stood when a date closed; empty when that date was not closed. */
function readClosedTrialBalance(
  tx: Tx,
  date: BusinessDate,
  offices: readonly bigint[] | undefined,
): Promise<TrialBalanceRow[]> {
  return tx.query(sql`
    select t.office_id, o.name as office_name, t.acct_type, t.class, t.currency, t.account_count,
      t.debit_minor, t.credit_minor
    from closed_trial_balance t join business_office o on o.id = t.office_id
    where t.closing_date = ${date} and ${inOffices(sql`t.office_id`, offices)}
    order by t.office_id, t.currency, t.class, t.acct_type`);
}

function rowRecord(row: TrialBalanceRow) {
  return {
    businessOfficeId: String(row.office_id),
    businessOfficeName: row.office_name,
    acctType: row.acct_type,
    acctClass: row.class,
    currency: row.currency,
    accounts: row.account_count,
    debitBalance: minorToDecimal(row.debit_minor, row.currency),
    creditBalance: minorToDecimal(row.credit_minor, row.currency),
  };
}

function totalsOf(rows: readonly TrialBalanceRow[]) {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const debit = own.reduce((sum, row) => sum + row.debit_minor, 0n);
    const credit = own.reduce((sum, row) => sum + row.credit_minor, 0n);
    return {
      currency,
      debitBalance: minorToDecimal(debit, currency),
      creditBalance: minorToDecimal(credit, currency),
      difference: minorToDecimal(debit - credit, currency),
    };
  });
}
