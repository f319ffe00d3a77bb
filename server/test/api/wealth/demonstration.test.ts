// The valuations of the demonstration's customers: their lines add up, and match the control
// accounts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const CUSTOMER = '/api/v1/wealth/valuation/customer/id';
const PORTFOLIO = '/api/v1/wealth/valuation/portfolio/id';
const FORMER = '/api/v1/partner/customer-valuation-for-date-range/id';

describe('the valuations of the demonstration', () => {
  let app: TestApp;
  let customers: bigint[];
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    const rows = await app.db.query<{ id: bigint }>(sql`select id from customer order by id`);
    customers = rows.map(({ id }) => id);
  });
  after(() => app.stop());

  const get = async (path: string): Promise<Json> => {
    const { status, body, text } = await app.as('AUDITOR').get(path);
    assert.equal(status, 200, text);
    return body;
  };
  const sumOf = (lines: readonly Json[], member = 'valueIn') =>
    lines.reduce((sum, line) => sum.plus(line[member] ?? 0), new Decimal(0)).toNumber();

  it('are the sum of their lines and of their classes, for every customer', async () => {
    const seen = new Set<string>();
    for (const id of customers) {
      const { lines, ...body } = await get(`${CUSTOMER}/${id}`);
      assert.equal(body.value, sumOf(lines));
      assert.equal(body.value, sumOf(body.classes, 'value'));
      assert.equal(
        body.value,
        sumOf([body.assets, body.liabilities].map((valueIn) => ({ valueIn }))),
      );
      assert.equal(body.unvaluedLines, lines.filter((line: Json) => line.unvalued).length);
      assert.equal(body.complete, body.unvaluedLines === 0);
      for (const line of lines) seen.add(line.class);
    }
    const held = ['EQUITY', 'BOND', 'DEPOSIT', 'FUND', 'CASH'];
    assert.deepEqual(
      held.filter((name) => !seen.has(name)),
      [],
      [...seen].join(),
    );
  });

  it('have the shares, bonds and money of the former valuation', async () => {
    for (const id of customers) {
      const { lines } = await get(`${CUSTOMER}/${id}`);
      const former = await get(`${FORMER}/${id}`);
      const of = (...names: string[]) =>
        sumOf(lines.filter((line: Json) => names.includes(line.class) && line.currency === 'NGN'));
      const ledger = lines.filter((line: Json) => line.priceSource === 'LEDGER');
      assert.equal(of('EQUITY'), former.securitiesValue - bondsOf(former));
      assert.equal(sumOf(ledger.filter((line: Json) => line.currency === 'NGN')), former.cashValue);
    }
  });
  const bondsOf = ({ holdings }: Json) =>
    sumOf(
      holdings.filter((one: Json) => one.cleanPrice !== undefined),
      'marketValue',
    );

  it('sum their cash and unsettled proceeds to the control accounts, by office', async () => {
    const sums = new Map<string, Decimal>();
    for (const id of customers) {
      const { lines } = await get(`${CUSTOMER}/${id}`);
      for (const line of lines.filter((each: Json) => each.priceSource === 'LEDGER')) {
        const [account] = await app.db.query<{ office_id: bigint }>(
          sql`select office_id from account where id = ${line.subjectId}`,
        );
        const key = `${account?.office_id} ${line.currency}`;
        sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(line.value));
      }
    }
    const controls = await app.db.query<{ key: string; total: bigint }>(sql`
      select a.office_id || ' ' || a.currency as key, -sum(l.amount_minor)::bigint as total
      from account a
      join journal_line l on l.account_id = a.id
      join journal j on j.id = l.journal_id
      cross join business_day b
      where a.acct_type in ('CUSTOMER_CASH', 'CUSTOMER_UNSETTLED')
        and j.transaction_date <= b.business_date
      group by 1 having sum(l.amount_minor) <> 0 order by 1`);
    assert.deepEqual(
      controls.map(({ key, total }) => [key, String(total)]),
      [...sums].sort().map(([key, total]) => [key, total.times(100).toFixed()]),
    );
    assert.ok(controls.length > 0);
  });

  it('consist of a customer’s portfolios and the assets outside them', async () => {
    const portfolios = await app.db.query<{ id: bigint; name: string; customer_id: bigint }>(
      sql`select id, name, customer_id from portfolio order by id limit 20`,
    );
    for (const { id, name, customer_id } of portfolios) {
      const whole = await get(`${CUSTOMER}/${customer_id}`);
      const own = await get(`${PORTFOLIO}/${id}`);
      const named = whole.lines.filter((line: Json) => line.portfolioName === name);
      assert.equal(own.value, sumOf(named));
      assert.equal(own.lines.length, named.length);
      assert.ok(own.lines.every((line: Json) => line.class !== 'CASH'));
    }
  });
});
