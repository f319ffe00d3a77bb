// Cancelling orders: at once while they have not left, by an instruction to the exchange after.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { lockFunds, setHoldsCall } from '../../finance/index.js';
import { tradeDaysOf } from '../report/execution.js';
import { lockFreeUnits } from './cover.js';
import { ORDER_HOLD, releaseUnits } from './hold.js';
import { type OrderRow, orderEvent, SELECT_ORDER } from './record.js';
import { releaseOrders } from './release.js';
import { changedOrder, changedOrders, lockLiveOrder, requireLive } from './trade-order.js';
import { hasLeft, leftOrders, nextClOrdIds, queueCancels, withdrawInstructions } from './write.js';

/** An order to be cancelled, locked and live. */
interface Cancel {
  readonly work: Work;
  readonly row: OrderRow;
}

const CANCELLED = 'TRADE_ORDER_CANCELLED';
const REQUESTED = 'TRADE_ORDER_CANCEL_REQUESTED';

/**
 * Cancels: an order that has not left is cancelled at once; one at the exchange is asked for, and
 * the exchange may refuse or fill it first.
 */
export async function cancelTradeOrder(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockLiveOrder(work, id);
  if (await hasLeft(work.tx, row)) {
    await askToCancel(work.tx, [{ work, row }]);
    return changedOrder(work, row, REQUESTED);
  }
  await withdrawInstructions(work, [row.id]);
  // Between two exchange orders there may be fills that wait for their note.
  await releaseOrders(work, [row]);
  await storeCancelled(work.tx, [{ work, row }]);
  return changedOrder(work, row, CANCELLED);
}

/**
 * Cancels orders that were requested at the same time. Left to be done alone is an order that
 * another transaction has locked, with its account or holding, one that waits for the exchange's
 * answer, and one with fills that has not left.
 */
export const cancelTradeOrders: RunBatch<{ readonly params: { readonly id: bigint } }> = async (
  parts,
) => {
  const [first] = parts;
  if (first === undefined) return [];
  const { tx } = first.work;
  const found = await lockFreeOrders(tx, [...new Set(parts.map(({ input }) => input.params.id))]);
  const asked: (Cancel | Problem | undefined)[] = [];
  for (const { work, input } of parts) {
    const row = found.get(input.params.id);
    // The second request for one order is done after the first.
    found.delete(input.params.id);
    asked.push(row === undefined ? undefined : await liveOf(work, row));
  }
  const live = asked.filter(isCancel);
  const left = await leftOrders(tx, live.map(rowOf));
  const atExchange = live.filter(({ row }) => left.has(row.id));
  const here = await releaseUnfilled(
    tx,
    live.filter(({ row }) => !left.has(row.id)),
  );
  await askToCancel(tx, atExchange);
  await storeCancelled(tx, here);
  const changes = [
    ...atExchange.map((cancel) => ({ cancel, row: cancel.row, msgCode: REQUESTED })),
    ...here.map((cancel) => ({ cancel, row: cancel.row, msgCode: CANCELLED })),
  ];
  const outcomes = await changedOrders(tx, changes);
  const done = new Map(changes.map(({ cancel }, place) => [cancel, outcomes[place]]));
  return asked.map((each) => (isCancel(each) ? done.get(each) : each));
};

const rowOf = ({ row }: Cancel) => row;

function isCancel(each: Cancel | Problem | undefined): each is Cancel {
  return each !== undefined && !(each instanceof Problem);
}

async function lockFreeOrders(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, OrderRow>> {
  const rows = await tx.query<OrderRow>(sql`
    ${SELECT_ORDER} where t.id = any(${[...ids]}::bigint[]) order by t.id
    for update of t skip locked`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function liveOf(work: Work, row: OrderRow): Promise<Cancel | Problem | undefined> {
  if (row.pending_cl_ord_id !== null) return undefined;
  try {
    return { work, row: await requireLive(work, row) };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

// Lets go of what orders without any fill hold, and of their instructions; returns those that were
// released. What is locked is tried before, so that nothing waits.
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
  const holds = freeRows
    .filter(isBuy)
    .map((row) => ({ accountId: row.cash_account_id, sourceId: row.id, amountMinor: 0n }));
  if (holds.length > 0) await tx.query(sql`select ${setHoldsCall(ORDER_HOLD, holds)}`);
  return free;
}

async function storeNothingFilled(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  await tx.query(sql`
    update trade_order set open_total_minor = 0, order_value_minor = 0
    where id = any(${rows.map(({ id }) => id)}::bigint[])`);
}

function isBuy({ order_type }: OrderRow): boolean {
  return order_type === 'BUY';
}

async function storeCancelled(tx: Tx, cancels: readonly Cancel[]): Promise<void> {
  if (cancels.length === 0) return;
  await tx.query(sql`
    update trade_order t set order_status = 'CANCELLED', quantity_pending = 0, status_at = n.at,
      version = version + 1, modified_by = n.by_name, modified_at = n.at
    from unnest(${cancels.map(({ row }) => row.id)}::bigint[],
      ${cancels.map(({ work }) => work.principal.name)}::text[],
      ${cancels.map(({ work }) => work.now)}::timestamptz[]) n (id, by_name, at)
    where t.id = n.id`);
  for (const { work, row } of cancels) work.events.push(orderEvent('trade-order.cancelled', row));
}

async function askToCancel(tx: Tx, cancels: readonly Cancel[]): Promise<void> {
  const [first] = cancels;
  if (first === undefined) return;
  const ids = await nextClOrdIds(tx, cancels.map(rowOf));
  const clOrdIdOf = ({ row }: Cancel) => present(ids.get(row.id), 'each order has a next one');
  await queueCancels(
    first.work,
    cancels.map((cancel) => ({ row: cancel.row, clOrdId: clOrdIdOf(cancel) })),
  );
  await tx.query(sql`
    update trade_order t set fix_order_status = 'PENDING_CANCEL', pending_cl_ord_id = n.cl_ord_id,
      version = version + 1, modified_by = n.by_name, modified_at = n.at
    from unnest(${cancels.map(({ row }) => row.id)}::bigint[],
      ${cancels.map(clOrdIdOf)}::text[],
      ${cancels.map(({ work }) => work.principal.name)}::text[],
      ${cancels.map(({ work }) => work.now)}::timestamptz[]) n (id, cl_ord_id, by_name, at)
    where t.id = n.id`);
  for (const { work, row } of cancels) {
    work.events.push(orderEvent('trade-order.cancel-requested', row));
  }
}
