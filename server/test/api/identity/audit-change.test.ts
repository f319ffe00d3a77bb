// Changed members in the audit log: values, masked personal values, and exported files.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const AUDIT = '/api/v1/security/audit';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, workersLeftOut: [] });
});
after(() => app.stop());

const auditor = () => app.as('AUDITOR');

/** Reads the only audit entry of an operation on a record, with its changes. */
async function entryOf(operation: string, id: number): Promise<Json> {
  const { body } = await auditor().get(`${AUDIT}/list?e=${operation}&r=${id}`);
  assert.equal(body.count, 1, `${operation} of ${id}`);
  return (await auditor().get(`${AUDIT}/id/${body.result[0].id}`)).body;
}

const changeOf = (entry: Json, member: string): Json =>
  entry.differences.find((change: Json) => change.member === member);

async function rejectedPayment(): Promise<number> {
  const { body } = await app.as('OPERATIONS').post('/api/v1/finance/cash-transaction/create', {
    ...{ transType: 'PAYMENT', partnerName: '0000000001', amount: 321.5, currency: 'NGN' },
  });
  const path = `/api/v1/finance/cash-transaction/reject/id/${body.id}`;
  const reply = await app
    .as('APPROVER')
    .put(path, { reason: 'The account is of another customer' });
  assert.equal(reply.status, 200, reply.text);
  return body.id;
}

describe('success', () => {
  test('a decision shows the members before and after it', async () => {
    const id = await rejectedPayment();
    const entry = await entryOf('rejectCashTransaction', id);
    const { before, after, record, recordId } = changeOf(entry, 'state');
    assert.deepEqual(
      { before, after, record, recordId },
      { before: 'PENDING', after: 'REJECTED', record: 'cash-transaction', recordId: id },
    );
    const reason = changeOf(entry, 'decisionReason');
    assert.equal(reason.before, undefined);
    assert.equal(reason.after, 'The account is of another customer');
    assert.equal(entry.changes, entry.differences.length);
    assert.equal(changeOf(entry, 'version'), undefined);
  });

  test('personal members are listed as changed, without values', async () => {
    const update = '/api/v1/partner/customer/update';
    const sent = { id: 2, emailAddress1: 'changed.by.audit@example.com', status: 'SUSPENDED' };
    assert.equal((await app.as('OPERATIONS').put(update, sent)).status, 200);
    const entry = await entryOf('updateCustomer', 2);
    assert.deepEqual(changeOf(entry, 'status').after, 'SUSPENDED');
    const hidden = changeOf(entry, 'emailAddress');
    assert.deepEqual([hidden.hidden, hidden.before, hidden.after], [true, undefined, undefined]);
    const kept = await app.db.query(
      sql`select 1 from audit_change where position('changed.by.audit' in changes::text) > 0`,
    );
    assert.equal(kept.length, 0);
  });

  test('a dry run and a refusal leave no change', async () => {
    const count = async () =>
      (await app.db.query<{ n: bigint }>(sql`select count(*) as n from audit_change`))[0]?.n;
    const id = await rejectedPayment();
    const before = await count();
    const path = `/api/v1/finance/cash-transaction/reject/id/${id}`;
    assert.equal((await app.as('APPROVER').put(path)).status, 409);
    const dry = '/api/v1/partner/customer/update?dryRun=true';
    assert.equal((await app.as('OPERATIONS').put(dry, { id: 3, sex: 'F' })).status, 200);
    assert.equal(await count(), before);
  });

  test('a file has the entries that match the filter', async () => {
    const filter = 'e=rejectCashTransaction&k=CLIENT';
    const { body } = await auditor().get(`${AUDIT}/list?${filter}`);
    const file = await auditor().get(`${AUDIT}/list/csv?${filter}`);
    assert.equal(file.status, 200, file.text);
    const lines = file.text.trim().split(/\r?\n/);
    assert.equal(lines.length, body.count + 2);
    assert.equal(file.headers.get('x-row-count'), String(body.count));
    assert.ok(lines.slice(1, -1).every((line) => line.includes('rejectCashTransaction')));
    const stranger = await auditor().get(`${AUDIT}/list/csv?e=rejectCashTransaction&k=SYSTEM`);
    assert.equal(stranger.headers.get('x-row-count'), '0');
  });
});

describe('the chain', () => {
  test('covers the changes, so that an edited change breaks it', async () => {
    const id = await rejectedPayment();
    const { position } = await waitFor('the entry to be chained', async () => {
      const entry = await entryOf('rejectCashTransaction', id);
      return entry.position === undefined ? undefined : entry;
    });
    const verify = async () => (await auditor().get(`${AUDIT}/verify`)).body;
    assert.equal((await verify()).valid, true);
    await app.db.query(sql`alter table audit_change disable trigger user`);
    await app.db.query(sql`
      update audit_change
      set changes = replace(changes::text, 'another customer', 'the customer')::jsonb
      where table_name = 'cash_transaction' and record_id = ${id}`);
    const broken = await verify();
    assert.deepEqual([broken.valid, broken.brokenAt], [false, position]);
  });

  test('is protected by triggers that refuse to edit or remove a change', async () => {
    await app.db.query(sql`alter table audit_change enable trigger user`);
    await assert.rejects(app.db.query(sql`update audit_change set table_name = 'x'`), /never/);
    await assert.rejects(app.db.query(sql`delete from audit_change`), /never/);
  });
});

describe('401, 403 and 404', () => {
  test('callers without the permission, and unknown entries, are refused', async () => {
    for (const path of ['/id/1', '/list/csv', '/list/xlsx']) {
      assert.equal((await callerOf(app.url, {}).get(`${AUDIT}${path}`)).status, 401, path);
      assert.equal((await app.as('DEALER').get(`${AUDIT}${path}`)).status, 403, path);
    }
    assert.equal((await auditor().get(`${AUDIT}/id/999999999`)).status, 404);
  });
});
