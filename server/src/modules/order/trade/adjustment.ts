// Changes live orders on the ex-date of a corporate action: adjusts them to the new price, or
// cancels them.

import { BUILT_IN } from '../../../config/config.js';
import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { setHold } from '../../finance/index.js';
import { leftOrders, nextClOrdId, queueReplace } from '../exchange/queue-queries.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { tradeDaysOf } from '../fill/queries.js';
import { lockForNotes } from '../note/lock.js';
import { moveHolding } from '../portfolio/holding.js';
import { type OrderRow, orderEvent } from '../record/order.js';
import { lockOrder } from '../record/queries.js';
import { isFinal } from '../rule/order-state.js';
import { type CuttableTerms, cutTerms, type PriceCut, withoutDividend } from '../rule/price-cut.js';
import { daysWithNews } from '../rule/trade-day.js';
import {
  type ConcernedOrders,
  insertAdjustments,
  lockConcerned,
  lockMultiplied,
  type OrderAdjustment,
  selectRestated,
  storeCutTerms,
  storeEnded,
  storeReason,
  takeRefusedReplacement,
} from './adjustment-queries.js';
import { holdStateOf } from './amendment-check.js';
import { cancelHere, requestCancels } from './cancellation.js';
import { cashHold, type HoldState, termsOf, totalsOf, unitsNeeded } from './hold.js';
import { storePendingReplace, storeTotals } from './queries.js';

/** The effect of an ex-date on the live orders in a security. */
interface ExDate extends ConcernedOrders {
  /** The price cut; if undefined, the orders are cancelled. */
  readonly cut: PriceCut | undefined;
  /** The price increment and the lot from the ex-date on. */
  readonly tick: Decimal;
  readonly lotSize: bigint;
  /**
   * True if the ex-date has not begun yet. The built-in exchange then restates the orders in its
   * book when it opens. Once the ex-date has begun, it receives requests like any other exchange.
   */
  readonly isBeforeOpen: boolean;
  /**
   * Whether the security's code changes. An order at an exchange is then cancelled and re-entered
   * under the new code (`enterRecoded`).
   */
  readonly isRecoded: boolean;
  /**
   * The time at which the reference price was set. Terms set after that already include the
   * adjustment.
   */
  readonly pricedAt: Instant | undefined;
}

/**
 * Adjusts or cancels a batch of the live orders in a security, once per corporate action. An order
 * that has not been sent is changed at once, together with its hold. For an order at an exchange, a
 * replacement or a cancel is requested. An order awaiting an answer from the exchange is skipped
 * until a later call. Returns the number of orders.
 */
export async function adjustOrders(work: Work, exDate: ExDate): Promise<number> {
  const rows = await lockConcerned(work.tx, exDate);
  await lockNotesOf(work, rows);
  const left = await leftOrders(work.tx, rows);
  const restated = await selectRestated(work.tx, rows, exDate.pricedAt);
  const adjustments: OrderAdjustment[] = [];
  for (const row of rows) {
    const [hasLeft, isRestated] = [left.has(row.id), restated.has(row.id)];
    adjustments.push(await adjusted(work, row, { exDate, hasLeft, isRestated }));
  }
  await insertAdjustments(work, exDate, adjustments);
  work.events.push(...adjustments.filter(isNews).map(adjustedEvent));
  return rows.length;
}

/**
 * Cancels a batch of the live orders whose quantity was changed by a corporate action that is now
 * cancelled. With the changed quantity, they would buy or sell too much. An order awaiting an
 * answer from the exchange is skipped until a later call. Returns the number of orders.
 */
export async function cancelAdjusted(work: Work, eventName: string): Promise<number> {
  const rows = await lockMultiplied(work.tx, eventName);
  await lockNotesOf(work, rows);
  const left = await leftOrders(work.tx, rows);
  for (const row of rows) {
    const hasLeft = left.has(row.id);
    const clOrdId = await cancel(work, row, { hasLeft, reason: reasonOf([eventName]) });
    const outcome = hasLeft ? 'CANCEL_REQUESTED' : 'CANCELLED';
    await storeEnded(work.tx, eventName, { row, outcome, clOrdId });
  }
  return rows.length;
}

async function lockNotesOf(work: Work, rows: readonly OrderRow[]): Promise<void> {
  const days = await tradeDaysOf(
    work.tx,
    rows.map(({ id }) => id),
  );
  await lockForNotes(
    work,
    rows.map((order) => ({ order, days: daysWithNews(days.get(order.id)) })),
  );
}

// No event is needed for a restated order, because the exchange reports it, nor for an order whose
// cancellation is only requested.
function isNews({ terms, outcome }: OrderAdjustment): boolean {
  return terms !== undefined && outcome !== 'RESTATED' && outcome !== 'CANCEL_REQUESTED';
}

interface Meeting {
  readonly exDate: ExDate;
  readonly hasLeft: boolean;
  /** Whether the order already has the terms of the ex-date. */
  readonly isRestated: boolean;
}

async function adjusted(
  work: Work,
  row: OrderRow,
  { exDate, hasLeft, isRestated }: Meeting,
): Promise<OrderAdjustment> {
  const before = cuttable(row);
  if (isRestated && exDate.cut !== undefined) return restatement(row, exDate.cut);
  const terms = exDate.cut && cutTerms(before, cutFor(row, exDate.cut), exDate);
  if (terms === undefined) {
    const clOrdId = await cancel(work, row, { hasLeft, reason: reasonOf(exDate.eventNames) });
    const outcome = hasLeft ? 'CANCEL_REQUESTED' : 'CANCELLED';
    return { row, outcome, terms: undefined, clOrdId };
  }
  if (exDate.isRecoded && hasLeft) {
    const clOrdId = await cancel(work, row, { hasLeft, reason: reasonOf(exDate.eventNames) });
    return { row, outcome: 'CANCEL_REQUESTED', terms, clOrdId, reenters: true };
  }
  const willBeRestated = hasLeft && exDate.isBeforeOpen && row.session_name === BUILT_IN.session;
  if (isSame(before, terms)) {
    return { row, outcome: 'UNCHANGED', terms: undefined, clOrdId: undefined };
  }
  if (willBeRestated) return { row, outcome: 'RESTATED', terms, clOrdId: undefined };
  const worstPrice = terms.limitPrice ?? worstAfter(row, exDate);
  if (!hasLeft) {
    await changeHere(work, row, { terms, worstPrice });
    return { row, outcome: 'ADJUSTED', terms, clOrdId: undefined };
  }
  const clOrdId = await requestReplace(work, row, { terms, worstPrice });
  return { row, outcome: 'REQUESTED', terms, clOrdId };
}

// A cash dividend does not change an order's prices if the order is marked as exempt.
function cutFor(row: OrderRow, cut: PriceCut): PriceCut {
  return row.do_not_adjust ? withoutDividend(cut) : cut;
}

// The order already has its adjusted terms, so its former quantity is computed from the ratio.
function restatement(row: OrderRow, cut: PriceCut): OrderAdjustment {
  const terms = cuttable(row);
  const quantity = row.quantity_filled + (terms.open * cut.oldUnits) / cut.newUnits;
  return { row: { ...row, quantity }, outcome: 'RESTATED', terms, clOrdId: undefined };
}

// A stop order that has been triggered is an ordinary order at the exchange.
function cuttable(row: OrderRow): CuttableTerms {
  return {
    side: row.order_type,
    open: row.quantity - row.quantity_filled,
    limitPrice: row.limit_price ?? undefined,
    stopPrice: row.triggered_at === null ? (row.stop_price ?? undefined) : undefined,
  };
}

function isSame(before: CuttableTerms, after: CuttableTerms): boolean {
  const isEqual = (one: Decimal | undefined, other: Decimal | undefined) =>
    one?.toFixed() === other?.toFixed();
  return (
    before.open === after.open &&
    isEqual(before.limitPrice, after.limitPrice) &&
    isEqual(before.stopPrice, after.stopPrice)
  );
}

// The hold of an order without a limit uses the upper price limit. A ratio changes this price; an
// amount does not, so the hold of a buy is never too small.
function worstAfter(row: OrderRow, { cut, tick }: ExDate): Decimal {
  if (cut === undefined) return row.worst_price;
  const exact = row.worst_price.times(String(cut.oldUnits)).dividedBy(String(cut.newUnits));
  return exact.dividedBy(tick).ceil().times(tick);
}

interface NewTerms {
  readonly terms: CuttableTerms;
  readonly worstPrice: Decimal;
}

async function changeHere(work: Work, row: OrderRow, { terms, worstPrice }: NewTerms) {
  const state = await holdStateOf(work, row);
  const quantity = row.quantity_filled + terms.open;
  const after = { ...state, terms: { ...state.terms, quantity, worstPrice } };
  await forceHolds(work, row, { before: state, after });
  await storeCutTerms(work, row, { terms, worstPrice: worstPrice.toFixed() });
}

async function requestReplace(
  work: Work,
  row: OrderRow,
  { terms, worstPrice }: NewTerms,
): Promise<string> {
  const state = await holdStateOf(work, row);
  const quantity = row.quantity_filled + terms.open;
  const replacement = { ...termsOf(row), quantity, worstPrice };
  await forceHolds(work, row, { before: state, after: { ...state, replacement } });
  const clOrdId = await nextClOrdId(work.tx, row);
  await queueReplace(work, {
    row,
    clOrdId,
    terms: {
      ...{ quantity, limitPrice: terms.limitPrice, worstPrice, worstAccrued: row.worst_accrued },
      ...{ orderTermId: row.order_term_id, orderEndDate: row.order_end_date ?? undefined },
      ...{ expireDate: row.expire_date, tradeDatesMax: row.trade_dates_max },
      doNotAdjust: row.do_not_adjust,
    },
  });
  await storePendingReplace(work.tx, row.id, clOrdId);
  return clOrdId;
}

// The customer did not request the change, so it is not refused even if there are too few units or
// too little money.
async function forceHolds(
  work: Work,
  order: OrderRow,
  { before, after }: { readonly before: HoldState; readonly after: HoldState },
): Promise<void> {
  const totals = totalsOf(order, after, await tariffAt(work, order.tariff_stamp));
  await storeTotals(work.tx, order, totals);
  if (order.order_type === 'BUY') return setHold(work.tx, cashHold(order, totals.openMinor, true));
  const held = unitsNeeded(order, after) - unitsNeeded(order, before);
  if (held !== 0n) await moveHolding(work.tx, order, { held });
}

async function cancel(
  work: Work,
  row: OrderRow,
  { hasLeft, reason }: { readonly hasLeft: boolean; readonly reason: string },
): Promise<string | undefined> {
  const clOrdId = hasLeft ? await requestOne(work, row) : await cancelHere(work, row);
  await storeReason(work.tx, [row.id], reason);
  return clOrdId;
}

async function requestOne(work: Work, row: OrderRow): Promise<string | undefined> {
  const ids = await requestCancels(work.tx, [{ work, row }]);
  return ids.get(row.id);
}

/**
 * Requests a cancel for an order whose adjustment the exchange has rejected, because its old price
 * would be wrong from the ex-date on. Does nothing for any other rejected replacement.
 */
export async function followRefusedAdjustment(
  work: Work,
  { id }: Pick<OrderRow, 'id'>,
  clOrdId: string,
): Promise<void> {
  const events = await takeRefusedReplacement(work.tx, id, clOrdId);
  if (events.length === 0) return;
  const row = await lockOrder(work.tx, id);
  if (row === undefined || isFinal(row.order_status) || row.pending_cl_ord_id !== null) return;
  await cancel(work, row, { hasLeft: true, reason: reasonOf(events) });
}

function reasonOf(eventNames: readonly string[]): string {
  return `EX_DATE ${eventNames.join(' ')}`;
}

function adjustedEvent({ row, terms, outcome }: OrderAdjustment) {
  const { data, ...event } = orderEvent('trade-order.adjusted', row);
  return {
    ...event,
    data: {
      ...data,
      isRequested: outcome === 'REQUESTED',
      previousQuantity: row.quantity,
      previousLimitPrice: row.limit_price ?? undefined,
      previousStopPrice: row.stop_price ?? undefined,
      quantity: terms && row.quantity_filled + terms.open,
      limitPrice: terms?.limitPrice,
      stopPrice: terms?.stopPrice,
    },
  };
}
