// Trade orders over HTTP, through FIX to the built-in exchange and back.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody, orderIn } from '../../../support/order.js';

const SUBMIT = '/api/v1/order/tradeorder/submit';

describe('trade orders', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true });
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const submit = (changes?: object, headers?: Record<string, string>) =>
    app.as('CLIENT').post(SUBMIT, orderBody(changes), headers);

  async function availableOf(portfolio: number): Promise<number> {
    const path = `/api/v1/partner/portfolio-trade-balance/id/${portfolio}`;
    return (await app.as('CLIENT').get(path)).body.amount;
  }

  async function lastPrice(security: string): Promise<number> {
    const { body } = await app.as('CLIENT').get('/api/v1/order/security/list/active?x=NGX&s=500');
    return body.result.find((each: { name: string }) => each.name === security).lastPrice;
  }

  describe('success', () => {
    it('fills a market buy, notes it to the kobo and leaves no hold', async () => {
      const before = await availableOf(1);
      const reply = await submit();
      assert.equal(reply.status, 201);
      assert.equal(reply.body.msgCode, 'TRADE_ORDER_SUBMITTED');
      assert.equal(reply.body.msgArgs[0], String(reply.body.id));
      assert.equal(reply.body.result.orderStatus, 'BOOKED');
      const order = await orderIn(app, reply.body.id, ['EXECUTED']);
      assert.equal(order.quantityFilled, '100');
      assert.equal(order.quantityPending, '0');
      assert.equal(order.fixOrderStatus, 'FILLED');
      const notes = await app.as('CLIENT').get('/api/v1/order/customer/contractnote/id/1');
      const note = notes.body.result.find((each: { orderId: number }) => each.orderId === order.id);
      assert.equal(note.netAmount, round(note.consideration + note.totalCharges));
      assert.equal(await availableOf(1), round(before - note.netAmount));
    });

    it('holds money while a limit buy rests, and releases it on cancellation', async () => {
      const before = await availableOf(2);
      const price = await restingBuyPrice('ZENITHBANK');
      const { body } = await submit({
        portfolioName: '0000000002',
        securityName: 'ZENITHBANK',
        priceType: 'LIMIT',
        limitPrice: price,
      });
      assert.equal(await availableOf(2), round(before - body.result.orderTotal));
      await orderIn(app, body.id, ['EXECUTING']);
      const cancel = await app.as('CLIENT').put(`/api/v1/order/tradeorder/cancel/id/${body.id}`);
      assert.equal(cancel.status, 200);
      assert.equal(cancel.body.msgCode, 'TRADE_ORDER_CANCEL_REQUESTED');
      const ended = await orderIn(app, body.id, ['CANCELLED']);
      assert.equal(ended.quantityPending, '0');
      assert.equal(await availableOf(2), before);
    });

    it('sells held units, whose proceeds wait for settlement', async () => {
      const [held] = await app.db.query<{
        name: string;
        portfolio: string;
        portfolio_id: bigint;
      }>(sql`
        select s.name, p.name as portfolio, p.id as portfolio_id from holding h
        join security s on s.id = h.security_id join portfolio p on p.id = h.portfolio_id
        where h.quantity >= 100 and s.security_type = 'EQUITY' order by h.portfolio_id desc limit
        1`);
      assert.ok(held);
      const { body } = await submit({
        portfolioName: held.portfolio,
        securityName: held.name,
        orderType: 'SELL',
        quantityRequested: 50,
      });
      await orderIn(app, body.id, ['EXECUTED']);
      const path = `/api/v1/partner/portfolio-net-trade-balance/id/${held.portfolio_id}`;
      const balance = (await app.as('CLIENT').get(path)).body;
      assert.ok(balance.unClearedAmount > 0);
    });

    it('accepts values of old clients: strings, lower case, spaces and zero prices', async () => {
      const reply = await submit({
        id: '0',
        orderType: 'buy',
        priceType: 'market',
        limitPrice: '0',
        stopPrice: '',
        description: '',
        exchange: 'NSE',
        orderDate: '25/12/2026',
        unknownMember: { deep: [1, 2] },
        systemGenerated: 'False',
      });
      assert.equal(reply.status, 201);
      assert.equal(reply.body.result.orderType, 'BUY');
      assert.equal(reply.body.result.limitPrice, undefined);
      await orderIn(app, reply.body.id, ['EXECUTED']);
    });

    it('validates without writing, and returns the charges', async () => {
      const count = await countOf('trade_order');
      const { status, body } = await app
        .as('CLIENT')
        .post('/api/v1/order/tradeorder/validate', orderBody({ quantityRequested: '1000' }));
      assert.equal(status, 200);
      assert.equal(body.msgCode, 'TRADE_ORDER_VALID');
      assert.ok(body.estimate.totalCharges > 0);
      assert.equal(await countOf('trade_order'), count);
    });

    it('lists the orders of a portfolio by page and by status', async () => {
      const path = '/api/v1/order/tradeorder/portfolio/list?p=1&b=1&c=1&s=EXECUTED';
      const { body, headers } = await app.as('CLIENT').get(path);
      assert.equal(body.result.length, 1);
      assert.ok(body.count >= 1);
      assert.match(headers.get('link') ?? '', /rel="first"/);
    });
  });

  describe('400', () => {
    it('names all members with wrong shapes in one reply', async () => {
      const { status, body } = await submit({
        quantityRequested: 'many',
        orderType: 'HOLD',
        limitPrice: '1e400',
      });
      assert.equal(status, 400);
      const pointers = body.errors.map((each: { pointer: string }) => each.pointer).sort();
      assert.deepEqual(pointers, ['/limitPrice', '/orderType', '/quantityRequested']);
    });

    it('requires the price of the price type', async () => {
      const { status, body } = await submit({ priceType: 'LIMIT' });
      assert.equal(status, 400);
      assert.deepEqual(body.msgArgs, ['limitPrice']);
    });

    for (const quantityRequested of ['0', '-1', '1.5']) {
      it(`refuses a quantity of ${quantityRequested}`, async () => {
        const { status, body } = await submit({ quantityRequested });
        assert.equal(status, 400);
        assert.equal(body.errors[0].pointer, '/quantityRequested');
      });
    }

    it('refuses an id that the caller chose', async () => {
      const { status, body } = await submit({ id: 7 });
      assert.equal(status, 400);
      assert.deepEqual(body.msgArgs, ['id']);
    });
  });

  describe('401 and 403', () => {
    it('requires credentials', async () => {
      assert.equal((await app.as('NOBODY').post(SUBMIT, orderBody())).status, 401);
    });
    it('requires the permission', async () => {
      assert.equal((await app.as('AUDITOR').post(SUBMIT, orderBody())).status, 403);
    });
  });

  describe('404', () => {
    it('does not find an order of another office', async () => {
      const made = (await submit()).body;
      const other = app.asOffice('DEALER', [3n]);
      assert.equal((await other.get(`/api/v1/order/tradeorder/id/${made.id}`)).status, 404);
      const cancel = await other.put(`/api/v1/order/tradeorder/cancel/id/${made.id}`);
      assert.equal(cancel.status, 404);
      await orderIn(app, made.id, ['EXECUTED']);
    });
  });

  describe('409', () => {
    it('returns the current state when an ended order is cancelled', async () => {
      const { id } = (await submit()).body;
      await orderIn(app, id, ['EXECUTED']);
      const { status, body } = await app
        .as('CLIENT')
        .put(`/api/v1/order/tradeorder/cancel/id/${id}`);
      assert.equal(status, 409);
      assert.deepEqual(body.msgArgs, ['EXECUTED']);
    });
  });

  describe('422', () => {
    const cases: readonly [string, object, string][] = [
      ['an unknown security', { securityName: 'NOSUCH' }, 'UNKNOWN_REFERENCE'],
      ['an unknown portfolio', { portfolioName: '9999999999' }, 'UNKNOWN_REFERENCE'],
      ['an unknown term', { orderTermName: 'NOSUCH' }, 'UNKNOWN_REFERENCE'],
      ['two securities', { instrument: 'GTCO' }, 'REFERENCE_MISMATCH'],
      ['another exchange', { exchange: 'NASD' }, 'REFERENCE_MISMATCH'],
      ['another customer', { customerName: '0000000002' }, 'REFERENCE_MISMATCH'],
      ['another currency', { orderCurrency: 'USD' }, 'CURRENCY_MISMATCH'],
      ['an unknown commission group', { commissionGroupName: 'NOSUCH' }, 'UNKNOWN_REFERENCE'],
      ['another commission group', { commissionGroupName: 'STANDARD' }, 'REFERENCE_MISMATCH'],
      ['more money than there is', { quantityRequested: '900000000' }, 'INSUFFICIENT_FUNDS'],
      [
        'more units than held',
        { orderType: 'SELL', quantityRequested: '900000000' },
        'INSUFFICIENT_HOLDING',
      ],
      [
        'more units than one order may',
        { quantityRequested: '99999999999' },
        'QUANTITY_LIMIT_EXCEEDED',
      ],
      ['a price off the tick', { priceType: 'LIMIT', limitPrice: '22.513' }, 'PRICE_OFF_TICK'],
      [
        'a price out of the band',
        { priceType: 'LIMIT', limitPrice: '99.95' },
        'PRICE_OUTSIDE_BAND',
      ],
      ['five decimals', { priceType: 'LIMIT', limitPrice: '22.50001' }, 'TOO_MANY_DECIMALS'],
      [
        'a term that ended',
        { orderTermName: 'GTD', orderEndDate: '2020-01-01' },
        'ORDER_DATE_PASSED',
      ],
    ];
    for (const [what, changes, code] of cases) {
      it(`refuses ${what}: ${code}`, async () => {
        const count = await countOf('trade_order');
        const { status, body } = await submit(changes);
        assert.equal(status, 422);
        assert.equal(body.msgCode, code);
        assert.equal(await countOf('trade_order'), count);
      });
    }
  });

  describe('repeated key', () => {
    it('submits once and replays the first reply', async () => {
      const headers = { 'idempotency-key': 'order-key-0123456789' };
      const first = await submit({}, headers);
      const second = await submit({}, headers);
      assert.equal(second.status, 201);
      assert.equal(second.headers.get('idempotent-replayed'), 'true');
      assert.equal(second.text, first.text);
      assert.equal((await submit({ quantityRequested: '7' }, headers)).status, 422);
      await orderIn(app, first.body.id, ['EXECUTED']);
    });

    it('warns about a duplicate without a key', async () => {
      const changes = { portfolioName: '0000000003', quantityRequested: '11' };
      const first = await submit(changes);
      const second = await submit(changes);
      assert.equal(second.status, 201);
      assert.equal(second.body.warnings[0].code, 'LOOKS_LIKE_REPEAT');
      assert.equal(second.body.warnings[0].id, first.body.id);
      await orderIn(app, second.body.id, ['EXECUTED']);
    });
  });

  describe('dry run', () => {
    it('returns the record and the charges, and stores, holds and numbers nothing', async () => {
      const before = { orders: await countOf('trade_order'), money: await availableOf(4) };
      const reply = await submit({ portfolioName: '0000000004' }, { prefer: 'dry-run' });
      assert.equal(reply.status, 200);
      assert.equal(reply.body.dryRun, true);
      assert.equal(reply.body.id, undefined);
      assert.equal(reply.body.result.orderStatus, 'BOOKED');
      const after = { orders: await countOf('trade_order'), money: await availableOf(4) };
      assert.deepEqual(after, before);
    });
  });

  describe('at once', () => {
    it('never holds more than is available when twenty buys compete for it', async () => {
      const available = await availableOf(5);
      const price = await restingBuyPrice('GTCO');
      const quantity = Math.floor((available * 0.4) / price);
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          submit({
            portfolioName: '0000000005',
            securityName: 'GTCO',
            priceType: 'LIMIT',
            limitPrice: price,
            quantityRequested: String(quantity),
          }),
        ),
      );
      const accepted = replies.filter(({ status }) => status === 201);
      assert.equal(accepted.length, 2);
      assert.ok(replies.every(({ status }) => status === 201 || status === 422));
      await assertBooks(app);
      for (const { body } of accepted) {
        await orderIn(app, body.id, ['EXECUTING']);
        await app.as('CLIENT').put(`/api/v1/order/tradeorder/cancel/id/${body.id}`);
        await orderIn(app, body.id, ['CANCELLED']);
      }
      assert.equal(await availableOf(5), available);
    });
  });

  // Returns a price far enough below the market that the market maker ignores it, but within the
  // price limits and on the price increment.
  async function restingBuyPrice(security: string): Promise<number> {
    const price = await lastPrice(security);
    return round(Math.ceil(price * 0.93 * 20) / 20);
  }

  async function countOf(table: 'trade_order'): Promise<bigint> {
    assert.equal(table, 'trade_order');
    const [row] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from trade_order`,
    );
    return row?.count ?? -1n;
  }
});

function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}
