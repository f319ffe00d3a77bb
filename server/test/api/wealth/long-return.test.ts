// Returns of more than a year, which read daily snapshots instead of the books.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dayPrices } from '../../../src/modules/wealth/day/price.js';
import { valueDay } from '../../../src/modules/wealth/day/value.js';
import {
  type Amounts,
  type Dates,
  dailyWorths,
} from '../../../src/modules/wealth/return/daily-worth.js';
import { ownerOf } from '../../../src/modules/wealth/return/history.js';
import { worthsOver } from '../../../src/modules/wealth/return/long-worth.js';
import { selectKnownMoment } from '../../../src/modules/wealth/valuation/moment-queries.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { momentOf } from './policy.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const RETURN = '/api/v1/wealth/return/customer/id';
const TODAY = businessDate('2026-03-05');
const FIRST = businessDate('2025-01-02');
const LAST = businessDate('2026-02-27');

describe('the return of more than a year', () => {
  let app: WealthApp;
  let owner: Depositor;
  let portfolioId: bigint;
  let portfolioName: string;
  before(async () => {
    app = await startWealthApp();
    owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    portfolioId = portfolio.id;
    portfolioName = portfolio.name;
    const bars = (
      [
        ['2025-01-02', 20],
        ['2025-06-30', 24],
        ['2025-12-31', 22],
        ['2026-03-05', 30],
      ] as const
    ).map(([date, close]) => [date, close, 100] as const);
    const shareId = await app.share('LONG', bars);
    await app.bring(portfolio, shareId, { date: '2025-01-02', quantity: 10_000 });
    await app.skipUntil('2025-03-14');
    await app.balance(owner, { currency: 'NGN' }, 5_000_000n);
    await app.skipUntil(TODAY);
    await storeDays();
  });
  after(() => app.stop());

  const weekdays = (from: BusinessDate, to: BusinessDate) => {
    const dates: BusinessDate[] = [];
    for (let date = from; date <= to; date = addDays(date, 1)) {
      if (![0, 6].includes(new Date(date).getUTCDay())) dates.push(date);
    }
    return dates;
  };

  // Stores the snapshots that the closes of these dates would have stored.
  const storeDays = async () => {
    const { knownAt } = await selectKnownMoment(app.db);
    const customerIds = [BigInt(owner.id)];
    let before = addDays(FIRST, -1);
    const dates = weekdays(FIRST, LAST);
    for (const [at, date] of dates.entries()) {
      const next = dates[at + 1];
      await app.db.transaction(async (tx) => {
        await tx.query(sql`select add_wealth_month(${date})`);
        await tx.query(sql`
          insert into wealth_close (value_date, searched_at, known_at, finished_at)
          values (${date}, ${knownAt}::timestamptz, ${knownAt}::timestamptz, now())`);
        const prices = await dayPrices(tx, { date, knownAt });
        await valueDay(tx, { customerIds, date, knownAt, after: before, next, prices }, new Map());
      });
      before = date;
    }
  };
  const ofRange = async (query: string): Promise<Json> => {
    const { status, body, text } = await app.as('AUDITOR').get(`${RETURN}/${owner.id}?${query}`);
    assert.equal(status, 200, text);
    return body;
  };
  const sumsOf = (worths: Amounts) =>
    [...worths].map(([date, each]) => [
      date,
      each.reduce((sum, { minor }) => sum + (typeof minor === 'bigint' ? minor : 0n), 0n),
    ]);

  it('has the values of the books on every date', async () => {
    const [head, ...tail] = [...weekdays(FIRST, LAST), TODAY];
    assert.ok(head);
    const dates: Dates = [head, ...tail];
    const portfolios = [{ id: portfolioId, name: portfolioName }];
    const holder = { customerId: BigInt(owner.id), portfolios, today: TODAY };
    await app.db.transaction(async (tx) => {
      const known = await ownerOf(tx, holder);
      const coverage = { from: FIRST, to: LAST };
      const { worths, isRestating } = await worthsOver(tx, known, { dates, coverage });
      assert.equal(isRestating, false);
      const sorted = new Map([...worths].sort());
      assert.deepEqual(sumsOf(sorted), sumsOf(await dailyWorths(tx, known, dates)));
    });
  });

  it('links the days of snapshots and of the books', async () => {
    const body = await ofRange('sd=2025-01-03&ed=2026-03-05');
    // The 10,000 shares rise from 20 to 30. While they are worth 200,000, 50,000 is paid in.
    assert.deepEqual(
      [body.openingValue, body.closingValue, body.paidIn, body.gain],
      [200_000, 350_000, 50_000, 100_000],
    );
    // After the payment, the value moves from 250,000 to 290,000, 270,000 and 350,000.
    assert.equal(body.timeWeighted.percent, 40);
    assert.equal('restating' in body, false);
  });

  it('has the positions of the last close of each month', async () => {
    const rows = await app.db.query<{ value_date: string; class: string; value_minor: bigint }>(sql`
      select value_date, class, value_minor from wealth_line
      where customer_id = ${owner.id} and value_date between '2025-02-01' and '2025-06-30'
      order by value_date, class desc`);
    assert.deepEqual(
      rows.map((row) => [row.value_date, row.class, row.value_minor]),
      [
        ['2025-02-28', 'EQUITY', 20_000_000n],
        ['2025-03-31', 'EQUITY', 20_000_000n],
        ['2025-03-31', 'CASH', 5_000_000n],
        ['2025-04-30', 'EQUITY', 20_000_000n],
        ['2025-04-30', 'CASH', 5_000_000n],
        ['2025-05-30', 'EQUITY', 20_000_000n],
        ['2025-05-30', 'CASH', 5_000_000n],
        ['2025-06-30', 'EQUITY', 24_000_000n],
        ['2025-06-30', 'CASH', 5_000_000n],
      ],
    );
  });

  it('is refused if snapshots do not cover it', async () => {
    const path = `${RETURN}/${owner.id}?sd=2019-01-03&ed=2026-03-05`;
    const { status, body } = await app.as('AUDITOR').get(path);
    assert.deepEqual([status, body.msgCode], [422, 'DATE_RANGE_TOO_LONG']);
  });

  it('shows that values are computed again, if more than a year of them is late', async () => {
    // The range ends before the business date, because a later end would use last prices, of which
    // no earlier versions are stored.
    const closed = 'sd=2025-01-03&ed=2026-03-04';
    const before = await ofRange(closed);
    const moment = await momentOf(app);
    await app.skipUntil('2025-01-10');
    await app.balance(owner, { currency: 'NGN' }, 5_100_000n);
    await app.skipUntil(TODAY);
    const body = await ofRange('sd=2025-01-03&ed=2026-03-05');
    assert.equal(body.restating, true);
    // Values as known earlier exclude records that were stored later.
    const { asOf, ...known } = await ofRange(`${closed}&asOf=${moment}`);
    assert.ok(decodeURIComponent(moment).startsWith(asOf.slice(0, -1)));
    assert.deepEqual(known, before);
    const path = `${RETURN}/${owner.id}?sd=2025-01-03&ed=2026-03-05&asOf=2025-01-01T00:00:00Z`;
    const unknown = await app.as('AUDITOR').get(path);
    assert.deepEqual([unknown.status, unknown.body.msgCode], [422, 'DATE_RANGE_TOO_LONG']);
  });
});
