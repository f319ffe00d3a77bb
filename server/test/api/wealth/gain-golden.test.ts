// Gains that were computed by hand: units from a bonus, and units that were brought in.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gainsOfPortfolio } from '../../../src/modules/wealth/gain/report.js';
import type { GainRequest } from '../../../src/modules/wealth/gain/request.js';
import type { Call } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { parseJson, toJson } from '../../../src/platform/json/json.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const;
const KEPT = 'GTCO';
const SOLD = 'ZENITHBANK';

describe('gains of two purchases and a sale', () => {
  let desk: Desk;
  let call: Call;
  let portfolioId: bigint;
  before(async () => {
    desk = await openDesk();
    const { context, db } = desk;
    call = { context, db, principal: SYSTEM, requestId: 'test', now: context.clock.now() };
    await desk.setDate(DAYS[0]);
    await desk.receive(10n ** 11n);
    const [row] = await db.query<{ id: bigint }>(
      sql`select id from portfolio where name = '0000000001'`,
    );
    assert.ok(row);
    portfolioId = row.id;
    // Without its own units, the portfolio has only those of the examples.
    const held = await db.query(sql`
      select from holding h join security s on s.id = h.security_id
      where h.portfolio_id = ${row.id} and s.name in (${KEPT}, ${SOLD}) and h.quantity <> 0`);
    assert.deepEqual(held, []);
    await day(0, '25.00', [
      { security: KEPT, side: 'BUY', quantity: 10_000 },
      { security: SOLD, side: 'BUY', quantity: 10_000 },
    ]);
    await day(1, '30.00', [
      { security: KEPT, side: 'BUY', quantity: 5_000 },
      { security: SOLD, side: 'BUY', quantity: 5_000 },
    ]);
    await day(2, '32.00', [
      { security: KEPT, side: 'SELL', quantity: 8_000 },
      { security: SOLD, side: 'SELL', quantity: 12_000 },
    ]);
  });
  after(() => desk.stop());

  interface Deal {
    readonly security: string;
    readonly side: 'BUY' | 'SELL';
    readonly quantity: number;
  }

  /** Deals at a price, and ends the day, so that the notes are issued. */
  async function day(index: number, price: string, deals: readonly Deal[]): Promise<void> {
    const [on, next] = [DAYS[index], DAYS[index + 1]];
    assert.ok(on !== undefined && next !== undefined);
    await setPrice(price);
    for (const deal of deals) {
      const order = await desk.send({ ...deal, limit: price });
      await desk.say(order, '2', { fill: [deal.quantity, price] });
    }
    await desk.endOfDay(on, next);
  }

  async function setPrice(price: string): Promise<void> {
    await desk.db.query(sql`
      update security_price set previous_close = ${price}::numeric, last = ${price}::numeric`);
  }

  async function openOf(security: string, request: GainRequest): Promise<Json> {
    const body = await report(request);
    return body.open.find(({ securityName }: Json) => securityName === security);
  }

  async function report(request: GainRequest): Promise<Json> {
    return JSON.parse(
      toJson(parseJson(toJson(await gainsOfPortfolio(call, portfolioId, request)))),
    );
  }

  it('by FIFO, each lot has its part of the net proceeds', async () => {
    const { disposals } = await report({ method: 'FIFO' });
    const sale = disposals.find(({ securityName }: Json) => securityName === SOLD);
    assert.deepEqual([sale.netProceeds, sale.gain], [375_638.9, 59_886.25]);
    assert.deepEqual(
      sale.lots.map((lot: Json) => [lot.acquiredOn, lot.quantity, lot.gain]),
      [
        [DAYS[0], '10000', 58_393.74],
        [DAYS[1], '2000', 1_492.51],
      ],
    );
  });

  it('after a bonus of 1 for 5, more units share the cost, in each lot', async () => {
    await desk.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        currency, source_type, source_id)
      select ${portfolioId}, id, 'BONUS', ${DAYS[3]}, 1400, 'NGN', 'ENTITLEMENT', 1
      from security where name = ${KEPT}`);
    await desk.db.query(sql`
      select refold_holdings(array_agg(portfolio_id), array_agg(security_id),
        array_agg('-infinity'::date)) from holding where portfolio_id = ${portfolioId}`);
    await setPrice('27.00');
    const open = await openOf(KEPT, { method: 'BOTH' });
    assert.deepEqual(
      [open.quantity, open.cost, open.averageCost, open.value, open.unrealisedGain],
      ['8400', 190_131.02, 22.6346, 226_800, 36_668.98],
    );
    assert.deepEqual(
      open.lots.map((lot: Json) => [lot.acquiredOn, lot.quantity, lot.cost]),
      [
        [DAYS[0], '2400', 50_927.74],
        [DAYS[1], '6000', 152_784.93],
      ],
    );
    const net = await openOf(KEPT, { netOfSaleCharges: true });
    assert.deepEqual([net.saleCharges, net.unrealisedGain], [4_940.04, 31_728.94]);
  });
});

describe('units that a customer brought', () => {
  let app: WealthApp;
  before(async () => {
    app = await startWealthApp();
    await app.skipUntil('2026-11-25');
  });
  after(() => app.stop());

  it('are an inflow at the close of their day, and gain above their cost', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share('IN-KIND', [
      ['2026-11-20', 24, 100],
      ['2026-11-24', 25, 100],
    ]);
    const lot = { date: '2026-11-24', quantity: 1_000, costMinor: 1_800_000n };
    await app.bring(portfolio, share, lot);
    const read = async (path: string): Promise<Json> => {
      const reply = await app.as('AUDITOR').get(`/api/v1/wealth/${path}`);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const grown = await read(`return/customer/id/${owner.id}?sd=2026-11-23&ed=2026-11-24`);
    assert.deepEqual(
      [grown.openingValue, grown.paidIn, grown.closingValue, grown.gain],
      [0, 25_000, 25_000, 0],
    );
    const { open } = await read(`gain/customer/id/${owner.id}?sd=2026-11-23&ed=2026-11-24`);
    assert.deepEqual(
      [open[0].cost, open[0].value, open[0].unrealisedGain],
      [18_000, 25_000, 7_000],
    );
  });
});
