// Checks, through the API, the invariants that must hold after a kill under load.

import assert from 'node:assert/strict';
import type { Caller, Json } from '../support/app.js';
import { waitFor } from '../support/wait.js';

/** The ids of acknowledged writes. */
export interface Acknowledged {
  readonly orders: number[];
  readonly posted: number[];
}

/** Checks that every acknowledged order exists and every acknowledged payment is posted. */
export async function assertNothingLost(
  client: Caller,
  { orders, posted }: Acknowledged,
): Promise<void> {
  assert.ok(orders.length > 0 && posted.length > 0);
  for (const id of orders) {
    assert.equal((await client.get(`/api/v1/order/tradeorder/id/${id}`)).status, 200);
  }
  for (const id of posted) {
    const { body } = await client.get(`/api/v1/finance/cash-transaction/id/${id}`);
    assert.equal(body.transState, 'POSTED');
  }
}

/** Checks that each market order ends and that its executions add up to its filled quantity. */
export async function assertFates(client: Caller, orders: readonly number[]): Promise<void> {
  for (const id of orders) {
    const order: Json = await waitFor(`order ${id} to end`, async () => {
      const { body } = await client.get(`/api/v1/order/tradeorder/id/${id}`);
      const live = body.orderStatus === 'BOOKED' || body.orderStatus === 'EXECUTING';
      return live ? undefined : body;
    });
    const filled = order.executions.reduce(
      (sum: number, fill: Json) => sum + Number(fill.quantity),
      0,
    );
    assert.equal(order.orderStatus, 'EXECUTED');
    assert.equal(filled, Number(order.quantityRequested));
  }
}

/** Checks the books' invariants and that the trial balance is zero. */
export async function assertBooksTieOut(finance: Caller): Promise<void> {
  const integrity = (await finance.get('/api/v1/finance/integrity')).body;
  const broken = integrity.invariants.filter((each: Json) => !each.holds);
  assert.deepEqual(broken, []);
  const trial = (await finance.get('/api/v1/finance/report/trial-balance')).body;
  assert.ok(trial.totals.length > 0);
  for (const total of trial.totals) {
    assert.ok(total.debitBalance > 0);
    assert.equal(total.difference, 0);
  }
}
