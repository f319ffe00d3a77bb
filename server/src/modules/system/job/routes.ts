// HTTP operations on jobs: list jobs, and retry dead ones.

import { Type } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import { PAGE_BS, pageBS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, defineProblems, refusal } from '../../../platform/http/reply/problem.js';
import { namedByCode } from '../../../platform/http/request/filter.js';
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
  naming,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { JOB_SIGNAL } from '../../../platform/jobs/job.js';
import { platformJobs } from '../../../platform/jobs/purge.js';
import {
  countMatchingJobs,
  hasJobOfKind,
  JOB_STATES,
  type JobState,
  listJobs,
  lockJob,
  readJob,
  requeueJob,
  type StoredJob,
} from '../../../platform/jobs/queries.js';
import { jobWorker } from '../../../platform/jobs/worker.js';
import type { Module } from '../../../platform/module.js';

export const jobProblems = defineProblems({
  JOB_NOT_DEAD: [409, 'Only a dead job can be retried.'],
});

/**
 * Builds the job module: its operations, and the worker that runs the jobs of all given modules.
 */
export function jobModule(modules: readonly Module[]): Module {
  const handlers = [...platformJobs, ...modules.flatMap((module) => module.jobs ?? [])];
  const kinds = new Set(handlers.map(({ kind }) => kind));
  return {
    name: 'job',
    summary: 'Background jobs and their progress',
    routes: jobRoutes,
    problems: jobProblems,
    filters: [
      // Jobs from an earlier release may have a kind that no module handles any more.
      namedByCode('kind of job', async ({ db }, kind) =>
        kinds.has(kind) || (await hasJobOfKind(db, kind)) ? kind : undefined,
      ),
    ],
    workers: [jobWorker(handlers)],
  };
}

const id = closedObject({ id: wireId({ description: 'Id of the job' }) });

const JobRecord = closedObject({
  id: wireId(),
  name: wireText({ description: 'Kind of job' }),
  state: wireChoice(JOB_STATES),
  attempts: wireInteger({ description: 'Number of attempts so far' }),
  attemptsMost: wireInteger({ description: 'Number of failures after which it is dead' }),
  data: Type.Optional(Type.Object({}, { additionalProperties: true })),
  notBefore: wireInstant({ description: 'Earliest time at which it runs' }),
  node: Type.Optional(wireText({ description: 'Node that made the last attempt' })),
  lastError: Type.Optional(wireText({ description: 'Error of the last attempt' })),
  requestId: Type.Optional(wireText({ description: 'Request that queued it' })),
  createdDttm: wireInstant(),
  startedDttm: Type.Optional(wireInstant({ description: 'Start of the last attempt' })),
  finishedDttm: Type.Optional(wireInstant({ description: 'Time at which it was done or dead' })),
});

const jobRoutes: readonly Route[] = [
  list({
    path: 'system/job/list',
    operation: 'listJobs',
    summary: 'Jobs, newest first: waiting, running, done and dead ones',
    permission: 'system.job.read',
    paging: PAGE_BS,
    query: closedObject({
      ...pageBS,
      state: Type.Optional(
        wireChoice(JOB_STATES, { description: 'Filter by state. DEAD: all attempts have failed' }),
      ),
      name: naming(
        'kind of job',
        Type.Optional(wireText({ description: 'Filter by kind, such as job.purge' })),
      ),
    }),
    reply: JobRecord,
    run: (call, { query }) => jobPage(call, query),
  }),
  read({
    path: 'system/job/id/{id}',
    operation: 'getJob',
    summary: 'One job with its data and its last error',
    permission: 'system.job.read',
    params: id,
    reply: JobRecord,
    run: async (call, { params }) => {
      const job = await readJob(call.db, params.id);
      if (job === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
      return { ...recordOf(job), data: job.data };
    },
  }),
  write({
    method: 'PUT',
    path: 'system/job/retry/id/{id}',
    operation: 'retryJob',
    summary: 'Queue a dead job again',
    description: 'Its number of attempts is reset to zero. Find the cause first: see `lastError`.',
    permission: 'system.job.retry',
    problems: [jobProblems.JOB_NOT_DEAD],
    params: id,
    reply: JobRecord,
    run: (work, { params }) => retryJob(work, params.id),
  }),
];

interface ListQuery {
  readonly state?: JobState;
  readonly name?: string;
}

async function jobPage(call: Call, query: ListQuery): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const filter = {
    state: query.state,
    kind: query.name,
    limit: page.limit + 1,
    offset: page.offset,
    before: page.after,
  };
  const count = await countMatchingJobs(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listJobs(call.db, filter), page);
  return { count, result: rows.map(recordOf), nextAfter };
}

async function retryJob(work: Work, jobId: bigint): Promise<Outcome> {
  const job = await lockJob(work.tx, jobId);
  if (job === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if (job.state !== 'DEAD') throw refusal(jobProblems.JOB_NOT_DEAD, { args: [job.state] });
  const queued = await requeueJob(work.tx, jobId);
  work.tx.afterCommit(() => work.context.signals.raise(JOB_SIGNAL));
  return {
    msgCode: 'JOB_RETRIED',
    id: jobId,
    name: job.kind,
    result: recordOf(queued ?? job),
  };
}

function recordOf(job: StoredJob) {
  return {
    id: job.id,
    name: job.kind,
    state: job.state,
    attempts: job.attempts,
    attemptsMost: job.attemptsMax,
    notBefore: job.notBefore,
    node: job.node ?? undefined,
    lastError: job.lastError ?? undefined,
    requestId: job.requestId ?? undefined,
    createdDttm: job.createdAt,
    startedDttm: job.startedAt ?? undefined,
    finishedDttm: job.finishedAt ?? undefined,
  };
}
