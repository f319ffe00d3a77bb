// A database failover during requests: replies state only what is certain, and lost connections are
// not reused.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { operationsOf, readDocument } from './document.js';

const CREATE = '/api/v1/finance/cash-transaction/create';

let app: TestApp;
let example: Json;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  const operations = operationsOf(await readDocument(app));
  example = operations.find((operation) => operation.id === 'createCashTransaction')?.example;
});
after(() => app.stop());

// Makes the insert of a request's audit row fail. The insert is sent together with the commit.
async function failAudit(statement: string, timing = ''): Promise<void> {
  await app.db.pool.query(`create function fail_audit() returns trigger language plpgsql as $$
    begin ${statement} return null; end $$`);
  await app.db.pool.query(`create constraint trigger fail_audit after insert on audit_entry
    ${timing} for each row when (new.operation = 'createCashTransaction')
    execute function fail_audit()`);
}
afterEach(() => app.db.pool.query('drop function if exists fail_audit cascade'));

const create = (key: string) =>
  app.as('CLIENT').post(CREATE, example, { 'idempotency-key': `failover-of-this-test-${key}` });

async function count(): Promise<number> {
  const { rows } = await app.db.pool.query('select count(*)::int as n from cash_transaction');
  return rows[0].n;
}

describe('a write while the database fails over', () => {
  for (const state of ['25006', '57P01', '57P03', '08006', '53300', '53100']) {
    it(`is answered with 503 and Retry-After when the server answers ${state}`, async () => {
      await failAudit(`raise exception 'failing over' using errcode = '${state}';`);
      const before = await count();
      const reply = await create(state);
      assert.equal(reply.status, 503, reply.text);
      assert.equal(reply.body.msgCode, 'SERVICE_UNAVAILABLE');
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(await count(), before);
      await app.db.pool.query('drop function fail_audit cascade');
      assert.equal((await create(state)).status, 201);
    });
  }

  it('reports an unknown outcome if the connection is lost during the commit', async () => {
    // A deferred trigger runs during the commit.
    await failAudit(
      'perform pg_terminate_backend(pg_backend_pid());',
      'deferrable initially deferred',
    );
    const before = await count();
    const reply = await create('commit');
    assert.equal(reply.status, 503, reply.text);
    assert.equal(reply.body.msgCode, 'OUTCOME_UNKNOWN');
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
    await app.db.pool.query('drop function fail_audit cascade');
    const again = await create('commit');
    assert.equal(again.status, 201);
    assert.equal(await count(), before + 1);
  });
});
