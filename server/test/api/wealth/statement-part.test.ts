// Parts of wealth statements: expected income, yields, closed positions, contributions,
// restatements, the benchmark of the policy, and periods of several years.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dayPrices } from '../../../src/modules/wealth/day/price.js';
import { valueDay } from '../../../src/modules/wealth/day/value.js';
import { selectKnownMoment } from '../../../src/modules/wealth/valuation/moment-queries.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { pdfPages } from '../../support/pdf-text.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';
import { openWorkedExample, TODAY } from './worked-example.js';

const API = '/api/v1/wealth/statement';
const PERIOD = { sd: '2026-11-02', ed: '2026-11-24' };

async function documentOf(app: WealthApp, owner: Depositor, period: object): Promise<Json> {
  const body = { customerId: owner.id, ...period };
  const reply = await app.as('OPERATIONS').post(`${API}/issue`, body);
  assert.equal(reply.status, 201, reply.text);
  const { id } = reply.body.result;
  const [row] = await app.db.query<{ document: string }>(sql`
    select document from wealth_statement_document where statement_id = ${id}`);
  assert.ok(row);
  return { id, ...JSON.parse(row.document) };
}

// Drawing the first document starts a process, which may take too long on a busy machine.
const ATTEMPTS_MAX = 5;

async function pagesOf(app: WealthApp, id: number): Promise<string> {
  const headers = await app.header('AUDITOR');
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(`${app.url}${API}/pdf/id/${id}`, { headers });
    if (reply.status === 503 && attempt < ATTEMPTS_MAX) continue;
    assert.equal(reply.status, 200);
    const pdf = Buffer.from(await reply.arrayBuffer());
    return pdfPages(pdf).join('\n');
  }
}

describe('a statement of every class of assets', () => {
  let app: WealthApp;
  let owner: Depositor;
  let figures: Json;
  let text: string;
  before(async () => {
    app = await startWealthApp();
    const example = await openWorkedExample(app);
    owner = example.owner;
    await app.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select id, '2026-10-28', close, close, close, close, 100
      from security join (values ('SHARE-A', 24), ('BOND-A', 97.5)) as v (code, close)
        on name = code`);
    // Of these dividends, only the first had been announced by the end of the statement's period
    // and has not been paid yet.
    await app.db.query(sql`
      with event as (
        insert into corporate_action (id, name, label, kind, participation, security_id, status,
          announcement_date, qualification_date, ex_date, payment_date, tax_class, claim_days,
          register_basis, created_by, created_at, modified_by, modified_at)
        select v.id, v.id::text, 'Dividend', 'DVCA', 'MAND', s.id, v.status, v.announced::date,
          v.ex::date, v.ex::date, v.paid::date, 'DIVIDEND', 20, 'TRADED', 'test', now(), 'test',
          now()
        from security s, (values
          (901, 'CONFIRMED', '2026-11-20', '2026-12-10', '2027-01-15'),
          (902, 'CANCELLED', '2026-11-20', '2026-12-11', '2027-01-18'),
          (903, 'CONFIRMED', '2026-11-25', '2026-12-14', '2027-01-19'),
          (904, 'ANNOUNCED', '2026-11-20', '2027-11-20', '2027-11-25')
        ) as v (id, status, announced, ex, paid)
        where s.name = 'SHARE-A' returning id
      )
      insert into corporate_action_option (corporate_action_id, number, type, is_default,
        cash_per_unit, currency)
      select id, 1, 'CASH', true, 1.237, 'NGN' from event`);
    const name = 'الشركة العربية';
    const sold = await app.share('CLOSED-A', [['2026-10-28', 9, 100]]);
    await app.db.query(sql`update security set label = ${name} where id = ${sold}`);
    await app.bring(example.portfolio, sold, {
      ...{ date: '2026-10-01', quantity: 1_000, costMinor: 800_000n },
    });
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, proceeds_minor, gain_minor, currency, source_type, source_id)
      values (${example.portfolio.id}, ${sold}, 'TENDER', '2026-11-12', -1000, -800000, 950000,
        150000, 'NGN', 'ENTITLEMENT', 25001)`);
    await app.db.query(sql`
      insert into wealth_restatement (customer_id, found_on, from_date, next_date, reason, days,
        changed_rows, changed_to, finished_at)
      values (${owner.id}, '2026-11-18', '2026-11-10', '2026-11-18', 'PRICE', 6, 2, '2026-11-13',
          now()),
        (${owner.id}, '2026-11-19', '2026-11-12', '2026-11-19', 'JOURNAL', 5, 0, null, now()),
        (${owner.id}, '2026-10-20', '2026-09-01', '2026-10-20', 'NAV', 5, 3, '2026-09-04', now())`);
    await app.db.query(sql`
      select refold_holdings(array_agg(portfolio_id), array_agg(security_id),
        array_agg('-infinity'::date)) from holding`);
    const document = await documentOf(app, owner, PERIOD);
    figures = document.figures;
    text = await pagesOf(app, document.id);
  });
  after(() => app?.stop());

  it('shows the income of its positions in the next twelve months, by month', () => {
    // 5,000,000 at 15 % for 91 days, the discount of 10,000,000 at 16.73 % for 364 days, and the
    // coupons of 100,000 at 14.55 %. 10,000 shares at 1.237, less 10 % in tax.
    assert.deepEqual(
      figures.expected.map((row: Json) => [row.month, row.kind, row.gross, row.tax]),
      [
        ['2027-01', 'DEPOSIT', '186986.3', '18698.63'],
        ['2027-01', 'DIVIDEND', '12370', '1237'],
        ['2027-03', 'BILL', '1668416.44', '166841.64'],
        ['2027-04', 'COUPON', '7275', '0'],
        ['2027-10', 'COUPON', '7275', '0'],
      ],
    );
    assert.match(text, /Income expected in the twelve months after 2026-11-24/);
  });

  it('shows the yield of a bond at its price', () => {
    const bond = figures.fixedIncome.find((row: Json) => row.class === 'BOND');
    // The price of 97.50 and the accrued interest of 1.1592 buy 7 coupons of 7.275, and 100 after
    // 3.42 years.
    assert.equal(bond.yield, '15.51');
    assert.match(text, /15\.51/);
  });

  it('shows a closed position with its whole history', () => {
    assert.deepEqual(
      figures.gains.closed.map((row: Json) => [row.name, row.openedOn, row.closedOn, row.gain]),
      [['CLOSED-A', '2026-10-01', '2026-11-12', '1500']],
    );
    assert.match(text, /Positions closed in the period/);
  });

  it('names the lines that contributed most to the return, and those that cost most', () => {
    const { best, worst } = figures.contributions;
    const shown = (rows: Json[]) => rows.map((row) => [row.name, row.gain, row.percent]);
    assert.deepEqual(shown(best), [
      ['FUND-A', '250000', '1.17'],
      ['0000000001', '103130.14', '0.48'],
      ['0000000001', '46232.87', '0.22'],
      ['BOND-A', '999.31', '0.00'],
    ]);
    assert.deepEqual(shown(worst), [
      ['CLOSED-A', '-9000', '-0.04'],
      ['0000000002', '-3698.63', '-0.02'],
    ]);
    assert.match(text, /Best contributions to the return of the period/);
  });

  it('names the restatements that changed a value of the period', () => {
    assert.deepEqual(figures.remarks.restated, [
      { from: '2026-11-10', to: '2026-11-13', foundOn: '2026-11-18', reason: 'PRICE' },
    ]);
    assert.match(text, /2026-11-10 to 2026-11-13: a late price, found at the close of 2026-11-18/);
  });
});

describe('a statement after three years', () => {
  const FIRST = businessDate('2023-11-01');
  const LAST = businessDate('2026-11-19');
  let app: WealthApp;
  let owner: Depositor;
  let figures: Json;
  before(async () => {
    app = await startWealthApp();
    owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share('YEARS', [
      ['2023-11-01', 20, 100],
      ['2024-11-01', 24, 100],
      ['2025-11-03', 22, 100],
      ['2026-11-02', 30, 100],
    ]);
    await app.bring(portfolio, share, { date: FIRST, quantity: 10_000 });
    await app.skipUntil(TODAY);
    await compareWith(
      'ASI',
      { opening: '2023-11-20', level: 100 },
      { end: '2026-11-20', level: 130 },
    );
    await storeDays();
    figures = (await documentOf(app, owner, { sd: '2026-11-02', ed: '2026-11-20' })).figures;
  });
  after(() => app?.stop());

  /** Makes an index the firm's benchmark, with a level at each end of the period. */
  async function compareWith(
    code: string,
    first: { readonly opening: string; readonly level: number },
    last: { readonly end: string; readonly level: number },
  ): Promise<void> {
    const approved = async (path: string, body: object) => {
      const proposed = await app.as('ADMIN').put(`/api/v1/${path}/propose`, body);
      assert.equal(proposed.status, 201, proposed.text);
      const change = `/api/v1/system/change/approve/id/${proposed.body.id}`;
      const reply = await app.as('APPROVER').put(change);
      assert.equal(reply.status, 200, reply.text);
    };
    const index = { code, label: 'All-Share Index', currency: 'NGN', returnType: 'PRICE' };
    await approved('order/benchmark', index);
    const { body } = await app.as('AUDITOR').get('/api/v1/wealth/policy/list');
    const { id, name, version, knownDttm, ...shipped } = body.result[0];
    await approved('wealth/policy', { ...shipped, validFrom: '2026-11-20', benchmark: 'asi' });
    const lines = [`${code},${first.opening},${first.level}`, `${code},${last.end},${last.level}`];
    const loaded = await app
      .as('OPERATIONS')
      .post('/api/v1/order/benchmark/level/import', ['benchmark,date,level', ...lines].join('\n'), {
        'content-type': 'text/csv',
      });
    assert.equal(loaded.status, 201, loaded.text);
  }

  // Stores the rows that the closes would have stored: a close writes a customer's row if a figure
  // differs, and once at the start of each month. Here no figure differs in between.
  async function storeDays(): Promise<void> {
    const { knownAt } = await selectKnownMoment(app.db);
    const customerIds = [BigInt(owner.id)];
    const dates: BusinessDate[] = [];
    for (let date: BusinessDate = FIRST; date <= LAST; date = addDays(date, 1)) {
      if (![0, 6].includes(new Date(date).getUTCDay())) dates.push(date);
    }
    await app.db.query(sql`
      insert into wealth_close (value_date, searched_at, known_at, finished_at)
      select date, ${knownAt}::timestamptz, ${knownAt}::timestamptz, now()
      from unnest(${dates}::date[]) as d (date)`);
    for (const [index, date] of dates.entries()) {
      const after = dates[index - 1] ?? addDays(FIRST, -1);
      if (date.slice(0, 7) === after.slice(0, 7)) continue;
      await app.db.transaction(async (tx) => {
        await tx.query(sql`select add_wealth_month(${date})`);
        const prices = await dayPrices(tx, { date, knownAt });
        await valueDay(
          tx,
          { customerIds, date, knownAt, after, next: undefined, prices },
          new Map(),
        );
      });
    }
  }

  it('has the returns of three years and since the start, like the operation', async () => {
    const names = figures.growth.periods.map((each: Json) => each.period);
    assert.deepEqual(names, ['PERIOD', '1M', '3M', '6M', 'YTD', '1Y', '3Y', 'START']);
    for (const name of ['3Y', 'START']) {
      const shown = figures.growth.periods.find((each: Json) => each.period === name);
      const path = `/api/v1/wealth/return/customer/id/${owner.id}?period=${name}&ed=2026-11-20`;
      const { body } = await app.as('AUDITOR').get(path);
      assert.equal(shown.opening, body.openingDate);
      // 200,000.00 grow to 300,000.00.
      assert.equal(shown.timeWeighted.percent, '50.00');
      assert.equal(body.timeWeighted.percent, 50);
      assert.equal(
        Number(shown.timeWeighted.annualPercent),
        Number(body.timeWeighted.annualPercent.toFixed(2)),
      );
    }
  });

  it('draws its curve from the start', () => {
    const { curve } = figures.summary;
    assert.ok(curve[0].date < '2023-12-01', curve[0].date);
    assert.ok(curve.length <= 130);
    assert.deepEqual(curve.at(-1), { date: '2026-11-20', value: '300000', netPaidIn: '200000' });
  });

  it('compares each period with the benchmark of the policy, or names a missing level', () => {
    assert.deepEqual(figures.growth.benchmark, {
      ...{ code: 'ASI', label: 'All-Share Index', returnType: 'PRICE', currency: 'NGN' },
    });
    const compared = (name: string) =>
      figures.growth.periods.find((each: Json) => each.period === name).benchmark;
    assert.deepEqual(compared('3Y'), { percent: '30.00', excess: '20.00' });
    assert.deepEqual(compared('1Y'), { reason: 'BENCHMARK_MISSING' });
  });

  it('needs an active benchmark in its policy', async () => {
    const { body } = await app.as('AUDITOR').get('/api/v1/wealth/policy/list');
    const { id, name, version, knownDttm, ...inForce } = body.result[0];
    assert.equal(inForce.benchmark, 'ASI');
    const unknown = { ...inForce, validFrom: '2026-12-01', benchmark: 'NONE' };
    const refused = await app.as('ADMIN').put('/api/v1/wealth/policy/propose', unknown);
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
    assert.match(refused.text, /benchmark/);
  });
});
