// Orders whose prices a cash dividend does not change on its ex-date (`doNotAdjust`), here and at
// the exchange.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { assertBooks } from '../../support/order.js';
import { bonusOf, type ExDateDesk, openExDateDesk } from './ex-date-desk.js';

describe('an order that a dividend does not adjust', () => {
  let desk: ExDateDesk;
  beforeEach(async () => {
    desk = await openExDateDesk();
  });
  afterEach(() => desk.stop());

  it('keeps its prices at a dividend, and at no other event', async () => {
    await desk.announce({ kind: 'DVCA', option: sql`cash_per_unit = 0.62` });
    await desk.announce({ kind: 'BONU', security: 'ZENITHBANK', option: bonusOf(1, 4) });
    await desk.announce({ kind: 'CAPD', security: 'GTCO', option: sql`cash_per_unit = 0.62` });
    const kept = { term: 'GTC', doNotAdjust: true } as const;
    const buy = await desk.submit({ quantity: 80, limit: '24.95', ...kept });
    const stop = await desk.submit({
      ...{ quantity: 30, side: 'SELL', priceType: 'STOP', stop: '24.00', ...kept },
    });
    const ratio = await desk.submit({
      ...{ quantity: 40, limit: '25.00', security: 'ZENITHBANK', ...kept },
    });
    const returned = await desk.submit({
      ...{ quantity: 40, limit: '25.00', security: 'GTCO', ...kept },
    });
    const held = await desk.held(buy.id);
    await desk.begin();
    assert.deepEqual(await desk.terms(buy.id), ['BOOKED', 80n, '24.95', undefined]);
    assert.deepEqual(await desk.terms(stop.id), ['BOOKED', 30n, undefined, '24.00']);
    assert.deepEqual(await desk.terms(ratio.id), ['BOOKED', 50n, '20.00', undefined]);
    assert.deepEqual(await desk.terms(returned.id), ['BOOKED', 40n, '24.35', undefined]);
    assert.equal(await desk.held(buy.id), held);
    const outcomes = await desk.db.query<{ outcome: string }>(sql`
      select outcome from order_adjustment where order_id = any(${[buy.id, stop.id]}::bigint[])`);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['UNCHANGED', 'UNCHANGED'],
    );
    const [priced] = await desk.db.query<object>(sql`
      select p.amount::text, p.dividend::text, p.reference_price::text as reference
      from price_adjustment p join security s on s.id = p.security_id where s.name = 'ACCESS'`);
    assert.deepEqual(priced, { amount: '0.62', dividend: '0.62', reference: '24.4' });
    await assertBooks(desk);
  });

  it('follows the other events of the same ex-date', async () => {
    await desk.announce({ kind: 'DVCA', option: sql`cash_per_unit = 0.80` });
    await desk.announce({ kind: 'BONU', option: bonusOf(1, 4) });
    const wanted = { quantity: 40, limit: '25.00', term: 'GTC' } as const;
    const lowered = await desk.submit(wanted);
    const kept = await desk.submit({ ...wanted, doNotAdjust: true });
    await desk.begin();
    assert.deepEqual(await desk.terms(lowered.id), ['BOOKED', 50n, '19.35', undefined]);
    assert.deepEqual(await desk.terms(kept.id), ['BOOKED', 50n, '20.00', undefined]);
  });

  it('is left unchanged at the exchange', async () => {
    const order = await desk.submit({ term: 'GTC', limit: '24.90', doNotAdjust: true });
    const [sent] = await desk.take();
    assert.equal(sent?.doNotAdjust, true);
    await desk.say(order, '0');
    await desk.announce({ kind: 'DVCA', option: sql`cash_per_unit = 0.62` });
    await desk.begin();
    assert.equal((await desk.order(order.id)).fix_order_status, 'NEW');
    assert.deepEqual(await desk.terms(order.id), ['EXECUTING', 100n, '24.90', undefined]);
  });

  it('is cancelled if the event requires it', async () => {
    const order = await desk.send({ term: 'GTC', limit: '24.90', doNotAdjust: true });
    await desk.say(order, '0');
    await desk.announce({
      ...{ kind: 'DVCA', option: sql`cash_per_unit = 0.11`, event: sql`order_policy = 'CANCEL'` },
    });
    await desk.begin();
    assert.equal((await desk.order(order.id)).fix_order_status, 'PENDING_CANCEL');
  });

  it('has the exemption of an amendment once the exchange accepts it', async () => {
    const order = await desk.send({ term: 'GTC', limit: '24.90' });
    await desk.say(order, '0');
    const isKept = async () => (await desk.order(order.id)).do_not_adjust;
    const amended = async (doNotAdjust: boolean | undefined, answer: '5' | '9') => {
      const before = await desk.order(order.id);
      const changed = doNotAdjust === undefined ? {} : { doNotAdjust };
      await desk.amend(order.id, { term: 'GTC', limit: '24.90', quantity: 90, ...changed });
      const [request] = await desk.take();
      const { pending_cl_ord_id: clOrdId } = await desk.order(order.id);
      assert.ok(clOrdId);
      assert.equal(await isKept(), before.do_not_adjust, 'not before the exchange accepts');
      await desk.say(before, '0', { type: answer, clOrdId, origClOrdId: before.cl_ord_id });
      return [request?.doNotAdjust, await isKept()];
    };
    assert.deepEqual(await amended(true, '9'), [true, false]);
    assert.deepEqual(await amended(true, '5'), [true, true]);
    assert.deepEqual(await amended(undefined, '5'), [true, true]);
    assert.deepEqual(await amended(false, '5'), [false, false]);
    const here = await desk.submit({ term: 'GTC', limit: '24.90', doNotAdjust: true });
    await desk.amend(here.id, { term: 'GTC', limit: '24.80' });
    assert.equal((await desk.order(here.id)).do_not_adjust, true);
    await desk.amend(here.id, { term: 'GTC', limit: '24.80', doNotAdjust: false });
    assert.equal((await desk.order(here.id)).do_not_adjust, false);
  });
});
