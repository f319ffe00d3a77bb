// Orders that are valid for several days never cost more than the quoted amount, whatever dates
// they are filled on. The tariffs have minimums, flat amounts and tiers per order, note and day.
// The hold covers every note, so fees never overdraw a customer.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { closeDays } from '../../../support/end-of-day.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, sendOrder } from '../../../support/order-exchange.js';
import { type FeeDesk, feeDesk, percent } from './fee-desk.js';

const ORDERS = '/api/v1/order/tradeorder';
/** The number of further trading days for which the orders remain valid. */
const LIFE_DAYS = 3;
const UNITS = 101;
const LIMIT = '24.35';
const FILLS = [37, 41, 23] as const;

const flat = (code: string, base: string, amount: number) =>
  percent(code, 0, { base, rate: 'FLAT', percent: undefined, amount });
const slab = { rate: 'SLAB', percent: undefined };
const TIERS = [{ upTo: 1_000, percent: 1.5 }, { upTo: 2_000, percent: 0.75 }, { percent: 0.3 }];

/** Tariffs by the order channel (origin) that they apply to, each with a tax on its fee. */
const TARIFFS: Readonly<Record<string, { readonly fee: object; readonly per: string }>> = {
  PERCENT: { fee: percent('F_PERCENT', 1.35, { per: 'ORDER' }), per: 'ORDER' },
  PERCENT_NOTE: { fee: percent('F_PERCENT_NOTE', 1.35), per: 'NOTE' },
  MIN: { fee: percent('F_MIN', 1, { per: 'ORDER', min: 1_000 }), per: 'ORDER' },
  MIN_NOTE: { fee: percent('F_MIN_NOTE', 1, { min: 100 }), per: 'NOTE' },
  MIN_DAY: { fee: percent('F_MIN_DAY', 1, { per: 'DAY', min: 50 }), per: 'DAY' },
  MAX: { fee: percent('F_MAX', 2, { per: 'ORDER', max: 20 }), per: 'ORDER' },
  FLAT: { fee: flat('F_FLAT', 'PER_ORDER', 250), per: 'ORDER' },
  FLAT_NOTE: { fee: flat('F_FLAT_NOTE', 'PER_CONTRACT_NOTE', 4), per: 'NOTE' },
  FLAT_DAY: { fee: flat('F_FLAT_DAY', 'PER_DAY', 7), per: 'DAY' },
  TIERS: { fee: percent('F_TIERS', 0, { ...slab, per: 'ORDER', tiers: TIERS }), per: 'ORDER' },
  TIERS_NOTE: { fee: percent('F_TIERS_NOTE', 0, { ...slab, tiers: TIERS }), per: 'NOTE' },
};
const CHANNELS = Object.keys(TARIFFS);

let app: TestApp;
let desk: FeeDesk;
let lastDay: string;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  desk = feeDesk(app);
  await desk.fund(1_000_000);
  await desk.change({ rules: rulesOf(TARIFFS), exchangeName: 'NGX', name: 'NGX_LASTING' });
  lastDay = await tradingDayAfter(LIFE_DAYS);
});
after(() => app.stop());

function rulesOf(tariffs: typeof TARIFFS): object[] {
  return Object.entries(tariffs).flatMap(([channel, { fee, per }]) => [
    { ...fee, channels: [channel] },
    percent(`V_${channel}`, 7.5, {
      ...{ base: 'EACH_LINE', baseCodes: [`F_${channel}`], channels: [channel] },
      ...{ payee: 'TAX', ledgerAccount: 'LIAB:VAT', per: per === 'ORDER' ? 'ORDER' : 'NOTE' },
    }),
  ]);
}

const termsOf = (channel: string) => ({
  ...{ priceType: 'LIMIT', limitPrice: LIMIT, quantityRequested: String(UNITS) },
  ...{ orderTermName: 'GTC', orderEndDate: lastDay, orderOrigin: channel },
});

/** Finds the date that is this many trading days from now, by validating orders. */
async function tradingDayAfter(days: number): Promise<string> {
  let date = await desk.today();
  for (let found = 0; found < days; ) {
    date = desk.dayAfter(date);
    const body = orderBody({ ...termsOf('FLAT'), orderEndDate: date });
    const { status } = await app.as('CLIENT').post(`${ORDERS}/validate`, body);
    if (status === 200) found += 1;
  }
  return date;
}

const daysBetween = (first: string, last: string) =>
  (Date.parse(last) - Date.parse(first)) / 86_400_000;

async function readOrder({ id }: OrderRow): Promise<Json> {
  const { body } = await app.as('CLIENT').get(`${ORDERS}/id/${id}`);
  return body;
}

/**
 * Returns the number of an order's notes, and their total net amount and charges in minor units.
 */
async function takenBy({ id }: OrderRow): Promise<{ count: number; net: bigint; charges: bigint }> {
  const [row] = await app.db.query<{ count: bigint; net: bigint; charges: bigint }>(sql`
    select count(*) as count, coalesce(sum(net_minor), 0)::bigint as net,
      coalesce(sum(charges_minor), 0)::bigint as charges
    from contract_note where order_id = ${id} and reversed_at is null`);
  assert.ok(row);
  return { ...row, count: Number(row.count) };
}

async function available({ cash_account_id }: OrderRow): Promise<bigint> {
  const [row] = await app.db.query<{ minor: bigint }>(sql`
    select balance_minor - held_minor as minor from account_balance
    where account_id = ${cash_account_id}`);
  return row?.minor ?? 0n;
}

/** Holds all remaining money for another record, so that not one more kobo can be held. */
async function spendTheRest(row: OrderRow): Promise<void> {
  const rest = await available(row);
  await app.db.query(sql`select set_hold('TEST', ${row.id}, ${row.cash_account_id}, ${rest})`);
}

const minor = (amount: number) => BigInt(Math.round(amount * 100));

describe('a schedule', () => {
  it('shows the span of its rules', async () => {
    const { body } = await app.as('CLIENT').get('/api/v1/order/feeschedule/list?name=NGX_LASTING');
    const perOf = new Map<string, string>(
      body.result[0].rules.map(({ code, per }: Json) => [code, per]),
    );
    const shown = ['F_MIN', 'F_MIN_DAY', 'F_MIN_NOTE', 'V_MIN', 'V_MIN_NOTE'].map((code) =>
      perOf.get(code),
    );
    assert.deepEqual(shown, ['ORDER', 'DAY', undefined, 'ORDER', 'NOTE']);
  });

  it('estimates the maximum over several dates, and a single note', async () => {
    const asked = { side: 'BUY', securityName: 'ACCESS', quantity: 10, price: LIMIT };
    const flats = (more: object) => desk.estimate({ ...asked, orderOrigin: 'FLAT_NOTE', ...more });
    assert.equal((await flats({})).totalCharges, 4.3);
    // The amount includes half a kobo per note for rounding the tax.
    assert.equal((await flats({ tradeDates: 5 })).totalCharges, 21.52);
    // Ten units can have at most ten notes.
    assert.equal((await flats({ tradeDates: 90 })).totalCharges, 43.05);
    const { status } = await desk.tryEstimate({ ...asked, tradeDates: 0 });
    assert.equal(status, 400);
  });
});

describe('a GTC order filled on three days', () => {
  const rows = new Map<string, OrderRow>();
  const quoted = new Map<string, bigint>();

  it('is quoted, held and shown at the maximum of its notes', async () => {
    // The demonstration exchange trades around the clock, so every day is a trade date.
    const dates = daysBetween(await desk.today(), lastDay) + 1;
    for (const channel of CHANNELS) {
      const body = orderBody(termsOf(channel));
      const { body: valid } = await app.as('CLIENT').post(`${ORDERS}/validate`, body);
      assert.equal(valid.estimate.tradeDates, dates, JSON.stringify(valid));
      const row = await sendOrder(app, termsOf(channel));
      const order = await readOrder(row);
      const { netAmount } = valid.estimate;
      assert.deepEqual([order.orderTotal, order.heldAmount], [netAmount, netAmount], channel);
      rows.set(channel, row);
      quoted.set(channel, minor(netAmount));
    }
  });

  it('never costs more than its hold, with no other money in the account', async () => {
    const [first] = rows.values();
    assert.ok(first);
    await spendTheRest(first);
    let filled = 0;
    for (const units of FILLS) {
      filled += units;
      for (const [channel, row] of rows) {
        const status = filled === UNITS ? '2' : '1';
        await reportOrder(app, row, { status, fill: [units, LIMIT], cum: filled });
        await assertWithinQuote(channel, row);
      }
      await closeDays(app.as('ADMIN'));
      for (const [channel, row] of rows) await assertWithinQuote(channel, row);
      assert.ok((await available(first)) >= 0n);
    }
    await assertBooks(app);
  });

  async function assertWithinQuote(channel: string, row: OrderRow): Promise<void> {
    const { net } = await takenBy(row);
    const order = await readOrder(row);
    const most = quoted.get(channel) ?? 0n;
    assert.ok(net + minor(order.heldAmount) <= most, `${channel}: ${net} ${order.heldAmount}`);
    assert.equal(minor(order.orderTotal), net + minor(order.heldAmount), channel);
  }

  it('has three notes, which cost the quoted amount under a tariff per order', async () => {
    for (const [channel, row] of rows) {
      const { count, net, charges } = await takenBy(row);
      assert.equal(count, 3, channel);
      if (TARIFFS[channel]?.per !== 'ORDER') continue;
      assert.equal(net, quoted.get(channel), channel);
      const whole = await desk.estimate({
        ...{ side: 'BUY', securityName: 'ACCESS', quantity: UNITS, price: LIMIT },
        orderOrigin: channel,
      });
      assert.equal(charges, minor(whole.totalCharges), channel);
    }
  });

  it('shows the sum of its notes as its total, and holds nothing', async () => {
    for (const [channel, row] of rows) {
      const { net } = await takenBy(row);
      const order = await readOrder(row);
      assert.equal(order.orderStatus, 'EXECUTED');
      assert.deepEqual([minor(order.orderTotal), order.heldAmount], [net, 0], channel);
      assert.equal(minor(order.orderValue), 245_935n);
    }
  });

  it('pays minimum and flat amounts per note and per day on each of the three', async () => {
    const charged = async (channel: string) => {
      const row = rows.get(channel);
      assert.ok(row);
      return (await takenBy(row)).charges;
    };
    // Each amount includes 7.5 % tax.
    assert.equal(await charged('MIN'), 107_500n);
    assert.equal(await charged('MIN_NOTE'), 32_250n);
    assert.equal(await charged('MIN_DAY'), 16_125n);
    assert.equal(await charged('FLAT'), 26_875n);
    assert.equal(await charged('FLAT_NOTE'), 1_290n);
    assert.equal(await charged('FLAT_DAY'), 2_259n);
  });
});

describe('a note of a lasting order that is reversed', () => {
  it('leaves the minimum of the order to the remaining notes', async () => {
    await desk.fund(100_000);
    const row = await sendOrder(app, {
      ...termsOf('MIN'),
      orderEndDate: await tradingDayAfter(LIFE_DAYS),
    });
    await reportOrder(app, row, { status: '1', fill: [40, LIMIT], cum: 40, execId: 'R1' });
    await closeDays(app.as('ADMIN'));
    await reportOrder(app, row, { status: '1', fill: [20, LIMIT], cum: 60, execId: 'R2' });
    await closeDays(app.as('ADMIN'));
    assert.deepEqual(await chargesOf(row), [107_500n, 0n]);
    const before = await takenBy(row);
    await reportOrder(app, row, { status: '1', type: 'H', ref: 'R1', cum: 20, execId: 'R3' });
    assert.deepEqual(await chargesOf(row), [107_500n]);
    const order = await readOrder(row);
    const { net } = await takenBy(row);
    assert.equal(net, before.net - minor(40 * 24.35));
    assert.equal(minor(order.orderTotal), net + minor(order.heldAmount));
    await reportOrder(app, row, { status: '4', cum: 20 });
    assert.equal((await readOrder(row)).orderTotal, Number(net) / 100);
    await assertBooks(app);
  });

  async function chargesOf({ id }: OrderRow): Promise<bigint[]> {
    const notes = await app.db.query<{ charges_minor: bigint }>(sql`
      select charges_minor from contract_note
      where order_id = ${id} and reversed_at is null order by trade_date`);
    return notes.map(({ charges_minor }) => charges_minor);
  }
});

describe('a minimum per day', () => {
  it('applies once to two orders of a customer, and again on another day', async () => {
    const charged = async () => {
      const row = await sendOrder(app, {
        ...{ ...termsOf('MIN_DAY'), orderTermName: 'DAY', orderEndDate: '' },
      });
      await reportOrder(app, row, { status: '2', fill: [UNITS, LIMIT], cum: UNITS });
      return (await takenBy(row)).charges;
    };
    assert.deepEqual([await charged(), await charged()], [5_375n, 0n]);
    // 1 % of 7,378.05 is 73.78, of which 50.00 has been paid. The tax on the remainder is 1.78.
    assert.equal(await charged(), 2_378n + 178n);
    await closeDays(app.as('ADMIN'));
    assert.equal(await charged(), 5_375n);
    await assertBooks(app);
  });
});

describe('the total of an order that ended', () => {
  it('is the net amount of its note in lists, sums and the file', async () => {
    const row = await sendOrder(app, {
      ...{ orderOrigin: 'PERCENT', quantityRequested: '100', description: 'Total' },
    });
    const live = await readOrder(row);
    assert.equal(live.orderTotal, live.heldAmount);
    await reportOrder(app, row, { status: '1', fill: [60, '24.00'], cum: 60 });
    await reportOrder(app, row, { status: '4', cum: 60 });
    const { net } = await takenBy(row);
    const ended = await readOrder(row);
    // The net amount is 1,440.00, plus 1.35 % and the tax on that fee.
    assert.equal(net, 146_090n);
    assert.deepEqual([ended.orderTotal, ended.orderValue, ended.heldAmount], [1460.9, 1440, 0]);
    const { body: listed } = await app.as('CLIENT').get(`${ORDERS}/list?q=${row.name}`);
    assert.equal(listed.result[0].orderTotal, 1460.9);
    const { text } = await app.as('CLIENT').get(`${ORDERS}/list/csv?q=${row.name}`);
    assert.match(text, /,1460\.90,0\.00,CANCELLED,/);
    const { body: summed } = await app.as('CLIENT').get(`${ORDERS}/summary?q=${row.name}`);
    assert.equal(summed.result[0].pending, 0);
  });

  it('is the net proceeds of a sale, and the minimum proceeds of a live sale', async () => {
    const row = await sendOrder(app, {
      ...{ orderType: 'SELL', priceType: 'LIMIT', limitPrice: '24.00' },
      ...{ orderOrigin: 'FLAT', quantityRequested: '50' },
    });
    // The net amount is 1,200.00 less the fee of 250.00 and its tax.
    const live = await readOrder(row);
    assert.deepEqual([live.orderTotal, live.heldAmount], [931.25, 0]);
    await reportOrder(app, row, { status: '2', fill: [50, '25.00'], cum: 50 });
    assert.equal((await readOrder(row)).orderTotal, 981.25);
  });
});

describe('charges that are to rise while an order lives', () => {
  it('are quoted and held from the start, and charged from their own date on', async () => {
    const fee = percent('F_PERCENT', 5, { per: 'ORDER' });
    await desk.change({
      ...{ exchangeName: 'NGX', name: 'NGX_LASTING', validFrom: desk.dayAfter(await desk.today()) },
      rules: rulesOf({ ...TARIFFS, PERCENT: { fee, per: 'ORDER' } }),
    });
    const row = await sendOrder(app, {
      ...{ ...termsOf('PERCENT'), orderEndDate: await tradingDayAfter(LIFE_DAYS) },
    });
    // 2,459.35, plus 5 % and the tax on that fee, is 2,591.54. The fills may fall under both
    // schedules, so one kobo is held for each rounding.
    assert.equal((await readOrder(row)).heldAmount, 2_591.6);
    await reportOrder(app, row, { status: '1', fill: [40, LIMIT], cum: 40 });
    await closeDays(app.as('ADMIN'));
    const first = await takenBy(row);
    // The fee is 1.35 % of 974.00, which is 13.15, and its tax is 0.99.
    assert.equal(first.charges, 1_414n);
    await reportOrder(app, row, { status: '2', fill: [61, LIMIT], cum: UNITS });
    // The fee is 5 % of 1,485.35, which is 74.27, and its tax is 5.57.
    const { charges } = await takenBy(row);
    assert.equal(charges - first.charges, 7_984n);
    assert.equal((await readOrder(row)).heldAmount, 0);
    await assertBooks(app);
  });
});
