// End-of-day runs in the API's format, with their days and steps.

import type { Database, Tx } from '../database/database.js';
import { type RunRow, readRun, readSteps, type StepRow } from './run-queries.js';

/** Converts a run to the API's format, without its days. */
export function runRecord(row: RunRow) {
  return {
    id: row.id,
    state: row.state,
    until: row.until_date,
    daysClosed: row.days_closed,
    jobId: row.job_id ?? undefined,
    askedBy: row.asked_by,
    error: row.error ?? undefined,
    createdDttm: row.created_at,
    startedDttm: row.started_at ?? undefined,
    finishedDttm: row.finished_at ?? undefined,
  };
}

/** Converts the days of a run to the API's format. */
function dayRecords(rows: readonly StepRow[]) {
  const days = [...new Set(rows.map((row) => row.closing_date))];
  return days.map((closing) => {
    const own = rows.filter((row) => row.closing_date === closing);
    return {
      closing,
      next: own[0]?.next_date,
      startedDttm: own[0]?.day_started_at,
      finishedDttm: own[0]?.day_finished_at ?? undefined,
      steps: own.map(stepRecord),
    };
  });
}

function stepRecord(row: StepRow) {
  return {
    name: row.step,
    state: row.state,
    records: row.records,
    expectedRecords: row.expected_records ?? undefined,
    recordsPerSecond: row.records_per_second ?? undefined,
    error: row.error ?? undefined,
    startedDttm: row.started_at ?? undefined,
    finishedDttm: row.finished_at ?? undefined,
  };
}

/** Reads a run with its days. Undefined if the run does not exist. */
export async function shownRun(on: Database | Tx, id: bigint) {
  const row = await readRun(on, id);
  if (row === undefined) return undefined;
  return { ...runRecord(row), days: dayRecords(await readSteps(on, id)) };
}
