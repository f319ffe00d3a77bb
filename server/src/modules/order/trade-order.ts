// Trade orders: submit, validate, cancel. Money and units are held in the same transaction that
// stores the order.

import { assert } from '../../platform/assert.js';
import type { Call, Work } from '../../platform/context.js';
import { seesOffice } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import { type Outcome, versioned } from '../../platform/http/route.js';
import { refuseStale } from '../../platform/http/version.js';
import { codeOf } from '../../platform/ids.js';
import { minorToDecimal } from '../../platform/money/money.js';
import { requireDayLimit } from './day-limit.js';
import { exchangeOrdersOf } from './exchange-order.js';
import { reachWarnings } from './exchange-reach.js';
import { requireSession } from './exchange-route.js';
import { waitsOf } from './exchange-wait.js';
import { marketGate } from './market-gate.js';
import { type CheckedOrder, checkOrder, type OrderRequest, securityNameOf } from './order-check.js';
import { moveHeldUnits } from './order-hold.js';
import { loadOrderGround } from './order-load.js';
import { newOrderRow } from './order-new.js';
import { refuseUnknownReferences } from './order-reference.js';
import { releaseOrders } from './order-release.js';
import { isFinal } from './order-state.js';
import {
  hasLeft,
  insertOrder,
  nextClOrdId,
  queueInstruction,
  withdrawInstructions,
} from './order-write.js';
import { orderProblems } from './problems.js';
import { executionsOf } from './queries.js';
import { type OrderRow, orderEvent, SELECT_ORDER, toOrderRecord } from './record.js';
import { replacementOf } from './replacement.js';

/** Validates, holds, stores and routes an order. It is BOOKED until the exchange answers. */
export async function submitTradeOrder(work: Work, request: OrderRequest): Promise<Outcome> {
  const checked = await checkedOrder(work, request);
  const id = await work.context.ids.next(work.tx, 'trade_order_id');
  const sessionName = requireSession(work.context.config.exchangeRoutes, checked.ground);
  const row = newOrderRow(work, { id, request, checked, sessionName });
  const unreached = await reachWarnings(work, sessionName);
  // The statements go out at once and run in this order: the insert sets the hold, which the limit
  // on the day relies on.
  const [twinId] = await Promise.all([
    insertOrder(work, row),
    holdUnits(work.tx, row),
    requireDayLimit(work.tx, row, dayValueOf(checked)),
  ]);
  work.events.push(orderEvent('trade-order.booked', row));
  const warnings = [...lookAlikeWarnings(twinId, work), ...unreached];
  return {
    msgCode: 'TRADE_ORDER_SUBMITTED',
    id,
    name: row.name,
    created: true,
    location: `order/tradeorder/id/${id}`,
    version: row.version,
    result: toOrderRecord(row),
    extra: {
      ...(work.tx.dryRun ? { estimate: estimateOf(checked) } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

async function holdUnits(tx: Tx, row: OrderRow): Promise<void> {
  if (row.order_type === 'SELL') await moveHeldUnits(tx, row, row.quantity);
}

/** All checks of submit, with the fees and the total; runs as a dry run, so nothing is written. */
export async function validateTradeOrder(work: Work, request: OrderRequest): Promise<Outcome> {
  const outcome = await submitTradeOrder(work, request);
  return { ...outcome, msgCode: 'TRADE_ORDER_VALID', created: false };
}

/** What an order adds to its customer's day, and the limit on it. */
export function dayValueOf({ cost, ground }: CheckedOrder) {
  return { minor: cost.considerationMinor, mostMinor: ground.limits.dayValueMostMinor };
}

async function checkedOrder(work: Work, request: OrderRequest): Promise<CheckedOrder> {
  const ground = await loadOrderGround(work, {
    portfolio: request.portfolioName,
    security: securityNameOf(request),
    orderTerm: request.orderTermName,
  });
  const checked = checkOrder(request, ground, work);
  await refuseUnknownReferences(work, request, { customerId: checked.ground.customer_id });
  return checked;
}

function estimateOf({ cost, ground }: CheckedOrder): object {
  const amount = (minor: bigint) => minorToDecimal(minor, ground.currency);
  return {
    consideration: amount(cost.considerationMinor),
    ...(ground.bond === undefined ? {} : { accruedCoupon: amount(cost.accruedMinor) }),
    charges: cost.charges.map((line) => ({
      code: line.code,
      onCode: line.onCode,
      payee: line.payee,
      amount: amount(line.amount.minor),
    })),
    totalCharges: amount(cost.chargesMinor),
    netAmount: amount(cost.netMinor),
    tariffName: cost.tariff.name,
    tariffVersion: cost.tariff.version,
  };
}

/** One order, as the caller may see it. */
export async function tradeOrder(call: Call, id: bigint): Promise<object> {
  const [row] = await call.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${id}`);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw notFound();
  const gate = await marketGate(call.db, call.now);
  const [executions, exchangeOrders, waits] = await Promise.all([
    executionsOf(call.db, id),
    exchangeOrdersOf(call.db, id),
    waitsOf(call.db, [id], gate),
  ]);
  const record = toOrderRecord(row, waits.get(id));
  return versioned({ ...record, executions, exchangeOrders }, row.version);
}

/**
 * Cancels: an order that has not left is cancelled at once; one at the exchange is asked for, and
 * the exchange may refuse or fill it first.
 */
export async function cancelTradeOrder(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockLiveOrder(work, id);
  return (await hasLeft(work.tx, row)) ? askToCancel(work, row) : cancelAtOnce(work, row);
}

async function cancelAtOnce(work: Work, row: OrderRow): Promise<Outcome> {
  await withdrawInstructions(work, [row.id]);
  // Between two exchange orders there may be fills that wait for their note.
  await releaseOrders(work, [row]);
  await work.tx.query(sql`
    update trade_order set order_status = 'CANCELLED', quantity_pending = 0, status_at =
      ${work.now},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${row.id}`);
  work.events.push(orderEvent('trade-order.cancelled', row));
  return changedOrder(work, row, 'TRADE_ORDER_CANCELLED');
}

async function askToCancel(work: Work, row: OrderRow): Promise<Outcome> {
  const clOrdId = await nextClOrdId(work.tx, row);
  await queueInstruction(work, { row, kind: 'CANCEL', clOrdId });
  await work.tx.query(sql`
    update trade_order set fix_order_status = 'PENDING_CANCEL', pending_cl_ord_id = ${clOrdId},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${row.id}`);
  work.events.push(orderEvent('trade-order.cancel-requested', row));
  return changedOrder(work, row, 'TRADE_ORDER_CANCEL_REQUESTED');
}

/** The reply about an order that was changed. */
export async function changedOrder(work: Work, row: OrderRow, msgCode: string): Promise<Outcome> {
  const [after] = await work.tx.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${row.id}`);
  assert(after, 'the order is still there');
  return {
    msgCode,
    id: row.id,
    name: row.name,
    version: after.version,
    result: toOrderRecord(after),
  };
}

/**
 * Locks an order that the caller may see and change: 404 for any other, 409 with its state for one
 * that ended or waits for the exchange's answer, 412 for another version than the caller believes.
 */
export async function lockLiveOrder(work: Work, id: bigint): Promise<OrderRow> {
  const [row] = await work.tx.query<OrderRow>(
    sql`${SELECT_ORDER} where t.id = ${id} for update of t`,
  );
  if (row === undefined || !seesOffice(work.principal, row.office_id)) throw notFound();
  if (isFinal(row.order_status)) {
    throw refusal(orderProblems.ORDER_WRONG_STATE, { args: [row.order_status] });
  }
  if (row.pending_cl_ord_id !== null) {
    throw refusal(orderProblems.ORDER_WRONG_STATE, { args: [await pendingState(work.tx, row)] });
  }
  refuseStale(work, row.version);
  return row;
}

async function pendingState(tx: Tx, row: OrderRow): Promise<string> {
  return (await replacementOf(tx, row)) === undefined ? 'PENDING_CANCEL' : 'PENDING_REPLACE';
}

function notFound() {
  return refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such order' });
}

// A blind retry without an idempotency key doubles an order: the reply names the one it looks like.
function lookAlikeWarnings(twinId: bigint | null, { tx }: Work): object[] {
  if (twinId === null || tx.dryRun) return [];
  const detail = `order ${codeOf(twinId)} of the last minute is the same`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail, id: twinId }];
}
