// An exchange that a test controls, alongside an app with HTTP. It takes orders and reports on
// them.

import assert from 'node:assert/strict';
import { applyExchangeReport, takeInstructions } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../src/modules/order/record/queries.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import type { TestApp } from './app.js';
import { orderBody } from './order.js';
import { reportOf, type Said } from './order-desk.js';

/** Submits an order over HTTP, with the given fields changed, and takes its instruction. */
export async function sendOrder(app: TestApp, terms: object = {}): Promise<OrderRow> {
  const reply = await app.as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody(terms));
  assert.equal(reply.status, 201, reply.text);
  const [row] = await app.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${reply.body.id}`);
  assert.ok(row);
  const { session_name } = row;
  await app.db.transaction((tx) => takeInstructions(tx, session_name, app.context.clock.now()));
  return row;
}

/** Reports on an order with OrdStatus (39) and further fields. Returns the outcome. */
export function reportOrder(
  app: TestApp,
  row: OrderRow,
  { status, ...said }: Said & { readonly status: string },
): Promise<string> {
  const report = {
    ...reportOf(row.exchange_id, { row, status, said }),
    transactAt: '2026-11-16T09:31:07.250Z',
  };
  return systemWork(app.context, 'test', (work) => applyExchangeReport(work, report));
}

/** Returns the id of the contract note in force for an order with a single trade date. */
export async function standingNote(app: TestApp, orderId: bigint): Promise<bigint> {
  const [note] = await app.db.query<{ id: bigint }>(sql`
    select id from contract_note where order_id = ${orderId} and reversed_at is null`);
  assert.ok(note);
  return note.id;
}
