// SQL for prices, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';

type On = Database | Tx;

/** A new price, from one trade or from several combined. */
export interface PriceUpdate {
  readonly securityId: bigint;
  readonly last: Decimal;
  /** The highest and lowest price in these trades; both default to the last price. */
  readonly high?: Decimal;
  readonly low?: Decimal;
  /** Units traded since the previous update, which are added to the day's volume. */
  readonly quantity: bigint;
  readonly at: Instant;
}

/** Inserts a security's first price. Later changes come from trades and imports. */
export async function insertFirstPrice(
  tx: Tx,
  price: { readonly securityId: bigint; readonly price: string; readonly at: string },
) {
  await tx.query(sql`
    insert into security_price (security_id, previous_close, last, price_date, priced_at)
    select ${price.securityId}, ${price.price}::numeric, ${price.price}::numeric, business_date,
      ${price.at}
    from business_day`);
}

/** Updates prices and their daily bars in one statement, in order of security. */
export function upsertPrices(tx: Tx, updates: readonly PriceUpdate[]): Promise<bigint> {
  return countRows(
    tx,
    sql`
    with tick as (
      select u.ordinality as n, (u.value ->> 'securityId')::bigint as security_id,
        (u.value ->> 'last')::numeric as last, (u.value ->> 'high')::numeric as high,
        (u.value ->> 'low')::numeric as low, (u.value ->> 'quantity')::bigint as quantity,
        (u.value ->> 'at')::timestamptz as at
      from jsonb_array_elements(${toJson(updates)}::jsonb) with ordinality u
    ), merged as (
      select t.security_id, d.business_date as price_date,
        (array_agg(t.last order by t.n))[1] as open,
        max(coalesce(t.high, t.last)) as high, min(coalesce(t.low, t.last)) as low,
        (array_agg(t.last order by t.n desc))[1] as last, sum(t.quantity) as volume, max(t.at) as at
      from tick t cross join business_day d group by t.security_id, d.business_date
    ), priced as (
      insert into security_price as p (security_id, previous_close, open, high, low, last, volume,
        price_date, priced_at)
      select security_id, last, open, high, low, last, volume, price_date, at
      from merged order by security_id
      on conflict (security_id) do update set
        open = coalesce(p.open, excluded.open), high = greatest(p.high, excluded.high),
        low = least(p.low, excluded.low), last = excluded.last,
        volume = p.volume + excluded.volume, price_date = excluded.price_date,
        priced_at = excluded.priced_at
      returning p.*
    ), bar as (
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select security_id, price_date, open, high, low, last, volume from priced
      on conflict (security_id, price_date) do update set open = excluded.open,
        high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
    )
    select count(*) as count from priced`,
  );
}

/**
 * Closes the day's prices. Stores a bar with its version for each security, and resets the
 * security's row for the next day.
 */
export function rollPrices(
  on: On,
  day: { readonly closing: BusinessDate; readonly next: BusinessDate },
): Promise<bigint> {
  return countRows(
    on,
    sql`
    with due as (
      select security_id, open, high, low, last, volume from security_price
      where price_date <= ${day.closing} order by security_id for update
    ), bar as (
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select security_id, ${day.closing}, coalesce(open, last), coalesce(high, last),
        coalesce(low, last), last, volume from due
      on conflict (security_id, price_date) do nothing
    ), version as (
      insert into security_price_version (security_id, price_date, close, volume)
      select due.security_id, ${day.closing}, coalesce(d.close, due.last),
        coalesce(d.volume, due.volume)
      from due left join security_price_day d
        on d.security_id = due.security_id and d.price_date = ${day.closing}
      order by due.security_id
    ), rolled as (
      update security_price p set previous_close = p.last, open = null, high = null, low = null,
        volume = 0, price_date = ${day.next}
      from due where due.security_id = p.security_id returning p.security_id
    )
    select count(*) as count from rolled`,
  );
}
