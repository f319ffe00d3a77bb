// Live orders, reference prices and securities on ex-dates, with orders here and at the exchange.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { adjustExPrices } from '../../../src/modules/custody/market/ex-date.js';
import { adjustLiveOrders } from '../../../src/modules/custody/market/follow.js';
import { changeSecurities } from '../../../src/modules/custody/market/security-change.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { assertBooks } from '../../support/order.js';
import { bonusOf, DAY, EX_DATE, type ExDateDesk, openExDateDesk, TODAY } from './ex-date-desk.js';

describe('an ex-date', () => {
  let desk: ExDateDesk;
  beforeEach(async () => {
    desk = await openExDateDesk();
  });
  afterEach(() => desk.stop());

  it('adjusts orders that wait here, with their holds, and the reference price', async () => {
    await desk.announce({ kind: 'BONU', option: bonusOf(2, 3) });
    const buy = await desk.submit({ quantity: 90, limit: '24.95', term: 'GTC' });
    const sell = await desk.submit({ quantity: 60, limit: '25.10', term: 'GTC', side: 'SELL' });
    const stop = await desk.submit({
      ...{ quantity: 30, term: 'GTC', side: 'SELL', priceType: 'STOP', stop: '24.00' },
    });
    await desk.begin();
    assert.deepEqual(await desk.terms(buy.id), ['BOOKED', 150n, '14.95', undefined]);
    assert.deepEqual(await desk.terms(sell.id), ['BOOKED', 100n, '15.10', undefined]);
    assert.deepEqual(await desk.terms(stop.id), ['BOOKED', 50n, undefined, '14.40']);
    assert.deepEqual(await desk.price(), { last: '15', previous: '15' });
    // The hold was computed on the day before the ex-date, so the business date is moved back.
    await desk.setDate(TODAY);
    assert.equal(await desk.held(buy.id), await desk.needed(buy.id));
    await assertBooks(desk);
  });

  it('takes effect once, however often the steps run', async () => {
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 4) });
    const order = await desk.submit({ quantity: 40, limit: '25.00', term: 'GTC' });
    await desk.begin();
    await adjustLiveOrders(desk.context, DAY);
    await adjustExPrices(desk.context, DAY);
    assert.deepEqual(await desk.terms(order.id), ['BOOKED', 50n, '20.00', undefined]);
    assert.deepEqual(await desk.price(), { last: '20', previous: '20' });
  });

  it('deducts a dividend from buy limits only, not from the filled part', async () => {
    await desk.announce({ kind: 'DVCA', option: sql`cash_per_unit = 0.62` });
    const buy = await desk.submit({ quantity: 80, limit: '24.95', term: 'GTC' });
    const sell = await desk.submit({ quantity: 60, limit: '25.10', term: 'GTC', side: 'SELL' });
    await desk.begin();
    assert.deepEqual(await desk.terms(buy.id), ['BOOKED', 80n, '24.30', undefined]);
    assert.deepEqual(await desk.terms(sell.id), ['BOOKED', 60n, '25.10', undefined]);
    const events = await desk.db.query<{ data: object }>(
      sql`select data from outbox_event where type = 'trade-order.adjusted'`,
    );
    assert.equal(events.length, 1);
  });

  it('asks the exchange to replace a resting order, and cancels it if it refuses', async () => {
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 1) });
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.say(order, '1', { fill: [30, '24.90'], cum: 30, leaves: 70 });
    await desk.begin();
    const asked = await desk.order(order.id);
    assert.equal(asked.fix_order_status, 'PENDING_REPLACE');
    const [replace] = await desk.db.query<{ quantity: bigint; price: string }>(sql`
      select quantity, limit_price::text as price from exchange_instruction
      where order_id = ${order.id} and kind = 'REPLACE'`);
    assert.deepEqual(replace, { quantity: 170n, price: '12.45' });
    assert.equal(await desk.held(order.id), await desk.needed(order.id));
    assert.ok(asked.pending_cl_ord_id);
    const clOrdId = asked.pending_cl_ord_id;
    await desk.say(order, '1', { type: '9', clOrdId, origClOrdId: order.cl_ord_id });
    const refused = await desk.order(order.id);
    assert.equal(refused.fix_order_status, 'PENDING_CANCEL');
    assert.match(refused.fix_message ?? '', /^EX_DATE E\d+$/);
  });

  it('adopts the adjusted terms when the exchange accepts them', async () => {
    await desk.announce({ kind: 'SPLF', option: bonusOf(5, 2) });
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.begin();
    const { pending_cl_ord_id: clOrdId } = await desk.order(order.id);
    assert.ok(clOrdId);
    await desk.say(order, '0', { type: '5', clOrdId, origClOrdId: order.cl_ord_id });
    assert.deepEqual(await desk.terms(order.id), ['EXECUTING', 250n, '9.95', undefined]);
    assert.equal(await desk.held(order.id), await desk.needed(order.id));
    await assertBooks(desk);
  });

  it('accepts a price and quantity that the exchange itself restates', async () => {
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.say(order, '1', { fill: [40, '24.90'], cum: 40, leaves: 60 });
    const restated = { type: 'D', limit: '8.30', quantity: 220, cum: 40, leaves: 180 };
    assert.equal(await desk.say(order, '1', restated), 'APPLIED');
    assert.deepEqual(await desk.terms(order.id), ['EXECUTING', 220n, '8.30', undefined]);
    const fill = { fill: [180, '8.30'] as const, quantity: 220, cum: 220, leaves: 0 };
    assert.equal(await desk.say(order, '2', fill), 'APPLIED');
    assert.equal((await desk.order(order.id)).order_status, 'EXECUTED');
    const [entry] = await desk.db.query<{ quantity: bigint; filled: bigint }>(sql`
      select quantity, quantity_filled as filled from exchange_order
      where order_id = ${order.id}`);
    assert.deepEqual(entry, { quantity: 220n, filled: 220n });
    assert.deepEqual(await desk.db.query(sql`select reason from unmatched_report`), []);
    await assertBooks(desk);
  });

  it('cancels orders if the event requires it, and releases what they held', async () => {
    const { name } = await desk.announce({ kind: 'RHDI', option: bonusOf(1, 6) });
    const there = await desk.send({ quantity: 50, limit: '25.00', term: 'GTC', side: 'SELL' });
    await desk.say(there, '0');
    const here = await desk.submit({ quantity: 40, limit: '25.00', term: 'GTC' });
    await desk.begin();
    const cancelled = await desk.order(here.id);
    assert.deepEqual(
      [cancelled.order_status, cancelled.fix_message],
      ['CANCELLED', `EX_DATE ${name}`],
    );
    assert.equal(await desk.held(here.id), 0n);
    assert.equal((await desk.order(there.id)).fix_order_status, 'PENDING_CANCEL');
  });

  it('waits for an order whose amendment the exchange has not answered', async () => {
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 1) });
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.amend(order.id, { quantity: 80, limit: '24.90', term: 'GTC' });
    await desk.take();
    const { pending_cl_ord_id: clOrdId } = await desk.order(order.id);
    assert.ok(clOrdId);
    await desk.begin();
    await desk.say(order, '0', { type: '5', clOrdId, origClOrdId: order.cl_ord_id });
    assert.deepEqual(await desk.terms(order.id), ['EXECUTING', 80n, '24.90', undefined]);
    await adjustLiveOrders(desk.context, DAY);
    const [replace] = await desk.db.query<{ quantity: bigint }>(sql`
      select quantity from exchange_instruction where order_id = ${order.id} and kind = 'REPLACE'
      order by id desc limit 1`);
    assert.equal(replace?.quantity, 160n);
  });

  it('does not adjust a price that has since moved, if the event is approved late', async () => {
    await desk.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select id, ${TODAY}, 25, 25, 25, 25, 100 from security where name = 'ACCESS'
      on conflict (security_id, price_date) do update set close = 25`);
    await desk.setDate(EX_DATE);
    await desk.db.query(sql`
      update security_price set last = 20.10, previous_close = 25, volume = 500,
        price_date = ${EX_DATE}`);
    const { id, name } = await desk.announce({ kind: 'BONU', option: bonusOf(1, 4) });
    await desk.run(id);
    assert.deepEqual(await desk.price(), { last: '20.10', previous: '25' });
    const adjusted = () =>
      desk.db.query(sql`
      select round(factor, 4)::text as factor, close_before::text as close, reference_price
      from price_adjustment where event_name = ${name}`);
    assert.deepEqual(await adjusted(), [{ factor: '0.8000', close: '25', reference_price: null }]);
    await desk.db.query(sql`
      update corporate_action_option set old_units = 9 where corporate_action_id = ${id}`);
    await desk.follow(id);
    assert.deepEqual(await adjusted(), [{ factor: '0.9000', close: '25', reference_price: null }]);
    await desk.db.query(sql`update corporate_action set status = 'CANCELLED' where id = ${id}`);
    await desk.follow(id);
    assert.deepEqual(await adjusted(), []);
  });

  it('moves with its event if that is postponed, and does not change an order twice', async () => {
    const order = await desk.submit({ quantity: 40, limit: '25.00', term: 'GTC' });
    const { id, name } = await desk.announce({ kind: 'BONU', option: bonusOf(1, 4) });
    await desk.begin();
    assert.deepEqual(await desk.terms(order.id), ['BOOKED', 50n, '20.00', undefined]);
    const later = '2026-11-24';
    await desk.db.query(sql`update corporate_action set ex_date = ${later} where id = ${id}`);
    await desk.setDate(EX_DATE);
    await desk.follow(id);
    const adjusted = () =>
      desk.db.query(sql`select ex_date from price_adjustment where event_name = ${name}`);
    assert.deepEqual(await adjusted(), []);
    const day = { closing: businessDate('2026-11-23'), next: businessDate(later) };
    await adjustLiveOrders(desk.context, day);
    await adjustExPrices(desk.context, day);
    assert.deepEqual(await adjusted(), [{ ex_date: later }]);
    assert.deepEqual(await desk.terms(order.id), ['BOOKED', 50n, '20.00', undefined]);
  });

  it('ends the orders that a split has multiplied, if the split is cancelled', async () => {
    const { id, name } = await desk.announce({ kind: 'SPLF', option: bonusOf(2, 1) });
    const there = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(there, '0');
    const here = await desk.submit({ quantity: 40, limit: '25.00', term: 'GTC', side: 'SELL' });
    const stop = await desk.submit({
      ...{ quantity: 30, term: 'GTC', side: 'SELL', priceType: 'STOP', stop: '24.00' },
    });
    await desk.begin();
    const { pending_cl_ord_id: asked } = await desk.order(there.id);
    const later = await desk.submit({ quantity: 10, limit: '12.50', term: 'GTC' });
    await desk.db.query(sql`update corporate_action set status = 'CANCELLED' where id = ${id}`);
    await desk.follow(id);
    await desk.run(id);
    for (const order of [here, stop]) {
      const { order_status, fix_message } = await desk.order(order.id);
      assert.deepEqual([order_status, fix_message], ['CANCELLED', `EX_DATE ${name}`]);
      assert.equal(await desk.held(order.id), 0n);
    }
    assert.deepEqual(await desk.terms(later.id), ['BOOKED', 10n, '12.50', undefined]);
    const waiting = await desk.order(there.id);
    assert.equal(waiting.pending_cl_ord_id, asked, 'the replacement is still unanswered');
    assert.ok(asked);
    await desk.say(there, '0', { type: '5', clOrdId: asked, origClOrdId: there.cl_ord_id });
    await desk.run(id);
    assert.equal((await desk.order(there.id)).fix_order_status, 'PENDING_CANCEL');
    await assertBooks(desk);
  });

  it('leaves lowered prices of orders unchanged, if a dividend is cancelled', async () => {
    const { id } = await desk.announce({ kind: 'DVCA', option: sql`cash_per_unit = 0.62` });
    const buy = await desk.submit({ quantity: 80, limit: '24.95', term: 'GTC' });
    await desk.begin();
    await desk.db.query(sql`update corporate_action set status = 'CANCELLED' where id = ${id}`);
    await desk.follow(id);
    await desk.run(id);
    assert.deepEqual(await desk.terms(buy.id), ['BOOKED', 80n, '24.30', undefined]);
  });

  it('asks the built-in exchange only once that has opened with its own restatements', async () => {
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.db.query(sql`
      update trade_order set session_name = 'built-in' where id = ${order.id}`);
    const requests = () =>
      desk.db.query<{ quantity: bigint }>(sql`
        select quantity from exchange_instruction
        where order_id = ${order.id} and kind = 'REPLACE'`);
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 1) });
    await desk.begin();
    assert.deepEqual(await requests(), []);
    await desk.setDate(EX_DATE);
    const { id } = await desk.announce({ kind: 'SPLF', option: bonusOf(3, 1) });
    await desk.run(id);
    assert.deepEqual(await requests(), [{ quantity: 300n }]);
  });

  it('is not applied again to an order that the exchange restated during a request', async () => {
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 1) });
    const restated = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    const replaced = await desk.send({ quantity: 60, limit: '24.90', term: 'GTC' });
    for (const order of [restated, replaced]) {
      await desk.say(order, '0');
      await desk.cancel(order.id);
    }
    await desk.begin();
    const pendingOf = async (id: bigint) => (await desk.order(id)).pending_cl_ord_id;
    for (const order of [restated, replaced]) {
      const quantity = 2 * Number(order.quantity);
      const after = { type: 'D', limit: '12.45', quantity, cum: 0, leaves: quantity };
      assert.equal(await desk.say(order, '0', after), 'APPLIED');
      const clOrdId = await pendingOf(order.id);
      assert.ok(clOrdId);
      await desk.say(order, '0', { type: '9', clOrdId, origClOrdId: order.cl_ord_id });
    }
    // In one order, the customer has already entered terms for the ex-date. They are not adjusted.
    const before = await desk.order(replaced.id);
    await desk.amend(replaced.id, { quantity: 110, limit: '12.30', term: 'GTC' });
    await desk.take();
    const clOrdId = await pendingOf(replaced.id);
    assert.ok(clOrdId);
    await desk.say(before, '0', { type: '5', clOrdId, origClOrdId: before.cl_ord_id });
    await adjustLiveOrders(desk.context, DAY);
    assert.deepEqual(await desk.terms(restated.id), ['EXECUTING', 200n, '12.45', undefined]);
    assert.deepEqual(await desk.terms(replaced.id), ['EXECUTING', 110n, '12.30', undefined]);
    assert.deepEqual([await pendingOf(restated.id), await pendingOf(replaced.id)], [null, null]);
    const met = await desk.db.query(sql`
      select outcome, old_quantity, new_quantity from order_adjustment
      where order_id = ${restated.id}`);
    assert.deepEqual(met, [{ outcome: 'RESTATED', old_quantity: 100n, new_quantity: 200n }]);
  });

  it('is followed by one job, however often orders are found waiting', async () => {
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 1) });
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.cancel(order.id);
    await desk.begin();
    await adjustLiveOrders(desk.context, DAY);
    const jobs = await desk.db.query(sql`
      select 1 from job where kind = 'corporate-action.follow-market' and state = 'QUEUED'`);
    assert.equal(jobs.length, 1);
  });

  it('leaves a security suspended that was suspended for another reason', async () => {
    await desk.db.query(sql`update security set status = 'SUSPENDED' where name = 'ZENITHBANK'`);
    await desk.announce({
      ...{ kind: 'SPLR', security: 'ZENITHBANK', option: bonusOf(1, 4) },
      event: sql`suspend_from = ${EX_DATE}, suspend_to = '2026-11-18'`,
    });
    await desk.begin();
    const later = { closing: businessDate('2026-11-18'), next: businessDate('2026-11-19') };
    await changeSecurities(desk.context, later);
    const [found] = await desk.db.query<{ status: string }>(
      sql`select status from security where name = 'ZENITHBANK'`,
    );
    assert.equal(found?.status, 'SUSPENDED');
  });

  it('gives a security its new code, and keeps the old one as an alias', async () => {
    await desk.announce({
      kind: 'CHAN',
      event: sql`new_name = 'ACCESSCORP', new_label = 'Access Corp'`,
    });
    await desk.begin();
    const found = await desk.db.query(sql`
      select s.name, s.label, a.alias, a.valid_to::text as until from security s
      join security_alias a on a.security_id = s.id where s.name = 'ACCESSCORP'`);
    assert.deepEqual(found, [
      { name: 'ACCESSCORP', label: 'Access Corp', alias: 'ACCESS', until: TODAY },
    ]);
  });

  it('ends the listing of a security, and suspends another between two dates', async () => {
    await desk.announce({ kind: 'DLST' });
    await desk.announce({
      ...{ kind: 'SPLR', security: 'ZENITHBANK', option: bonusOf(1, 4) },
      event: sql`suspend_from = ${EX_DATE}, suspend_to = '2026-11-18'`,
    });
    await desk.begin();
    const status = async () => {
      const rows = await desk.db.query<{ status: string }>(sql`
        select status from security where name in ('ACCESS', 'ZENITHBANK') order by name`);
      return rows.map((row) => row.status);
    };
    assert.deepEqual(await status(), ['DELISTED', 'SUSPENDED']);
    const later = { closing: businessDate('2026-11-18'), next: businessDate('2026-11-19') };
    await changeSecurities(desk.context, later);
    assert.deepEqual(await status(), ['DELISTED', 'TRADING']);
  });

  it('lists a security again as before, if the end of its listing is cancelled', async () => {
    await desk.db.query(sql`update security set status = 'HALTED' where name = 'ACCESS'`);
    const { id } = await desk.announce({ kind: 'DLST' });
    const worthless = await desk.announce({ kind: 'WRTH' });
    await desk.begin();
    const statusAfter = async (cancelled: bigint) => {
      await desk.db.query(sql`
        update corporate_action set status = 'CANCELLED' where id = ${cancelled}`);
      await desk.follow(cancelled);
      const [row] = await desk.db.query<{ status: string }>(
        sql`select status from security where name = 'ACCESS'`,
      );
      return row?.status;
    };
    assert.equal(await statusAfter(id), 'DELISTED', 'the security is worthless, too');
    assert.equal(await statusAfter(worthless.id), 'HALTED');
  });
});
