// Concurrent cancels share one transaction. Each succeeds or fails on its own.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { TestReply } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import { type MarketDesk, openMarketDesk, TRADE_ORDER } from '../exchange/market-desk.js';
import { arrived, codes, portfolio, TRANSACTIONS_MAX, transactionsOf } from './request-group.js';

describe('concurrent cancels', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  const cancel = (id: number, headers: Record<string, string> = {}) =>
    desk.caller.put(`${TRADE_ORDER}/cancel/id/${id}`, undefined, headers);

  // Sends the cancels while another order is being cancelled.
  async function cancelled(ids: readonly number[], headers: Record<string, string>[] = []) {
    const { id: other } = await desk.accepted({ portfolioName: portfolio(9) });
    return arrived(desk, {
      lock: sql`select from trade_order where id = ${other} for update`,
      first: () => cancel(other),
      others: ids.map((id, place) => () => cancel(id, headers[place])),
    });
  }

  const together = async (ids: readonly number[], headers: Record<string, string>[] = []) =>
    Promise.all(await cancelled(ids, headers));

  async function made(bodies: readonly object[]): Promise<number[]> {
    const ids: number[] = [];
    for (const body of bodies) ids.push((await desk.accepted(body)).id);
    return ids;
  }

  it('release money, units and instructions of orders that were not sent', async () => {
    const bodies = Array.from({ length: 12 }, (_, n) => ({
      portfolioName: portfolio(n % 3 === 0 ? 1 : n),
      quantityRequested: String(n + 1),
      ...(n % 3 === 0 ? { orderType: 'SELL' } : {}),
      ...(n % 5 === 1 ? { priceType: 'STOP', stopPrice: '26' } : {}),
    }));
    const ids = await made(bodies);
    const replies = await together(ids);
    for (const reply of replies) {
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.msgCode, 'TRADE_ORDER_CANCELLED');
      assert.equal(reply.body.result.orderStatus, 'CANCELLED');
      assert.equal(reply.body.result.quantityPending, '0');
    }
    assert.ok((await transactionsOf(desk, 'cancelTradeOrder', ids)) <= TRANSACTIONS_MAX);
    const left = await desk.db.query(sql`
      select from exchange_instruction where order_id = any(${ids}::bigint[]) and state = 'QUEUED'
      union all select from cash_hold
        where source_type = 'TRADE_ORDER' and source_id = any(${ids}::bigint[])
      union all select from holding where held_quantity <> 0`);
    assert.equal(left.length, 0);
    const events = await desk.db.query(sql`
      select from outbox_event where type = 'trade-order.cancelled'
        and subject_id = any(${ids}::bigint[])`);
    assert.equal(events.length, 12);
  });

  it('request the cancel of sent orders, each under its next ClOrdID', async () => {
    const bodies = [2, 3, 4, 5].map((n) => ({ portfolioName: portfolio(n) }));
    const ids = await made(bodies);
    await desk.take();
    const [here = 0] = await made([{ portfolioName: portfolio(6) }]);
    const replies = await together([...ids, here]);
    assert.deepEqual(codes(replies), [
      ...ids.map(() => '200 TRADE_ORDER_CANCEL_REQUESTED'),
      '200 TRADE_ORDER_CANCELLED',
    ]);
    const taken = await desk.take();
    const cancels = taken.filter(({ kind }) => kind === 'CANCEL');
    const told = cancels.map(({ clOrdId, origClOrdId }) => [clOrdId, origClOrdId]);
    const wanted = ids.map((id) => [`${portfolio(id)}-2`, `${portfolio(id)}-1`]);
    assert.deepEqual(told.sort(), wanted.sort());
    for (const id of ids) await desk.say(id, '4', {});
  });

  it('take effect although others of the batch are refused or repeated', async () => {
    const [one = 0, ended = 0, stale = 0, asked = 0] = await made(
      [2, 3, 4, 5].map((n) => ({ portfolioName: portfolio(n) })),
    );
    await cancel(ended);
    await desk.take();
    await cancel(asked);
    const [fresh = 0] = await made([{ portfolioName: portfolio(7) }]);
    const headers = [{}, {}, { 'if-match': '"99"' }];
    const replies = await together([one, ended, stale, asked, 987_654, fresh, fresh], headers);
    assert.deepEqual(codes(replies.slice(0, 5)), [
      '200 TRADE_ORDER_CANCEL_REQUESTED',
      '409 ORDER_WRONG_STATE',
      '412 PRECONDITION_FAILED',
      '409 ORDER_WRONG_STATE',
      '404 DOCUMENT_NOT_FOUND',
    ]);
    assert.deepEqual(replies[1]?.body.msgArgs, ['CANCELLED']);
    assert.deepEqual(replies[3]?.body.msgArgs, ['PENDING_CANCEL']);
    assert.deepEqual(codes(replies.slice(5)).sort(), [
      '200 TRADE_ORDER_CANCELLED',
      '409 ORDER_WRONG_STATE',
    ]);
    for (const id of [one, stale, asked]) {
      if (id === stale) await cancel(stale);
      await desk.say(id, '4', {});
    }
  });

  it('do not wait for an order or account that another transaction has locked', async () => {
    const ids = await made([2, 3, 4, 5].map((n) => ({ portfolioName: portfolio(n) })));
    const [locked = 0, poor = 0, ...free] = ids;
    let waiting: Promise<TestReply>[] = [];
    await desk.db.transaction(async (tx) => {
      await tx.query(sql`select from trade_order where id = ${locked} for update`);
      await tx.query(sql`
        select from account_balance where account_id in (
          select cash_account_id from trade_order where id = ${poor}) for update`);
      const replies = await cancelled([locked, poor, ...free]);
      waiting = replies.slice(0, 2);
      for (const reply of await Promise.all(replies.slice(2))) {
        assert.equal(reply.status, 200, reply.text);
      }
      // A batch that waited for a lock would be rolled back and its orders cancelled one by one.
      assert.ok((await transactionsOf(desk, 'cancelTradeOrder', free)) <= TRANSACTIONS_MAX);
    });
    for (const reply of await Promise.all(waiting)) assert.equal(reply.status, 200, reply.text);
  });
});
