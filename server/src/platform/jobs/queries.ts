// SQL for jobs. All times come from the database, so the nodes' clocks need not agree.

import { JOB } from '../../limits.js';
import type { Database, Instant, Tx } from '../database/database.js';
import { countRows } from '../database/list-query.js';
import { type Sql, sql } from '../database/sql.js';
import { heldRows, type LeaseKey, leaseEnd, milliseconds } from '../lease/queries.js';

export const JOB_STATES = ['QUEUED', 'RUNNING', 'DONE', 'DEAD'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job to store. */
interface JobRow {
  readonly kind: string;
  readonly key: string | null;
  /** JSON text. */
  readonly data: string;
  readonly attemptsMax: number;
  readonly delayMs: number;
  readonly requestId: string;
}

/** Stores jobs and returns the ids of those whose key is new. */
export async function insertJobs(tx: Tx, jobs: readonly JobRow[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    insert into job (kind, key, data, attempts_most, not_before, request_id)
    select j.kind, j.key, j.data::jsonb, j.most,
      clock_timestamp() + j.delay_ms * interval '1 millisecond', j.request_id
    from unnest(${jobs.map(({ kind }) => kind)}::text[], ${jobs.map(({ key }) => key)}::text[],
      ${jobs.map(({ data }) => data)}::text[],
      ${jobs.map(({ attemptsMax }) => attemptsMax)}::integer[],
      ${jobs.map(({ delayMs }) => delayMs)}::double precision[],
      ${jobs.map(({ requestId }) => requestId)}::text[])
      with ordinality as j (kind, key, data, most, delay_ms, request_id, place)
    order by j.place
    on conflict (kind, key) where key is not null do nothing
    returning id`);
  return rows.map(({ id }) => id);
}

/** Stores today's job for each daily kind that is due, once for all nodes. */
export async function insertDailyJobs(
  db: Database,
  daily: readonly {
    readonly kind: string;
    readonly attemptsMax: number;
    readonly atUtc: string;
  }[],
): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    insert into job (kind, key, data, attempts_most, request_id)
    select d.kind, 'day ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), '{}', d.most,
      'schedule'
    from unnest(${daily.map((each) => each.kind)}::text[],
      ${daily.map((each) => each.attemptsMax)}::integer[],
      ${daily.map((each) => each.atUtc)}::time[]) as d(kind, most, at)
    where (now() at time zone 'UTC')::time >= d.at
    on conflict (kind, key) where key is not null do nothing
    returning id`);
  return rows.length;
}

/** How many jobs of one kind a node can accept. */
interface Offer {
  readonly kind: string;
  readonly free: number;
}

export interface ClaimedJob extends LeaseKey {
  readonly kind: string;
  readonly attempts: number;
  /** JSON text. */
  readonly data: string;
}

/** A node's request to claim jobs. */
interface Claim {
  /** The offers in the order in which kinds are served. */
  readonly offers: readonly Offer[];
  /** Maximum number of jobs, of all kinds together. */
  readonly places: number;
  readonly node: string;
}

/**
 * Claims due jobs for a node, the oldest of each kind first. Skips rows that other nodes are
 * claiming.
 */
export function claimJobs(db: Database, { offers, places, node }: Claim): Promise<ClaimedJob[]> {
  return db.query<ClaimedJob>(sql`
    with due as (
      select j.id
      from unnest(${offers.map((offer) => offer.kind)}::text[],
        ${offers.map((offer) => offer.free)}::integer[]) as o(kind, free)
      cross join lateral (
        select id from job
        where kind = o.kind and state = 'QUEUED' and not_before <= clock_timestamp()
        order by not_before, id limit o.free for update skip locked
      ) j
      limit ${places}
    )
    update job set state = 'RUNNING', attempts = attempts + 1, run = run + 1, node = ${node},
      started_at = clock_timestamp(), lease_until = ${leaseEnd(JOB.leaseMs)}
    from due where job.id = due.id
    returning job.id, job.kind, job.run, job.attempts, job.data::text as data`);
}

/** Renews the leases of a node's runs. Returns the ids of the jobs that the node still holds. */
export async function renewLeases(db: Database, runs: readonly LeaseKey[]): Promise<Set<bigint>> {
  const rows = await db.query<{ id: bigint }>(sql`
    update job set lease_until = ${leaseEnd(JOB.leaseMs)}
    from ${heldRows(runs)}
    where job.id = mine.id and job.run = mine.run and job.state = 'RUNNING'
    returning job.id`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Takes jobs from nodes that no longer renew their leases. The jobs are queued again, or become
 * dead after their last attempt.
 */
export async function takeBackLostJobs(db: Database): Promise<JobState[]> {
  const rows = await db.query<{ state: JobState }>(sql`
    with lost as (
      select id from job where state = 'RUNNING' and lease_until < clock_timestamp()
      order by lease_until limit ${JOB.lostPerRoundMax} for update skip locked
    )
    update job set ${failed(sql`interval '0'`)},
      last_error = 'the node ' || coalesce(node, '') || ' went silent during the attempt'
    from lost where job.id = lost.id
    returning state`);
  return rows.map((row) => row.state);
}

// Builds the columns of a job after a failed attempt.
function failed(wait: Sql): Sql {
  return sql`
    state = case when attempts >= attempts_most then 'DEAD' else 'QUEUED' end,
    finished_at = case when attempts >= attempts_most then clock_timestamp() end,
    not_before = clock_timestamp() + ${wait}, lease_until = null`;
}

/** Ends a run successfully. Returns false if the run no longer holds the job. */
export async function finishJob(db: Database, { id, run }: LeaseKey): Promise<boolean> {
  const rows = await db.query<{ id: bigint }>(sql`
    update job set state = 'DONE', finished_at = clock_timestamp(), lease_until = null,
      last_error = null
    where id = ${id} and run = ${run} and state = 'RUNNING' returning id`);
  return rows.length > 0;
}

/** The reason for a failed attempt, and the delay after a first failure. */
interface Failure {
  readonly error: string;
  readonly backoffFirstMs: number;
}

/** Ends a run as failed. Returns undefined if the run no longer holds the job. */
export async function failJob(
  db: Database,
  { id, run }: LeaseKey,
  failure: Failure,
): Promise<JobState | undefined> {
  // The delay doubles each time up to a maximum, with a random part, so that jobs that failed
  // together are not retried together.
  const wait = sql`(least(${JOB.backoffMaxMs}::double precision,
      ${failure.backoffFirstMs}::double precision * 2 ^ least(attempts - 1, 30))
      * (0.75 + random() / 2) * interval '1 millisecond')`;
  const [row] = await db.query<{ state: JobState }>(sql`
    update job set ${failed(wait)}, last_error = ${failure.error}
    where id = ${id} and run = ${run} and state = 'RUNNING' returning state`);
  return row?.state;
}

/**
 * Requeues the job of a run without counting the attempt. Returns false if the run no longer holds
 * the job.
 */
export async function deferJob(
  db: Database,
  { id, run }: LeaseKey,
  delayMs: number,
): Promise<boolean> {
  const rows = await db.query<{ id: bigint }>(sql`
    update job set state = 'QUEUED', attempts = attempts - 1, lease_until = null,
      not_before = clock_timestamp() + ${milliseconds(delayMs)}
    where id = ${id} and run = ${run} and state = 'RUNNING' returning id`);
  return rows.length > 0;
}

/** Releases the unfinished runs of a stopping node without counting the attempt. */
export async function giveBack(db: Database, runs: readonly LeaseKey[]): Promise<void> {
  await db.query(sql`
    update job set state = 'QUEUED', attempts = attempts - 1, lease_until = null,
      not_before = clock_timestamp()
    from ${heldRows(runs)}
    where job.id = mine.id and job.run = mine.run and job.state = 'RUNNING'`);
}

/** Counts the jobs in each state. */
export async function countJobs(db: Database): Promise<ReadonlyMap<JobState, number>> {
  const rows = await db.query<{ state: JobState; count: bigint }>(sql`
    select 'QUEUED' as state, count(*) as count from job where state = 'QUEUED'
    union all select 'RUNNING', count(*) from job where state = 'RUNNING'
    union all select 'DEAD', count(*) from job where state = 'DEAD'`);
  return new Map(rows.map((row) => [row.state, Number(row.count)]));
}

/** A job as callers see it. */
export interface StoredJob {
  readonly id: bigint;
  readonly kind: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly notBefore: Instant;
  readonly node: string | null;
  readonly lastError: string | null;
  readonly requestId: string | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
}

const columns = sql`id, kind, state, attempts, attempts_most as "attemptsMax", data,
  not_before as "notBefore", node, last_error as "lastError", request_id as "requestId",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** The filters of the job list, which starts with the newest job. */
interface JobFilter {
  readonly state: JobState | undefined;
  readonly kind: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Only jobs with an id below this one. */
  readonly before: bigint | null;
}

function matching(filter: JobFilter): Sql {
  return sql`(${filter.state ?? null}::text is null or state = ${filter.state ?? null})
    and (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})`;
}

export function listJobs(db: Database, filter: JobFilter): Promise<StoredJob[]> {
  return db.query<StoredJob>(sql`
    select ${columns} from job
    where ${matching(filter)} and (${filter.before}::bigint is null or id < ${filter.before})
    order by id desc limit ${filter.limit} offset ${filter.offset}`);
}

export function countMatchingJobs(db: Database, filter: JobFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from job where ${matching(filter)}`);
}

export async function hasJobOfKind(db: Database, kind: string): Promise<boolean> {
  const rows = await db.query(sql`select from job where kind = ${kind} limit 1`);
  return rows.length > 0;
}

export async function readJob(db: Database, id: bigint): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(sql`select ${columns} from job where id = ${id}`);
  return row;
}

export async function lockJob(tx: Tx, id: bigint): Promise<StoredJob | undefined> {
  const [row] = await tx.query<StoredJob>(
    sql`select ${columns} from job where id = ${id} for update`,
  );
  return row;
}

/** Queues a dead job again with its full number of attempts. */
export async function requeueJob(tx: Tx, id: bigint): Promise<StoredJob | undefined> {
  const [row] = await tx.query<StoredJob>(sql`
    update job set state = 'QUEUED', attempts = 0, not_before = clock_timestamp(),
      finished_at = null
    where id = ${id} returning ${columns}`);
  return row;
}

/** Deletes a batch of jobs that ended long ago. Returns the number deleted. */
export async function deleteEndedJobs(db: Database): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with old as (
      select id from job
      where (state = 'DONE' and finished_at < now() - ${days(JOB.doneKeptDays)})
         or (state = 'DEAD' and finished_at < now() - ${days(JOB.deadKeptDays)})
      limit ${JOB.purgeBatchRows} for update skip locked
    )
    delete from job j using old where j.id = old.id
    returning j.id`);
  return rows.length;
}

const days = (count: number): Sql => sql`(${count}::integer * interval '1 day')`;
