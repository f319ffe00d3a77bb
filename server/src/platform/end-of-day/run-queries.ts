// SQL that reads end-of-day runs, their days and their steps.

import { END_OF_DAY } from '../../limits.js';
import type { BusinessDate } from '../calendar/business-date.js';
import type { Database, Instant, Tx } from '../database/database.js';
import { countRows } from '../database/list-query.js';
import { type Sql, sql } from '../database/sql.js';

export const RUN_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const STEP_STATES = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const;
type StepState = (typeof STEP_STATES)[number];

export interface RunRow {
  readonly id: bigint;
  readonly state: RunState;
  readonly until_date: BusinessDate;
  readonly days_closed: bigint;
  readonly job_id: bigint | null;
  readonly asked_by: string;
  readonly error: string | null;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly finished_at: Instant | null;
}

export interface StepRow {
  readonly closing_date: BusinessDate;
  readonly next_date: BusinessDate;
  readonly day_started_at: Instant;
  readonly day_finished_at: Instant | null;
  readonly step: string;
  readonly state: StepState;
  readonly records: bigint;
  readonly expected_records: bigint | null;
  /**
   * Records per second in the current or last attempt, as a whole number. Null before the start.
   */
  readonly records_per_second: bigint | null;
  readonly error: string | null;
  readonly started_at: Instant | null;
  readonly finished_at: Instant | null;
}

const SELECT_RUN: Sql = sql`
  select r.id, r.state, r.until_date, r.job_id, r.asked_by, r.error, r.created_at, r.started_at,
    r.finished_at, (select count(*) from end_of_day d
      where d.run_id = r.id and d.finished_at is not null) as days_closed
  from end_of_day_run r`;

export async function readRun(on: Database | Tx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await on.query<RunRow>(sql`${SELECT_RUN} where r.id = ${id}`);
  return row;
}

/** Reads the run that is queued or running. */
export async function readActiveRun(on: Database | Tx): Promise<RunRow | undefined> {
  const [row] = await on.query<RunRow>(sql`${SELECT_RUN} where r.state in ('QUEUED', 'RUNNING')`);
  return row;
}

/**
 * Reads the steps of a run's most recent days. The newest day comes first, and steps are in order.
 */
export function readSteps(on: Database | Tx, runId: bigint): Promise<StepRow[]> {
  return on.query(sql`
    select d.closing_date, d.next_date, d.started_at as day_started_at,
      d.finished_at as day_finished_at, s.step, s.state, s.records, s.expected_records, s.error,
      s.started_at, s.finished_at,
      ((s.records - s.begun_records) / greatest(0.001, extract(epoch
        from coalesce(s.finished_at, clock_timestamp()) - s.started_at)))::bigint
        as records_per_second
    from (
      select * from end_of_day where run_id = ${runId}
      order by closing_date desc limit ${END_OF_DAY.daysShownMax}
    ) d
    join end_of_day_step s on s.closing_date = d.closing_date
    order by d.closing_date desc, s.position`);
}

/** The filters of the run list, which starts with the newest run. */
interface RunFilter {
  readonly state: RunState | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Only runs with an id below this one. */
  readonly before: bigint | null;
}

export function listRuns(db: Database, filter: RunFilter): Promise<RunRow[]> {
  return db.query(sql`${SELECT_RUN}
    where ${matching(filter)} and (${filter.before}::bigint is null or r.id < ${filter.before})
    order by r.id desc limit ${filter.limit} offset ${filter.offset}`);
}

export function countRuns(db: Database, filter: RunFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from end_of_day_run r where ${matching(filter)}`,
  );
}

function matching({ state }: RunFilter): Sql {
  return sql`(${state ?? null}::text is null or r.state = ${state ?? null})`;
}
