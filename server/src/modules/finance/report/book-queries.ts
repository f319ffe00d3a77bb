// SQL that sums the books, up to a date or over a range, by office, currency and chart code.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { idOfCode } from '../../../platform/reference-data/code-queries.js';
import type { AccountClass } from '../chart/code.js';
import { YEAR_END_SOURCE } from '../period/year-end.js';

/** The part of the books to sum: its dates, offices and journals. */
export interface BookRange {
  /** First transaction date of the movements; the beginning of the books if absent. */
  readonly from?: BusinessDate | undefined;
  /** The last transaction date. */
  readonly to: BusinessDate;
  /** Journals recorded after this moment are ignored. */
  readonly asOf?: Instant | undefined;
  readonly offices: readonly bigint[] | undefined;
  readonly businessOfficeName?: string | undefined;
  readonly currency?: string | undefined;
  /**
   * If true, ignores the journals that close a year, because they set the result accounts to zero.
   */
  readonly withoutYearEnd?: boolean;
}

/** The accounts of one office, chart code and currency. Sums are in minor units. */
export interface BookRow {
  /** The id of the office; null if all offices are consolidated. */
  readonly office_id: bigint | null;
  readonly office_name: string | null;
  readonly acct_type: string;
  readonly label: string;
  readonly class: AccountClass;
  readonly client_money: boolean;
  readonly of_customers: boolean;
  readonly currency: string;
  readonly account_count: bigint;
  /**
   * Sum of the closing balances of accounts in debit; `credit_minor` is the sum for accounts in
   * credit.
   */
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  /** Debits less credits since `from`. */
  readonly moved_minor: bigint;
  /** Debits less credits before `from`; present only if converted separately. */
  readonly before_minor?: bigint;
}

/** Sums folded days plus unfolded lines, so that the result is exact at any time. */
export function sumBooks(tx: Tx, range: BookRange): Promise<BookRow[]> {
  const { from = null } = range;
  return tx.query(sql`
    with net as (
      select account_id, sum(net_minor) as net_minor,
        sum(net_minor) filter (where ${from}::date is null or day >= ${from}::date) as moved_minor
      from (${movesOf(range)}) moved
      where day <= ${range.to}::date group by account_id having sum(line_count) > 0
    )
    select a.office_id, o.name as office_name, a.acct_type, coalesce(c.label, a.acct_type) as label,
      a.class, a.client_money, a.customer_id is not null as of_customers, a.currency,
      count(*) as account_count,
      sum(greatest(net.net_minor, 0))::bigint as debit_minor,
      sum(greatest(-net.net_minor, 0))::bigint as credit_minor,
      coalesce(sum(net.moved_minor), 0)::bigint as moved_minor
    from net
    join account a on a.id = net.account_id
    join business_office o on o.id = a.office_id
    left join ledger_code c on c.code = a.acct_type
    where ${placeOf(range)}
    group by a.office_id, o.name, a.acct_type, c.label, a.class, a.client_money,
      a.customer_id is not null, a.currency
    order by a.office_id, a.currency, a.class, a.acct_type`);
}

// Excluded lines are added with the opposite sign, so that the stored daily sums can be used.
function movesOf({ asOf, withoutYearEnd }: BookRange): Sql {
  const closes = sql`j.source_type = ${YEAR_END_SOURCE}`;
  const late = sql`j.id > (select known_journal(${asOf ?? null}::timestamptz))`;
  const removed: Sql[] = [];
  if (asOf !== undefined) removed.push(late);
  if (withoutYearEnd === true) removed.push(closes);
  const folded = sql`
    select account_id, transaction_date as day, debit_minor - credit_minor as net_minor, line_count
    from account_day
    union all
    select l.account_id, j.transaction_date, l.amount_minor, 1
    from ledger_fold_state s
    join journal_line l on l.journal_id > s.folded_journal_id
    join journal j on j.id = l.journal_id`;
  if (removed.length === 0) return folded;
  return sql`${folded}
    union all
    select l.account_id, j.transaction_date, -l.amount_minor, -1
    from journal j join journal_line l on l.journal_id = j.id
    where ${joinSql(removed, ' or ')}`;
}

function placeOf({ offices, businessOfficeName, currency }: BookRange): Sql {
  const conditions: Sql[] = [inOffices(sql`a.office_id`, offices)];
  if (businessOfficeName) {
    conditions.push(sql`a.office_id = ${idOfCode(sql`business_office`, businessOfficeName)}`);
  }
  if (currency) conditions.push(sql`a.currency = ${currency.toUpperCase()}`);
  return joinSql(conditions, ' and ');
}
