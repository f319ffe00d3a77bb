// Day trades over HTTP: units bought and sold on the same day have their own rates, which are known
// only at the end of the day.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyExchangeReports } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { closeDays } from '../../../support/end-of-day.js';
import { assertBooks } from '../../../support/order.js';
import { reportOf } from '../../../support/order-desk.js';
import { reportOrder, sendOrder, standingNote } from '../../../support/order-exchange.js';
import { type FeeDesk, feeDesk, percent } from './fee-desk.js';

const TAX = { ledgerAccount: 'LIAB:STAMP', payee: 'TAX' };
// Brokerage of 1.5 %, reduced by 5 % for day trades (as in Kenya). A transaction tax of 0.1 % on
// both sides, or of 0.025 % on sales only for day trades (as in India).
const RULES = [
  percent('COMMISSION', 1.5, { base: 'CARRIED' }),
  percent('COMMISSION_DAY', 1.425, { base: 'DAY_TRADED' }),
  percent('STT', 0.1, { base: 'CARRIED', ...TAX }),
  percent('STT_DAY', 0.025, { base: 'DAY_TRADED', side: 'SELL', ...TAX }),
];

let app: TestApp;
let desk: FeeDesk;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  desk = feeDesk(app);
  await desk.fund(1_000_000);
  await desk.change({ rules: RULES, exchangeName: 'NGX', name: 'NGX_DAY_TRADE' });
});
after(() => app.stop());

const order = (side: 'BUY' | 'SELL', quantity: number, limitPrice: string) =>
  sendOrder(app, {
    ...{ orderType: side, priceType: 'LIMIT', limitPrice },
    quantityRequested: String(quantity),
  });

const linesOf = ({ charges }: Json): (readonly [string, number])[] =>
  charges.map(({ code, amount }: Json) => [code, amount]);

async function notesOf({ id }: OrderRow): Promise<number> {
  const rows = await app.db.query(sql`select from contract_note where order_id = ${id}`);
  return rows.length;
}

async function heldFor({ id }: OrderRow): Promise<bigint> {
  const [row] = await app.db.query<{ held: bigint }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as held from cash_hold
    where source_type = 'TRADE_ORDER' and source_id = ${id}`);
  return row?.held ?? 0n;
}

const noteOf = async ({ id }: OrderRow): Promise<Json> => desk.note(await standingNote(app, id));

async function assertSound(): Promise<void> {
  await assertBooks(app);
  await assertIntegrity();
}

async function assertIntegrity(): Promise<void> {
  const { status, body } = await app.as('ADMIN').get('/api/v1/finance/integrity');
  assert.equal(status, 200);
  assert.equal(body.holds, true, JSON.stringify(body));
}

describe('1,000 bought and 600 sold the same day', () => {
  let bought: OrderRow;
  let sold: OrderRow;

  it('get their notes at the end of the day, and hold the carried rates until then', async () => {
    bought = await order('BUY', 1_000, '25.00');
    await reportOrder(app, bought, { status: '2', fill: [1_000, '25.00'] });
    sold = await order('SELL', 600, '25.50');
    const fills = [
      reportOf(sold.exchange_id, { row: sold, status: '1', said: { fill: [200, '25.50'] } }),
      reportOf(sold.exchange_id, { row: sold, status: '2', said: { fill: [400, '25.50'] } }),
    ];
    const transactAt = '2026-11-16T09:31:07.250Z';
    await systemWork(app.context, 'test', (work) =>
      applyExchangeReports(
        work,
        fills.map((fill) => ({ ...fill, transactAt })),
      ),
    );
    assert.deepEqual([await notesOf(bought), await notesOf(sold)], [0, 0]);
    // The hold is 25,000.00, plus 375.00 brokerage and 25.00 tax.
    assert.equal(await heldFor(bought), 2_540_000n);
    await assertIntegrity();
  });

  it('are charged at both rates: 600 units as day-traded, 400 as carried', async () => {
    await closeDays(app.as('ADMIN'));
    const buy = await noteOf(bought);
    assert.deepEqual(linesOf(buy), [
      ['COMMISSION', 150],
      ['COMMISSION_DAY', 213.75],
      ['STT', 10],
    ]);
    assert.equal(buy.totalCharges, 373.75);
    const sell = await noteOf(sold);
    assert.deepEqual(linesOf(sell), [
      ['COMMISSION_DAY', 218.03],
      ['STT_DAY', 3.83],
    ]);
    assert.equal(sell.totalCharges, 221.86);
    assert.equal(await heldFor(bought), 0n);
    await assertSound();
  });

  it('cause only the note of a busted sale to be issued again, at once', async () => {
    const [fill] = await app.db.query<{ exec_id: string }>(sql`
      select exec_id from execution_report where order_id = ${sold.id} and quantity = 200`);
    assert.ok(fill);
    const before = await standingNote(app, bought.id);
    const bust = { status: '4', type: 'H', ref: fill.exec_id, fill: [200, '25.50'] } as const;
    assert.equal(await reportOrder(app, sold, bust), 'APPLIED');
    // The remaining 10,200.00 are charged at 1.425 % and 0.025 %.
    assert.deepEqual(linesOf(await noteOf(sold)), [
      ['COMMISSION_DAY', 145.35],
      ['STT_DAY', 2.55],
    ]);
    assert.equal(await standingNote(app, bought.id), before);
    await assertSound();
  });
});

describe('an order that the end of the day expires', () => {
  it('gets its note at the same end of day, and its hold is released', async () => {
    const buy = await order('BUY', 1_000, '25.00');
    await reportOrder(app, buy, { status: '1', fill: [300, '25.00'] });
    const sell = await order('SELL', 200, '25.00');
    await reportOrder(app, sell, { status: '1', fill: [100, '25.00'] });
    await closeDays(app.as('ADMIN'));
    assert.deepEqual(linesOf(await noteOf(buy)), [
      ['COMMISSION', 75],
      ['COMMISSION_DAY', 35.63],
      ['STT', 5],
    ]);
    assert.deepEqual(linesOf(await noteOf(sell)), [
      ['COMMISSION_DAY', 35.63],
      ['STT_DAY', 0.63],
    ]);
    assert.equal(await heldFor(buy), 0n);
    await assertSound();
  });
});

describe('an order cancelled after a part of it was filled', () => {
  it('holds money until the day ends, and all units are carried without sales', async () => {
    const row = await order('BUY', 1_000, '25.00');
    await reportOrder(app, row, { status: '1', fill: [100, '25.00'] });
    assert.equal(await heldFor(row), 2_540_000n);
    await reportOrder(app, row, { status: '4' });
    assert.equal(await notesOf(row), 0);
    assert.equal(await heldFor(row), 254_000n);
    await closeDays(app.as('ADMIN'));
    assert.deepEqual(linesOf(await noteOf(row)), [
      ['COMMISSION', 37.5],
      ['STT', 2.5],
    ]);
    assert.equal(await heldFor(row), 0n);
    await assertSound();
  });
});
