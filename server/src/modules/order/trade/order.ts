// Stored trade orders: reads them, locks them for a change, and returns them afterwards.

import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, Problem, refusal } from '../../../platform/http/reply/problem.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import { type Outcome, versioned } from '../../../platform/http/route.js';
import { marketGate } from '../exchange/market-gate.js';
import { exchangeOrdersOf } from '../exchange/order.js';
import { replacementOf } from '../exchange/replacement-queries.js';
import { waitsOf } from '../exchange/wait-queries.js';
import { executionRecords } from '../fill/queries.js';
import { orderProblems } from '../problems.js';
import type { OrderRow } from '../record/order.js';
import { lockOrder, selectOrder, selectOrders } from '../record/queries.js';
import { isFinal } from '../rule/order-state.js';
import { selectFollowers } from './queries.js';
import { toOrderRecord } from './record.js';

/** Returns one order if the caller may see it. */
export async function tradeOrder(call: Call, id: bigint): Promise<object> {
  const row = await selectOrder(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw notFound();
  const gate = await marketGate(call.db, call.now);
  const [executions, exchangeOrders, waits, referencedBy] = await Promise.all([
    executionRecords(call.db, id),
    exchangeOrdersOf(call.db, id),
    waitsOf(call.db, [id], gate),
    selectFollowers(call.db, id, call.principal.offices),
  ]);
  const record = toOrderRecord(row, waits.get(id));
  return versioned({ ...record, executions, exchangeOrders, referencedBy }, row.version);
}

/** Returns the reply after an order has changed. */
export async function changedOrder(work: Work, row: OrderRow, msgCode: string): Promise<Outcome> {
  const [outcome] = await changedOrders(work.tx, [{ row, msgCode }]);
  return present(outcome, 'each change has an outcome');
}

/** Returns the replies after orders have changed, in the given sequence. */
export async function changedOrders(
  tx: Tx,
  changes: readonly { readonly row: OrderRow; readonly msgCode: string }[],
): Promise<Outcome[]> {
  if (changes.length === 0) return [];
  const ids = changes.map(({ row }) => row.id);
  const rows = await selectOrders(tx, ids);
  const after = new Map(rows.map((row) => [row.id, row]));
  return changes.map(({ row: { id }, msgCode }) => {
    const row = present(after.get(id), 'the order still exists');
    return { msgCode, id, name: row.name, version: row.version, result: toOrderRecord(row) };
  });
}

/**
 * Locks an order that the caller may see and change. Refuses any other order with 404. Refuses with
 * 409, stating the order's state, if the order has ended or is awaiting the exchange's answer.
 * Refuses with 412 if the order's version is not the one that the caller expects.
 */
export async function lockLiveOrder(work: Work, id: bigint): Promise<OrderRow> {
  return requireLive(work, await lockOrder(work.tx, id));
}

/** Runs the checks of `lockLiveOrder` on an order that is already locked. */
async function requireLive(work: Work, row: OrderRow | undefined): Promise<OrderRow> {
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

/**
 * Like `requireLive`, but for an order of a batch: returns the refusal instead of throwing it.
 * Returns undefined for an order that awaits the exchange's answer. The request for such an order
 * is processed alone.
 */
export async function liveOrProblem(
  work: Work,
  row: OrderRow,
): Promise<OrderRow | Problem | undefined> {
  if (row.pending_cl_ord_id !== null) return undefined;
  try {
    return await requireLive(work, row);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function pendingState(tx: Tx, row: OrderRow): Promise<string> {
  return (await replacementOf(tx, row)) === undefined ? 'PENDING_CANCEL' : 'PENDING_REPLACE';
}

function notFound() {
  return refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such order' });
}
