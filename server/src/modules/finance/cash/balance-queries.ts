// SQL for a customer's cash in every currency at the end of a date, and for changes in this cash.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Holders } from '../../party/index.js';

/** The balances of a cash account and of its unsettled proceeds, in minor units. */
export interface CashBalance {
  readonly accountId: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly cashMinor: bigint;
  readonly unsettledMinor: bigint;
  /** The cash that is held now, and the cash that has not reached its value date. */
  readonly heldMinor: bigint;
  readonly unclearedMinor: bigint;
}

/**
 * Selects the balances of customers' cash accounts by transaction date, including lines that are
 * not folded yet. Reads one row per account and day instead of one per line, plus the lines
 * recorded after `knownAt`.
 */
export function cashBalances(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  date: BusinessDate,
): Promise<CashBalance[]> {
  return tx.query(sql`
    select a.id as "accountId", a.name, a.label, a.currency,
      coalesce(sum(moved.minor) filter (where own.is_cash), 0)::bigint as "cashMinor",
      coalesce(sum(moved.minor) filter (where not own.is_cash), 0)::bigint as "unsettledMinor",
      b.held_minor as "heldMinor", value_dated_minor(a.id) as "unclearedMinor"
    from account a
    join account_balance b on b.account_id = a.id
    cross join lateral (values (a.id, true), (a.unsettled_account_id, false)) own (id, is_cash)
    cross join lateral (
      ${movesUntil(date, knownAt)}
    ) moved
    where a.customer_id = any(${[...customerIds]}::bigint[]) and a.acct_type = 'CUSTOMER_CASH'
    group by a.id, b.held_minor order by a.currency, a.id`);
}

// The changes in the account `own` up to a date: daily sums, plus lines that are not folded yet.
// Lines recorded after `knownAt` are subtracted again.
function movesUntil(date: BusinessDate, knownAt: string | undefined): Sql {
  const late =
    knownAt === undefined
      ? sql``
      : sql`
      union all
      select j.transaction_date, l.amount_minor
      from journal_line l join journal j on j.id = l.journal_id
      where l.account_id = own.id and j.transaction_date <= ${date}
        and l.account_version > version_known_at(own.id, ${knownAt}::timestamptz)`;
  return sql`
      select d.transaction_date as day, d.credit_minor - d.debit_minor as minor
      from account_day d where d.account_id = own.id and d.transaction_date <= ${date}
      union all
      select t.transaction_date, -t.amount_minor from ledger_tail(own.id) t
      where t.transaction_date <= ${date}${late}`;
}

/** The change in a customer's cash account, or in its unsettled proceeds, on a date. */
interface CashMove {
  readonly date: BusinessDate;
  readonly accountId: bigint;
  /** True for the cash account, false for the account for unsettled proceeds. */
  readonly isCash: boolean;
  readonly currency: string;
  readonly minor: bigint;
}

/** The first and last dates, and a time. Lines recorded after this time are ignored. */
interface CashRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly knownAt?: string | undefined;
}

/**
 * Selects how the cash and the unsettled proceeds of a customer changed, by date and account. All
 * changes up to the first date are summed into one row for that date. Lines recorded after
 * `knownAt` are ignored.
 */
export function cashMoves(
  tx: Tx,
  customerId: bigint,
  { from, to, knownAt }: CashRange,
): Promise<CashMove[]> {
  return tx.query(sql`
    select greatest(moved.day, ${from}::date) as date, own.id as "accountId",
      own.is_cash as "isCash", a.currency, sum(moved.minor)::bigint as minor
    from account a
    cross join lateral (values (a.id, true), (a.unsettled_account_id, false)) own (id, is_cash)
    cross join lateral (
      ${movesUntil(to, knownAt)}
    ) moved
    where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH'
    group by 1, 2, 3, 4 order by 1, 2`);
}
