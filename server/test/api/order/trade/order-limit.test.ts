// Order limits by customer group, changed with four-eyes approval, and orders for a value instead
// of a quantity.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Json } from '../../../support/app.js';
import { bringInstead } from '../../../support/holding.js';
import { assertBooks } from '../../../support/order.js';
import {
  limitBody,
  type MarketDesk,
  openMarketDesk,
  TRADE_ORDER,
} from '../exchange/market-desk.js';

const PROPOSE = '/api/v1/order/limit/propose';

describe('limits on orders', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  const limits = async (): Promise<Json[]> =>
    (await desk.caller.get('/api/v1/order/limit/list')).body.result;
  // The first customer is PREMIUM, the second STANDARD.
  const buy = (quantity: number, portfolioName = '0000000002') =>
    desk.submit({ portfolioName, quantityRequested: String(quantity) });
  const cancel = (id: number) => desk.caller.put(`${TRADE_ORDER}/cancel/id/${id}`);

  describe('success', () => {
    it('are shipped for every group, as the first version', async () => {
      assert.deepEqual(await limits(), [
        { id: 1, currency: 'NGN', quantityMost: 1_000_000_000, valueMost: 100_000_000_000 },
      ]);
      const path = '/api/v1/system/change/version/list?kind=order-limit&subject=ALL:NGN';
      const { body } = await desk.caller.get(path);
      assert.deepEqual([body.count, body.result[0].madeBy], [1, 'system']);
    });

    it('apply once approved, and default to the limits for all groups', async () => {
      const body = { customerGroup: 'STANDARD', currency: 'NGN', valueMost: 10_000 };
      const proposed = await desk.caller.put(PROPOSE, body);
      assert.equal(proposed.status, 201);
      assert.equal((await limits()).length, 1);
      const before = await buy(401);
      assert.equal(before.status, 201);
      await cancel(before.body.id);
      await desk.second.put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
      assert.equal((await buy(401)).body.msgCode, 'VALUE_LIMIT_EXCEEDED');
      assert.equal((await buy(1_000_000_001)).body.msgCode, 'QUANTITY_LIMIT_EXCEEDED');
      const other = await buy(401, '0000000001');
      assert.equal(other.status, 201);
      await cancel(other.body.id);
    });

    it('for a day include live orders in full and ended ones by their fills', async () => {
      await desk.change('order/limit/propose', {
        ...{ customerGroup: 'STANDARD', currency: 'NGN', valueMost: 10_000 },
        dayValueMost: 10_000,
      });
      const first = await buy(300);
      assert.equal(first.status, 201);
      assert.equal((await buy(101)).body.msgCode, 'DAY_VALUE_LIMIT_EXCEEDED');
      await desk.take();
      await desk.say(first.body.id, '0');
      await desk.say(first.body.id, '1', { fill: [100, '25.00'] });
      await desk.say(first.body.id, '4', { cum: 100 });
      const second = await buy(300);
      assert.equal(second.status, 201, second.text);
      assert.equal((await buy(1)).body.msgCode, 'DAY_VALUE_LIMIT_EXCEEDED');
      assert.equal((await buy(400, '0000000003')).status, 201);
      await cancel(second.body.id);
      await desk.at('11:00', '2026-12-08');
      const tomorrow = await buy(400);
      assert.equal(tomorrow.status, 201);
      await cancel(tomorrow.body.id);
      await desk.at('11:00');
    });

    it('for a day include the more expensive terms while a replacement is pending', async () => {
      await desk.at('11:00', '2026-12-10');
      const first = await buy(40);
      assert.equal(first.status, 201, first.text);
      await desk.take();
      await desk.say(first.body.id, '0');
      const body = limitBody({ portfolioName: '0000000002', quantityRequested: '360' });
      const amended = await desk.caller.put(`${TRADE_ORDER}/update`, {
        ...body,
        id: first.body.id,
      });
      assert.equal(amended.body.result.fixOrderStatus, 'PENDING_REPLACE', amended.text);
      assert.equal(amended.body.result.orderValue, 9_000);
      assert.equal((await buy(320)).body.msgCode, 'DAY_VALUE_LIMIT_EXCEEDED');
      const [order] = await desk.db.query<{ pending: string; present: string }>(sql`
        select pending_cl_ord_id as pending, cl_ord_id as present from trade_order
        where id = ${BigInt(first.body.id)}`);
      const answer = { clOrdId: order?.pending ?? '', origClOrdId: order?.present ?? '' };
      await desk.say(first.body.id, '0', { ...answer, type: '9' });
      const second = await buy(320);
      assert.equal(second.status, 201, second.text);
      await cancel(second.body.id);
      await desk.at('11:00');
    });

    it('do not include sells', async () => {
      await bringInstead(
        desk.db,
        sql`select p.id as portfolio_id, s.id as security_id, 1000 as quantity, 1 as cost_minor
          from portfolio p, security s where p.name = '0000000002' and s.name = 'ACCESS'`,
      );
      for (let sell = 0; sell < 2; sell += 1) {
        const order = { portfolioName: '0000000002', orderType: 'SELL', quantityRequested: '400' };
        assert.equal((await desk.submit(order)).status, 201);
      }
    });
  });

  describe('403 and 409', () => {
    it('cannot be changed by one person, nor twice from one version', async () => {
      const body = { customerGroup: 'STAFF', currency: 'NGN', quantityMost: 10 };
      const one = await desk.caller.put(PROPOSE, body);
      const two = await desk.caller.put(PROPOSE, { ...body, quantityMost: 20 });
      const approve = (id: number) => `/api/v1/system/change/approve/id/${id}`;
      const own = await desk.caller.put(approve(one.body.id));
      assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
      assert.equal((await desk.second.put(approve(one.body.id))).status, 200);
      const outdated = await desk.second.put(approve(two.body.id));
      assert.deepEqual([outdated.status, outdated.body.msgCode], [409, 'CHANGE_OUTDATED']);
    });
  });

  describe('400 and 422', () => {
    const rows: readonly (readonly [object, number, string])[] = [
      [{ customerGroup: 'NONE' }, 422, 'UNKNOWN_REFERENCE'],
      [{ customerGroup: 'ALL' }, 422, 'UNKNOWN_REFERENCE'],
      [{ currency: 'XYZ' }, 422, 'UNKNOWN_REFERENCE'],
      [{ valueMost: 10.001 }, 422, 'TOO_MANY_DECIMALS'],
      [{ quantityMost: 0 }, 400, 'INVALID_REQUEST'],
      [{ quantityLeast: 1 }, 400, 'INVALID_REQUEST'],
    ];
    for (const [changes, status, code] of rows) {
      it(`refuses ${JSON.stringify(changes)}: ${code}`, async () => {
        const reply = await desk.caller.put(PROPOSE, { currency: 'NGN', ...changes });
        assert.deepEqual([reply.status, reply.body.msgCode], [status, code], reply.text);
      });
    }
  });

  describe('at once', () => {
    it('never let a customer buy more in a day, however many orders race', async () => {
      await desk.at('11:00', '2026-12-09');
      const replies = await Promise.all(Array.from({ length: 12 }, () => buy(150)));
      const codes = replies.map(({ body }) => body.msgCode);
      assert.equal(codes.filter((code) => code === 'TRADE_ORDER_SUBMITTED').length, 2);
      assert.equal(codes.filter((code) => code === 'DAY_VALUE_LIMIT_EXCEEDED').length, 10);
      await assertBooks(desk);
      for (const { status, body } of replies) if (status === 201) await cancel(body.id);
      await desk.at('11:00');
    });
  });
});

describe('orders for a value', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  const market = { priceType: 'MARKET', limitPrice: '' };
  const value = (orderValue: number | string, changes: object = {}) =>
    desk.accepted({ orderBase: 'VALUE', orderValue, quantityRequested: '', ...changes });

  it('are converted to whole lots at the limit price, rounded down', async () => {
    const order = await value('100010.00');
    assert.deepEqual(
      [order.orderBase, order.quantityRequested, order.orderValue, order.valueRequested],
      ['VALUE', '4000', 100_000, 100_010],
    );
    const { body } = await desk.caller.get(`${TRADE_ORDER}/id/${order.id}`);
    assert.deepEqual([body.quantityRequested, body.valueRequested], ['4000', 100_010]);
    await desk.db.query(sql`update security set lot_size = 300 where name = 'ACCESS'`);
    assert.equal((await value('100010.00')).quantityRequested, '3900');
    await desk.db.query(sql`update security set lot_size = 1 where name = 'ACCESS'`);
  });

  it('use the top of the band for a market buy, and the last price for a market sell', async () => {
    assert.equal((await value(100_000, market)).quantityRequested, '3636');
    const sell = await value(100_000, { ...market, orderType: 'SELL' });
    assert.equal(sell.quantityRequested, '4000');
  });

  it('ignore the quantity, while orders for a quantity ignore the value', async () => {
    assert.equal((await value(1000, { quantityRequested: '7' })).quantityRequested, '40');
    const order = await desk.accepted({ quantityRequested: '7', orderValue: 1000 });
    assert.deepEqual(
      [order.quantityRequested, order.orderValue, order.valueRequested],
      ['7', 175, undefined],
    );
  });

  it('of a bond use its price per 100 of face value', async () => {
    const order = await value(10_000, { securityName: 'FG162027S1' });
    assert.deepEqual([order.quantityRequested, order.orderValue], ['40', 10_000]);
  });

  it('can be amended to another value in place, but at the exchange only by quantity', async () => {
    const order = await value(1000);
    const body = {
      ...limitBody({ orderBase: 'VALUE', orderValue: 500, quantityRequested: '' }),
      id: order.id,
    };
    const amended = await desk.caller.put(`${TRADE_ORDER}/update`, body);
    assert.deepEqual(
      [amended.body.result.quantityRequested, amended.body.result.valueRequested],
      ['20', 500],
    );
    await desk.take();
    await desk.say(order.id, '0');
    const refused = await desk.caller.put(`${TRADE_ORDER}/update`, body);
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'ORDER_BASE_NOT_OFFERED']);
    const quantity = { ...limitBody({ quantityRequested: '30' }), id: order.id };
    assert.equal((await desk.caller.put(`${TRADE_ORDER}/update`, quantity)).status, 200);
  });

  const wrong: readonly (readonly [object, number, string])[] = [
    [{ orderBase: 'VALUE', orderValue: '' }, 400, 'INVALID_REQUEST'],
    [{ orderBase: 'VALUE', orderValue: '0' }, 400, 'INVALID_REQUEST'],
    [{ orderBase: 'VALUE', orderValue: '-5' }, 400, 'INVALID_REQUEST'],
    [{ orderBase: 'QUANTITY', orderValue: 5, quantityRequested: '' }, 400, 'INVALID_REQUEST'],
    [
      { orderBase: 'VALUE', orderValue: 5000, priceType: 'STOP', limitPrice: '', stopPrice: '26' },
      422,
      'ORDER_BASE_NOT_OFFERED',
    ],
  ];
  for (const [changes, status, code] of wrong) {
    it(`refuse ${JSON.stringify(changes)}: ${code}`, async () => {
      const reply = await desk.submit(changes);
      assert.deepEqual([reply.status, reply.body.msgCode], [status, code], reply.text);
    });
  }
});
