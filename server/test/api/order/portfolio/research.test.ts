// Research: allocation, overview, movers and charts, on the demonstration data and known price
// bars.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays, businessDate } from '../../../../src/platform/calendar/business-date.js';
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
    const of = (name: string) => body.result.find((part: Json) => part.sector === name);
    assert.equal(of('Cash').amount, worth.body.cashValue);
    assert.equal(body.amount, worth.body.amount);
    const classOf = (name: string) =>
      worth.body.classes.find((each: Json) => each.class === name)?.value;
    for (const [sector, name] of [
      ['Fixed deposits', 'DEPOSIT'],
      ['Treasury bills', 'BILL'],
      ['Funds', 'FUND'],
    ] as const) {
      assert.equal(of(sector)?.amount, classOf(name), sector);
    }
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
  it("has the original program's names next to ours, with the same values", async () => {
    const { body } = await get('get-security-overview/symbol?x=NGX&s=ACCESS');
    for (const [old, own] of [
      ...[
        ['companyName', 'label'],
        ['issuedShares', 'sharesOutstanding'],
      ],
      ...[
        ['lastTradePrice', 'lastPrice'],
        ['refPrice', 'previousClose'],
      ],
      ...[
        ['priceChangeP', 'percentChange'],
        ['marketCap', 'marketCapitalisation'],
      ],
      ...[
        ['y52WeekHigh', 'yearHigh'],
        ['y52WeekLow', 'yearLow'],
        ['tradeDate', 'priceDate'],
      ],
      ...[
        ['volumeTraded', 'volume'],
        ['valueTraded', 'value'],
      ],
    ] as const) {
      assert.notEqual(body[own], undefined, own);
      assert.equal(body[old], body[own], old);
    }
    assert.deepEqual([body.bidLevels, body.offerLevels, body.trades], [[], [], []]);
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
  it("accepts the original program's rankings, and has its names next to ours", async () => {
    for (const [alias, own] of [
      ...[
        ['TOP_VALUE_GAINER', 'TOP_PRICE_GAINER'],
        ['top_value_looser', 'TOP_PRICE_LOOSER'],
      ],
      ['MOST_ACTIVE', 'TOP_VOLUME'],
    ] as const) {
      await app.db.query(sql`
        insert into security_price_day (security_id, price_date, open, high, low, close, volume)
        select id, ${today}, 90, 91, 80, 80.5, 7000 from security where name = 'DANGCEM'
        on conflict do nothing`);
      const movers = await ranked(alias);
      assert.ok(movers.length > 0, alias);
      assert.deepEqual(movers, await ranked(own));
      for (const mover of movers) {
        assert.equal(mover.companyName, mover.label);
        assert.equal(mover.closePrice, mover.lastPrice);
        assert.equal(mover.percentPriceChange, mover.percentChange);
      }
    }
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
  it('has the columns that f names, from the first date t to the business date', async () => {
    const [first = '', second = '', third = ''] = [-30, -29, -28].map((days) =>
      addDays(businessDate(today), days),
    );
    await app.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select s.id, v.day, v.open, v.high, v.low, v.close, v.volume
      from security s, (values
        (${first}::date, 480.25, 493, 480, 492.10, 1000),
        (${second}::date, 492, 492.5, 484, 485, 30),
        (${third}::date, 485, 486, 485, 485.50, 2)) v (day, open, high, low, close, volume)
      where s.name = 'MTNN'
      on conflict (security_id, price_date) do update
      set (open, high, low, close, volume) =
        (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)`);
    const rows = async (f: string, t = first) => {
      const { status, body } = await get(`get-chart-data/symbol?x=NSE&s=MTNN&f=${f}&t=${t}`);
      assert.equal(status, 200);
      assert.equal(body.count, body.result.length);
      assert.deepEqual([body.from, body.to], [t, t > today ? t : today]);
      return body.result;
    };
    assert.deepEqual((await rows('d,c')).slice(0, 3), [
      [first, 492.1],
      [second, 485],
      [third, 485.5],
    ]);
    assert.deepEqual((await rows('d,o,h,l,c'))[0], [first, 480.25, 493, 480, 492.1]);
    assert.deepEqual((await rows('A, v,D'))[1], [14_550, 30, second]);
    assert.deepEqual((await rows('c', second))[0], [485]);
    assert.deepEqual(await rows('d,c', '2099-01-01'), []);
  });
  it('values a bond by its face value', async () => {
    const day = addDays(businessDate(today), -30);
    await app.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select id, ${day}::date, 98, 98, 98, 98.5, 20 from security where name = 'FG142029S1'
      on conflict (security_id, price_date) do update set close = 98.5, volume = 20`);
    const [security] = await app.db.query<{ face: string }>(sql`
      select coalesce(face_value, 100)::text as face from security where name = 'FG142029S1'`);
    const { body } = await get(`get-chart-data/symbol?s=FG142029S1&f=a,d&t=${day}`);
    assert.deepEqual(body.result[0], [(98.5 * 20 * Number(security?.face)) / 100, day]);
  });
  it('has the year up to the business date without t, and accepts an adjustment', async () => {
    const bars = await get('get-chart-data/symbol?s=GTCO&adjust=none');
    const rows = await get('get-chart-data/symbol?s=GTCO&adjust=none&f=d,c,v');
    assert.deepEqual(
      rows.body.result,
      bars.body.result.map(({ date, close, volume }: Json) => [date, close, volume]),
    );
    assert.equal(rows.body.from, bars.body.from);
  });
  it('answers 400 for f to an unknown or repeated column, and to a wrong date', async () => {
    for (const [f, said] of [
      ['d,x,c', /"x"/],
      ['d,c,d', /"d" twice/],
      ['d,,c', /""/],
      ['dc', /"dc"/],
      ['constructor', /"constructor"/],
      ['2026-02-30', /must be a date/],
      [',d', /must be a date/],
    ] as const) {
      const { status, body } = await get(`get-chart-data/symbol?s=GTCO&f=${f}`);
      assert.equal(status, 400, f);
      assert.equal(body.errors[0].pointer, '/f');
      assert.match(body.detail, said);
    }
  });
});
