// Stop orders: held locally until the market reaches their price, then released exactly once.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

const BUY_100_AT_25 = 255_064n;

describe('stop orders', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(100_000_000n);
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  it('are held here with their money, are not sent, and end when cancelled', async () => {
    await desk.priceAt('24.00');
    const row = await desk.submit({ priceType: 'STOP_LIMIT', stop: '24.50', limit: '25.00' });
    assert.deepEqual([row.order_status, row.fix_order_status], ['BOOKED', 'NA']);
    assert.equal(await desk.held(row.id), BUY_100_AT_25);
    assert.equal(await desk.priceAt('24.45'), 0);
    assert.deepEqual(await desk.take(), []);
    const { msgCode } = await desk.cancel(row.id);
    assert.equal(msgCode, 'TRADE_ORDER_CANCELLED');
    assert.equal(await desk.priceAt('24.60'), 0);
    assert.deepEqual(await desk.take(), []);
  });

  it('are released once by many nodes when the price is reached, as a limit order', async () => {
    await desk.priceAt('24.00');
    const row = await desk.submit({ priceType: 'STOP_LIMIT', stop: '24.50', limit: '25.00' });
    assert.equal(await desk.priceAt('24.50', 8), 1);
    const taken = await desk.take();
    assert.deepEqual(
      taken.map(({ kind, priceType, clOrdId }) => [kind, priceType, clOrdId]),
      [['NEW', 'LIMIT', row.cl_ord_id]],
    );
    assert.equal(await desk.priceAt('24.00'), 0);
    assert.equal(await desk.priceAt('24.50'), 0);
    assert.equal((await desk.order(row.id)).fix_order_status, 'PENDING_NEW');
    await desk.say(row, '2', { fill: [100, '24.90'] });
    assert.equal((await desk.order(row.id)).order_status, 'EXECUTED');
    assert.equal(await desk.held(row.id), 0n);
  });

  it("without a limit become market orders, and a buy holds the day's upper limit", async () => {
    await desk.priceAt('24.00');
    const row = await desk.submit({ priceType: 'STOP', stop: '24.50' });
    assert.equal(row.worst_price.toFixed(2), '27.50');
    assert.equal(row.label, 'BUY 100 ACCESS STOP NGN 24.50');
    await desk.priceAt('24.55');
    const [taken] = await desk.take();
    assert.equal(taken?.priceType, 'MARKET');
    assert.equal(taken?.limitPrice, null);
    await desk.say(row, '4');
  });

  it('are amended in place while they wait, but stay stop orders', async () => {
    await desk.priceAt('24.00');
    const row = await desk.submit({ priceType: 'STOP', stop: '24.50' });
    await desk.amend(row.id, { priceType: 'STOP', stop: '26.00', quantity: 50 });
    assert.equal(await desk.priceAt('25.00'), 0);
    await assert.rejects(desk.amend(row.id, { priceType: 'MARKET' }), /cannot be changed/);
    assert.equal(await desk.priceAt('26.00'), 1);
    assert.equal((await desk.take())[0]?.quantity, 50n);
    await desk.say(row, '4');
  });

  it('expire with their term if their price was not reached', async () => {
    await desk.setDate('2026-11-16');
    await desk.priceAt('24.00');
    const row = await desk.submit({ priceType: 'STOP', stop: '24.50' });
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const expired = await desk.order(row.id);
    assert.equal(expired.order_status, 'EXPIRED');
    assert.equal(
      expired.fix_message,
      'the stop price was not reached; the term ended on 2026-11-16',
    );
    assert.equal(await desk.priceAt('25.00'), 0);
    assert.deepEqual(await desk.take(), []);
  });
});
