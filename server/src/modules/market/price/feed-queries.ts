// SQL for prices sent by an exchange, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { MARKET } from '../limits.js';

/** The session over which an exchange sends prices. */
export interface PriceFeed {
  readonly sessionName: string;
  readonly exchangeId: bigint;
  readonly now: Instant;
}

/**
 * One security's prices for the day in a message. Members that are not in the message are absent.
 */
export interface MarketDay {
  readonly symbol: string;
  /** Prices for any day except the business date are ignored. */
  readonly date?: BusinessDate | undefined;
  readonly last?: Decimal | undefined;
  readonly open?: Decimal | undefined;
  readonly high?: Decimal | undefined;
  readonly low?: Decimal | undefined;
  /** Units traded on the day. */
  readonly volume?: bigint | undefined;
  /** Units traded since the previous message, if the message does not contain the day's total. */
  readonly traded?: bigint | undefined;
  /** The highest and lowest price of the trades since the previous message. */
  readonly highest?: Decimal | undefined;
  readonly lowest?: Decimal | undefined;
}

/** Returns an exchange's symbols for which to request prices, in alphabetical order. */
export async function pricedSymbols(on: Database | Tx, exchangeId: bigint): Promise<string[]> {
  const rows = await on.query<{ name: string }>(sql`
    select name from security where exchange_id = ${exchangeId} and active
    order by name limit ${MARKET.feedSymbolsMax}`);
  return rows.map(({ name }) => name);
}

/** A session's price feed as stored. */
export interface FeedRow {
  readonly session_name: string;
  readonly exchange_name: string;
  readonly state: string;
  readonly message_text: string | null;
  readonly since: Instant;
  readonly heard_at: Instant | null;
  readonly told_date: BusinessDate | null;
}

/** Stores the outcome of a price request: ASKED, or REFUSED with the exchange's message. */
export async function upsertFeedState(
  tx: Tx,
  feed: PriceFeed,
  answer: { readonly state: 'ASKED' | 'REFUSED'; readonly text?: string },
): Promise<void> {
  await tx.query(sql`
    insert into price_feed (session_name, exchange_id, state, message_text, since)
    values (${feed.sessionName}, ${feed.exchangeId}, ${answer.state}, ${answer.text ?? null},
      ${feed.now})
    on conflict (session_name) do update set exchange_id = excluded.exchange_id,
      state = excluded.state, message_text = excluded.message_text, since = excluded.since`);
}

/** Reads a page of price feeds, by session name. */
export function selectFeeds(db: Database, page: PageRequest): Promise<FeedRow[]> {
  return db.query<FeedRow>(sql`
    select f.*, e.name as exchange_name from price_feed f join exchange e on e.id = f.exchange_id
    order by f.session_name limit ${page.limit} offset ${page.offset}`);
}

export function countFeeds(db: Database): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from price_feed`);
}

/** Inserts a first price for each security that is in a message and has no price yet. */
export async function insertFirstPrices(
  tx: Tx,
  feed: PriceFeed,
  days: readonly MarketDay[],
): Promise<void> {
  await tx.query(sql`
    insert into security_price (security_id, previous_close, last, price_date, priced_at)
    select s.id, max(d.last), max(d.last), b.business_date, ${feed.now}
    from jsonb_to_recordset(${toJson(days)}::jsonb) as d(symbol text, last numeric)
    join security s on s.id = security_id_of(d.symbol) and s.exchange_id = ${feed.exchangeId}
    cross join business_day b
    where d.last > 0 group by s.id, b.business_date order by s.id
    on conflict do nothing`);
}

/**
 * Applies a message's prices for the day to prices, bars and the feed's state in one statement.
 * Returns the number of securities that changed.
 */
export async function updateMarketDays(
  tx: Tx,
  feed: PriceFeed,
  days: readonly MarketDay[],
): Promise<number> {
  const sentDate = days.findLast(({ date }) => date !== undefined)?.date ?? null;
  const moved = await tx.query(sql`
    with sent as (
      select distinct on (s.id) s.id, d.*, b.business_date
      from jsonb_to_recordset(${toJson(days)}::jsonb) as d(symbol text, date date, last numeric,
        open numeric, high numeric, low numeric, volume bigint, traded bigint,
        highest numeric, lowest numeric)
      join security s on s.id = security_id_of(d.symbol) and s.exchange_id = ${feed.exchangeId}
      cross join business_day b
      where d.date is null or d.date = b.business_date
      order by s.id
    ), day as (
      select t.id, t.business_date, coalesce(t.last, p.last) as last,
        coalesce(t.volume, p.volume + coalesce(t.traded, 0)) as volume,
        coalesce(t.open, p.open, t.last) as open, coalesce(t.high, p.high) as high,
        coalesce(t.low, p.low) as low, t.highest, t.lowest
      from sent t join security_price p on p.security_id = t.id for update of p
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
        told_date = coalesce(${sentDate}::date, told_date)
      where session_name = ${feed.sessionName} and (state <> 'LIVE' or heard_at is null
        or told_date is distinct from coalesce(${sentDate}::date, told_date)
        or heard_at < ${feed.now}::timestamptz - interval '10 seconds')
    )
    select security_id from priced`);
  return moved.length;
}
