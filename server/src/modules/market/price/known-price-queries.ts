// SQL for the prices known on a date, each with the date on which it was set.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { closesKnownAt } from './known-close-queries.js';

/** The price of a security on a date. A bond's price is clean, per 100 of face value. */
export interface KnownPrice {
  readonly securityId: bigint;
  readonly price: Decimal;
  /**
   * The last day on which the security was traded or its price changed. Bars of later days only
   * repeat the price.
   */
  readonly pricedOn: BusinessDate;
  /** True if the price was imported or entered on that day rather than set by a trade. */
  readonly isImported: boolean;
}

/**
 * Selects the prices of securities at the end of a date. On the business date, this is the last
 * price. If a time is given, it is the last close stored up to that time. Securities without a
 * price on or before the date are left out.
 */
export function knownPrices(
  tx: Tx,
  securityIds: readonly bigint[],
  { date, knownAt }: { readonly date: BusinessDate; readonly knownAt?: string | undefined },
): Promise<KnownPrice[]> {
  return selectPrices(
    tx,
    securityIds.map((id) => [id, date]),
    knownAt,
  );
}

/**
 * Selects each security's price before the day of the given price. Securities without an earlier
 * price are left out.
 */
export function previousPrices(
  tx: Tx,
  known: readonly Pick<KnownPrice, 'securityId' | 'pricedOn'>[],
): Promise<KnownPrice[]> {
  return selectPrices(
    tx,
    known.map(({ securityId, pricedOn }) => [securityId, addDays(pricedOn, -1)]),
    undefined,
  );
}

function selectPrices(
  tx: Tx,
  on: readonly (readonly [securityId: bigint, date: BusinessDate])[],
  knownAt: string | undefined,
): Promise<KnownPrice[]> {
  const days = closesKnownAt(knownAt);
  const isLast = knownAt === undefined ? sql`true` : sql`false`;
  return tx.query(sql`
    select k.id as "securityId", known.price, since.priced_on as "pricedOn",
      not since.is_traded or exists (
        select from price_import_row i
        where i.security_id = k.id and i.price_date = since.priced_on
          and i.verdict in ('IMPORTED', 'REPLACED') and i.outcome is distinct from 'UNDONE')
        as "isImported"
    from unnest(${on.map(([id]) => id)}::bigint[], ${on.map(([, date]) => date)}::date[])
      as k (id, on_date)
    cross join lateral (
      (select p.last as price, p.price_date, true as is_last from security_price p
        where p.security_id = k.id and ${isLast}
          and (select business_date from business_day) <= k.on_date)
      union all
      (select d.close, d.price_date, false from ${days} d
        where d.security_id = k.id and d.price_date <= k.on_date
        order by d.price_date desc limit 1)
      order by is_last desc limit 1
    ) known
    cross join lateral (
      select max(d.price_date) as traded_on from (
        select price_date from ${days} d
        where security_id = k.id and price_date <= k.on_date and volume > 0
        order by price_date desc limit 1) d
    ) traded
    cross join lateral (
      select max(d.price_date) as differs_on from (
        select price_date from ${days} d
        where security_id = k.id and price_date <= k.on_date and close <> known.price
        order by price_date desc limit 1) d
    ) other
    cross join lateral (
      select coalesce(min(d.price_date), known.price_date) as changed_on from (
        select price_date from ${days} d
        where security_id = k.id and price_date <= k.on_date
          and price_date > coalesce(other.differs_on, '-infinity')
        order by price_date limit 1) d
    ) changed
    cross join lateral (
      select greatest(traded.traded_on, changed.changed_on) as priced_on,
        coalesce(traded.traded_on >= changed.changed_on, false) as is_traded
    ) since`);
}
