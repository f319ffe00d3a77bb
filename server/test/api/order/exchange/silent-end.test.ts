// Orders that end locally without an exchange report: their exchange orders end as well.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';

describe('an order that ends without a report of the exchange', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  /** Sends an order to an exchange that keeps orders for one day only. */
  async function sent(terms: Parameters<Desk['send']>[0]): Promise<OrderRow> {
    await desk.setDate(MONDAY);
    await desk.keepsOrdersFor(0);
    return desk.send(terms);
  }
  const statusOf = async ({ id }: OrderRow) => {
    const { order_status, quantity_filled } = await desk.order(id);
    return `${order_status} ${quantity_filled}`;
  };
  const open = async ({ id }: OrderRow) => {
    const rows = await desk.db.query(sql`
      select from exchange_order where order_id = ${id} and ended_at is null`);
    return rows.length;
  };

  it('ends its exchange order with its term; late fills and busts are booked', async () => {
    const row = await sent({ term: 'GTD', ends: MONDAY });
    await desk.say(row, '0');
    assert.equal(await open(row), 1);
    await desk.endOfDay(MONDAY, TUESDAY);
    assert.equal(await statusOf(row), 'EXPIRED 0');
    assert.equal(await open(row), 0);
    await desk.say(row, '1', { execId: 'L', fill: [40, '25.00'], cum: 40 });
    assert.equal(await statusOf(row), 'EXPIRED 40');
    await desk.say(row, '0', { type: 'H', ref: 'L', cum: 0 });
    assert.equal(await statusOf(row), 'EXPIRED 0');
    assert.equal(await open(row), 0);
    assert.equal(await desk.held(row.id), 0n);
  });

  it('ends its exchange order if it is cancelled before it is sent again', async () => {
    const row = await sent({ term: 'GTC' });
    // The session withheld the instruction as too old, and the exchange did not know the order, so
    // it is queued again.
    await desk.db.query(sql`
      update exchange_instruction set state = 'QUEUED' where order_id = ${row.id}`);
    await desk.cancel(row.id);
    assert.equal(await statusOf(row), 'CANCELLED 0');
    assert.equal(await open(row), 0);
  });
});
