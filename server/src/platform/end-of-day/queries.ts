// SQL for the end of day: runs, the days that they close, and the steps of each day. All times come
// from the database.

import pg from 'pg';
import { END_OF_DAY } from '../../limits.js';
import type { BusinessDate } from '../calendar/business-date.js';
import type { Database, Tx } from '../database/database.js';
import { asFailure } from '../database/failure.js';
import { sql } from '../database/sql.js';
import type { ClosingDay } from './step.js';

/** The name of a session lock held while a node runs an end of day. */
const RUNNER_LOCK = 'countinghouse end of day';
const LOCK_NOT_AVAILABLE = '55P03';

/** The target date of a run, and the user who requested the run. */
export interface RequestedRun {
  readonly until: BusinessDate;
  readonly askedBy: string;
  readonly requestId: string;
}

/** Stores a queued run. Undefined if another run is already queued or running. */
export async function insertRun(tx: Tx, asked: RequestedRun): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into end_of_day_run (until_date, state, asked_by, request_id)
    values (${asked.until}, 'QUEUED', ${asked.askedBy}, ${asked.requestId})
    on conflict do nothing returning id`);
  return row?.id;
}

export async function setRunJob(tx: Tx, id: bigint, jobId: bigint): Promise<void> {
  await tx.query(sql`update end_of_day_run set job_id = ${jobId} where id = ${id}`);
}

/**
 * Marks a run as failed if no runner will continue it, because its job gave up, or because its
 * process is gone and it has no job. A live runner holds the lock. A run without a job is executed
 * by the process that requested it.
 */
export async function failOrphan(tx: Tx): Promise<void> {
  await tx.query(sql`
    update end_of_day_run r set state = 'FAILED', finished_at = clock_timestamp(),
      error = 'its runner is gone'
    where r.state in ('QUEUED', 'RUNNING')
      and not exists (
        select from job j where j.id = r.job_id and j.state in ('QUEUED', 'RUNNING'))
      and pg_try_advisory_xact_lock(hashtext(${RUNNER_LOCK}))`);
}

/**
 * Takes the runner's lock for a session. False if another session holds it. The idle connection is
 * probed. A suspended or isolated node does not answer, so the server ends its session and releases
 * the lock.
 */
export async function lockRunner(
  session: pg.Client,
  silenceMaxMs: number = END_OF_DAY.runnerSilenceMaxMs,
): Promise<boolean> {
  try {
    await session.query(
      `set lock_timeout = ${END_OF_DAY.lockWaitMs}; set idle_session_timeout = ${silenceMaxMs}`,
    );
    await session.query('select pg_advisory_lock(hashtext($1))', [RUNNER_LOCK]);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw asFailure(error);
  }
}

/** Starts a run and returns its target date. Undefined if the run has already ended. */
export async function beginRun(db: Database, id: bigint): Promise<BusinessDate | undefined> {
  const [row] = await db.query<{ until_date: BusinessDate }>(sql`
    update end_of_day_run
    set state = 'RUNNING', started_at = coalesce(started_at, clock_timestamp())
    where id = ${id} and state in ('QUEUED', 'RUNNING') returning until_date`);
  return row?.until_date;
}

/** Ends a run as done, or as failed if there is an error. */
export async function endRun(db: Database, id: bigint, error?: string): Promise<void> {
  await db.query(sql`
    update end_of_day_run
    set state = ${error === undefined ? 'DONE' : 'FAILED'}, error = ${error ?? null},
      finished_at = clock_timestamp()
    where id = ${id} and state in ('QUEUED', 'RUNNING')`);
}

/** A day that a run has taken over, with its fence and its completed steps. */
interface TakenDay {
  readonly fence: number;
  readonly ended: ReadonlySet<string>;
}

/**
 * Takes over a day for a run, with its steps in order. An earlier owner of the day can no longer
 * commit.
 */
export async function takeDay(
  tx: Tx,
  day: ClosingDay & { readonly runId: bigint; readonly steps: readonly string[] },
): Promise<TakenDay> {
  // A completed day is closed again only if the business date was set back manually. All its steps
  // are then repeated.
  await tx.query(sql`
    update end_of_day_step s set state = 'PENDING' from end_of_day d
    where d.closing_date = ${day.closing} and d.finished_at is not null
      and s.closing_date = d.closing_date`);
  const [row] = await tx.query<{ fence: number }>(sql`
    insert into end_of_day as d (closing_date, next_date, run_id)
    values (${day.closing}, ${day.next}, ${day.runId})
    on conflict (closing_date) do update
      set fence = d.fence + 1, run_id = excluded.run_id, next_date = excluded.next_date,
        finished_at = null
    returning fence`);
  const steps = await tx.query<{ step: string; state: string }>(sql`
    insert into end_of_day_step (closing_date, step, position)
    select ${day.closing}, name, place
    from unnest(${day.steps}::text[]) with ordinality as s (name, place)
    on conflict (closing_date, step) do update set position = excluded.position
    returning step, state`);
  const ended = steps.filter(({ state }) => state === 'DONE').map(({ step }) => step);
  return { fence: row?.fence ?? 0, ended: new Set(ended) };
}

/** The key of a step that a run has taken over: the day and the step. */
export interface StepKey {
  readonly closing: BusinessDate;
  readonly name: string;
  readonly fence: number;
}

export async function beginStep(
  db: Database,
  { closing, name }: StepKey,
  { expected, startsOver }: { expected: number | undefined; startsOver: boolean },
): Promise<void> {
  await db.query(sql`
    update end_of_day_step s set state = 'RUNNING', error = null, finished_at = null,
      started_at = clock_timestamp(), records = begun.records, begun_records = begun.records,
      expected_records = begun.records + ${expected ?? null}::bigint
    from (
      select case when ${startsOver} then 0 else records end as records from end_of_day_step
      where closing_date = ${closing} and step = ${name}
    ) begun
    where closing_date = ${closing} and step = ${name}`);
}

/**
 * Adds to a step's record count in the transaction that processed the records. Returns false if
 * another run has taken over the day. A takeover waits for this transaction to end.
 */
export async function countRecords(tx: Tx, key: StepKey, records: number): Promise<boolean> {
  const rows = await tx.query(sql`
    with mine as (
      select from end_of_day
      where closing_date = ${key.closing} and fence = ${key.fence} for share
    )
    update end_of_day_step set records = records + ${records}
    where closing_date = ${key.closing} and step = ${key.name} and exists (select from mine)
    returning step`);
  return rows.length > 0;
}

/**
 * Ends a step for its day. `total` is the number of records that the step returned, which may
 * exceed the number that it reported. Returns false if another run has taken over the day.
 */
export async function endStep(db: Database, key: StepKey, total: number): Promise<boolean> {
  const rows = await db.query(sql`
    with mine as (
      select from end_of_day
      where closing_date = ${key.closing} and fence = ${key.fence} for share
    )
    update end_of_day_step set state = 'DONE', records = greatest(records, ${total}),
      finished_at = clock_timestamp()
    where closing_date = ${key.closing} and step = ${key.name} and exists (select from mine)
    returning step`);
  return rows.length > 0;
}

/**
 * Starts a step that has nothing to do and ends it immediately. Returns false if another run has
 * taken over the day.
 */
export async function skipStep(db: Database, key: StepKey): Promise<boolean> {
  const rows = await db.query(sql`
    with mine as (
      select from end_of_day
      where closing_date = ${key.closing} and fence = ${key.fence} for share
    )
    update end_of_day_step set state = 'DONE', error = null, started_at = clock_timestamp(),
      begun_records = records, expected_records = records, finished_at = clock_timestamp()
    where closing_date = ${key.closing} and step = ${key.name} and exists (select from mine)
    returning step`);
  return rows.length > 0;
}

export async function failStep(db: Database, key: StepKey, error: string): Promise<void> {
  await db.query(sql`
    update end_of_day_step set state = 'FAILED', error = ${error}, finished_at = clock_timestamp()
    where closing_date = ${key.closing} and step = ${key.name}`);
}

/**
 * Advances the business date and ends the day in one transaction. Returns false if another run has
 * taken over the day.
 */
export async function moveBusinessDate(
  tx: Tx,
  { closing, next }: ClosingDay,
  fence: number,
): Promise<boolean> {
  const ended = await tx.query(sql`
    update end_of_day set finished_at = clock_timestamp()
    where closing_date = ${closing} and fence = ${fence} returning closing_date`);
  if (ended.length === 0) return false;
  const moved = await tx.query(sql`
    update business_day set business_date = ${next}, changed_at = now()
    where business_date = ${closing} returning business_date`);
  return moved.length > 0;
}
