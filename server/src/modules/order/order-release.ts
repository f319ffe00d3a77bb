// What an order lets go of when it ends: units, money, and the notes of its last fills.

import type { Work } from '../../platform/context.js';
import { Decimal } from '../../platform/money/decimal.js';
import { bookedExecutions } from './execution.js';
import { moveHolding } from './holding.js';
import { noteDays } from './note.js';
import { waitsForDayEnd } from './note-charge.js';
import { cashHold, cashNeeded, type HoldState, termsOf, unitsNeeded } from './order-hold.js';
import type { OrderRow } from './record.js';
import { replacementOf } from './replacement.js';
import { tariffAt } from './tariff-store.js';
import { type BookedExecution, type TradeDay, tradeDays, withoutNote } from './trade-day.js';

/**
 * Lets go of what live orders hold and notes what they filled, as they end; what waits for the end
 * of the day stays held. The orders must be locked; their status is the caller's to store.
 */
export async function releaseOrders(work: Work, orders: readonly OrderRow[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const executions = await bookedExecutions(work.tx, ids);
  for (const order of orders) {
    const ofOrder = executions.get(order.id) ?? [];
    const held = -unitsNeeded(order, await liveHoldState(work, order, ofOrder));
    await moveHolding(work.tx, order, { quantity: 0n, value: new Decimal(0), held });
    await noteOrder(work, order, { executions: ofOrder, after: 'ENDED', at: 'ANY_TIME' });
  }
}

/** The fills of an order that a note is due for, and whether it lives on. */
interface OrderNoting {
  readonly executions: readonly BookedExecution[];
  readonly after: 'LIVE' | 'ENDED';
  /** While the day runs, notes that wait for its end are not due. */
  readonly at: 'ANY_TIME' | 'DAY_END';
}

/** Issues the notes that are due, with the hold that is left then. */
export async function noteOrder(work: Work, order: OrderRow, noting: OrderNoting): Promise<void> {
  const tariff = await tariffAt(work, order.tariff_stamp);
  const waits = ({ isNoted, tradeDate }: TradeDay) =>
    noting.at === 'ANY_TIME' && !isNoted && waitsForDayEnd(order, tariff, tradeDate);
  const all = tradeDays(noting.executions);
  const days = all.filter((day) => day.hasNews && !waits(day));
  if (order.order_type === 'SELL') return noteDays(work, order, { days });
  const state = {
    ...(await liveHoldState(work, order, [])),
    isLive: noting.after === 'LIVE',
    unnoted: withoutNote(all.filter(waits)),
  };
  const needed = cashNeeded(order, state, tariff);
  await noteDays(work, order, { days, hold: cashHold(order, needed, true) });
}

async function liveHoldState(
  work: Work,
  order: OrderRow,
  executions: readonly BookedExecution[],
): Promise<HoldState> {
  const asked = await replacementOf(work.tx, order);
  return {
    isLive: true,
    quantityFilled: order.quantity_filled,
    terms: termsOf(order),
    replacement: asked && termsOf(asked),
    unnoted: withoutNote(tradeDays(executions)),
  };
}
