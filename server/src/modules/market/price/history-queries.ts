// SQL for past prices, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { closesKnownAt } from './known-close-queries.js';

type On = Database | Tx;

/** One day's prices, per unit. A bond's prices are clean, per 100 of face value. */
export interface Bar {
  readonly date: BusinessDate;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  /** The number of units traded. */
  readonly volume: bigint;
}

/** A range of dates, inclusive. */
export interface DateRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** A closing price and its date. */
export interface Close {
  readonly date: BusinessDate;
  readonly close: Decimal;
}

/** A range of dates, and the time after which stored closes are ignored. */
export interface KnownRange extends DateRange {
  readonly knownAt?: string | undefined;
}

/** Selects the close that applies at the start of a range, and all later closes in the range. */
export function selectClosesBetween(on: On, securityIds: readonly bigint[], range: KnownRange) {
  const days = closesKnownAt(range.knownAt);
  return on.query<Close & { readonly securityId: bigint }>(sql`
    select asked.id as "securityId", d.price_date as date, d.close
    from unnest(${securityIds}::bigint[]) as asked (id)
    cross join lateral (
      (select price_date, close from ${days} k
        where security_id = asked.id and price_date <= ${range.from}::date
        order by price_date desc limit 1)
      union all
      (select price_date, close from ${days} k
        where security_id = asked.id and price_date > ${range.from}::date
          and price_date <= ${range.to}::date)
    ) d
    order by asked.id, d.price_date`);
}

/** Selects the bars in a range, latest first. */
export function selectBars(
  on: On,
  securityId: bigint,
  range: { readonly from: BusinessDate; readonly to: BusinessDate; readonly most: number },
): Promise<Bar[]> {
  return on.query<Bar>(sql`
    select price_date as date, open, high, low, close, volume from security_price_day
    where security_id = ${securityId} and price_date between ${range.from} and ${range.to}
    order by price_date desc limit ${range.most}`);
}
