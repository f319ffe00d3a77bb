// Portfolio holdings and their values on any date.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { holdingsOn } from '../../../../src/modules/order/portfolio/dated-holding.js';
import { valuationOver } from '../../../../src/modules/wealth/range/range.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';
import { onSnapshot } from '../../../../src/platform/database/snapshot.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { parseJson, toJson } from '../../../../src/platform/json/json.js';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { bringUnits, type Owner, ownerOf } from '../../../support/holding.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';
import { storedClose } from '../../../support/price.js';

const P = '/api/v1/partner/portfolio-valuation-for-date-range/id';
const C = '/api/v1/partner/customer-valuation-for-date-range/id';
const H = '/api/v1/order/portfolio/holdings/id';

const plain = (value: unknown): Json => JSON.parse(toJson(parseJson(toJson(value))));

describe('valuation over trades', () => {
  let desk: Desk;
  let owner: Owner;

  before(async () => {
    desk = await openDesk();
    await desk.setDate('2026-11-16');
    // The closing price is 25.00 up to the 16th, then rises by one naira a day.
    await desk.db.query(sql`delete from security_price_day`);
    await desk.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select s.id, d.date, 25, 25, 25, d.close, 0 from security s, (values
        (date '2026-11-12', 25), (date '2026-11-13', 25), (date '2026-11-16', 25),
        (date '2026-11-17', 26), (date '2026-11-18', 27)) as d(date, close)`);
    await desk.receive(1_000_000_000n);
    owner = await ownerOf(desk.db, '0000000001');
  });
  after(() => desk.stop());

  const valued = (sd: string, ed: string) =>
    onSnapshot(desk.db, async (tx) => {
      const asked = { sd: businessDate(sd), ed: businessDate(ed) };
      return plain(await valuationOver(tx, owner, asked));
    });
  const access = async (date: string): Promise<Json> =>
    plain(
      await onSnapshot(desk.db, (tx) =>
        holdingsOn(tx, [owner.only.id], { date: businessDate(date) }),
      ),
    ).find((holding: Json) => holding.securityName === 'ACCESS');
  // Sums the journal lines by date, because the demonstration's receipts are dated on the day it
  // was created.
  const cashAt = async (date: string) => {
    const [cash] = await desk.db.query<{ minor: bigint }>(sql`
      select -sum(l.amount_minor)::bigint as minor from account a
      join journal_line l on l.account_id = a.id join journal j on j.id = l.journal_id
      where a.customer_id = ${owner.customerId} and j.transaction_date <= ${date}`);
    return String(cash?.minor);
  };

  it('undoes buys and sales after a date, with their cost and gain', async () => {
    const today = '2026-11-16';
    const at16 = await access(today);
    const buy = await desk.send({ quantity: 400 });
    await desk.say(buy, '2', { fill: [400, '25.00'] });
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const at17 = await access('2026-11-17');
    const sell = await desk.send({ side: 'SELL', quantity: 150 });
    await desk.say(sell, '2', { fill: [150, '26.00'] });
    await desk.endOfDay('2026-11-17', '2026-11-18');
    const at18 = await access('2026-11-18');
    assert.equal(Number(at17.quantity), Number(at16.quantity) + 400);
    assert.equal(Number(at18.quantity), Number(at17.quantity) - 150);
    assert.equal((await access('2026-11-13')).quantity, at16.quantity);
    assert.equal((await access('2026-11-13')).cost, at16.cost);
    const then = await access('2026-11-16');
    assert.equal(then.quantity, at17.quantity);
    assert.equal(then.cost, at17.cost);
    assert.equal(then.realisedGain, at17.realisedGain);
    assert.equal(then.lastPrice, 25);
    assert.equal(then.heldQuantity, undefined);
    assert.equal((await access('2026-11-17')).quantity, at18.quantity);
    assert.ok(Number(at18.realisedGain) > Number(at17.realisedGain));
  });

  it('has a value per business day whose parts add up, and yesterday before it', async () => {
    const body = await valued('2026-11-16', '2026-11-18');
    assert.deepEqual(
      body.values.map((value: Json) => value.date),
      ['2026-11-16', '2026-11-17', '2026-11-18'],
    );
    assert.equal(body.openingDate, '2026-11-13');
    for (const value of [...body.values, body]) {
      const sum = new Decimal(value.securitiesValue)
        .plus(value.cashValue)
        .plus(value.accruedCoupon);
      assert.equal(String(sum), String(new Decimal(value.amount)));
      const classes = value.classes.map((each: Json) => new Decimal(each.value));
      assert.equal(String(Decimal.sum(...classes)), String(new Decimal(value.amount)));
    }
    const [first, , last] = body.values;
    assert.equal(body.closingValue, last.amount);
    assert.equal(body.amount, last.amount);
    // The receipt arrived on the 16th, so the opening value does not include it. The charges for
    // that day's buy are the only loss.
    const charges = 10_000_000 - (first.amount - body.openingValue);
    assert.ok(charges > 0 && charges < 300, `${charges}`);
  });

  it("has the ledger's cash at the end, sale proceeds included", async () => {
    const body = await valued('2026-11-18', '2026-11-18');
    assert.equal(String(new Decimal(body.cashValue).times(100)), await cashAt('2026-11-18'));
  });

  it('prices the past at its closes and today at the last price', async () => {
    await desk.db.query(sql`update security_price set last = 31.5`);
    const body = await valued('2026-11-17', '2026-11-18');
    const units = (await access('2026-11-18')).quantity;
    const at = (await access('2026-11-17')).marketValue;
    assert.equal(at, Number(units) * 26);
    assert.equal((await access('2026-11-18')).marketValue, Number(units) * 31.5);
    assert.ok(body.closingValue > body.values[0].amount);
  });

  it('includes a past holding that has since been sold', async () => {
    const [row] = await desk.db.query<{ quantity: bigint }>(sql`
      select quantity from holding h join security s on s.id = h.security_id
      where h.portfolio_id = ${owner.only.id} and s.name = 'ACCESS'`);
    const units = Number(row?.quantity);
    const sell = await desk.send({ side: 'SELL', quantity: units });
    await desk.say(sell, '2', { fill: [units, '27.00'] });
    assert.equal(await access('2026-11-18'), undefined);
    assert.equal((await access('2026-11-17')).quantity, String(units));
  });

  it('omits a busted fill on all dates', async () => {
    await desk.setDate('2026-11-19');
    const buy = await desk.send({ quantity: 900, limit: '27.00', term: 'GTC' });
    await desk.say(buy, '1', { fill: [600, '25.00'], execId: 'LATER-BUSTED' });
    await desk.endOfDay('2026-11-19', '2026-11-20');
    await desk.say(buy, '2', { fill: [300, '25.00'] });
    assert.equal((await access('2026-11-19')).quantity, '600');
    assert.equal((await access('2026-11-20')).quantity, '900');
    await desk.say(buy, '1', { type: 'H', ref: 'LATER-BUSTED', fill: [600, '25.00'] });
    assert.equal(await access('2026-11-19'), undefined);
    assert.equal((await access('2026-11-20')).quantity, '300');
    assert.equal(await access('2026-11-18'), undefined);
    await desk.cancel(buy.id);
    await desk.endOfDay('2026-11-20', '2026-11-23');
  });

  it('splits the cost of a sale over two days by date', async () => {
    const sell = await desk.send({ side: 'SELL', quantity: 200, term: 'GTC' });
    await desk.say(sell, '1', { fill: [120, '26.00'] });
    await desk.endOfDay('2026-11-23', '2026-11-24');
    const first = await access('2026-11-23');
    await desk.say(sell, '2', { fill: [80, '26.00'] });
    const then = await access('2026-11-23');
    assert.equal(then.quantity, '180');
    assert.ok(Math.abs(then.cost - first.cost) <= 0.01, `${then.cost} ${first.cost}`);
    assert.ok(Math.abs(then.realisedGain - first.realisedGain) <= 0.01);
  });

  it('shows a bond at its clean price, with its accrued interest separately', async () => {
    await bringUnits(
      desk.db,
      sql`select ${owner.only.id}::bigint as portfolio_id, id as security_id,
        50 as quantity, 4900000 as cost_minor from security where name = 'FG142029S1'`,
    );
    await desk.db.query(sql`
      update security_price set last = 98.15
      where security_id = (select id from security where name = 'FG142029S1')`);
    await desk.setDate('2026-11-18');
    const body = await valued('2026-11-18', '2026-11-18');
    const bond = body.holdings.find((holding: Json) => holding.securityName === 'FG142029S1');
    // 7.275 per 100 for 23 of 182 days; 50 units with a face value of 1,000 naira.
    assert.equal(bond.cleanPrice, 98.15);
    assert.equal(bond.dirtyPrice, 99.069368);
    assert.equal(bond.marketValue, 49_075);
    assert.equal(bond.accruedCoupon, 459.68);
    assert.equal(bond.dirtyValue, 49_534.68);
    assert.equal(bond.unrealisedGain, 75);
    assert.equal(body.accruedCoupon, 459.68);
    const past = await access('2026-11-16');
    assert.equal(past.accruedCoupon, undefined);
  });
});

describe('valuation over HTTP', () => {
  let app: TestApp;
  let today: string;

  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    const [day] = await app.db.query<{ date: string }>(
      sql`select business_date as date from business_day`,
    );
    today = String(day?.date);
  });
  after(() => app.stop());
  const get = (path: string, role = 'CLIENT') => app.as(role).get(path);

  it('is of the business date by default, and keeps its earlier members', async () => {
    const { status, body } = await get(`${P}/1`);
    assert.equal(status, 200);
    assert.equal(body.portfolioId, 1);
    assert.equal(body.startDate, today);
    assert.equal(body.endDate, today);
    assert.equal(body.currency, 'NGN');
    assert.equal(body.amount, body.closingValue);
    assert.ok(body.holdings.length > 0);
    assert.equal(body.holdings[0].heldQuantity, '0');
    for (const member of ['securitiesValue', 'cashValue', 'cost', 'unrealisedGain']) {
      assert.equal(typeof body[member], 'number', member);
    }
  });

  it('covers sixty days of demonstration prices without a gap', async () => {
    const [bars] = await app.db.query<{ count: bigint; first: string }>(sql`
      select count(*) as count, min(price_date) as first from security_price_day
      where security_id = 1`);
    assert.equal(bars?.count, 60n);
    const { status, body } = await get(`${P}/1?sd=${bars?.first}&ed=${today}&cu=ngn`);
    assert.equal(status, 200);
    assert.equal(body.values.length, 61);
    for (const value of body.values) assert.equal(value.holdingsWithoutPrice, undefined);
    const wrong = await app.db.query(sql`
      select 1 from security_price_day d where low > least(open, close)
        or high < greatest(open, close) or low <= 0 or volume <= 0`);
    assert.deepEqual(wrong, []);
    const close = await storedClose(app.db, 1n, businessDate(today));
    const [price] = await app.db.query<{ previous_close: Decimal }>(
      sql`select previous_close from security_price where security_id = 1`,
    );
    assert.equal(String(close), String(price?.previous_close));
  });

  it('covers all portfolios of a customer, and the assets outside them once', async () => {
    const { status, body } = await get(`${C}/1`);
    const one = await get(`${P}/1`);
    assert.equal(status, 200);
    assert.equal(body.customerId, 1);
    assert.equal(body.cashValue, one.body.cashValue);
    assert.equal(one.body.cashOfCustomer, true);
    assert.equal(body.cashOfCustomer, false);
    assert.equal(body.amount, body.ownValue);
    const outside = body.lines
      .filter((line: Json) => line.portfolioName !== one.body.portfolioName)
      .reduce((sum: Decimal, line: Json) => sum.plus(line.valueIn), new Decimal(0));
    assert.equal(body.amount, outside.plus(one.body.ownValue).toNumber());
  });

  it('treats a later date as the business date', async () => {
    const { body } = await get(`${P}/1?sd=2099-01-01&ed=2099-02-01`);
    assert.equal(body.endDate, today);
    assert.equal(body.values.length, 1);
  });

  it('lists holdings as of a date', async () => {
    const { status, body } = await get(`${H}/1?d=2026-01-05`);
    assert.equal(status, 200);
    assert.equal(body.count, body.result.length);
    assert.equal(body.result[0].availableQuantity, undefined);
  });

  it('answers 400 to dates in the wrong order or of the wrong shape', async () => {
    assert.equal((await get(`${P}/1?sd=2026-02-02&ed=2026-02-01`)).status, 400);
    assert.equal((await get(`${P}/1?sd=tomorrow`)).status, 400);
    assert.equal((await get(`${P}/1?sd=1900-01-01&ed=1900-01-01`)).status, 400);
    assert.equal((await get(`${H}/1?d=2026-02-30`)).status, 400);
  });
  it('answers 401 without credentials', async () =>
    assert.equal((await get(`${P}/1`, 'NOBODY')).status, 401));
  it('answers 404 for an unknown portfolio and one of another office', async () => {
    assert.equal((await get(`${P}/999999`)).status, 404);
    assert.equal((await get(`${C}/999999`)).status, 404);
    const [own] = await app.db.query<{ office_id: bigint }>(
      sql`select office_id from portfolio where id = 1`,
    );
    const other = app.asOffice('DEALER', [(own?.office_id ?? 0n) === 1n ? 2n : 1n]);
    assert.equal((await other.get(`${P}/1`)).status, 404);
    assert.equal((await other.get(`${H}/1`)).status, 404);
  });
  it('answers 422 to a string that is not a currency and to a range that is too long', async () => {
    const currency = await get(`${P}/1?cu=XXY`);
    assert.equal(currency.status, 422);
    assert.equal(currency.body.msgCode, 'UNKNOWN_REFERENCE');
    assert.equal((await get(`${C}/1?cu=XXY`)).body.msgCode, 'UNKNOWN_REFERENCE');
    const long = await get(`${P}/1?sd=1990-01-01`);
    assert.equal(long.status, 422);
    assert.equal(long.body.msgCode, 'DATE_RANGE_TOO_LONG');
  });
});
