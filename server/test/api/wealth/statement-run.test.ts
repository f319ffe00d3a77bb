// Runs that issue statements for many customers: their progress, an interruption, and refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkAll } from '../../../src/modules/wealth/statement/check.js';
import { issueNext } from '../../../src/modules/wealth/statement/run.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const API = '/api/v1/wealth/statement';
const TODAY = '2026-11-25';
const PERIOD = { sd: '2026-11-02', ed: '2026-11-20' };

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
  await app.skipUntil(TODAY);
});
after(() => app.stop());

async function rich(minor = 100_000n): Promise<Depositor> {
  const owner = await app.holder();
  await app.skipUntil('2026-11-10');
  await app.balance(owner, { currency: 'NGN' }, minor).finally(() => app.skipUntil(TODAY));
  return owner;
}

const start = (body: object) =>
  app.as('OPERATIONS').post(`${API}/run/start`, { ...PERIOD, ...body });

async function started(body: object): Promise<bigint> {
  const reply = await start(body);
  assert.equal(reply.status, 202, reply.text);
  assert.equal(reply.body.result.state, 'RUNNING');
  return BigInt(reply.body.result.id);
}

// The run's own job may process the run at the same time.
async function finish(id: bigint): Promise<void> {
  while (await issueNext(app.context, id));
}

const runOf = async (id: bigint): Promise<Json> =>
  (await app.as('AUDITOR').get(`${API}/run/id/${id}`)).body;

const statementsOf = async (id: bigint): Promise<Json> =>
  (await app.as('AUDITOR').get(`${API}/list?run=${id}&s=100`)).body;

describe('a run of statements', () => {
  it('issues one for each customer with assets, and counts the others', async () => {
    const owners = [await rich(), await rich(200_000n), await app.holder()];
    const id = await started({ customerIds: owners.map((owner) => owner.id) });
    await finish(id);
    const { state, customers, done, issued, empty, unchanged, refused } = await runOf(id);
    assert.deepEqual([state, customers, done], ['DONE', 3, 3]);
    assert.deepEqual([issued, empty, unchanged, refused], [2, 1, 0, 0]);
    const { count, result } = await statementsOf(id);
    assert.equal(count, 2);
    assert.deepEqual(
      result.map((each: Json) => [each.closingValue, each.createdBy, each.runId]),
      [
        [2_000, result[0].createdBy, Number(id)],
        [1_000, result[0].createdBy, Number(id)],
      ],
    );
    assert.notEqual(result[0].createdBy, 'system');
    const again = await started({ customerIds: owners.map((owner) => owner.id) });
    await finish(again);
    assert.deepEqual([(await runOf(again)).unchanged, (await runOf(again)).issued], [2, 0]);
  });

  it('continues after an interruption, and issues none twice', async () => {
    const owners = [await rich(), await rich(), await rich(), await rich()];
    // The third customer's transaction is rolled back after the statement has been written.
    await app.db.query(sql`
      create function stop_run() returns trigger language plpgsql as
        $$ begin raise exception 'killed'; end $$`);
    await app.db.query(sql`
      create trigger killed before update on wealth_statement_run for each row
        when (new.issued = 3) execute function stop_run()`);
    const id = await started({ customerIds: owners.map((owner) => owner.id) });
    await assert.rejects(finish(id), /killed/);
    assert.equal((await statementsOf(id)).count, 2);
    assert.equal((await runOf(id)).done, 2);
    await app.db.query(sql`drop trigger killed on wealth_statement_run`);
    // Two processes work at once, as after an expired lease.
    await Promise.all([finish(id), finish(id)]);
    const { state, done, issued } = await runOf(id);
    assert.deepEqual([state, done, issued], ['DONE', 4, 4]);
    const { result } = await statementsOf(id);
    assert.deepEqual(
      result.map((each: Json) => each.customerId).toSorted(),
      owners.map((owner) => owner.id).toSorted(),
    );
  });

  it('counts a customer with too many lines as refused, and continues', async () => {
    const [long, short] = [await rich(), await rich()];
    const portfolio = await app.portfolio(long);
    // Adding the first share also creates the exchange.
    await app.share('RUN-FIRST', [[TODAY, 1, 100]]);
    await app.db.query(sql`
      with made as (
        insert into security (id, exchange_id, name, label, security_type, currency, created_by,
          created_at, modified_by, modified_at)
        select nextval('security_id'), e.id, 'RUNMANY' || n, 'Many', 'EQUITY', 'NGN', 'test', now(),
          'test', now()
        from exchange e, generate_series(1, 5000) n where e.name = 'NGX' returning id
      )
      insert into holding (portfolio_id, security_id) select ${portfolio.id}, id from made`);
    const id = await started({ customerIds: [long.id, short.id] });
    await finish(id);
    const { issued, refused, refusals } = await runOf(id);
    assert.deepEqual([issued, refused], [1, 1]);
    assert.deepEqual(refusals, [
      { customerId: long.id, customerName: long.name, code: 'STATEMENT_TOO_LONG' },
    ]);
  });

  it('accepts a group, an office, or all customers', async () => {
    const [{ groups, offices } = { groups: 0, offices: 0 }] = await app.db.query<{
      groups: number;
      offices: number;
    }>(sql`
      select (select count(*)::int from customer c join customer_group g on g.id = c.group_id
          where g.name = 'STANDARD') as groups,
        (select count(*)::int from customer) as offices`);
    const customers = async (body: object) => (await start(body)).body.result.customers;
    assert.equal(await customers({ customerGroupName: 'STANDARD' }), groups);
    assert.equal(await customers({ all: true }), offices);
  });

  it('is refused without exactly one selection of customers', async () => {
    const owner = await app.holder();
    const codeOf = async (body: object) => {
      const { status, body: reply } = await start(body);
      return [status, reply.msgCode];
    };
    assert.deepEqual(await codeOf({}), [400, 'INVALID_REQUEST']);
    assert.deepEqual(await codeOf({ all: true, customerIds: [owner.id] }), [
      400,
      'INVALID_REQUEST',
    ]);
    assert.deepEqual(await codeOf({ customerIds: [999_999] }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await codeOf({ customerGroupName: 'NONE' }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await codeOf({ businessOfficeName: 'NONE' }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await codeOf({ all: true, ed: TODAY }), [422, 'STATEMENT_PERIOD_REFUSED']);
  });
});

describe('the nightly check', () => {
  it('marks the statements whose figures changed, and leaves the others', async () => {
    const [moved, same] = [await rich(), await rich()];
    // Runs from other tests may still issue statements for their period.
    const id = await started({ customerIds: [moved.id, same.id], sd: '2026-11-03' });
    await finish(id);
    await app.skipUntil('2026-11-18');
    await app.balance(moved, { currency: 'NGN' }, 150_000n).finally(() => app.skipUntil(TODAY));
    await checkAll(app.context);
    const { result } = await statementsOf(id);
    const state = (owner: Depositor) =>
      result.find((each: Json) => each.customerId === owner.id).state;
    assert.deepEqual([state(moved), state(same)], ['OUTDATED', 'ISSUED']);
  });
});
