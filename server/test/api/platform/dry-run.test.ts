// Runs every write in the OpenAPI document as a dry run. A dry run shows what it would create. It
// leaves no row, file, job or event, and it neither assigns nor shows a record number.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Caller, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { type Operation, operationsOf, readDocument } from './document.js';
import { leftBy, rowsOf } from './dry-run-trace.js';
import { BODIES, type Own } from './reference-body.js';
import { makeRecords } from './reference-record.js';

const DRY = { prefer: 'dry-run' };

let app: TestApp;
let folder: string;
let admin: Caller;
let own: Own;
let operations: readonly Operation[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-dry-run-'));
  app = await startTestApp({ demo: true, exchange: 'none', dataFolder: folder });
  operations = operationsOf(await readDocument(app)).filter(({ kind }) => kind === 'write');
  // Not the user who creates the records, because that user may not approve them.
  admin = callerOf(app.url, await app.header('ADMIN'));
  own = await makeRecords(app, 1n);
});
after(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The record whose id fills a path, by path prefix. The first match applies. */
const IN_PATH: readonly (readonly [begin: string, record: string])[] = [
  ['crm/activity/', 'activity'],
  ['crm/attachment/', 'attachment'],
  ['crm/campaign/', 'campaign'],
  ['crm/contact/', 'contact'],
  ['crm/lead-assignment/', 'assignment'],
  ['crm/lead/convert/', 'qualified'],
  ['crm/notification-rule/', 'rule'],
  ['crm/template/', 'template'],
  ['crm/whatsapp/', 'message'],
  ['finance/bank-statement/line/', 'line'],
  ['finance/bank-statement/', 'statement'],
  ['finance/cash-transaction/', 'cashTransaction'],
  ['order/discountedinstrument/', 'paper'],
  ['order/terminstrument/', 'deposit'],
  ['order/tradeorder/', 'order'],
  ['order/treasurybill/', 'bill'],
  ['partner/customer/', 'customer'],
  ['security/client/', 'client'],
  ['security/user/', 'user'],
  ['webhook/endpoint/', 'endpoint'],
];

function dry(operation: Operation) {
  const [, record = 'activity'] =
    IN_PATH.find(([begin]) => operation.path.startsWith(`/api/v1/${begin}`)) ?? [];
  const path = operation.path.replace(/\{\w+\}/, String(own[record]));
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
  it('of every write never fails, shows no new number, and leaves nothing', async () => {
    const wrong = new Set<string>();
    const done = new Map<string, string>();
    const left = await leftBy(app, async () => {
      for (const operation of operations) {
        const { status, text, headers } = await dry(operation);
        if (status === 200) done.set(headers.get('x-request-id') ?? '', operation.id);
        const lies = /\uE000|\bDRY\d|"-\d+"|[iI]d":-\d/.exec(text)?.[0];
        if (status >= 500 || status === 201 || lies !== undefined) {
          wrong.add(`${operation.id}: ${status} ${lies ?? ''} ${text.slice(0, 300)}`);
        }
      }
    });
    assert.deepEqual([...wrong], []);
    assert.deepEqual(left, []);
    assert.deepEqual(await rowsOf(app, [...done.keys()]), []);
    const count = new Set(done.values()).size;
    assert.ok(count > 100, `${count} of ${operations.length} were done`);
  });

  it('of an import of leads captures each row without a number', async () => {
    const rows = ['Ade', 'Obi', 'Eze'].map((lastName) => ({ lastName, firstName: 'Dry' }));
    const made = await admin.post('/api/v1/crm/lead/import', { rows });
    assert.equal(made.status, 201, made.text);
    const path = `/api/v1/crm/lead/import/commit/id/${made.body.id}`;
    const left = await leftBy(app, async () => {
      const { status, body, text } = await admin.put(path, {}, DRY);
      assert.equal(status, 200, text);
      const { state, captured, verdicts } = body.result;
      assert.deepEqual([state, captured], ['COMMITTED', 3]);
      const outcomes = verdicts.map((verdict: Json) => [verdict.outcome, verdict.leadId]);
      assert.deepEqual(outcomes, Array(3).fill(['CAPTURED', undefined]));
    });
    assert.deepEqual(left, []);
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
