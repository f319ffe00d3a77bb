// The audit log: complete under parallel writes, chained in order, and broken links are detected.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const LIST = '/api/v1/security/audit/list';
const VERIFY = '/api/v1/security/audit/verify';

let app: TestApp;

before(async () => {
  app = await startTestApp({ workersLeftOut: [] });
});
after(() => app.stop());

async function count(table: 'entry' | 'chain'): Promise<bigint> {
  const statement =
    table === 'entry'
      ? sql`select count(*) as count from audit_entry`
      : sql`select count(audit_entry_id) as count from audit_chain`;
  const [row] = await app.db.query<{ count: bigint }>(statement);
  return row?.count ?? 0n;
}

const auditor = () => app.as('AUDITOR');

// Waits for the chain, which open transactions of other test files may delay because they share the
// server. The report is read after the counts, so that it covers the counted entries.
async function chained(): Promise<Json> {
  return waitFor('the chain to catch up', async () => {
    if ((await count('chain')) !== (await count('entry'))) return undefined;
    const { body } = await auditor().get(VERIFY);
    return body;
  });
}

async function newClient(label: string): Promise<Json> {
  const made = await app
    .as('ADMIN')
    .post('/api/v1/security/client/create', { label, roles: ['CRM'] });
  return made.body.result;
}

test('every write has an entry, even 40 parallel ones, and the chain covers them all', async () => {
  const before = await count('entry');
  await Promise.all(Array.from({ length: 40 }, (_, at) => newClient(`Parallel ${at}`)));
  assert.equal((await count('entry')) - before, 40n);
  const report = await chained();
  assert.equal(report.valid, true);
  const [head] = await app.db.query<{ position: bigint }>(
    sql`select max(position) as position from audit_chain`,
  );
  assert.equal(BigInt(report.to), head?.position);
});

test('the worker extends the chain', async () => {
  await newClient('By itself');
  await waitFor(
    'the worker to extend the chain',
    async () => (await count('chain')) === (await count('entry')),
  );
});

test("a late-committing transaction's entry is not skipped", async () => {
  const late = await app.db.dedicated();
  try {
    await late.query('begin');
    await late.query(`insert into audit_entry (at, principal_kind, principal_id, principal_name,
      operation, msg_code, request_id)
      values (now(), 'system', 0, 'late', 'late', 'LATE', 'late')`);
    await newClient('While another is open');
    const open = await auditor().get(VERIFY);
    assert.equal(open.body.valid, true);
    await late.query('commit');
  } finally {
    await late.end();
  }
  const report = await chained();
  assert.equal(report.valid, true);
  const found = await auditor().get(`${LIST}?e=LATE`);
  assert.ok(found.body.result[0].position > 0);
});

test('filters by day, user and event; pages by cursor', async () => {
  const client = await newClient('Filtered');
  await callerOf(app.url, basic(client.clientId, 'wrong')).get(LIST);
  const failed = await auditor().get(`${LIST}?u=${client.clientId}&e=LOGIN_FAILED`);
  assert.equal(failed.body.count, 1);
  assert.equal(failed.body.result[0].address, '127.0.0.1');
  assert.equal((await auditor().get(`${LIST}?ed=2000-01-01`)).body.count, 0);
  const today = new Date().toISOString().slice(0, 10);
  const made = await auditor().get(`${LIST}?sd=${today}&ed=${today}&e=createClient&s=5`);
  assert.ok(made.body.count > 40);
  const next = /<([^>]+)>; rel="next"/.exec(made.headers.get('link') ?? '')?.[1] ?? '';
  const second = await auditor().get(next);
  assert.ok(second.body.result[0].id < made.body.result[4].id);
});

test('400, 401, 403: a wrong date; no login; no permission, or bound to offices', async () => {
  assert.equal((await auditor().get(`${LIST}?sd=yesterday`)).status, 400);
  assert.equal((await app.as('NOBODY').get(LIST)).status, 401);
  assert.equal((await app.as('FINANCE').get(LIST)).status, 403);
  assert.equal((await app.asOffice('AUDITOR', [1n]).get(LIST)).status, 403);
  assert.equal((await app.asOffice('AUDITOR', [1n]).get(VERIFY)).status, 403);
});

test('entries cannot be changed, removed or truncated through the program', async () => {
  for (const statement of [
    sql`update audit_entry set msg_code = 'X'`,
    sql`delete from audit_chain`,
    sql`truncate audit_entry cascade`,
  ]) {
    await assert.rejects(app.db.query(statement), /never changed or removed/);
  }
});

test('an edit outside the program is detected, with the first broken position', async () => {
  await chained();
  const tamper = async (statement: ReturnType<typeof sql>) => {
    await app.db.query(sql`alter table audit_entry disable trigger audit_entry_is_append_only`);
    await app.db.query(statement);
    await app.db.query(sql`alter table audit_entry enable trigger audit_entry_is_append_only`);
  };
  const [link] = await app.db.query<{ position: bigint; entryId: bigint }>(sql`
    select position, audit_entry_id as "entryId" from audit_chain
    where audit_entry_id is not null order by position offset 6 limit 1`);
  assert.ok(link);
  const seventh = link.entryId;
  await tamper(
    sql`update audit_entry set principal_name = 'x' || principal_name where id = ${seventh}`,
  );
  const changed = (await auditor().get(VERIFY)).body;
  assert.deepEqual(
    [changed.valid, changed.brokenAt, changed.reason],
    [false, Number(link.position), 'HASH_DIFFERS'],
  );
  await tamper(
    sql`update audit_entry set principal_name = substr(principal_name, 2) where id = ${seventh}`,
  );
  assert.equal((await chained()).valid, true);
  const from = await auditor().get(`${VERIFY}?from=20`);
  assert.deepEqual([from.body.valid, from.body.from], [true, 20]);
  await app.db.query(sql`
    insert into audit_entry (at, principal_kind, principal_id, principal_name, operation, msg_code,
      request_id, transaction_id)
    values (now(), 'user', 1, 'forged', 'forged', 'FORGED', 'x',
      (select e.transaction_id from audit_entry e where e.id = ${seventh}))`);
  const slipped = (await auditor().get(VERIFY)).body;
  assert.deepEqual([slipped.valid, slipped.reason], [false, 'ENTRY_NOT_CHAINED']);
});
