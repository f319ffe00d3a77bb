// Every write of the document as a dry run: it shows what it would make, and leaves nothing, no
// number taken and none shown.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { type Operation, operationsOf, readDocument } from './document.js';
import { BODIES, type Own } from './reference-body.js';
import { makeRecords } from './reference-record.js';

const DRY = { prefer: 'dry-run' };

let app: TestApp;
let admin: Caller;
let own: Own;
let operations: readonly Operation[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  operations = operationsOf(await readDocument(app)).filter(({ kind }) => kind === 'write');
  admin = app.as('ADMIN');
  own = await makeRecords(app, 1n);
});
after(() => app.stop());

// What workers write in the meantime, and the entries about refusals.
const BESIDE = /^(audit_|event_position|ledger_fold|account_day|job|webhook_|simulator|fix_|notif)/;

/** The number of rows of each table, and the last number of each sequence. */
async function left(): Promise<Json> {
  const counts: Record<string, unknown> = {};
  const tables = await app.db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  for (const { name } of tables.filter((table) => !BESIDE.test(table.name))) {
    const { rows } = await app.db.pool.query(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0].count;
  }
  return counts;
}

function dry(operation: Operation) {
  const path = operation.path.replace(/\{\w+\}/, String(own.activity));
  const body = BODIES[operation.id]?.(own) ?? operation.example ?? {};
  switch (operation.method) {
    case 'delete':
      return admin.delete(path, DRY);
    case 'put':
      return admin.put(path, body, DRY);
    default:
      return admin.post(path, body, DRY);
  }
}

describe('a dry run', () => {
  it('of every write never fails, shows no number of its own, and leaves nothing', async () => {
    const before = await left();
    const wrong: string[] = [];
    let done = 0;
    for (const operation of operations) {
      const { status, text } = await dry(operation);
      if (status === 200) done += 1;
      const lies = /\uE000|\bDRY\d|"-\d+"|[iI]d":-\d/.exec(text)?.[0];
      if (status >= 500 || status === 201 || lies !== undefined) {
        wrong.push(`${operation.id}: ${status} ${lies ?? ''} ${text.slice(0, 300)}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await left(), before);
    assert.ok(done > 60, `${done} of ${operations.length} were done`);
  });

  it('of an import of leads captures each row, and each without a number', async () => {
    const rows = ['Ade', 'Obi', 'Eze'].map((lastName) => ({ lastName, firstName: 'Dry' }));
    const made = await admin.post('/api/v1/crm/lead/import', { rows });
    assert.equal(made.status, 201, made.text);
    const before = await left();
    const path = `/api/v1/crm/lead/import/commit/id/${made.body.id}`;
    const { status, body, text } = await admin.put(path, {}, DRY);
    assert.equal(status, 200, text);
    assert.deepEqual([body.result.state, body.result.captured], ['COMMITTED', 3]);
    const outcomes = body.result.verdicts.map((verdict: Json) => [verdict.outcome, verdict.leadId]);
    assert.deepEqual(outcomes, Array(3).fill(['CAPTURED', undefined]));
    assert.deepEqual(await left(), before);
    assert.equal((await admin.put(path, {})).body.result.captured, 3);
  });

  it('of a batch of cash shows every row as done', async () => {
    const row = { transType: 'RECEIPT', partnerName: own.customerName, amount: 12 };
    const rows = [row, { ...row, amount: 13 }, { ...row, amount: 14 }];
    const batch = { batchName: 'DRY-BATCH', rows };
    const reply = await admin.post('/api/v1/finance/cash-transaction/batch/create', batch, DRY);
    assert.equal(reply.status, 200, reply.text);
    const outcomes = reply.body.result.rows.map(({ outcome, id }: Json) => [outcome, id]);
    assert.deepEqual(outcomes, Array(3).fill(['DONE', undefined]));
  });
});
