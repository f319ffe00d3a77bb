// End-of-day operations: request and monitor a run, and the job that performs it.

import { setTimeout as pause } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import { END_OF_DAY } from '../../../limits.js';
import { present } from '../../../platform/assert.js';
import {
  addDays,
  type BusinessDate,
  compareDates,
} from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import { failOrphan, insertRun, setRunJob } from '../../../platform/end-of-day/queries.js';
import {
  END_OF_DAY_SIGNAL,
  type EndOfDay,
  EndOfDayFailed,
  performRun,
} from '../../../platform/end-of-day/run.js';
import {
  countRuns,
  listRuns,
  RUN_STATES,
  type RunState,
  readActiveRun,
  readRun,
  STEP_STATES,
} from '../../../platform/end-of-day/run-queries.js';
import { runRecord, shownRun } from '../../../platform/end-of-day/run-record.js';
import { PAGE_BS, pageBS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import {
  commonProblems,
  defineProblems,
  refusal,
  refusalAt,
} from '../../../platform/http/reply/problem.js';
import {
  list,
  type Outcome,
  type Page,
  type Route,
  read,
  write,
} from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';

export const endOfDayProblems = defineProblems({
  END_OF_DAY_RUNNING: [409, 'Another run is closing a business day.'],
  BUSINESS_DATE_PASSED: [422, 'The business date can only move forward.'],
});

const runData = closedObject({ runId: wireId({ description: 'Id of the run' }) });

const runKind: JobKind<typeof runData> = {
  name: 'end-of-day.run',
  data: runData,
  attemptsMax: END_OF_DAY.attemptsMax,
};

/** Returns the job that performs a run. If its node stops, another node continues the run. */
export function endOfDayJob(partsOf: (context: Context) => EndOfDay): JobHandler {
  return jobHandler({
    kind: runKind,
    atOnceMax: 1,
    timeoutMs: END_OF_DAY.runTimeoutMs,
    backoffFirstMs: END_OF_DAY.backoffFirstMs,
    run: async (context, job) => {
      try {
        await performRun(partsOf(context), job.data.runId, job.signal);
      } catch (error) {
        // The run stores its error, and continues when a user requests it again.
        if (!(error instanceof EndOfDayFailed)) throw error;
      }
    },
  });
}

const moment = (description: string) => Type.Optional(wireInstant({ description }));

const StepRecord = closedObject({
  name: wireText(),
  state: wireChoice(STEP_STATES),
  records: wireInteger({ description: 'Number of records processed' }),
  expectedRecords: Type.Optional(
    wireInteger({ description: 'Total number of records, estimated at the start of the step' }),
  ),
  recordsPerSecond: Type.Optional(
    wireInteger({ description: 'Records per second in the last attempt' }),
  ),
  error: Type.Optional(wireText({ description: 'Error of the step' })),
  startedDttm: moment('Start of the last attempt'),
  finishedDttm: moment('Time at which it ended or failed'),
});

const DayRecord = closedObject({
  closing: wireDate({ description: 'Business date that ends' }),
  next: wireDate({ description: 'Business date that begins' }),
  startedDttm: wireInstant(),
  finishedDttm: moment('Time at which the business date moved'),
  steps: Type.Array(StepRecord),
});

const runMembers = {
  id: wireId(),
  state: wireChoice(RUN_STATES),
  until: wireDate({ description: 'Business date to reach' }),
  daysClosed: wireInteger({ description: 'Number of days closed so far' }),
  jobId: Type.Optional(wireId({ description: 'Id of the job of the run' })),
  askedBy: wireText({ description: 'Name of the user or client that requested it' }),
  error: Type.Optional(wireText({ description: 'The failed step and its error' })),
  createdDttm: wireInstant(),
  startedDttm: moment('Time at which a node started it'),
  finishedDttm: moment('Time at which it ended or failed'),
};

const RunRecord = closedObject(runMembers);
const FollowedRun = closedObject({
  ...runMembers,
  days: Type.Array(DayRecord, {
    description: `The last ${END_OF_DAY.daysShownMax} days, newest first`,
  }),
});

/** The end-of-day operations. */
export const endOfDayRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'system/end-of-day/run',
    operation: 'runEndOfDay',
    summary: 'Close business days',
    description:
      'Requests the end of the current business day, or of every day before `until`, and ' +
      'replies at once. A job closes the days step by step. `system/end-of-day/id/{id}` shows ' +
      'the progress. If a step fails, request it again: only the remaining steps are run.',
    permission: 'system.end-of-day.run',
    problems: Object.values(endOfDayProblems),
    body: closedObject({
      until: Type.Optional(
        wireDate({ description: 'Business date to reach. Default: the next one' }),
      ),
    }),
    example: {},
    reply: RunRecord,
    run: (work, { body }) => requestRun(work, body.until),
  }),
  read({
    path: 'system/end-of-day/id/{id}',
    operation: 'getEndOfDay',
    summary: 'One end-of-day run, with the progress of each day and step',
    permission: 'system.end-of-day.read',
    params: closedObject({ id: wireId({ description: 'Id of the run' }) }),
    query: closedObject({
      wait: Type.Optional(
        wireInteger({
          description: 'Seconds to wait for the run to end before replying',
          least: 0,
          most: END_OF_DAY.waitSecondsMax,
        }),
      ),
    }),
    reply: FollowedRun,
    run: (call, { params, query }) => followRun(call, params.id, query.wait ?? 0),
  }),
  list({
    path: 'system/end-of-day/list',
    operation: 'listEndsOfDay',
    summary: 'End-of-day runs, newest first',
    permission: 'system.end-of-day.read',
    paging: PAGE_BS,
    query: closedObject({
      ...pageBS,
      state: Type.Optional(wireChoice(RUN_STATES, { description: 'Filter by state' })),
    }),
    reply: RunRecord,
    run: (call, { query }) => runPage(call, query),
  }),
];

async function requestRun(work: Work, requested: BusinessDate | undefined): Promise<Outcome> {
  const { tx, principal, requestId } = work;
  const today = await currentBusinessDate(tx);
  const until = requested ?? addDays(today, 1);
  refusePassed(until, today, 'until');
  await failOrphan(tx);
  const id = await insertRun(tx, { until, askedBy: principal.name, requestId });
  if (id === undefined) {
    const active = await readActiveRun(tx);
    throw refusal(endOfDayProblems.END_OF_DAY_RUNNING, {
      args: [active?.state ?? 'RUNNING', ...(active === undefined ? [] : [String(active.id)])],
    });
  }
  const jobId = await enqueue(work, runKind, { data: { runId: id } });
  if (jobId !== undefined) await setRunJob(tx, id, jobId);
  const row = present(await readRun(tx, id), 'the run was stored');
  const { id: _, ...unnumbered } = runRecord(row);
  return {
    msgCode: 'END_OF_DAY_STARTED',
    ...(tx.dryRun ? {} : { id }),
    created: true,
    location: `system/end-of-day/id/${id}`,
    result: tx.dryRun ? unnumbered : { id, ...unnumbered },
  };
}

/** Refuses a business date in the past. */
export function refusePassed(until: BusinessDate, today: BusinessDate, member: string): void {
  if (compareDates(until, today) < 0) {
    throw refusalAt(endOfDayProblems.BUSINESS_DATE_PASSED, member, { args: [today] });
  }
}

async function followRun(call: Call, id: bigint, waitSeconds: number): Promise<object> {
  const { db, context } = call;
  const deadline = context.clock.millis() + waitSeconds * 1_000;
  for (;;) {
    const run = await readRun(db, id);
    if (run === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
    const left = deadline - context.clock.millis();
    if (run.state === 'DONE' || run.state === 'FAILED' || left <= 0) break;
    await nextPoll(context, Math.min(left, END_OF_DAY.waitPollIntervalMs));
  }
  return present(await shownRun(db, id), 'a run is never removed');
}

// Waits for the next poll. The wait ends early if the run ends in this process.
async function nextPoll({ signals }: Context, maxMs: number): Promise<void> {
  const woken = new AbortController();
  const forget = signals.on(END_OF_DAY_SIGNAL, () => woken.abort());
  await pause(maxMs, undefined, { signal: woken.signal }).catch(() => undefined);
  forget();
}

interface RunQuery {
  readonly state?: RunState;
}

async function runPage(call: Call, query: RunQuery): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const filter = {
    state: query.state,
    limit: page.limit + 1,
    offset: page.offset,
    before: page.after,
  };
  const count = await countRuns(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listRuns(call.db, filter), page);
  return { count, result: rows.map(runRecord), nextAfter };
}
