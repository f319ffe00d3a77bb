// Cancels orders: at once if they have not been sent, otherwise by an instruction to the exchange.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { lockFunds } from '../../finance/index.js';
import {
  hasLeft,
  leftOrders,
  nextClOrdIds,
  queueCancels,
  withdrawInstructions,
} from '../exchange/queue-queries.js';
import { tradeDaysOf } from '../fill/queries.js';
import { lockFreeUnits } from '../portfolio/holding-queries.js';
import { type OrderRow, orderEvent } from '../record/order.js';
import { lockFreeOrders } from '../record/queries.js';
import { storeCancelled, storeNothingFilled, storePendingCancel } from './cancellation-queries.js';
import { releaseOrders } from './end-order.js';
import { cashHold, releaseUnits, setCashHolds } from './hold.js';
import { changedOrder, changedOrders, liveOrProblem, lockLiveOrder } from './order.js';

/** A locked, live order to cancel. */
interface Cancel {
  readonly work: Work;
  readonly row: OrderRow;
}

const CANCELLED = 'TRADE_ORDER_CANCELLED';
const REQUESTED = 'TRADE_ORDER_CANCEL_REQUESTED';

/**
 * Cancels an order. An order that has not been sent is cancelled immediately. For an order at the
 * exchange, a cancel is requested; the exchange may reject it or fill the order first.
 */
export async function cancelTradeOrder(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockLiveOrder(work, id);
  if (await hasLeft(work.tx, row)) {
    await requestCancels(work.tx, [{ work, row }]);
    return changedOrder(work, row, REQUESTED);
  }
  await cancelHere(work, row);
  return changedOrder(work, row, CANCELLED);
}

/** Cancels a locked, live order that is not at an exchange. */
export async function cancelHere(work: Work, row: OrderRow): Promise<undefined> {
  await withdrawInstructions(work, [row.id]);
  // An order between two exchange orders may have fills without a note.
  await releaseOrders(work, [row]);
  await endCancelled(work.tx, [{ work, row }]);
}

/**
 * Cancels several orders at once. Three kinds are excluded and cancelled one by one: an order that
 * another transaction has locked, directly or through its account or holding; an order awaiting the
 * exchange's answer; an order with fills that has not been sent.
 */
export const cancelTradeOrders: RunBatch<{ readonly params: { readonly id: bigint } }> = async (
  parts,
) => {
  const [first] = parts;
  if (first === undefined) return [];
  const { tx } = first.work;
  const found = await lockFreeOrders(tx, [...new Set(parts.map(({ input }) => input.params.id))]);
  const requested: (Cancel | Problem | undefined)[] = [];
  for (const { work, input } of parts) {
    const row = found.get(input.params.id);
    // A second request for the same order is processed after the first.
    found.delete(input.params.id);
    requested.push(row === undefined ? undefined : await liveOf(work, row));
  }
  const live = requested.filter(isCancel);
  const left = await leftOrders(tx, live.map(rowOf));
  const atExchange = live.filter(({ row }) => left.has(row.id));
  const here = await releaseUnfilled(
    tx,
    live.filter(({ row }) => !left.has(row.id)),
  );
  await requestCancels(tx, atExchange);
  await endCancelled(tx, here);
  const changes = [
    ...atExchange.map((cancel) => ({ cancel, row: cancel.row, msgCode: REQUESTED })),
    ...here.map((cancel) => ({ cancel, row: cancel.row, msgCode: CANCELLED })),
  ];
  const outcomes = await changedOrders(tx, changes);
  const done = new Map(changes.map(({ cancel }, place) => [cancel, outcomes[place]]));
  return requested.map((each) => (isCancel(each) ? done.get(each) : each));
};

const rowOf = ({ row }: Cancel) => row;

const cancelledOrder = ({ work, row }: Cancel) => ({
  id: row.id,
  byName: work.principal.name,
  at: work.now,
});

function isCancel(each: Cancel | Problem | undefined): each is Cancel {
  return each !== undefined && !(each instanceof Problem);
}

async function liveOf(work: Work, row: OrderRow): Promise<Cancel | Problem | undefined> {
  const live = await liveOrProblem(work, row);
  return live === undefined || live instanceof Problem ? live : { work, row: live };
}

// Releases the holds and instructions of orders without fills, and returns the released orders.
// Skips locked rows, so it never waits for another transaction.
async function releaseUnfilled(tx: Tx, cancels: readonly Cancel[]): Promise<Cancel[]> {
  const [first] = cancels;
  if (first === undefined) return [];
  const rows = cancels.map(rowOf);
  const [days, funds, units] = await Promise.all([
    tradeDaysOf(
      tx,
      rows.map(({ id }) => id),
    ),
    lockFunds(
      tx,
      rows.filter(isBuy).map((row) => row.cash_account_id),
      'SKIP',
    ),
    lockFreeUnits(
      tx,
      rows.filter((row) => !isBuy(row)),
    ),
  ]);
  const free = cancels.filter(({ row }) => {
    const hasFills = days.get(row.id)?.length !== 0;
    const isLocked = isBuy(row)
      ? !funds.has(row.cash_account_id)
      : !units.has(`${row.portfolio_id} ${row.security_id}`);
    return !hasFills && !isLocked;
  });
  const freeRows = free.map(rowOf);
  if (freeRows.length === 0) return [];
  await withdrawInstructions(
    first.work,
    freeRows.map(({ id }) => id),
  );
  await releaseUnits(tx, freeRows);
  await storeNothingFilled(tx, freeRows);
  await setCashHolds(
    tx,
    freeRows.filter(isBuy).map((row) => cashHold(row, 0n, false)),
  );
  return free;
}

function isBuy({ order_type }: OrderRow): boolean {
  return order_type === 'BUY';
}

async function endCancelled(tx: Tx, cancels: readonly Cancel[]): Promise<void> {
  if (cancels.length === 0) return;
  await storeCancelled(tx, cancels.map(cancelledOrder));
  for (const { work, row } of cancels) work.events.push(orderEvent('trade-order.cancelled', row));
}

/**
 * Requests cancels of locked, live orders at their exchanges. Returns the ClOrdIDs, keyed by order.
 */
export async function requestCancels(
  tx: Tx,
  cancels: readonly Cancel[],
): Promise<ReadonlyMap<bigint, string>> {
  const [first] = cancels;
  if (first === undefined) return new Map();
  const ids = await nextClOrdIds(tx, cancels.map(rowOf));
  const clOrdIdOf = ({ row }: Cancel) => present(ids.get(row.id), 'each order has a next one');
  await queueCancels(
    first.work,
    cancels.map((cancel) => ({ row: cancel.row, clOrdId: clOrdIdOf(cancel) })),
  );
  await storePendingCancel(
    tx,
    cancels.map((cancel) => ({ ...cancelledOrder(cancel), clOrdId: clOrdIdOf(cancel) })),
  );
  for (const { work, row } of cancels) {
    work.events.push(orderEvent('trade-order.cancel-requested', row));
  }
  return ids;
}
