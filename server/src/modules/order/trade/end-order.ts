// Ends an order: releases its units and money, and issues the notes for its last fills.

import type { Work } from '../../../platform/context.js';
import { replacementOf } from '../exchange/replacement-queries.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { tradeDaysOf } from '../fill/queries.js';
import { waitsForDayEnd } from '../note/charge.js';
import { lockForNotes } from '../note/lock.js';
import { noteDays } from '../note/note.js';
import { moveHolding } from '../portfolio/holding.js';
import type { OrderRow } from '../record/order.js';
import { daysWithNews, type TradeDay } from '../rule/trade-day.js';
import {
  cashHold,
  type HoldState,
  type OpenState,
  termsOf,
  totalsOf,
  unitsNeeded,
} from './hold.js';
import { storeTotals } from './queries.js';

/**
 * Releases the holds of live orders as they end, and issues the notes for their fills. Amounts for
 * fills that get their note at the end of the day stay on hold. The orders must be locked. The
 * caller stores their status.
 */
export async function releaseOrders(work: Work, orders: readonly OrderRow[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const days = await tradeDaysOf(work.tx, ids);
  await lockForNotes(
    work,
    orders.map((order) => ({ order, days: daysWithNews(days.get(order.id)) })),
  );
  for (const order of orders) {
    const ofOrder = days.get(order.id) ?? [];
    const held = -unitsNeeded(order, await liveState(work, order));
    await moveHolding(work.tx, order, { held });
    await noteOrder(work, order, { days: ofOrder, after: 'ENDED', at: 'ANY_TIME' });
  }
}

/** The trade dates of an order that may need a note, and whether the order stays live. */
interface OrderNoting {
  readonly days: readonly TradeDay[];
  readonly after: 'LIVE' | 'ENDED';
  /** DAY_END if notes that must wait until the end of the day are due now. */
  readonly at: 'ANY_TIME' | 'DAY_END';
}

/** Issues the notes that are due and sets the remaining hold. */
export async function noteOrder(work: Work, order: OrderRow, noting: OrderNoting): Promise<void> {
  const tariff = await tariffAt(work, order.tariff_stamp);
  const waits = ({ isNoted, tradeDate }: TradeDay) =>
    noting.at === 'ANY_TIME' && !isNoted && waitsForDayEnd(order, tariff, tradeDate);
  const all = noting.days;
  const days = all.filter((day) => day.hasNews && !waits(day));
  const isNoted = (day: TradeDay) => day.isNoted || days.includes(day);
  const state: HoldState = {
    ...(await liveState(work, order)),
    isLive: noting.after === 'LIVE',
    noted: all.filter(isNoted),
    unnoted: all.filter((day) => !isNoted(day)),
  };
  const totals = totalsOf(order, state, tariff);
  const hold = order.order_type === 'BUY' ? cashHold(order, totals.openMinor, true) : undefined;
  await storeTotals(work.tx, order, totals);
  await noteDays(work, order, { days, all, hold });
}

async function liveState(work: Work, order: OrderRow): Promise<OpenState> {
  const requested = await replacementOf(work.tx, order);
  return {
    isLive: true,
    quantityFilled: order.quantity_filled,
    terms: termsOf(order),
    replacement: requested && termsOf(requested),
  };
}
