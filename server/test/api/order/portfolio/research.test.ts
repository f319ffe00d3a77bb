// Research: allocation, overview, movers and charts, on the demonstration data and known price
// bars.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';

const R = '/api/v1/research';
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

const get = (path: string, role = 'CLIENT') => app.as(role).get(`${R}/${path}`);

describe('sector allocation', () => {
  it("adds up to the portfolio's securities, the largest sector first", async () => {
    const { status, body } = await get('get-sector-allocation?id=1&type=P');
    const worth = await app
      .as('CLIENT')
      .get('/api/v1/partner/portfolio-valuation-for-date-range/id/1');
    assert.equal(status, 200);
    assert.equal(body.amount, worth.body.securitiesValue);
    const amounts = body.result.map((part: Json) => part.amount);
    assert.deepEqual(
      amounts,
      amounts.toSorted((one: number, other: number) => other - one),
    );
    const percent = body.result.reduce((sum: number, part: Json) => sum + part.percent, 0);
    assert.ok(Math.abs(percent - 100) < 0.05, `${percent}`);
  });
  it('includes the cash as a sector on request', async () => {
    const { body } = await get('get-sector-allocation?id=1&type=c&cash=True');
    const worth = await app
      .as('CLIENT')
      .get('/api/v1/partner/customer-valuation-for-date-range/id/1');
    const cash = body.result.find((part: Json) => part.sector === 'Cash');
    assert.equal(cash.amount, worth.body.cashValue);
    assert.equal(body.amount, worth.body.amount);
  });
  it('answers 400 without type, 401 without credentials, 404 for an unknown customer', async () => {
    assert.equal((await get('get-sector-allocation?id=1')).status, 400);
    assert.equal((await get('get-sector-allocation?id=1&type=P', 'NOBODY')).status, 401);
    assert.equal((await get('get-sector-allocation?id=999999&type=P')).status, 404);
    assert.equal((await get('get-sector-allocation?id=999999&type=C')).status, 404);
  });
});

describe('security overview', () => {
  it('shows terms, price, range and changes of a share', async () => {
    const { status, body } = await get('get-security-overview/symbol?x=NSE&s=access');
    assert.equal(status, 200);
    assert.equal(body.symbol, 'ACCESS');
    assert.equal(body.exchange, 'NGX');
    assert.equal(body.lastPrice, 22.5);
    assert.equal(body.marketCapitalisation, 22.5 * 53_318_000_000);
    assert.ok(body.yearLow <= 22.5 && body.yearHigh >= 22.5);
    assert.ok(body.averageVolume > 0);
    assert.equal(typeof body.percentWeek, 'number');
    assert.equal(typeof body.percentMonth, 'number');
    assert.equal(body.percentYear, undefined);
  });
  it('shows coupon dates, clean and dirty price of a bond', async () => {
    const { body } = await get('get-security-overview/symbol?s=FG142029S1');
    assert.equal(body.cleanPrice, 98.15);
    assert.ok(body.previousCouponDate <= today && today < body.nextCouponDate);
    assert.ok(Math.abs(body.dirtyPrice - body.cleanPrice - body.accruedCoupon) < 1e-6);
    assert.equal(body.dayCount, 'ACT_ACT_ICMA');
    assert.equal(body.couponsPerYear, 2);
  });
  it('answers 400, 404 and 422', async () => {
    assert.equal((await get('get-security-overview/symbol?x=NGX')).status, 400);
    assert.equal((await get('get-security-overview/symbol?x=NGX&s=NOSUCH')).status, 404);
    assert.equal((await get('get-security-overview/symbol?x=LSE&s=ACCESS')).status, 422);
  });
});

describe('market movers', () => {
  const ranked = async (t: string, c = 5): Promise<Json[]> => {
    const { status, body } = await get(`get-market-movers?x=NGX&t=${t}&c=${c}`);
    assert.equal(status, 200);
    return body.result;
  };
  it('ranks the last session with trades', async () => {
    const gainers = await ranked('TOP_PERCENT_GAINER');
    const losers = await ranked('top_percent_looser');
    assert.ok(gainers.length > 0 && losers.length > 0);
    assert.deepEqual(
      gainers.map((mover) => mover.rank),
      gainers.map((_, index) => index + 1),
    );
    assert.ok(gainers.every((mover) => mover.percentChange > 0 && mover.priceDate < today));
    assert.ok(losers.every((mover) => mover.percentChange < 0));
    for (const [index, mover] of gainers.entries()) {
      assert.ok(mover.percentChange <= (gainers[index - 1]?.percentChange ?? 100));
      const change = mover.lastPrice - mover.previousClose;
      assert.ok(Math.abs(mover.priceChange - change) < 1e-9);
    }
    const [value] = await ranked('TOP_VALUE');
    const [volume] = await ranked('TOP_VOLUME');
    assert.ok(value.value > volume.value || value.symbol === volume.symbol);
  });
  it('leads from page to page by the next link', async () => {
    const all = await ranked('TOP_VALUE', 50);
    assert.ok(all.length > 1);
    const first = await get('get-market-movers?x=NGX&t=TOP_VALUE&c=1');
    const next = /research\/([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await get(String(next));
    assert.deepEqual([...first.body.result, ...second.body.result], all.slice(0, 2));
    const { body: beyond } = await get('get-market-movers?x=NGX&t=TOP_VALUE&c=1&b=400');
    assert.deepEqual([beyond.count, beyond.result], [first.body.count, []]);
  });
  it("is today's session after a trade today", async () => {
    await app.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select id, ${today}, 23, 24, 23, 24, 1000 from security where name = 'ACCESS'`);
    const gainers = await ranked('TOP_PERCENT_GAINER');
    assert.deepEqual(
      gainers.map(({ symbol, percentChange, previousClose, value }) => [
        symbol,
        percentChange,
        previousClose,
        value,
      ]),
      [['ACCESS', 6.67, 22.5, 24_000]],
    );
    assert.deepEqual(await ranked('TOP_PRICE_LOOSER'), []);
  });
  it('answers 400 to another ranking and 422 to another exchange', async () => {
    assert.equal((await get('get-market-movers?x=NGX&t=TOP')).status, 400);
    assert.equal((await get('get-market-movers?t=TOP_VALUE')).status, 400);
    assert.equal((await get('get-market-movers?x=LSE&t=TOP_VALUE')).status, 422);
  });
});

describe('chart data', () => {
  it('has the bars of the range, the earliest first', async () => {
    const { status, body } = await get('get-chart-data/symbol?x=NGX&s=GTCO');
    assert.equal(status, 200);
    assert.equal(body.count, 60);
    assert.equal(body.result.at(-1).close, 94.5);
    const dates = body.result.map((bar: Json) => bar.date);
    assert.deepEqual(dates, dates.toSorted());
    for (const bar of body.result) {
      assert.ok(bar.low <= Math.min(bar.open, bar.close));
      assert.ok(bar.high >= Math.max(bar.open, bar.close));
    }
    const [f, t] = [dates[10], dates[19]];
    const part = await get(`get-chart-data/symbol?x=NGX&f=${f}&s=GTCO&t=${t}`);
    assert.deepEqual(part.body.result, body.result.slice(10, 20));
  });
  it('answers 400 to dates in the wrong order and 404 to an unknown symbol', async () => {
    assert.equal((await get('get-chart-data/symbol?s=GTCO&f=2026-02-02&t=2026-02-01')).status, 400);
    assert.equal((await get('get-chart-data/symbol?s=GTCO&t=1900-01-01')).status, 400);
    assert.equal((await get('get-chart-data/symbol?s=NOSUCH')).status, 404);
  });
});
