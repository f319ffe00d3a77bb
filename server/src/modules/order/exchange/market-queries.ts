// SQL conditions that determine whether the markets accept instructions and orders.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { RulesKey } from '../../market/index.js';
import { ORDER } from '../limits.js';
import { priceTypesWith } from '../rule/price-type.js';
import type { MarketMoment } from '../rule/trading-date.js';

const SENT_AS_LIMIT = priceTypesWith(({ sentAs }) => sentAs === 'LIMIT');

/** The price type sent to the exchange for an order `t` of `trade_order`. */
export const SENT_PRICE_TYPE: Sql = sql`case
  when t.price_type = any(${[...SENT_AS_LIMIT]}::text[]) then 'LIMIT' else 'MARKET' end`;

/** The instructions accepted now, as keys; `isTakenNow` builds the same keys for an instruction. */
export interface MarketGate {
  readonly now: Instant;
  /**
   * Each key combines an exchange, an asset class, and either tag 59 with LIMIT or MARKET, or
   * REPLACE.
   */
  readonly taken: readonly string[];
  /** Exchange and asset class of each market that trades around the clock. */
  readonly aroundTheClock: readonly string[];
  /** Exchange and asset class of each market that keeps orders for a limited number of days. */
  readonly orderLives: readonly OrderLife[];
}

/** The number of days for which a market keeps orders. */
export interface OrderLife {
  readonly key: string;
  readonly longestDays: number;
}

/** An exchange, its rule versions, and the business date. */
export type Market = RulesKey & Pick<MarketMoment, 'businessDate'>;

/** Reads a page of the active exchanges, ordered by id. */
export function selectMarkets(on: Database | Tx, after: bigint): Promise<Market[]> {
  return on.query<Market>(sql`
    select e.id as "exchangeId", e.rules_version as "rulesVersion",
      e.calendar_version as "calendarVersion", e.time_zone as "timeZone",
      d.business_date as "businessDate"
    from exchange e cross join business_day d
    where e.active and e.id > ${after} order by e.id limit ${ORDER.exchangesPerPage}`);
}

// The exchange and asset class of an order `t` at the exchange `e`.
const MARKET_KEY = sql`(e.id || case
  when is_bond(t.instrument_type) then ' BOND' else ' EQUITY' end)`;

/**
 * Returns the number of days after `d` for which the exchange `e` keeps an order `t`; null if
 * unlimited.
 */
export function longestLife({ orderLives }: MarketGate): Sql {
  return sql`(
    select l.days from unnest(${orderLives.map(({ key }) => key)}::text[],
      ${orderLives.map(({ longestDays }) => longestDays)}::integer[]) l(key, days)
    where l.key = ${MARKET_KEY})`;
}

/**
 * Returns whether an instruction `i` for an order `t` with the term `ot`, at the exchange `e` on
 * the business day `d`, is accepted now. For a new order, its security must also be trading.
 * Cancels and status requests are sent at any time.
 */
export function isTakenNow({ now, taken, aroundTheClock }: MarketGate): Sql {
  const key = MARKET_KEY;
  const start = sql`(t.order_start_date at time zone e.time_zone)::date`;
  return sql`case i.kind
    when 'NEW' then (${key} || ' ' || ot.fix_time_in_force || ' ' || ${SENT_PRICE_TYPE})
        = any(${[...taken]}::text[])
      and exists (select from security l where l.id = t.security_id and l.status = 'TRADING')
      and (ot.fix_time_in_force not in ('1', '6') or t.expire_date >= d.business_date)
      and (t.order_start_date is null or ${start} < d.business_date
        or ${start} = d.business_date and (t.order_start_date <= ${now}::timestamptz
          or ${key} = any(${[...aroundTheClock]}::text[])))
    when 'REPLACE' then (${key} || ' REPLACE') = any(${[...taken]}::text[])
    else true end`;
}
