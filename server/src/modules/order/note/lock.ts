// Takes the locks for issuing contract notes, always in this sequence: holdings, customers' days,
// accounts. Orders are locked before all of these.

import type { Work } from '../../../platform/context.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { lockHoldingsOf } from '../portfolio/holding-queries.js';
import type { OrderRow } from '../record/order.js';
import type { TradeDay } from '../rule/trade-day.js';
import { dependsOnDay } from './charge.js';
import { lockDays } from './charge-queries.js';

/** An order that may get a note, with the dates of its fills. */
interface OrderToNote {
  readonly order: OrderRow;
  readonly days: readonly TradeDay[];
}

/**
 * Locks everything that the notes of the given orders change, before the first note is drafted.
 * Must be called once with all orders of a transaction: locks taken order by order could deadlock
 * with another transaction.
 */
export async function lockForNotes(work: Work, notes: readonly OrderToNote[]): Promise<void> {
  const [first] = notes;
  if (first === undefined) return;
  await lockHoldingsOf(
    work.tx,
    notes.map(({ order }) => order).filter(({ custodian_settles }) => !custodian_settles),
  );
  if (!dependsOnDay(await tariffAt(work, first.order.tariff_stamp))) return;
  await lockDays(
    work.tx,
    notes.flatMap(({ order, days }) => days.map(({ tradeDate }) => ({ ...order, tradeDate }))),
  );
}

/**
 * Like `lockForNotes`, but for a single order, whose holding is locked before its accounts anyway.
 * It therefore locks something only if the order's charges depend on the customer's day.
 */
export async function lockForOwnNotes(work: Work, noting: OrderToNote): Promise<void> {
  if (noting.days.length === 0) return;
  if (!dependsOnDay(await tariffAt(work, noting.order.tariff_stamp))) return;
  await lockForNotes(work, [noting]);
}
