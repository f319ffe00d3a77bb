// Values many customers in one statement, and compares each line with the valuation of one
// customer.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selectLines } from '../../../src/modules/wealth/day/line-queries.js';
import { dayPrices } from '../../../src/modules/wealth/day/price.js';
import { readBatch } from '../../../src/modules/wealth/day/value.js';
import { selectKnownMoment } from '../../../src/modules/wealth/valuation/moment-queries.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { startTestApp, type TestApp } from '../../support/app.js';

const CUSTOMER = '/api/v1/wealth/valuation/customer/id';

describe('many customers of the demonstration, valued in one statement', () => {
  let app: TestApp;
  let customers: bigint[];
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    const rows = await app.db.query<{ id: bigint }>(sql`select id from customer order by id`);
    customers = rows.map(({ id }) => id);
  });
  after(() => app.stop());

  // The lines by key, with the value in minor units or the reason for a missing value.
  const setLines = async (date: string, knownAt: string) =>
    app.db.transaction(async (tx) => {
      const day = businessDate(date);
      const request = {
        ...{ customerIds: customers, date: day, knownAt, after: addDays(day, -1) },
        prices: await dayPrices(tx, { date: day, knownAt }),
      };
      const rows = await selectLines(tx, await readBatch(tx, request));
      return new Map(
        rows.map((row) => [
          [row.customer_id, row.class, row.subject_type, row.subject_id, row.portfolio_id].join(),
          [row.unvalued ?? String(row.minor), row.is_stale, row.quantity?.toNumber()].join(),
        ]),
      );
    });

  const singleLines = async (date: string, query = '') => {
    const portfolios = await app.db.query<{ id: bigint; name: string }>(
      sql`select id, name from portfolio`,
    );
    const ids = new Map(portfolios.map(({ id, name }) => [name, id]));
    const lines = new Map<string, string>();
    for (const id of customers) {
      const { body, text, status } = await app
        .as('AUDITOR')
        .get(`${CUSTOMER}/${id}?d=${date}${query}`);
      assert.equal(status, 200, text);
      for (const line of body.lines) {
        const portfolio = line.portfolioName === undefined ? 0n : ids.get(line.portfolioName);
        const minor = line.unvalued ?? new Decimal(line.value).times(100).toFixed(0);
        lines.set(
          [id, line.class, line.subjectType, line.subjectId, portfolio].join(),
          [minor, line.stale, line.quantity === undefined ? undefined : +line.quantity].join(),
        );
      }
    }
    return lines;
  };

  const today = async () => app.db.transaction((tx) => currentBusinessDate(tx));
  const sorted = (lines: ReadonlyMap<string, string>) => [...lines].sort();

  it('have the lines of the valuations of each on past dates', async () => {
    const { knownAt } = await selectKnownMoment(app.db);
    for (const back of [1, 9, 45]) {
      const date = addDays(await today(), -back);
      const single = await singleLines(date);
      assert.deepEqual(sorted(await setLines(date, knownAt)), sorted(single), date);
    }
  });

  it('have the lines of the valuations of each as known at a moment, in every class', async () => {
    const { knownAt } = await selectKnownMoment(app.db);
    const date = await today();
    const query = `&asOf=${encodeURIComponent(new Date(knownAt).toISOString())}`;
    const single = await singleLines(date, query);
    assert.deepEqual(sorted(await setLines(date, knownAt)), sorted(single));
    const seen = new Set([...single.keys()].map((key) => key.split(',')[1]));
    const held = ['EQUITY', 'BOND', 'DEPOSIT', 'FUND', 'CASH'];
    assert.deepEqual(
      held.filter((name) => !seen.has(name)),
      [],
      [...seen].join(),
    );
  });
});
