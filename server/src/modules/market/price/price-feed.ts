// Prices as an exchange sends them over its session: each message says a security's day so far, so
// that one that is told twice changes nothing.

import type { Static } from '@sinclair/typebox';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { MARKET } from '../limits.js';
import type { pageQuery } from '../schema.js';

/** The session that prices come over. */
export interface PriceFeed {
  readonly sessionName: string;
  readonly exchangeId: bigint;
  readonly now: Instant;
}

/** What an exchange says of a security's day; what is absent it does not say. */
export interface MarketDay {
  readonly symbol: string;
  /** Other days than the business date are not taken. */
  readonly date?: BusinessDate | undefined;
  readonly last?: Decimal | undefined;
  readonly open?: Decimal | undefined;
  readonly high?: Decimal | undefined;
  readonly low?: Decimal | undefined;
  /** Units traded on the day. */
  readonly volume?: bigint | undefined;
  /** Units traded since the message before, where the day's are not told. */
  readonly traded?: bigint | undefined;
  /** Extremes of what was traded since. */
  readonly highest?: Decimal | undefined;
  readonly lowest?: Decimal | undefined;
}

/** Symbols of an exchange that prices are asked for, in their order. */
export async function pricedSymbols(on: Database | Tx, exchangeId: bigint): Promise<string[]> {
  const rows = await on.query<{ name: string }>(sql`
    select name from security where exchange_id = ${exchangeId} and active
    order by name limit ${MARKET.feedSymbolsMax}`);
  return rows.map(({ name }) => name);
}

/** Notes that prices were asked for. */
export function notePricesAsked(tx: Tx, feed: PriceFeed): Promise<void> {
  return storeState(tx, feed, { state: 'ASKED' });
}

/** Notes that the exchange does not serve prices on this session, in its own words. */
export function notePricesRefused(tx: Tx, feed: PriceFeed, text: string): Promise<void> {
  return storeState(tx, feed, { state: 'REFUSED', text });
}

async function storeState(
  tx: Tx,
  feed: PriceFeed,
  told: { readonly state: string; readonly text?: string },
): Promise<void> {
  await tx.query(sql`
    insert into price_feed (session_name, exchange_id, state, message_text, since)
    values (${feed.sessionName}, ${feed.exchangeId}, ${told.state}, ${told.text ?? null},
      ${feed.now})
    on conflict (session_name) do update set exchange_id = excluded.exchange_id,
      state = excluded.state, message_text = excluded.message_text, since = excluded.since`);
}

/**
 * Takes over what an exchange said, in the transaction that counts its message. Returns how many
 * securities it was about; unknown symbols and other days are passed over.
 */
export async function applyMarketDays(
  tx: Tx,
  feed: PriceFeed,
  days: readonly MarketDay[],
): Promise<number> {
  const toldDate = days.findLast(({ date }) => date !== undefined)?.date ?? null;
  const told = toJson(days.slice(0, MARKET.pricesPerCallMax));
  await tx.query(sql`
    insert into security_price (security_id, previous_close, last, price_date, priced_at)
    select s.id, max(d.last), max(d.last), b.business_date, ${feed.now}
    from jsonb_to_recordset(${told}::jsonb) as d(symbol text, last numeric)
    join security s on s.name = d.symbol and s.exchange_id = ${feed.exchangeId}
    cross join business_day b
    where d.last > 0 group by s.id, b.business_date order by s.id
    on conflict do nothing`);
  const moved = await tx.query(sql`
    with told as (
      select distinct on (s.id) s.id, d.*, b.business_date
      from jsonb_to_recordset(${told}::jsonb) as d(symbol text, date date, last numeric,
        open numeric, high numeric, low numeric, volume bigint, traded bigint,
        highest numeric, lowest numeric)
      join security s on s.name = d.symbol and s.exchange_id = ${feed.exchangeId}
      cross join business_day b
      where d.date is null or d.date = b.business_date
      order by s.id
    ), day as (
      select t.id, t.business_date, coalesce(t.last, p.last) as last,
        coalesce(t.volume, p.volume + coalesce(t.traded, 0)) as volume,
        coalesce(t.open, p.open, t.last) as open, coalesce(t.high, p.high) as high,
        coalesce(t.low, p.low) as low, t.highest, t.lowest
      from told t join security_price p on p.security_id = t.id for update of p
    ), priced as (
      update security_price p set last = d.last, volume = d.volume,
        open = case when d.volume > 0 then d.open else p.open end,
        high = case when d.volume > 0 then greatest(d.high, d.open, d.last, d.highest)
          else p.high end,
        low = case when d.volume > 0 then least(d.low, d.open, d.last, d.lowest)
          else p.low end,
        price_date = d.business_date, priced_at = ${feed.now}
      from day d where p.security_id = d.id returning p.*
    ), bar as (
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select security_id, price_date, open, high, low, last, volume from priced
      where open is not null
      on conflict (security_id, price_date) do update set open = excluded.open,
        high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
    ), heard as (
      update price_feed set heard_at = ${feed.now}, state = 'LIVE', message_text = null,
        since = case when state = 'LIVE' then since else ${feed.now} end,
        told_date = coalesce(${toldDate}::date, told_date)
      where session_name = ${feed.sessionName} and (state <> 'LIVE' or heard_at is null
        or told_date is distinct from coalesce(${toldDate}::date, told_date)
        or heard_at < ${feed.now}::timestamptz - interval '10 seconds')
    )
    select security_id from priced`);
  return moved.length;
}

/** The sessions that were asked for prices, and what became of it. */
export async function priceFeeds(
  { db }: Call,
  query: Static<typeof pageQuery>,
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const rows = await db.query<FeedRow>(sql`
    select f.*, e.name as exchange_name from price_feed f join exchange e on e.id = f.exchange_id
    order by f.session_name limit ${page.limit} offset ${page.offset}`);
  const [all] = await db.query<{ count: bigint }>(sql`select count(*) as count from price_feed`);
  return {
    count: all?.count ?? 0n,
    result: rows.map((row) => ({
      name: row.session_name,
      exchange: row.exchange_name,
      state: row.state,
      message: row.message_text ?? undefined,
      sinceDttm: row.since,
      heardDttm: row.heard_at ?? undefined,
      tradeDate: row.told_date ?? undefined,
    })),
  };
}

interface FeedRow {
  readonly session_name: string;
  readonly exchange_name: string;
  readonly state: string;
  readonly message_text: string | null;
  readonly since: Instant;
  readonly heard_at: Instant | null;
  readonly told_date: BusinessDate | null;
}
