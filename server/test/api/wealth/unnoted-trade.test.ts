// Valuations that include fills without a contract note: the charges are estimated, and the note
// confirms them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { valueCustomer, valuePortfolio } from '../../../src/modules/wealth/valuation/valuation.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import type { Call } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { parseJson, toJson } from '../../../src/platform/json/json.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { bringUnits } from '../../support/holding.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

describe('fills of the day', () => {
  let desk: Desk;
  let call: Call;
  let owner: { id: bigint; customer_id: bigint };
  before(async () => {
    desk = await openDesk();
    const { context, db } = desk;
    call = { context, db, principal: SYSTEM, requestId: 'test', now: context.clock.now() };
    await desk.setDate('2026-11-16');
    await desk.db.query(sql`delete from security_price_day`);
    await desk.receive(1_000_000_000n);
    const [row] = await db.query<{ id: bigint; customer_id: bigint }>(
      sql`select id, customer_id from portfolio where name = '0000000001'`,
    );
    assert.ok(row);
    owner = row;
  });
  after(() => desk.stop());

  const worth = async (d?: string): Promise<Json> => {
    const request = { d: d === undefined ? undefined : businessDate(d) };
    const value = await valueCustomer(call, owner.customer_id, request);
    return JSON.parse(toJson(parseJson(toJson(value))));
  };
  // The desk's end of day runs only the order steps, so the test stores the bars itself.
  const close = async (closing: string, next: string) => {
    await desk.endOfDay(closing, next);
    await desk.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select security_id, ${closing}, last, last, last, last, 1 from security_price`);
  };
  const linesOf = (body: Json, ofClass: string): Json[] =>
    body.lines.filter((line: Json) => line.class === ofClass);
  const trades = (body: Json) =>
    body.lines
      .filter((line: Json) => line.subjectType === 'TRADE_ORDER')
      .map((line: Json) => [line.class, line.value, line.priceSource]);

  it('of a buy are a payable with estimated charges until the note takes the cash', async () => {
    const before = await worth();
    const buy = await desk.send({ quantity: 400, term: 'GTC' });
    assert.equal((await worth()).value, before.value);
    await desk.say(buy, '1', { fill: [300, '24.00'] });
    const filled = await worth();
    // 300 units at 24.00 cost 7,200.00. The difference is the charges.
    const [payable] = linesOf(filled, 'PAYABLE');
    assert.equal(payable.subjectType, 'TRADE_ORDER');
    assert.equal(payable.name, buy.name);
    assert.ok(payable.value < -7_200 && payable.value > -7_500, `${payable.value}`);
    await desk.cancel(buy.id);
    await close('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(buy.id);
    assert.equal(BigInt(Math.round(payable.value * -100)), note?.net_minor);
    const noted = await worth('2026-11-16');
    assert.deepEqual(trades(noted), []);
    assert.equal(noted.value, filled.value);
    const cash = (body: Json) => linesOf(body, 'CASH')[0].value;
    assert.equal(Math.round((cash(noted) - cash(filled)) * 100), Math.round(payable.value * 100));
  });

  it('of a sale are a receivable, and then unsettled proceeds', async () => {
    const sell = await desk.send({ side: 'SELL', quantity: 120, term: 'GTC' });
    await desk.say(sell, '1', { fill: [80, '26.00'] });
    const filled = await worth();
    // 80 units at 26.00 bring 2,080.00. The difference is the charges.
    const [[ofClass, value]] = trades(filled);
    assert.equal(ofClass, 'RECEIVABLE');
    assert.ok(value < 2_080 && value > 1_900, `${value}`);
    await desk.cancel(sell.id);
    await close('2026-11-17', '2026-11-18');
    const closed = await worth('2026-11-17');
    assert.deepEqual(trades(closed), []);
    assert.equal(closed.value, filled.value);
    const [unsettled] = linesOf(closed, 'RECEIVABLE').filter(
      (line) => line.subjectType === 'ACCOUNT',
    );
    const [note] = await desk.notes(sell.id);
    assert.equal(BigInt(Math.round(unsettled?.value * 100)), note?.net_minor);
  });

  it('of a bond include the accrued interest at settlement', async () => {
    await bringUnits(
      desk.db,
      sql`select ${owner.id}::bigint as portfolio_id, id as security_id, 50 as quantity,
        4900000 as cost_minor from security where name = 'FG142029S1'`,
    );
    await desk.db.query(sql`
      update security_price set last = 98.15, previous_close = 98.15
      where security_id = (select id from security where name = 'FG142029S1')`);
    const terms = { security: 'FG142029S1', side: 'SELL', quantity: 10, limit: '98.15' } as const;
    const sell = await desk.send({ ...terms, term: 'GTC' });
    await desk.say(sell, '1', { fill: [4, '98.15'] });
    const filled = await worth();
    const [[, value]] = trades(filled);
    await desk.cancel(sell.id);
    await close('2026-11-18', '2026-11-19');
    const [note] = await desk.notes(sell.id);
    assert.equal(BigInt(Math.round(value * 100)), note?.net_minor);
    assert.equal((await worth('2026-11-18')).value, filled.value);
  });

  it('leave only the difference from the note if they are corrected after it', async () => {
    await desk.setDate('2026-11-19');
    const buy = await desk.send({ quantity: 500, term: 'GTC' });
    await desk.say(buy, '1', { fill: [200, '25.00'], execId: 'CORRECTED' });
    await close('2026-11-19', '2026-11-20');
    const correction = { type: 'G', ref: 'CORRECTED', fill: [200, '24.00'] } as const;
    await desk.say(buy, '1', { ...correction, tradeDate: '2026-11-19' });
    const open = await worth();
    await desk.cancel(buy.id);
    await close('2026-11-20', '2026-11-23');
    assert.deepEqual(trades(await worth('2026-11-20')), []);
    assert.equal((await worth('2026-11-20')).value, open.value);
  });

  it('affect a portfolio only by their units', async () => {
    const value = await valuePortfolio(call, owner.id, {});
    const body: Json = JSON.parse(toJson(parseJson(toJson(value))));
    const classes = new Set(body.lines.map((line: Json) => line.class));
    assert.deepEqual([...classes].sort(), ['BOND', 'EQUITY']);
  });
});
