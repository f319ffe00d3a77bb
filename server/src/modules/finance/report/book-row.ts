// What the books say of a date or of a range of dates, added up by office, currency and code of
// the chart: the rows from which every report is made, so that reports agree with each other.

import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { AccountClass } from '../chart/chart.js';
import { YEAR_END_SOURCE } from '../period/year-end.js';

/** Which part of the books is added up. */
export interface BookRange {
  /** Moves are those from this date on; absent, from the first. */
  readonly from?: BusinessDate | undefined;
  /** The last transaction date that counts. */
  readonly to: BusinessDate;
  /** What was recorded after this moment is left out. */
  readonly asOf?: Instant | undefined;
  readonly offices: readonly bigint[] | undefined;
  readonly businessOfficeName?: string | undefined;
  readonly currency?: string | undefined;
  /** Leaves out the journals that closed a year, which empty the accounts of its result. */
  readonly withoutYearEnd?: boolean;
}

/** The accounts of one office, code and currency. Sums are minor units. */
export interface BookRow {
  /** Null where all offices are one. */
  readonly office_id: bigint | null;
  readonly office_name: string | null;
  readonly acct_type: string;
  readonly label: string;
  readonly class: AccountClass;
  readonly client_money: boolean;
  readonly of_customers: boolean;
  readonly currency: string;
  readonly account_count: bigint;
  /** Balances at the end, those of accounts in debit and those in credit. */
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  /** Debits less credits from `from` on. */
  readonly moved_minor: bigint;
  /** Those before `from`, where they were converted by themselves. */
  readonly before_minor?: bigint;
}

/** The date that a caller names, or the present business date. */
export async function dateOrToday(tx: Tx, date: BusinessDate | undefined): Promise<BusinessDate> {
  return date ?? businessDate(await currentBusinessDate(tx));
}

/** Exact at every moment: folded days plus what is not folded yet. */
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

// What must not count is added with the other sign, so that the sums by day still serve.
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
  if (businessOfficeName) conditions.push(sql`o.name = ${businessOfficeName}`);
  if (currency) conditions.push(sql`a.currency = ${currency.toUpperCase()}`);
  return joinSql(conditions, ' and ');
}

/** The rows of all offices as those of one; transfers between them cancel each other out. */
export function consolidate(rows: readonly BookRow[]): BookRow[] {
  const merged = new Map<string, BookRow>();
  for (const row of rows) {
    const key = `${row.currency} ${row.class} ${row.acct_type}`;
    const before = merged.get(key);
    merged.set(key, {
      ...row,
      office_id: null,
      office_name: null,
      account_count: row.account_count + (before?.account_count ?? 0n),
      debit_minor: row.debit_minor + (before?.debit_minor ?? 0n),
      credit_minor: row.credit_minor + (before?.credit_minor ?? 0n),
      moved_minor: row.moved_minor + (before?.moved_minor ?? 0n),
    });
  }
  return [...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** The books of one office, or of all, in one currency. */
export interface Books {
  readonly officeId: bigint | null;
  readonly officeName: string | null;
  readonly currency: string;
  readonly rows: readonly BookRow[];
}

/** The rows by office and currency, in the order in which they come. */
export function byBooks(rows: readonly BookRow[]): Books[] {
  const groups = new Map<string, BookRow[]>();
  for (const row of rows) {
    const key = `${row.office_id} ${row.currency}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { office_id: officeId, office_name: officeName, currency } = first;
    return [{ officeId, officeName, currency, rows: own }];
  });
}

/** Debits less credits at the end. */
export function netOf(row: BookRow): bigint {
  return row.debit_minor - row.credit_minor;
}

/** Debits less credits before the range. */
export function beforeOf(row: BookRow): bigint {
  return row.before_minor ?? netOf(row) - row.moved_minor;
}

/** Sums what a function tells of each. */
export function sumOf<Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + amount(item), 0n);
}
