// Gains on trades: by average cost and FIFO, after the charges of the shipped tariff.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { listLots } from '../../../src/modules/wealth/gain/lot-list.js';
import { gainsOfCustomer, gainsOfPortfolio } from '../../../src/modules/wealth/gain/report.js';
import type { GainRequest } from '../../../src/modules/wealth/gain/request.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import type { Call } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { parseJson, toJson } from '../../../src/platform/json/json.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import { assertLots } from '../../property/lot-proof.js';
import type { Json } from '../../support/app.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

const SECURITY = 'GTCO';
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;

describe('gains of trades', () => {
  let desk: Desk;
  let call: Call;
  let owner: { id: bigint; customer_id: bigint };
  let day = 0;
  let late: OrderRow;
  before(async () => {
    desk = await openDesk();
    const { context, db } = desk;
    call = { context, db, principal: SYSTEM, requestId: 'test', now: context.clock.now() };
    await desk.setDate(DAYS[0]);
    await desk.receive(10n ** 11n);
    const [row] = await db.query<{ id: bigint; customer_id: bigint }>(
      sql`select id, customer_id from portfolio where name = '0000000001'`,
    );
    assert.ok(row);
    owner = row;
    const held = await db.query(sql`
      select from holding h join security s on s.id = h.security_id
      where h.portfolio_id = ${row.id} and s.name = ${SECURITY} and h.quantity <> 0`);
    assert.deepEqual(held, [], 'the portfolio starts without the security');
    late = await desk.send({ security: SECURITY, quantity: 1_000, limit: '25.00', term: 'GTC' });
  });
  after(() => desk.stop());

  /** Trades at a price and ends the day, so that the note is issued. */
  async function deal(side: 'BUY' | 'SELL', quantity: number, price: string): Promise<bigint> {
    const [on, next] = [DAYS[day], DAYS[day + 1]];
    assert.ok(on !== undefined && next !== undefined);
    await desk.db.query(sql`
      update security_price set previous_close = ${price}::numeric, last = ${price}::numeric`);
    const terms = { security: SECURITY, side, quantity, limit: price };
    const order = await desk.send(terms);
    await desk.say(order, '2', { fill: [quantity, price] });
    await desk.endOfDay(on, next);
    day += 1;
    return order.id;
  }

  const shown = (value: object): Json => JSON.parse(toJson(parseJson(toJson(value))));
  const gains = async (request: GainRequest = {}): Promise<Json> =>
    shown(await gainsOfPortfolio(call, owner.id, request));
  const ofSecurity = (rows: Json[]): Json[] =>
    rows.filter(({ securityName }) => securityName === SECURITY);
  const disposals = (body: Json): Json[] => ofSecurity(body.disposals);

  it('are shown by both methods, with the lots that were sold', async () => {
    await deal('BUY', 10_000, '25.00');
    await deal('BUY', 5_000, '30.00');
    const orderId = await deal('SELL', 8_000, '32.00');
    const body = await gains({ method: 'BOTH' });
    const [sale, ...others] = disposals(body);
    assert.deepEqual(others, []);
    // The proceeds are 256,000.00 less 5,575.50. The cost is eight fifteenths of 254,638.68 +
    // 152,784.93.
    assert.deepEqual(
      [sale.tradeDate, sale.settlementDate, sale.kind, sale.class, sale.quantity],
      [DAYS[2], '2026-11-19', 'SELL', 'EQUITY', '8000'],
    );
    assert.deepEqual(
      [sale.proceeds, sale.charges, sale.netProceeds, sale.cost, sale.gain, sale.percent],
      [256_000, 5_575.5, 250_424.5, 217_292.59, 33_131.91, 15.25],
    );
    assert.deepEqual([sale.fifoCost, sale.fifoGain], [203_710.94, 46_713.56]);
    assert.equal(sale.orderId, Number(orderId));
    const [note] = await desk.db.query<{ name: string }>(
      sql`select name from contract_note where order_id = ${orderId}`,
    );
    assert.equal(sale.contractNoteName, note?.name);
    assert.deepEqual(sale.lots, [
      {
        ...{ acquiredOn: DAYS[0], quantity: '8000', netProceeds: 250_424.5, cost: 203_710.94 },
        ...{ gain: 46_713.56, heldDays: 2 },
      },
    ]);
  });

  it('leave open lots with an unrealised gain', async () => {
    const [open] = ofSecurity((await gains({ method: 'BOTH' })).open);
    assert.deepEqual(
      [open.quantity, open.cost, open.fifoCost, open.averageCost, open.value],
      ['7000', 190_131.02, 203_712.67, 27.1616, 224_000],
    );
    assert.deepEqual([open.unrealisedGain, open.fifoUnrealisedGain], [33_868.98, 20_287.33]);
    assert.deepEqual(
      open.lots.map((lot: Json) => [lot.acquiredOn, lot.quantity, lot.cost, lot.heldDays]),
      [
        [DAYS[0], '2000', 50_927.74, 3],
        [DAYS[1], '5000', 152_784.93, 2],
      ],
    );
    const [bare] = ofSecurity((await gains()).open);
    assert.deepEqual(
      [bare.lots, bare.fifoCost, bare.saleCharges],
      [undefined, undefined, undefined],
    );
  });

  it('deduct the charges of a sale from the unrealised gain on request', async () => {
    const [open] = ofSecurity((await gains({ netOfSaleCharges: true })).open);
    assert.ok(open.saleCharges > 4_800 && open.saleCharges < 5_000, `${open.saleCharges}`);
    assert.equal(open.unrealisedGain, Number((33_868.98 - open.saleCharges).toFixed(2)));
  });

  it('list the lots of any date, which add up to the holding', async () => {
    const lots = async (d?: string) => {
      const request = { p: owner.id, securityName: SECURITY.toLowerCase() };
      const date = d === undefined ? {} : { d: businessDate(d) };
      const page = { limit: 100, offset: 0, after: null };
      const { result } = await listLots(call, { ...request, ...date }, page);
      return shown(result).map((lot: Json) => [lot.acquiredOn, lot.quantity, lot.cost]);
    };
    assert.deepEqual(await lots(DAYS[0]), [[DAYS[0], '10000', 254_638.68]]);
    assert.deepEqual(await lots(), [
      [DAYS[0], '2000', 50_927.74],
      [DAYS[1], '5000', 152_784.93],
    ]);
  });

  it('of a position that was closed are equal by both methods', async () => {
    await deal('SELL', 7_000, '28.00');
    const body = await gains({ method: 'BOTH' });
    const [, last] = disposals(body);
    assert.deepEqual(
      [last.netProceeds, last.gain, last.fifoGain],
      [191_730.25, 1_599.23, -11_982.42],
    );
    const [total] = ofSecurity(body.totals.securities);
    assert.deepEqual([total.disposals, total.gain, total.fifoGain], [2, 34_731.14, 34_731.14]);
    const [closed] = ofSecurity(body.closed);
    assert.deepEqual(
      [closed.openedOn, closed.closedOn, closed.bought, closed.sold, closed.gain, closed.income],
      [DAYS[0], DAYS[3], 407_423.61, 442_154.75, 34_731.14, 0],
    );
    assert.deepEqual(ofSecurity(body.open), []);
    const holding = await holdingOf();
    assert.deepEqual([holding.quantity, holding.gain], [0n, 3_473_114n], 'after all charges');
    await assertLots(desk.db);
  });

  it('belong to the period of their trade date', async () => {
    const on = (date: string) => ({ sd: businessDate(date), ed: businessDate(date) });
    assert.deepEqual(disposals(await gains(on(DAYS[2]))).length, 1);
    assert.deepEqual(disposals(await gains(on(DAYS[1]))), []);
    const third = await gains(on(DAYS[2]));
    assert.equal(ofSecurity(third.open)[0].quantity, '7000', 'as on its last date');
    assert.deepEqual(ofSecurity(third.closed), []);
    assert.equal((await gains({ ...on(DAYS[3]), closed: false })).closed, undefined);
  });

  it('of a customer include every portfolio', async () => {
    const body = shown(await gainsOfCustomer(call, owner.customer_id, { method: 'FIFO' }));
    const [first, second] = disposals(body);
    assert.deepEqual([first.gain, second.gain], [46_713.56, -11_982.42]);
    assert.equal(first.portfolioName, '0000000001');
    assert.equal(first.fifoGain, undefined);
    const sum = body.totals.months.reduce((total: number, month: Json) => total + month.gain, 0);
    assert.equal(sum.toFixed(2), body.totals.currencies[0].gain.toFixed(2));
  });

  it('change when a fill is booked late for an earlier date', async () => {
    await desk.say(late, '2', { fill: [1_000, '25.00'], tradeDate: DAYS[0] });
    const [sale] = disposals(await gains({ method: 'FIFO' }));
    assert.equal(sale.lots.length, 1, 'the first lot is still large enough');
    const [average] = disposals(await gains());
    assert.ok(average.cost < 217_292.59, `${average.cost}`);
    await assertLots(desk.db);
  });

  async function holdingOf(): Promise<{ quantity: bigint; gain: bigint }> {
    const [row] = await desk.db.query<{ quantity: bigint; gain: bigint }>(sql`
      select h.quantity, h.realised_gain_minor as gain
      from holding h join security s on s.id = h.security_id
      where h.portfolio_id = ${owner.id} and s.name = ${SECURITY}`);
    assert.ok(row);
    return row;
  }
});
