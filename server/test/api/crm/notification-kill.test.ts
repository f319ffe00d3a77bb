// Kills nodes that turn events into messages: no notification is lost or repeated.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { shipNotificationRules, shipTemplates } from '../../../src/modules/crm/index.js';
import type { Context } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { contextOn } from '../../platform/job-node.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killsOr } from '../../support/process/kill.js';
import { programBeside } from '../../support/process/program.js';
import { sayProof } from '../../support/proof.js';
import { waitFor } from '../../support/wait.js';

const KILLS = killsOr(1);
const LEADS_PER_KILL = 40;

let database: TestDatabase;
let context: Context;
let close: () => Promise<void>;
const programs: ChildProcess[] = [];

before(async () => {
  database = await createTestDatabase();
  ({ context, close } = contextOn(database.url));
  await shipTemplates(context);
  await shipNotificationRules(context);
  await prepare();
});
after(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await close?.();
  await database?.drop();
});

// Inserts an office, a user with leads, and an active rule that notifies the user about each lead.
async function prepare(): Promise<void> {
  const { db } = context;
  await db.query(sql`
    insert into business_office (id, name, label, currency, time_zone, created_by, created_at,
      modified_by, modified_at)
    values (1, '1', 'Office', 'NGN', 'Africa/Lagos', 'test', now(), 'test', now())`);
  await db.query(sql`
    insert into principal (id, kind, name, label, email_address, secret_hash, roles, created_by,
      created_at, modified_by, modified_at)
    values (1, 'user', 'rita', 'Rita', 'rita@firm.example', '-', array['CRM'], 'test', now(),
      'test', now())`);
  await db.query(sql`
    insert into lead (id, name, active, office_id, lead_type, status, first_name, assigned_to,
      do_not_call, do_not_share, email_opt_out, sms_opt_out, details, home_country, version,
      created_by, created_at, modified_by, modified_at)
    select id, id::text, true, 1, 'INDIVIDUAL', 'ASSIGNED', 'Lead ' || id, 1, false, false, false,
      false, '{}', 'NG', 1, 'test', now(), 'test', now()
    from generate_series(1, ${KILLS * LEADS_PER_KILL}::integer) id`);
  await db.query(sql`
    update notification_rule set active = true, enabled_from = now() where name = 'LEAD-ASSIGNED'`);
}

async function startProgram(): Promise<ChildProcess> {
  const words = [...programBeside(import.meta.url, 'notification-node-process'), database.url];
  const program = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  assert.ok(program.stdout);
  await once(program.stdout, 'data');
  return program;
}

const capture = (from: number): Promise<void> =>
  systemWork(context, 'test', async (work) => {
    for (let id = from + 1; id <= from + LEADS_PER_KILL; id += 1) {
      const data = { assignedTo: 1n, previously: null };
      work.events.push({ type: 'lead.assigned', subjectId: BigInt(id), officeId: 1n, data });
    }
  });

interface Reached {
  readonly written: bigint;
  readonly done: bigint;
}

async function reached(): Promise<Reached> {
  const [row] = await context.db.query<Reached>(sql`
    select count(*) as written, count(*) filter (where state <> 'WAITING') as done
    from notification`);
  assert.ok(row);
  return row;
}

test('each lead is notified exactly once while nodes are killed', async (t) => {
  const seen: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await reached();
    const program = await startProgram();
    await capture(kill * LEADS_PER_KILL);
    // Each kill comes later than the previous one: first among the events, then among the first
    // messages, and finally among the last ones.
    const most = BigInt((kill * 12) % LEADS_PER_KILL);
    await waitFor('the program to be under load', async () => {
      const now = await reached();
      return now.written > before.written && now.done - before.done >= most;
    });
    program.kill('SIGKILL');
    await once(program, 'exit');
    // Expires the leases held by the killed nodes.
    await context.db.query(sql`
      update job set lease_until = clock_timestamp() where state = 'RUNNING'`);
    const { written, done } = await reached();
    seen.push(`${written} written and ${done} done`);
  }
  await startProgram();
  const all = BigInt(KILLS * LEADS_PER_KILL);
  await waitFor('the last program to finish', async () => (await reached()).done === all);
  t.diagnostic(`at the kills: ${seen.join(', ')}`);
  sayProof('nodes of notifications killed', { kills: KILLS, notifications: all });
  const [counts] = await context.db.query<{ messages: bigint; leads: bigint; states: string }>(sql`
    select count(*) as messages, count(distinct m.related_to_id) as leads,
      string_agg(distinct t.state, ' ') as states
    from message m join message_transport t on t.id = m.id
    where m.related_to = 'LEAD' and t.address = 'rita@firm.example'`);
  assert.deepEqual(counts, { messages: all, leads: all, states: 'WAITING' });
  const [notifications] = await context.db.query<{ n: bigint; queued: bigint }>(sql`
    select count(*) as n, count(*) filter (where state = 'QUEUED'
      and cardinality(message_ids) = 1) as queued from notification`);
  assert.deepEqual(notifications, { n: all, queued: all });
});
