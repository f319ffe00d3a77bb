// Derives the effects of a report on an order: the state before and after, and the resulting
// changes to the holding, the money and the events. Nothing here reads or writes the database.

import { isLasting } from '../exchange/order.js';
import { changesTerms } from '../exchange/replacement.js';
import type { Replacement } from '../exchange/replacement-queries.js';
import { worthOfSum } from '../fee/order-charge.js';
import type { Tariff } from '../fee/tariff.js';
import { waitsForDayEnd } from '../note/charge.js';
import type { HoldingMove } from '../portfolio/holding.js';
import { type OrderRow, orderEvent } from '../record/order.js';
import { daysOf, type Executions, fillChange } from '../rule/execution-sum.js';
import {
  isFinal,
  type OrderProgress,
  type OrderReport,
  type OrderStatus,
  pendingOf,
} from '../rule/order-state.js';
import type { TradeDay } from '../rule/trade-day.js';
import {
  cashHold,
  type HoldState,
  type OpenState,
  termsOf,
  totalsOf,
  unitsNeeded,
} from '../trade/hold.js';

/** One order before and after a report. */
export interface Change {
  readonly order: OrderRow;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
  /** The requested terms that were pending before the report. */
  readonly requested: Replacement | undefined;
  /** Terms that the exchange changed on its own initiative. */
  readonly restated?: Replacement | undefined;
  readonly orderReport: OrderReport;
}

/** Returns the progress of an order as stored. */
export function progressOf(order: OrderRow, executions: Executions): OrderProgress {
  return {
    duration: isLasting(order) ? 'GOOD_TILL' : 'DAY',
    quantity: order.quantity,
    orderStatus: order.order_status,
    fixOrderStatus: order.fix_order_status,
    restingFixStatus: order.resting_fix_status,
    clOrdId: order.cl_ord_id,
    ...(order.pending_cl_ord_id === null ? {} : { pendingClOrdId: order.pending_cl_ord_id }),
    clOrdIds: [order.cl_ord_id],
    executions,
  };
}

/**
 * Returns whether a report without a fill changed nothing, as usually happens with status answers
 * after a logon.
 */
export function saysNothingNew({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  return (
    before.orderStatus === after.orderStatus &&
    before.fixOrderStatus === after.fixOrderStatus &&
    before.clOrdId === after.clOrdId &&
    before.quantity === after.quantity
  );
}

/**
 * Returns the terms in force after the report: those that the exchange set on its own initiative,
 * or the requested ones if their ClOrdID is now in force.
 */
export function agreed({ order, after, requested, restated }: Change): Replacement | undefined {
  if (restated !== undefined) return restated;
  return requested !== undefined && after.clOrdId === order.pending_cl_ord_id
    ? requested
    : undefined;
}

/** Returns the request that is still pending after the report. */
export function waiting({ after }: Pick<Change, 'after'>): string | undefined {
  return isFinal(after.orderStatus) ? undefined : after.pendingClOrdId;
}

function openBefore({ order, before, requested }: Change): OpenState {
  return {
    isLive: !isFinal(before.orderStatus),
    quantityFilled: before.executions.quantity,
    terms: termsOf({ ...order, quantity: before.quantity }),
    replacement: requested && termsOf(requested),
  };
}

function openAfter(change: Change): OpenState {
  const { order, after, requested } = change;
  const open = waiting(change) === undefined ? undefined : requested;
  return {
    isLive: !isFinal(after.orderStatus),
    quantityFilled: after.executions.quantity,
    terms: termsOf({ ...(agreed(change) ?? order), quantity: after.quantity }),
    replacement: open && termsOf(open),
  };
}

/** Returns the units that the report filled; negative if it busted units. */
export function filledBy({ before, after }: Pick<Change, 'before' | 'after'>): bigint {
  return after.executions.quantity - before.executions.quantity;
}

/**
 * Returns how the holding changes. Fills move units immediately. The units held for a sell are
 * derived from the order's state.
 */
export function holdingMoveOf(change: Change): HoldingMove {
  const { order, before, after } = change;
  // Units that a custodian delivers and receives are not in the stock record.
  if (order.custodian_settles) return { held: 0n };
  const held = unitsNeeded(order, openAfter(change)) - unitsNeeded(order, openBefore(change));
  const fills = fillChange(before.executions, after.executions);
  if (fills === undefined) return { held };
  return {
    held,
    fills: {
      cause: fills.cause.execId,
      removed: fills.removed.map(({ inForce }) => inForce.execId),
      added: fills.added.map(({ tradeDate, inForce: { execId, quantity, price } }) => {
        const value = worthOfSum(order, price.times(String(quantity)));
        return { execId, tradeDate, quantity, value };
      }),
    },
  };
}

/**
 * Returns the notes to issue, which move the money, and the resulting totals and hold. An ended
 * order gets its note now, unless its charges are known only at the end of the day; a live order
 * gets it at the end of the day. If a report concerns a date that already has a note, a new note is
 * issued now, because the customer's payment was based on the old one. The hold is the maximum that
 * a buy may still cost, or undefined if it does not change.
 */
export function moneyMoveOf(change: Change, tariff: Tariff) {
  const { order } = change;
  const daysAfter = daysOf(change.after.executions);
  const open = openAfter(change);
  const waits = ({ tradeDate }: TradeDay) => waitsForDayEnd(order, tariff, tradeDate);
  const days = daysAfter.filter(
    (day) => day.hasNews && (day.isNoted || !(open.isLive || waits(day))),
  );
  const isNoted = (day: TradeDay) => day.isNoted || days.includes(day);
  const state: HoldState = {
    ...open,
    noted: daysAfter.filter(isNoted),
    unnoted: daysAfter.filter((day) => !isNoted(day)),
  };
  const totals = totalsOf(order, state, tariff);
  const isHeld = order.order_type === 'BUY' && !order.custodian_settles;
  const moves = isHeld && totals.openMinor !== order.open_total_minor;
  return { days, totals, hold: moves ? cashHold(order, totals.openMinor, true) : undefined };
}

/** Returns the event for the report; undefined if there is none. */
export function eventOf(change: Change) {
  const { order, before, after } = change;
  const terms = agreed(change);
  const eventWith = (type: string) => {
    const { data, ...event } = orderEvent(type, order);
    const quantityFilled = after.executions.quantity;
    const quantityPending = pendingOf(after);
    const [previousStatus, status] = [before.orderStatus, after.orderStatus];
    const details = { ...data, status, previousStatus, quantityFilled, quantityPending };
    return { ...event, data: details };
  };
  if (after.orderStatus !== before.orderStatus)
    return eventWith(EVENT_OF_STATUS[after.orderStatus]);
  if (terms !== undefined && changesTerms(order, terms)) return eventWith('trade-order.amended');
  if (filledBy(change) !== 0n) return eventWith('trade-order.partially-filled');
  return undefined;
}

const EVENT_OF_STATUS: Readonly<Record<OrderStatus, string>> = {
  BOOKED: 'trade-order.booked',
  EXECUTING: 'trade-order.accepted',
  EXECUTED: 'trade-order.executed',
  CANCELLED: 'trade-order.cancelled',
  EXPIRED: 'trade-order.expired',
  REJECTED: 'trade-order.rejected',
};
