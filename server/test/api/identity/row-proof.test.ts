// The row proof over HTTP: rows edited outside the program are reported by table and record,
// regardless of the session settings. Edits to row changes and events covered by chain links are
// reported, too.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type pg from 'pg';
import { proveRowsJob } from '../../../src/modules/identity/audit/row-proof-job.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const VERIFY = '/api/v1/security/audit/verify';
const ROWS = `${VERIFY}/rows`;
const FAR = '900000000000';

let app: TestApp;
/** A superuser's database connection with triggers disabled. */
let intruder: pg.Client;

before(async () => {
  app = await startTestApp({ workersLeftOut: [] });
  intruder = await app.db.dedicated();
  await intruder.query('set session_replication_role = replica');
  await intruder.query("set timezone = 'UTC'");
});
after(async () => {
  await intruder.end();
  await app.stop();
});

async function rows(from?: string): Promise<Json> {
  const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`;
  const { status, body, text } = await app.as('AUDITOR').get(`${ROWS}${query}`);
  assert.equal(status, 200, text);
  return body;
}

async function verify(): Promise<Json> {
  const { status, body, text } = await app.as('AUDITOR').get(VERIFY);
  assert.equal(status, 200, text);
  return body;
}

/** Inserts a customer group that no other test changes. */
async function newGroup(name: string): Promise<string> {
  const [row] = await app.db.query<{ id: bigint }>(sql`
    insert into customer_group (id, name, label, created_by, created_at, modified_by, modified_at)
    values (nextval('customer_group_id'), ${name}, ${name}, 'test', now(), 'test', now())
    returning id`);
  return String(row?.id);
}

/** Waits until chain links cover every row change and event, and returns the report. */
function covered(): Promise<Json> {
  return waitFor('links of every row', async () => {
    const report = await verify();
    const left = await app.db.query(sql`
      select from row_change r
      where not exists (
        select from audit_batch b where b.source = 'row_change'
          and (b.last_transaction_id, b.last_id) >= (r.transaction_id, r.id))
      union all
      select from outbox_event e
      where not exists (
        select from audit_batch b where b.source = 'outbox_event'
          and (b.last_transaction_id, b.last_id) >= (e.transaction_id, e.id))`);
    return left.length === 0 ? report : undefined;
  });
}

const faultsOf = ({ faults }: Json) => faults;

describe('verifyRows', () => {
  test('names rows that were edited, inserted and removed', async () => {
    const id = await newGroup('edited');
    const [copy, gone] = [`${id}9`, await newGroup('removed')];
    assert.deepEqual(faultsOf(await rows()), []);
    await intruder.query('create temp table kept_group as select * from customer_group');
    await intruder.query(`update customer_group set label = 'another' where id = ${id}`);
    await intruder.query(`insert into customer_group
      (id, name, label, active, created_by, created_at, modified_by, modified_at)
      select ${copy}, name || '2', label, active, created_by, created_at, modified_by, modified_at
      from customer_group where id = ${id}`);
    await intruder.query(`delete from customer_group where id = ${gone}`);
    const report = await rows();
    assert.equal(report.valid, false);
    const named = report.faults.map((fault: Json) => [fault.table, fault.record, fault.reason]);
    assert.deepEqual(
      named.sort(),
      [
        ['customer_group', id, 'ROW_DIFFERS'],
        ['customer_group', copy, 'ROW_UNKNOWN'],
        ['customer_group', gone, 'ROW_MISSING'],
      ].sort(),
    );
    await intruder.query(`delete from customer_group where id = ${copy}`);
    await intruder.query(`update customer_group set label = name where id = ${id}`);
    const [{ record }] = faultsOf(await rows());
    assert.equal(record, gone);
    await intruder.query(`insert into customer_group select * from kept_group where id = ${gone}`);
    assert.equal((await rows()).valid, true);
  });

  test('names a removed row with a composite key, and one whose record was edited', async () => {
    const [pair] = await app.db.query<{ user: bigint; setter: bigint }>(sql`
      insert into password_setter (user_id, setter_id)
      select min(id), max(id) from principal returning user_id as user, setter_id as setter`);
    const record = `${pair?.user}/${pair?.setter}`;
    await intruder.query('delete from password_setter');
    const missing = { table: 'password_setter', record, reason: 'ROW_MISSING' };
    assert.deepEqual(faultsOf(await rows()), [missing]);
    // The chain grows in the background. Its link must cover the row change before the edit.
    await covered();
    const { rows: ids } = await intruder.query<{ id: bigint }>(
      'update row_change set record = $2 where record = $1 returning id',
      [record, 'x/y'],
    );
    assert.deepEqual(faultsOf(await rows()), [{ ...missing, record: 'x/y' }]);
    await intruder.query(`update row_change set record = '${record}' where id = ${ids[0]?.id}`);
    await intruder.query(`insert into password_setter values (${pair?.user}, ${pair?.setter})`);
    assert.equal((await rows()).valid, true);
  });

  test('continues from slice to slice, and covers every hashed table', async () => {
    const whole = await rows();
    assert.equal(whole.nextFrom, undefined);
    assert.ok(whole.rowsChecked > 100);
    const rest = await rows('trade_order:0');
    assert.ok(rest.rowsChecked < whole.rowsChecked);
    assert.equal((await rows('row_change:0')).valid, true);
    assert.equal((await rows('row_change:999999')).rowsChecked, 0);
  });

  test('400: an invalid `from`; 401, 403: callers without the permission', async () => {
    for (const from of ['holding', 'nothing:1', 'holding:x', ':', 'job:0']) {
      const { status, body } = await app.as('AUDITOR').get(`${ROWS}?from=${from}`);
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/from'], from);
    }
    assert.equal((await app.as('NOBODY').get(ROWS)).status, 401);
    assert.equal((await app.as('FINANCE').get(ROWS)).status, 403);
    assert.equal((await app.asOffice('AUDITOR', [1n]).get(ROWS)).status, 403);
  });

  test('runs each night in a job, which counts the rows that differ', async () => {
    const id = await newGroup('of the night');
    const count = async () =>
      (await app.context.metrics.registry.metrics()).match(/audit_row_fault"\} (\d+)/)?.[1] ?? '0';
    const prove = () =>
      proveRowsJob.run(app.context, {
        id: 1n,
        data: {},
        attempt: 1,
        signal: new AbortController().signal,
      });
    await prove();
    const before = await count();
    await intruder.query(`update customer_group set active = false where id = ${id}`);
    await prove();
    assert.equal(Number(await count()), Number(before) + 1);
    await intruder.query(`update customer_group set active = true where id = ${id}`);
  });
});

describe('row changes', () => {
  test('do not depend on the settings of the writing session', async () => {
    const client = await app.db.dedicated();
    await client.query("set timezone = 'Asia/Tokyo'");
    await client.query("set datestyle = 'German'");
    await client.query("set bytea_output = 'escape'");
    const id = await newGroup('far away');
    await client.query(`update customer_group set modified_at = now() where id = ${id}`);
    await client.query(`insert into passkey (id, principal_id, label, public_key, counter,
        transports, is_backed_up, created_at)
      select 'far', min(id), 'far', '\\x00ff'::bytea, 0, '{usb}', true, now() from principal`);
    await client.end();
    assert.deepEqual(faultsOf(await rows()), []);
  });

  test('are written for upserts, cascades and many rows, and not when rolled back', async () => {
    const count = async () => {
      const [row] = await app.db.query<{ count: bigint }>(
        sql`select count(*) as count from row_change`,
      );
      return row?.count ?? 0n;
    };
    await app.db.query(sql`
      insert into second_factor (principal_id, secret, created_at)
      select id, 'x', now() from principal order by id limit 3
      on conflict (principal_id) do update set secret = 'y'`);
    await app.db.query(sql`
      insert into second_factor (principal_id, secret, created_at)
      select id, 'x', now() from principal order by id limit 4
      on conflict (principal_id) do update set secret = 'y'`);
    await app.db.query(sql`
      insert into recovery_code (principal_id, hash) select principal_id, 'h' from second_factor`);
    await app.db.query(sql`delete from second_factor`);
    assert.deepEqual(faultsOf(await rows()), []);
    const before = await count();
    await app.db.transaction(
      async (tx) => {
        await tx.query(sql`update customer_group set label = 'dry'`);
      },
      { dryRun: true },
    );
    assert.equal(await count(), before);
  });

  test('are not written for columns that a hash omits', async () => {
    await app.db.query(sql`
      insert into webhook_endpoint (id, name, label, url, types, owner_kind, owner_id, secret,
        position, created_by, created_at, modified_by, modified_at)
      values (1, 'left', 'left', 'https://example.com', '{}', 'user', 1, 's', 0, 'test', now(),
        'test', now())`);
    const changes = () =>
      app.db.query(sql`select from row_change where table_name = 'webhook_endpoint'`);
    const before = (await changes()).length;
    await app.db.query(sql`update webhook_endpoint set position = 7, run = 3, failures = 1`);
    assert.equal((await changes()).length, before);
    await app.db.query(sql`update webhook_endpoint set url = 'https://example.org'`);
    assert.equal((await changes()).length, before + 1);
    assert.deepEqual(faultsOf(await rows()), []);
    await app.db.query(sql`delete from webhook_endpoint`);
  });

  test('of one record are in the order of the writes, for any transactions', async () => {
    const id = await newGroup('raced');
    const early = await app.db.dedicated();
    try {
      await early.query('begin');
      await early.query('select pg_current_xact_id()');
      await app.db.query(sql`update customer_group set label = 'first' where id = ${id}`);
      await early.query(`update customer_group set label = 'last' where id = ${id}`);
      await early.query('commit');
    } finally {
      await early.end();
    }
    assert.deepEqual(faultsOf(await rows()), []);
    assert.equal((await covered()).valid, true);
  });

  test('are covered even if their transaction commits late', async () => {
    const late = await app.db.dedicated();
    try {
      await late.query('begin');
      await late.query("update customer_group set label = 'late' where name = 'raced'");
      await newGroup('while another is open');
      assert.equal((await verify()).valid, true);
      await late.query('commit');
    } finally {
      await late.end();
    }
    assert.equal((await covered()).valid, true);
  });

  test('are generated again if a migration changes the columns of a table', async () => {
    await newGroup('with a column');
    await app.db.query(sql`alter table customer_group add column colour text default 'red'`);
    assert.ok(faultsOf(await rows()).length > 0);
    await app.db.query(sql`select hash_rows_of('customer_group', 'id')`);
    assert.deepEqual(faultsOf(await rows()), []);
    await app.db.query(sql`alter table customer_group drop column colour`);
    await app.db.query(sql`select hash_rows_of('customer_group', 'id')`);
    assert.deepEqual(faultsOf(await rows()), []);
  });
});

describe('a link of rows', () => {
  let undo: (() => Promise<unknown>) | undefined;
  afterEach(async () => {
    await undo?.();
    undo = undefined;
    assert.equal((await verify()).valid, true);
  });

  const broken = async () => {
    const { valid, reason, table, record } = await verify();
    assert.equal(valid, false);
    return { reason, table, record };
  };

  test('covers rows of transactions without an entry', async () => {
    const id = await newGroup('without an entry');
    await covered();
    const change = `table_name = 'customer_group' and record = '${id}'`;
    await intruder.query(`update row_change set row_hash = sha256('x') where ${change}`);
    undo = () =>
      intruder.query(`update row_change set row_hash = row_hash_of(g::text)
        from customer_group g where ${change} and g.id = ${id}`);
    assert.deepEqual(await broken(), {
      reason: 'CHANGE_DIFFERS',
      table: 'customer_group',
      record: id,
    });
  });

  test('breaks if a row change is removed or inserted', async () => {
    const id = await newGroup('removed change');
    await newGroup('after it');
    await covered();
    await intruder.query(`create temp table kept as
      select * from row_change where table_name = 'customer_group' and record = '${id}'`);
    const kept = await intruder.query<{ id: bigint }>('select id from kept');
    await intruder.query('delete from row_change where id in (select id from kept)');
    assert.deepEqual(await broken(), {
      reason: 'CHANGE_DIFFERS',
      table: 'row_change',
      record: String(kept.rows[0]?.id),
    });
    await intruder.query('insert into row_change overriding system value select * from kept');
    assert.equal((await verify()).valid, true);
    const slipped = await intruder.query<{ id: bigint }>(`
      insert into row_change (transaction_id, table_name, record, row_hash)
      select transaction_id, table_name, record, sha256('x') from kept returning id`);
    undo = () => intruder.query(`delete from row_change where id = ${slipped.rows[0]?.id}`);
    assert.deepEqual(await broken(), {
      reason: 'CHANGE_DIFFERS',
      table: 'customer_group',
      record: id,
    });
  });

  test('cannot be evaded by a future transaction number', async () => {
    const id = await newGroup('ahead');
    await covered();
    await intruder.query(
      `insert into row_change (transaction_id, table_name, record, row_hash)
       values ($1, 'customer_group', $2, sha256('x'))`,
      [FAR, id],
    );
    undo = () => intruder.query('delete from row_change where transaction_id = $1', [FAR]);
    assert.deepEqual(await broken(), { reason: 'ROW_AHEAD', table: 'customer_group', record: id });
  });

  test('covers events', async () => {
    await app.db.query(sql`
      insert into outbox_event (type, subject_id, data) values ('test.happened', 1, '{"a": 1}')`);
    await covered();
    const { rows: events } = await intruder.query<{ id: bigint }>(
      `update outbox_event set data = '{"a": 2}' where type = 'test.happened' returning id`,
    );
    const record = String(events[0]?.id);
    undo = () => intruder.query(`update outbox_event set data = '{"a": 1}' where id = ${record}`);
    assert.deepEqual(await broken(), { reason: 'ROW_DIFFERS', table: 'outbox_event', record });
  });

  test('breaks if its batch is edited', async () => {
    await covered();
    const edit = (from: string, to: string) =>
      intruder.query(`update audit_batch set source = '${to}'
        where source = '${from}' and position = (select min(position) from audit_batch
          where source = '${from}')`);
    await edit('row_change', 'row_changes');
    undo = () => edit('row_changes', 'row_change');
    assert.equal((await broken()).reason, 'HASH_DIFFERS');
  });
});

describe('a row that was edited, and then changed by the program', () => {
  const edits: Readonly<Record<string, string>> = {
    'an update': `update customer_group set modified_by = 'intruder' where id = `,
    'a removal': `delete from customer_group where id = `,
  };
  for (const [how, statement] of Object.entries(edits)) {
    test(`is still reported after ${how}`, async () => {
      const id = await newGroup(how);
      await app.db.query(sql`update customer_group set label = 'before' where id = ${id}`);
      assert.deepEqual(ofRecord(await rows(), id), []);
      await intruder.query(`${statement}${id}`);
      const changed = await app.db.query(sql`
        update customer_group set label = 'after' where id = ${id} returning id`);
      if (changed.length === 0) {
        await app.db.query(sql`
          insert into customer_group (id, name, label, created_by, created_at, modified_by,
            modified_at)
          values (${id}, ${how}, 'anew', 'test', now(), 'test', now())`);
      }
      assert.deepEqual(ofRecord(await rows(), id), ['ROW_WAS_EDITED']);
      await app.db.query(sql`delete from customer_group where id = ${id}`);
      assert.deepEqual(ofRecord(await rows(), id), ['ROW_WAS_EDITED']);
    });
  }

  test('is reported if it was inserted and then removed', async () => {
    const id = '777';
    await intruder.query(`insert into customer_group
      (id, name, label, active, created_by, created_at, modified_by, modified_at)
      select ${id}, 'slipped', label, active, created_by, created_at, modified_by, modified_at
      from customer_group limit 1`);
    await app.db.query(sql`delete from customer_group where id = ${id}`);
    assert.deepEqual(ofRecord(await rows(), id), ['ROW_WAS_EDITED']);
  });

  test('is reported as a removal and an insertion if its key changed', async () => {
    const id = await newGroup('renumbered');
    await app.db.query(sql`update customer_group set id = ${`${id}7`} where id = ${id}`);
    const report = await rows();
    assert.deepEqual([ofRecord(report, id), ofRecord(report, `${id}7`)], [[], []]);
  });
});

const ofRecord = ({ faults }: Json, id: string): string[] =>
  faults.filter(({ record }: Json) => record === id).map(({ reason }: Json) => reason);

describe('the file of heads', () => {
  test('503: nothing is verified if the file exists but cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-heads-'));
    // A folder cannot be read as the head file.
    const other = await startTestApp({ auditHeadFile: folder, workersLeftOut: [] });
    const { status, body } = await other.as('AUDITOR').get(VERIFY);
    assert.deepEqual([status, body.msgCode], [503, 'AUDIT_HEADS_UNREADABLE']);
    assert.equal((await other.as('AUDITOR').get(ROWS)).status, 200);
    await other.stop();
    await rm(folder, { recursive: true });
  });
});
