// Prices that an exchange sends over its session. Each message contains a security's prices for the
// whole day so far, so a duplicate changes nothing.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { MARKET } from '../limits.js';
import type { pageQuery } from '../schema.js';
import {
  countFeeds,
  type FeedRow,
  insertFirstPrices,
  type MarketDay,
  type PriceFeed,
  selectFeeds,
  updateMarketDays,
  upsertFeedState,
} from './feed-queries.js';

/** Records that prices were requested on a session. */
export function notePricesRequested(tx: Tx, feed: PriceFeed): Promise<void> {
  return upsertFeedState(tx, feed, { state: 'ASKED' });
}

/** Records that the exchange refused to send prices on this session, with its message. */
export function notePricesRefused(tx: Tx, feed: PriceFeed, text: string): Promise<void> {
  return upsertFeedState(tx, feed, { state: 'REFUSED', text });
}

/**
 * Applies a message's prices in the transaction that stores its sequence number. Returns the number
 * of securities that changed. Ignores unknown symbols and dates other than the business date.
 */
export async function applyMarketDays(
  tx: Tx,
  feed: PriceFeed,
  days: readonly MarketDay[],
): Promise<number> {
  const limited = days.slice(0, MARKET.pricesPerCallMax);
  await insertFirstPrices(tx, feed, limited);
  return updateMarketDays(tx, feed, limited);
}

/** Lists the price feeds of all sessions, with the outcome of each request. */
export async function priceFeeds(
  { db }: Call,
  query: Static<typeof pageQuery>,
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const rows = await selectFeeds(db, page);
  return { count: await countFeeds(db), result: rows.map(feedRecord) };
}

function feedRecord(row: FeedRow): object {
  return {
    name: row.session_name,
    exchange: row.exchange_name,
    state: row.state,
    message: row.message_text ?? undefined,
    sinceDttm: row.since,
    heardDttm: row.heard_at ?? undefined,
    tradeDate: row.told_date ?? undefined,
  };
}
