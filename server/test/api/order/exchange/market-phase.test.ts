// Orders in each market phase: which orders wait, when they are sent, and which cannot wait.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { assertBooks } from '../../../support/order.js';
import { type MarketDesk, MONDAY, openMarketDesk, TRADE_ORDER } from './market-desk.js';

const TUESDAY = '2026-12-08';

describe('orders and the phases of the market', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());
  afterEach(async () => {
    // Removes live orders, so that the next test starts without them.
    await desk.at('11:00');
    await desk.take();
    const live = await desk.db.query<{ id: bigint; cl: string }>(sql`
      select id, cl_ord_id as cl from trade_order where order_status in ('BOOKED', 'EXECUTING')`);
    for (const { id } of live) await desk.say(Number(id), '4');
    await assertBooks(desk);
  });

  const taken = async () => (await desk.take()).map(({ clOrdId }) => clOrdId);

  it('a limit order before the hours is BOOKED, and is sent when the pre-open begins', async () => {
    await desk.at('08:00');
    const order = await desk.accepted();
    assert.equal(order.orderStatus, 'BOOKED');
    assert.equal(order.fixOrderStatus, 'NA');
    assert.deepEqual(await taken(), []);
    const { body: shown } = await desk.caller.get(`${TRADE_ORDER}/id/${order.id}`);
    assert.equal(shown.waitingFor, 'MARKET');
    const { body: blotter } = await desk.caller.get(`${TRADE_ORDER}/list?waitingFor=MARKET`);
    assert.deepEqual(
      blotter.result.map(({ id }: { id: number }) => id),
      [order.id],
    );
    await desk.at('09:29');
    assert.deepEqual(await taken(), []);
    await desk.at('09:30');
    assert.deepEqual(await taken(), [`${order.name}-1`]);
    assert.deepEqual(await taken(), []);
  });

  it('a market order waits through both auctions for continuous trading', async () => {
    await desk.at('09:40');
    const order = await desk.accepted({ priceType: 'MARKET', limitPrice: '' });
    assert.deepEqual(await taken(), []);
    await desk.at('10:00');
    assert.deepEqual(await taken(), [`${order.name}-1`]);
    await desk.at('14:20');
    const late = await desk.accepted({ priceType: 'MARKET', limitPrice: '' });
    assert.deepEqual(await taken(), []);
    assert.equal((await desk.order(late.id)).expire_date, TUESDAY);
    await desk.at('10:00', TUESDAY);
    assert.deepEqual(await taken(), [`${late.name}-1`]);
  });

  it('waiting orders do not block those that are due', async () => {
    await desk.at('09:40');
    const waiting = await desk.accepted({ priceType: 'MARKET', limitPrice: '' });
    const due = await desk.accepted();
    assert.deepEqual(await taken(), [`${due.name}-1`]);
    await desk.at('10:00');
    assert.deepEqual(await taken(), [`${waiting.name}-1`]);
  });

  it('an order after the close outlives the end of its day and keeps its hold', async () => {
    await desk.at('16:00');
    const order = await desk.accepted();
    assert.deepEqual(await taken(), []);
    await desk.endOfDay(MONDAY, TUESDAY);
    const row = await desk.order(order.id);
    assert.deepEqual([row.order_status, row.expire_date], ['BOOKED', TUESDAY]);
    await assertBooks(desk);
    await desk.at('09:30', TUESDAY);
    assert.deepEqual(await taken(), [`${order.name}-1`]);
    await desk.endOfDay(TUESDAY, '2026-12-09');
    assert.equal((await desk.order(order.id)).order_status, 'EXPIRED');
  });

  it("an order for the next day is checked against today's price", async () => {
    await desk.db.query(sql`update security_price set last = 27`);
    await desk.at('16:00');
    const order = await desk.accepted({ limitPrice: '29.70' });
    assert.equal((await desk.submit({ limitPrice: '29.75' })).body.msgCode, 'PRICE_OUTSIDE_BAND');
    await desk.at('11:00');
    assert.equal((await desk.submit({ limitPrice: '29.70' })).body.msgCode, 'PRICE_OUTSIDE_BAND');
    await desk.caller.put(`${TRADE_ORDER}/cancel/id/${order.id}`);
    await desk.db.query(sql`update security_price set last = 25`);
  });

  it('an ATC order waits for continuous trading, and an ATO order does not', async () => {
    await desk.at('09:35');
    const close = await desk.accepted({ orderTermName: 'ATC' });
    const open = await desk.accepted({ orderTermName: 'ATO' });
    assert.deepEqual(await taken(), [`${open.name}-1`]);
    await desk.at('10:00');
    assert.deepEqual(await taken(), [`${close.name}-1`]);
  });

  it("a business date's session is over at midnight, even before the end of day", async () => {
    await desk.at('11:00', TUESDAY, MONDAY);
    const order = await desk.accepted();
    assert.deepEqual(await taken(), []);
    await desk.at('11:00', TUESDAY);
    assert.deepEqual(await taken(), [`${order.name}-1`]);
  });

  it('a holiday declared while orders wait holds them back on that day', async () => {
    await desk.at('16:00');
    const order = await desk.accepted({ orderTermName: 'GTC' });
    await desk.db.query(sql`
      insert into market_holiday (exchange_id, holiday, label)
      select id, ${TUESDAY}, 'Declared' from exchange where name = 'NGX'`);
    await desk.at('11:00', TUESDAY);
    assert.deepEqual(await taken(), []);
    await desk.at('11:00', '2026-12-09');
    assert.deepEqual(await taken(), [`${order.name}-1`]);
    await desk.db.query(sql`delete from market_holiday where holiday = ${TUESDAY}`);
  });

  it('a security that is suspended while orders wait holds them back', async () => {
    await desk.at('08:00');
    const order = await desk.accepted();
    await desk.db.query(sql`update security set status = 'SUSPENDED' where name = 'ACCESS'`);
    await desk.at('11:00');
    assert.deepEqual(await taken(), []);
    await desk.db.query(sql`update security set status = 'TRADING' where name = 'ACCESS'`);
    assert.deepEqual(await taken(), [`${order.name}-1`]);
  });

  it('an order is not sent before its start', async () => {
    const orderStartDate = `${TUESDAY}T11:00:00.000Z`;
    const order = await desk.accepted({ orderStartDate });
    assert.equal((await desk.order(order.id)).expire_date, TUESDAY);
    assert.deepEqual(await taken(), []);
    await desk.at('11:59', TUESDAY);
    assert.deepEqual(await taken(), []);
    await desk.at('12:00', TUESDAY);
    assert.deepEqual(await taken(), [`${order.name}-1`]);
  });

  it('a stop order with a later start is not released by earlier prices', async () => {
    await desk.at('11:00');
    const order = await desk.accepted({
      ...{ priceType: 'STOP', limitPrice: '', stopPrice: '26.00', orderTermName: 'GTC' },
      orderStartDate: '2026-12-08T00:00:00.000Z',
    });
    assert.equal(await desk.trigger('26.00'), 0);
    await desk.trigger('25.00');
    await desk.at('11:00', '2026-12-08');
    assert.equal(await desk.trigger('25.00'), 0);
    assert.equal(await desk.trigger('26.00'), 1);
    assert.deepEqual(
      (await desk.take()).map(({ clOrdId }) => clOrdId),
      [`${order.name}-1`],
    );
    await desk.trigger('25.00');
    await desk.at('11:00');
  });

  it('a stop order reached after hours is sent when the market accepts it', async () => {
    await desk.at('10:30');
    const stop = { priceType: 'STOP', limitPrice: '', stopPrice: '26.00', orderTermName: 'GTC' };
    const order = await desk.accepted(stop);
    await desk.at('15:00');
    assert.equal(await desk.trigger('26.00'), 1);
    assert.deepEqual(await taken(), []);
    await desk.at('09:30', TUESDAY);
    assert.deepEqual(await taken(), []);
    await desk.at('10:00', TUESDAY);
    assert.deepEqual(await taken(), [`${order.name}-1`]);
    await desk.trigger('25.00');
  });

  it('a waiting order is cancelled and amended at once, and can be moved to today', async () => {
    await desk.at('14:25');
    const order = await desk.accepted({ priceType: 'MARKET', limitPrice: '' });
    const body = {
      ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
      ...{ id: order.id, priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '50' },
      orderTermName: 'DAY',
    };
    const amended = await desk.caller.put(`${TRADE_ORDER}/update`, body);
    assert.equal(amended.status, 200, amended.text);
    assert.equal((await desk.order(order.id)).expire_date, MONDAY);
    await desk.at('15:00');
    const waiting = await desk.accepted();
    const cancel = await desk.caller.put(`${TRADE_ORDER}/cancel/id/${waiting.id}`);
    assert.equal(cancel.body.msgCode, 'TRADE_ORDER_CANCELLED');
  });

  it('amendments at the exchange need a phase that allows them, and cancels do not', async () => {
    const order = await desk.accepted({ orderTermName: 'GTC' });
    await desk.take();
    await desk.say(order.id, '0');
    const body = {
      ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
      ...{ id: order.id, priceType: 'LIMIT', limitPrice: '24.00', quantityRequested: '100' },
      orderTermName: 'GTC',
    };
    for (const time of ['14:26', '15:00']) {
      await desk.at(time);
      const { status, body: reply } = await desk.caller.put(`${TRADE_ORDER}/update`, body);
      assert.deepEqual([status, reply.msgCode], [422, 'AMENDMENT_NOT_IN_PHASE']);
    }
    const cancel = await desk.caller.put(`${TRADE_ORDER}/cancel/id/${order.id}`);
    assert.equal(cancel.body.msgCode, 'TRADE_ORDER_CANCEL_REQUESTED');
    assert.deepEqual(
      (await desk.take()).map(({ kind }) => kind),
      ['CANCEL'],
    );
  });

  it('an order is sent whatever the number of other exchanges', async () => {
    await desk.db.query(sql`
      insert into exchange (id, name, label, currency, time_zone)
      select e.id + n, 'MORE' || n, 'Another', e.currency, e.time_zone
      from exchange e, generate_series(1, 250) n where e.name = 'NGX'`);
    const last = sql`(select id from exchange where name = 'MORE250')`;
    await desk.db.query(sql`
      insert into market_rule (exchange_id, asset_class, rule, valid_from, terms)
      select ${last}, r.asset_class, r.rule, r.valid_from, r.terms
      from market_rule r join exchange e on e.id = r.exchange_id and e.name = 'NGX'`);
    await desk.db.query(sql`update security set exchange_id = ${last} where name = 'ZENITHBANK'`);
    const order = await desk.accepted({ securityName: 'ZENITHBANK' });
    assert.deepEqual(await taken(), [`${order.name}-1`]);
  });

  it('an immediate order that could not be sent in time ends with its day', async () => {
    await desk.at('14:19');
    const order = await desk.accepted({ orderTermName: 'IOC' });
    await desk.at('14:20');
    assert.deepEqual(await taken(), []);
    await desk.endOfDay(MONDAY, TUESDAY);
    assert.equal((await desk.order(order.id)).order_status, 'EXPIRED');
  });
});
