// Daily snapshots: the rows that each close stores, and the dates valued again after a late record.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { firmAccount, postJournal } from '../../../src/modules/finance/index.js';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { countDiffering } from '../../../src/modules/wealth/day/check.js';
import { countUnexplained } from '../../../src/modules/wealth/day/explanation.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { onSnapshot } from '../../../src/platform/database/snapshot.js';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { BILL, PAPER } from '../asset/discounted-app.js';
import { sameThreeWays } from './three-ways.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const RESTATEMENTS = '/api/v1/wealth/restatement/list';
const NAIRA = { currency: 'NGN' };

interface StoredDay {
  readonly value_date: string;
  readonly portfolio_id: bigint;
  readonly currency: string;
  readonly version_no: number;
  readonly minor: bigint;
  readonly paid_in_minor: bigint;
  readonly paid_out_minor: bigint;
  readonly kind_in_minor: bigint;
  readonly reason: string;
}

describe('the snapshots of a date', () => {
  let app: WealthApp;
  let rich: Depositor;
  let poor: Depositor;
  let portfolioId: bigint;
  let shareId: bigint;
  const known: Record<string, number> = {};
  let grown: Json[];

  before(async () => {
    app = await startWealthApp();
    rich = await app.holder();
    poor = await app.holder();
    const portfolio = await app.portfolio(rich);
    portfolioId = portfolio.id;
    await app.balance(rich, NAIRA, 2_000_000_000n);
    await app.balance(rich, { currency: 'USD' }, 1_000_00n);
    await app.balance(rich, { currency: 'NGN', isUnsettled: true }, 24_455_507n);
    await app.balance(poor, NAIRA, 10_000_000n);
    shareId = await app.share('ACME', [['2026-03-05', 25, 1_000]]);
    const bondId = await app.share('BOND', [['2026-03-05', 97.5, 10]]);
    await app.bond(bondId, { rate: 14.55, maturity: '2029-08-04', taxClass: 'CORPORATE_BOND' });
    await app.bring(portfolio, shareId, { quantity: 10_000, costMinor: 25_463_868n });
    await app.bring(portfolio, bondId, { date: '2026-03-05', quantity: 100 });
    await app.units(rich, {
      ...{ name: 'GROW', units: 1961.4258, date: '2026-03-05', portfolioName: portfolio.name },
      values: [['2026-03-05', 127.4583]],
    });
    const owner = { customerId: rich.id, faceValue: 1_000_000 };
    await app.running({ ...owner, portfolioName: portfolio.name });
    await app.running({ ...owner, instrumentTypeName: 'AHEAD' });
    await app.running({ customerId: poor.id, instrumentTypeName: 'LOAN', faceValue: 100_000 });
    for (const [path, type] of [
      [PAPER, 'CP'],
      [BILL, 'NTB-364'],
    ] as const) {
      const body = { ...owner, instrumentTypeName: type, tenure: 364 };
      const made = await app.as('CLIENT').post(`${path}/submit`, body);
      assert.equal(made.status, 201, made.text);
      const posted = await app.as('CLIENT').put(`${path}/post/${made.body.id}`);
      assert.equal(posted.status, 200, posted.text);
    }
    for (const date of ['2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11']) {
      await app.closeUntil(date);
      const closed = await lastClosed();
      known[closed] = (await app.worth(rich, `?d=${closed}`)).value;
    }
    grown = await growth();
  });
  after(() => app.stop());

  // The returns, contributions and valuations for the dates, without the time at which they were
  // read.
  const growth = (asOf = '') => {
    const days = `sd=2026-03-06&ed=2026-03-10${asOf}`;
    const owners = [`customer/id/${poor.id}`, `portfolio/id/${portfolioId}`];
    const paths = owners.flatMap((owner) => [
      `wealth/return/${owner}?by=DAY&${days}`,
      `wealth/contribution/${owner}?${days}`,
      `partner/${owner.replace('/', '-valuation-for-date-range/')}?${days}`,
    ]);
    return Promise.all(
      paths.map(async (path) => {
        const { status, body, text } = await app.as('ADMIN').get(`/api/v1/${path}`);
        assert.equal(status, 200, text);
        return { ...body, asOf: undefined };
      }),
    );
  };
  const lastClosed = async () => {
    const [row] = await app.db.query<{ date: string }>(
      sql`select max(value_date) as date from wealth_close where finished_at is not null`,
    );
    return row?.date ?? '';
  };
  const daysOf = ({ id }: Depositor) =>
    app.db.query<StoredDay>(sql`
      select value_date, portfolio_id, currency, version_no, reason, paid_in_minor, paid_out_minor,
        kind_in_minor, equity_minor + bond_minor + deposit_minor + paper_minor + bill_minor
          + fund_minor + cash_minor + receivable_minor + payable_minor + loan_minor as minor
      from wealth_day where customer_id = ${id}
      order by value_date, portfolio_id, currency, version_no`);
  const differing = async () => {
    const customers = await app.db.query<{ id: bigint }>(sql`select id from customer order by id`);
    const closes = await app.db.query<{ date: string; moment: string }>(sql`
      select value_date as date, clock_timestamp()::text as moment from wealth_close`);
    const ids = customers.map(({ id }) => id);
    return app.db.transaction(async (tx) => {
      let count = 0;
      for (const { date, moment } of closes) {
        count += await countDiffering(tx, ids, { date: businessDate(date), knownAt: moment });
      }
      return count;
    });
  };
  const listed = async (query: string): Promise<Json[]> => {
    const { status, body, text } = await app.as('AUDITOR').get(`${RESTATEMENTS}?${query}`);
    assert.equal(status, 200, text);
    return body.result;
  };

  it("contain the customer's assets by portfolio and currency, with every class", async () => {
    const [close] = await app.db.query<{ checked: bigint; differing: bigint; customers: bigint }>(
      sql`select checked, differing, customers from wealth_close where value_date = '2026-03-05'`,
    );
    const [{ count } = { count: 0n }] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from customer`,
    );
    // One in fifty customers, and at least one, is valued again.
    const checked = 1n + count / 50n;
    assert.deepEqual([close?.checked, close?.differing, close?.customers], [checked, 0n, count]);
    assert.equal(await differing(), 0);
    const body = await app.worth(rich, '?d=2026-03-05');
    const classes = body.classes.map((each: Json) => each.class);
    assert.deepEqual(classes, [
      ...['EQUITY', 'BOND', 'DEPOSIT', 'PAPER', 'BILL', 'FUND', 'CASH', 'RECEIVABLE'],
    ]);
    const first = (await daysOf(rich)).filter((row) => row.value_date === '2026-03-05');
    const keys = first.map((row) => [row.portfolio_id, row.currency]);
    assert.deepEqual(keys, [
      [0n, 'NGN'],
      [0n, 'USD'],
      [portfolioId, 'NGN'],
    ]);
  });

  it('have the inflows: money, and units at their value', async () => {
    const [cash, dollars, units] = (await daysOf(rich)).filter(
      (row) => row.paid_in_minor > 0n || row.kind_in_minor > 0n,
    );
    assert.equal(cash?.paid_in_minor, 2_024_455_507n);
    assert.equal(dollars?.paid_in_minor, 100_000n);
    // The bonds are worth 100 x 1,000 at 97.50, plus interest at 14.55 % for 29 of 181 days, which
    // is 1,165.61, less tax.
    const body = await app.worth(rich, '?d=2026-03-05');
    const bond = body.lines.find((line: Json) => line.class === 'BOND');
    assert.equal(bond.value, 97_500 + bond.accrued);
    assert.equal(units?.kind_in_minor, BigInt(Math.round(bond.value * 100)));
  });

  it('are only stored where something changed', async () => {
    const dollars = (await daysOf(rich)).filter(({ currency }) => currency === 'USD');
    assert.deepEqual(
      dollars.map(({ value_date }) => value_date),
      ['2026-03-05'],
    );
    const accruing = (await daysOf(rich)).filter(({ portfolio_id: id }) => id === portfolioId);
    assert.deepEqual(
      accruing.map(({ value_date }) => value_date),
      [...['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10']],
    );
  });

  it('are valued again from the date of a late journal, price and value of units', async () => {
    const before = await daysOf(rich);
    await app.db.query(sql`
      update security_price_day set close = 26 where security_id = ${shareId}
        and price_date = '2026-03-06'`);
    await app.db.query(sql`
      insert into fund_nav (id, fund_id, valuation_date, nav_per_unit, status, creator_kind,
        creator_id, decided_by, decided_at, created_by, created_at, modified_by, modified_at)
      select nextval('fund_nav_id'), id, '2026-03-09', 130, 'APPROVED', 'USER', 1, 'test', now(),
        'test', now(), 'test', now() from fund where name = 'GROW'`);
    await lateReceipt(poor, '2026-03-09', 500_000n);
    await app.closeUntil('2026-03-12');
    const [late, price] = await listed('sd=2026-03-11&ed=2026-03-11').then((rows) =>
      [poor, rich].map(({ id }) => rows.find((row) => row.customerId === id)),
    );
    assert.deepEqual(
      [late?.reason, late?.fromDate, late?.state, late?.days, late?.changedTo],
      ['JOURNAL', '2026-03-09', 'DONE', 2, '2026-03-10'],
    );
    // Later bars have their own prices, so only the changed bar's day and the units change.
    assert.deepEqual(
      [price?.reason, price?.fromDate, price?.days, price?.changedRows, price?.changedTo],
      ['PRICE', '2026-03-06', 3, 3, '2026-03-10'],
    );
    const after = await daysOf(rich);
    const again = after.filter((row) => row.version_no === 2);
    // The 10,000 shares are valued at 26 instead of 25. The 1,961.4258 units are valued at 130,
    // which is 254,985.35 instead of 250,000.00.
    const more = again.map((row) => {
      const first = before.find(
        (old) => old.value_date === row.value_date && old.portfolio_id === row.portfolio_id,
      );
      return [row.value_date, row.minor - (first?.minor ?? 0n), row.reason];
    });
    assert.deepEqual(more, [
      ['2026-03-06', 1_000_000n, 'PRICE'],
      ['2026-03-09', 498_535n, 'PRICE'],
      ['2026-03-10', 498_535n, 'PRICE'],
    ]);
    assert.deepEqual(
      after.filter((row) => row.version_no === 1 && row.value_date < '2026-03-11'),
      before,
    );
    assert.equal(await differing(), 0);
  });

  it('are available as known at the moment of their close', async () => {
    const [close] = await app.db.query<{ moment: string }>(
      sql`select to_char(known_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment
        from wealth_close where value_date = '2026-03-10'`,
    );
    for (const date of ['2026-03-06', '2026-03-09', '2026-03-10']) {
      const then = await app.worth(rich, `?d=${date}&asOf=${close?.moment}`);
      assert.equal(then.value, known[date], date);
      const now = await app.worth(rich, `?d=${date}`);
      assert.notEqual(now.value, then.value, date);
    }
    assert.deepEqual(await growth(`&asOf=${close?.moment}`), grown);
    for (const [index, now] of (await growth()).entries()) assert.notDeepEqual(now, grown[index]);
    await sameThreeWays(app, rich, { date: '2026-03-10', asOf: close?.moment });
  });

  it('refuse a moment in the future, and name it', async () => {
    for (const path of ['wealth/valuation', 'wealth/return', 'wealth/contribution']) {
      const url = `/api/v1/${path}/customer/id/${rich.id}?asOf=2099-01-01`;
      const { status, body } = await app.as('AUDITOR').get(url);
      assert.equal(status, 422);
      assert.equal(body.msgCode, 'KNOWN_MOMENT_REFUSED');
      assert.equal(body.errors[0].pointer, '/asOf');
    }
  });

  it('refuse a list whose first date is after the last', async () => {
    const { status } = await app.as('AUDITOR').get(`${RESTATEMENTS}?sd=2026-03-11&ed=2026-03-10`);
    assert.equal(status, 400);
    assert.deepEqual(await listed(`c=${rich.id}&sd=2026-03-12`), []);
  });

  it('satisfy the invariants of the books, which detect an edited row', async () => {
    assert.deepEqual(await broken(), []);
    await addVersion({ unsettled: 1n });
    assert.deepEqual(await broken(), [39]);
    await addVersion({ unsettled: -1n });
    assert.deepEqual(await broken(), []);
    await addVersion({ cash: 1n, versions: 2n });
    await app.db.query(sql`update fund_holding set units = units - 1`);
    await app.db.query(sql`
      update wealth_close set differing = 1 where value_date = '2026-03-05'`);
    assert.deepEqual(await broken(), [39, 40, 41, 42]);
  });

  it('detect an instrument whose principal or interest is not in its accounts', async () => {
    const add = (table: Sql, column: Sql, minor: bigint) =>
      app.db.query(sql`update ${table} set ${column} = ${column} + ${minor} where id = (
        select min(id) from ${table} where status = 'RUNNING')`);
    for (const [table, column] of [
      [sql`term_instrument`, sql`face_value_minor`],
      [sql`term_instrument`, sql`accrued_minor`],
      [sql`discounted_instrument`, sql`accrued_minor`],
      [sql`discounted_instrument`, sql`cost_minor`],
    ] as const) {
      assert.ok(!(await broken()).includes(44));
      await add(table, column, 1n);
      assert.ok((await broken()).includes(44));
      await add(table, column, -1n);
    }
    const { invariants } = await checkIntegrity({ db: app.db });
    const checked = invariants.find(({ number }) => number === 44)?.rowsChecked;
    assert.equal(checked, 5n);
  });

  it('detect a movement of cash that belongs to no line', async () => {
    const ids = [BigInt(rich.id), BigInt(poor.id)];
    const days = { date: businessDate('2026-03-11'), after: businessDate('2026-03-10') };
    const unexplained = () => onSnapshot(app.db, (tx) => countUnexplained(tx, ids, days));
    assert.equal(await unexplained(), 0);
    await receive(rich, { date: '2026-03-11', minor: 700n, sourceType: 'MANUAL_JOURNAL' });
    assert.equal(await unexplained(), 0);
    await receive(rich, { date: '2026-03-11', minor: 500n, sourceType: 'ENTITLEMENT' });
    assert.equal(await unexplained(), 1);
    assert.ok(!(await broken()).includes(45));
    await app.db.query(sql`
      update wealth_close set unexplained = 1 where value_date = '2026-03-05'`);
    assert.ok((await broken()).includes(45));
  });

  const addVersion = ({ cash = 0n, unsettled = 0n, versions = 1n }) =>
    app.db.query(sql`
      insert into wealth_day (customer_id, portfolio_id, currency, value_date, version_no,
        cash_minor, unsettled_minor, known_at, reason)
      select customer_id, portfolio_id, currency, value_date, version_no + ${versions}::integer,
        cash_minor + ${cash}, unsettled_minor + ${unsettled}, known_at, 'JOURNAL'
      from wealth_day where customer_id = ${poor.id}
      order by value_date desc, version_no desc limit 1`);
  const OF_WEALTH = [39, 40, 41, 42, 44, 45];
  const broken = async () =>
    (await checkIntegrity({ db: app.db })).invariants
      .filter(({ number, holds }) => OF_WEALTH.includes(number) && !holds)
      .map(({ number }) => number);
  const lateReceipt = (owner: Depositor, date: string, minor: bigint) =>
    receive(owner, { date, minor, sourceType: 'MANUAL_JOURNAL' });
  const receive = (
    owner: Depositor,
    { date, minor, sourceType }: { date: string; minor: bigint; sourceType: string },
  ) =>
    systemWork(app.context, 'fixture', async (work) => {
      const { officeId } = app;
      const bank = await firmAccount(work, { code: 'BANK:CLIENT', officeId, currency: 'NGN' });
      await postJournal(work.tx, {
        officeId,
        ...{ transactionDate: businessDate(date), valueDate: businessDate(date) },
        ...{ narration: 'Late', sourceType, sourceId: 1n },
        ...{ createdBy: 'test', createdAt: work.now },
        lines: [
          { accountId: bank, amountMinor: minor },
          { accountId: BigInt(owner.accountId), amountMinor: -minor },
        ],
      });
    });
});
