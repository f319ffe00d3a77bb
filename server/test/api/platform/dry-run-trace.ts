// Finds everything that a dry run could leave behind: rows in any table, numbers taken from any
// sequence, and files.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../../../src/platform/database/sql.js';
import type { TestApp } from '../../support/app.js';

/**
 * Tables that workers and refused requests also write to, so they are not compared. `rowsOf` finds
 * the rows that a request left there.
 */
const BESIDE = new Set([
  ...['audit_entry', 'audit_chain', 'audit_head', 'event_sequence', 'job', 'webhook_attempt'],
  // This table records the times of calls.
  'principal_use',
]);

/** Tables whose rows workers update, so only the number of rows is compared. */
const COUNTED = new Set(['webhook_delivery', 'webhook_endpoint']);

/**
 * A snapshot of the state, keyed by name: a digest of each table, the last number of each sequence,
 * and the files.
 */
type Trace = ReadonlyMap<string, string>;

/** Reads the current state. */
async function traceOf(app: TestApp): Promise<Trace> {
  const trace = new Map<string, string>();
  const names = await app.db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  for (const { name } of names.filter((table) => !BESIDE.has(table.name))) {
    const digest = COUNTED.has(name)
      ? 'null'
      : "md5(string_agg(md5(t::text), '' order by md5(t::text)))";
    const { rows } = await app.db.pool.query(
      `select concat(count(*), ' rows ', ${digest}) as found from ${name} t`,
    );
    trace.set(`table ${name}`, rows[0].found);
  }
  for (const [name, last] of await sequencesOf(app)) trace.set(`sequence ${name}`, last);
  for (const file of await filesOf(app)) trace.set(`file ${file}`, 'there');
  return trace;
}

/** Returns the differences from an earlier state. */
function differences(before: Trace, after: Trace): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    return was === is ? [] : [`${name}: ${was} became ${is}`];
  });
}

/**
 * Reads every sequence that numbers records. Internal row numbers are excluded: PostgreSQL does not
 * reclaim a number when its transaction is rolled back, and these numbers are never shown.
 */
async function sequencesOf(app: TestApp): Promise<[string, string][]> {
  const rows = await app.db.query<{ name: string; last: string | null }>(sql`
    select s.sequencename as name, s.last_value::text as last from pg_sequences s
    where s.schemaname = 'public' and not exists (
      select from pg_depend d
      where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype = 'i')
    order by 1`);
  return rows.map(({ name, last }) => [name, last ?? 'none']);
}

async function filesOf(app: TestApp): Promise<string[]> {
  const files = await readdir(app.context.config.dataFolder, {
    recursive: true,
    withFileTypes: true,
  });
  return files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

/** The maximum number of attempts for a check that workers may disturb. */
const TRIES = 8;

/**
 * Runs work that must leave nothing behind, and returns what it left behind. Retries in case a
 * worker wrote at the same time: only what the work itself leaves appears in every attempt.
 */
export async function leftBy(app: TestApp, run: () => Promise<void>): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (let time = 0; time < TRIES; time += 1) {
    const before = await traceOf(app);
    await run();
    left = differences(before, await traceOf(app));
    if (left.length === 0) return left;
  }
  return left;
}

/** Returns the audit entries, jobs and events that these requests stored. */
export async function rowsOf(
  app: TestApp,
  requestIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await app.db.query<{ found: string }>(sql`
    with of_request as (select unnest(${[...requestIds]}::text[]) as id)
    select 'audit_entry ' || operation as found from audit_entry
    where request_id in (select id from of_request)
    union all
    select 'job ' || kind from job where request_id in (select id from of_request)
    union all
    select 'outbox_event ' || type from outbox_event
    where request_id in (select id from of_request)`);
  return rows.map(({ found }) => found);
}
