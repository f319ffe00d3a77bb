// Notification lists on a day with tens of thousands of batched notifications.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shipNotificationRules, shipTemplates } from '../../../src/modules/crm/index.js';
import {
  countNotifications,
  listNotificationRows,
} from '../../../src/modules/crm/notification/queries.js';
import type { Context } from '../../../src/platform/context.js';
import type { Database } from '../../../src/platform/database/database.js';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { contextOn } from '../../platform/job-node.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const BATCHES = 1_000;
const NOTICES_PER_BATCH = 50;
const WAITING = 5;
const DEAD = 3;
const PAGE = { limit: 20, offset: 0, after: null };
/**
 * The maximum number of rows that a list or count may read to find the few waiting or dead
 * notifications.
 */
const ROWS_MAX = 500;

let database: TestDatabase;
let context: Context;
let close: () => Promise<void>;

before(async () => {
  database = await createTestDatabase();
  ({ context, close } = contextOn(database.url));
  await shipTemplates(context);
  await shipNotificationRules(context);
  await fill(context.db);
});
after(async () => {
  await close?.();
  await database?.drop();
});

/** Inserts batched, sent, waiting and dead notifications with their jobs. */
async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Disables foreign keys, because the customers of the batches do not exist.
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`
      insert into notification_batch (rule_id, customer_id, state, notices, due_at)
      select min(r.id), g, 'OPEN', ${NOTICES_PER_BATCH}::integer, now() + interval '1 hour'
      from notification_rule r, generate_series(1, ${BATCHES}::integer) g group by g order by g`);
    await tx.query(sql`
      insert into notification (rule_id, position, event_type, related_to, related_to_id, state,
        batch_id, done_at)
      select b.rule_id, (b.id * 1000 + g) * 2 + sent, 'contract-note.issued', 'CONTRACT_NOTE', g,
        case sent when 1 then 'QUEUED' else 'GATHERED' end,
        case sent when 1 then null else b.id end, case sent when 1 then now() end
      from notification_batch b, generate_series(1, ${NOTICES_PER_BATCH}::integer) g,
        generate_series(0, 1) sent
      order by g, b.id`);
    await tx.query(sql`
      insert into notification (rule_id, position, event_type, related_to, related_to_id, state,
        alone)
      select min(r.id), -g, 'contract-note.issued', 'CONTRACT_NOTE', g, 'WAITING', g = 1
      from notification_rule r, generate_series(1, ${WAITING + DEAD}::integer) g group by g`);
  });
  await db.query(sql`
    insert into job (kind, key, data, attempts_most, state, finished_at)
    select 'notification.send',
      'notification ' || id || case when alone then ' alone' else '' end,
      jsonb_build_object('notificationId', id::text), 8,
      case when position >= -${DEAD}::integer and position < 0 then 'DEAD' else 'DONE' end, now()
    from notification where state <> 'QUEUED'`);
  await db.query(sql`
    insert into job (kind, key, data, attempts_most, state, finished_at)
    select 'notification.send-batch', 'notification batch ' || id,
      jsonb_build_object('batchId', id::text), 8,
      case id when (select min(id) from notification_batch) then 'DEAD' else 'QUEUED' end,
      case id when (select min(id) from notification_batch) then now() end
    from notification_batch`);
  await db.query(sql`vacuum analyze`);
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the number of rows that an executed plan read from a table. */
function rowsRead(node: PlanNode, table: string): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === table ? rows * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each, table), own);
}

/** Runs a function and returns the number of notifications that each of its statements reads. */
async function readsOf(work: (db: Database) => Promise<unknown>): Promise<number[]> {
  const statements: Sql[] = [];
  const watched: Database = {
    ...context.db,
    query: (statement) => {
      statements.push(statement);
      return context.db.query(statement);
    },
  };
  await work(watched);
  assert.ok(statements.length > 0);
  const reads: number[] = [];
  for (const statement of statements) {
    const [row] = await context.db.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      sql`explain (analyze, format json) ${statement}`,
    );
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    assert.ok(plan);
    reads.push(rowsRead(plan, 'notification') + rowsRead(plan, 'job'));
  }
  return reads;
}

describe('with 50,000 batched notifications', () => {
  const counts = [
    ['WAITING', WAITING],
    ['DEAD', DEAD + NOTICES_PER_BATCH],
    ['GATHERED', (BATCHES - 1) * NOTICES_PER_BATCH],
    ['QUEUED', BATCHES * NOTICES_PER_BATCH],
  ] as const;
  for (const [state, count] of counts) {
    test(`those that are ${state} are counted and listed`, async () => {
      const filter = { offices: undefined, state };
      assert.equal(await countNotifications(context.db, filter), BigInt(count));
      const rows = await listNotificationRows(context.db, filter, PAGE);
      assert.equal(rows.length, Math.min(count, PAGE.limit + 1));
      assert.ok(rows.every((row) => row.state === state));
    });
  }

  for (const state of ['WAITING', 'DEAD'] as const) {
    test(`the few that are ${state} are listed without reading the others`, async () => {
      const filter = { offices: undefined, state };
      const list = await readsOf((db) => listNotificationRows(db, filter, PAGE));
      const counting = await readsOf((db) => countNotifications(db, filter));
      const reads = [...list, ...counting];
      assert.ok(
        reads.every((rows) => rows <= ROWS_MAX),
        `rows read: ${reads.join(', ')}`,
      );
    });
  }

  test('a page of the batched ones reads little more than the page', async () => {
    const filter = { offices: undefined, state: 'GATHERED' };
    const [rows] = await readsOf((db) => listNotificationRows(db, filter, PAGE));
    assert.ok((rows ?? 0) <= ROWS_MAX, String(rows));
  });
});
