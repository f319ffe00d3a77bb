// The job worker claims due jobs, limits how many of each kind a node runs, and enqueues daily
// jobs.

import { JOB } from '../../limits.js';
import type { Context } from '../context.js';
import { type Lease, nodeName, startLeaseWorker } from '../lease/worker.js';
import type { RunningWorker, Worker } from '../worker.js';
import { settleAttempt } from './attempt.js';
import { JOB_SIGNAL, type JobHandler } from './job.js';
import {
  type ClaimedJob,
  claimJobs,
  countJobs,
  giveBack,
  insertDailyJobs,
  renewLeases,
  takeBackLostJobs,
} from './queries.js';

/** Limits of a job worker. Tests use their own. */
interface WorkerLimits {
  /** How long a stopping node waits for its jobs before it releases them. */
  readonly stopWaitMs: number;
  /** How often a node polls for jobs when no signal wakes it. */
  readonly pollIntervalMs: number;
}

/** Creates the worker that runs the jobs of these handlers. Any node can start it. */
export function jobWorker(handlers: readonly JobHandler[], limits: WorkerLimits = JOB): Worker {
  return {
    name: 'jobs',
    role: 'jobs',
    start: async (context) => startNode(context, handlers, limits),
  };
}

interface Node {
  readonly context: Context;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** Kinds in the order in which they are offered free slots. */
  readonly order: string[];
  /**
   * Running handlers per kind. A handler that ignores its signal keeps its slot until it returns.
   */
  readonly busy: Map<string, number>;
}

function startNode(
  context: Context,
  handlers: readonly JobHandler[],
  { stopWaitMs, pollIntervalMs }: WorkerLimits,
): RunningWorker {
  const node: Node = {
    context,
    handlers: new Map(handlers.map((handler) => [handler.kind, handler])),
    order: handlers.map((handler) => handler.kind),
    busy: new Map(),
  };
  const { atOncePerNodeMax, renewEveryMs } = JOB;
  const { scheduleEveryMs, measureEveryMs } = JOB;
  return startLeaseWorker<ClaimedJob>(context, {
    name: 'job',
    wakeOn: JOB_SIGNAL,
    limits: {
      ...{ heldMax: atOncePerNodeMax, pollIntervalMs: pollIntervalMs },
      ...{ renewIntervalMs: renewEveryMs, stopWaitMs },
    },
    idOf: (job) => job.id,
    claim: () => claimDue(node),
    run: (job, lease) => runJob(node, job, lease),
    timeoutMsOf: (job) => node.handlers.get(job.kind)?.timeoutMs ?? JOB.timeoutMs,
    renew: (jobs) => renewLeases(context.db, jobs),
    takeBack: () => takeBack(context),
    giveBack: (jobs) => giveBack(context.db, jobs),
    beside: [
      { name: 'job-schedule', everyMs: scheduleEveryMs, round: () => askForDaily(node) },
      { name: 'job-measure', everyMs: measureEveryMs, round: () => measure(context) },
    ],
  });
}

async function claimDue({ context, handlers, busy, order }: Node): Promise<readonly ClaimedJob[]> {
  const places = JOB.atOncePerNodeMax - [...busy.values()].reduce((sum, count) => sum + count, 0);
  const offers = order
    .map((kind) => ({
      kind,
      free: (handlers.get(kind)?.atOnceMax ?? 0) - (busy.get(kind) ?? 0),
    }))
    .filter((offer) => offer.free > 0);
  // The first kind moves to the end, so that no kind starves behind busy ones.
  order.push(...order.splice(0, 1));
  if (offers.length === 0 || places <= 0) return [];
  return claimJobs(context.db, { offers, places, node: nodeName() });
}

async function runJob(node: Node, job: ClaimedJob, { signal }: Lease): Promise<void> {
  const { context, busy } = node;
  const handler = node.handlers.get(job.kind);
  if (handler === undefined) return;
  busy.set(job.kind, (busy.get(job.kind) ?? 0) + 1);
  const { ended, returned } = settleAttempt({ context, handler, job, signal });
  returned.finally(() => {
    busy.set(job.kind, (busy.get(job.kind) ?? 1) - 1);
    // Wakes the claiming loop again if a handler ignored its abort signal, because the end of the
    // run woke the loop too early.
    if (signal.aborted) context.signals.raise(JOB_SIGNAL);
  });
  await ended;
}

async function takeBack({ db, metrics }: Context): Promise<number> {
  const lost = await takeBackLostJobs(db);
  const dead = lost.filter((state) => state === 'DEAD').length;
  if (dead > 0) metrics.events.inc({ name: 'job_died' }, dead);
  return lost.length;
}

async function askForDaily(node: Node): Promise<void> {
  const daily = [...node.handlers.values()].flatMap(({ kind, attemptsMax, dailyAtUtc }) =>
    dailyAtUtc === undefined ? [] : [{ kind, attemptsMax, atUtc: dailyAtUtc }],
  );
  if (daily.length === 0) return;
  const asked = await insertDailyJobs(node.context.db, daily);
  if (asked > 0) node.context.signals.raise(JOB_SIGNAL);
}

async function measure({ db, metrics }: Context): Promise<void> {
  const counts = await countJobs(db);
  metrics.gauges.set({ name: 'jobs_queued' }, counts.get('QUEUED') ?? 0);
  metrics.gauges.set({ name: 'jobs_running' }, counts.get('RUNNING') ?? 0);
  metrics.gauges.set({ name: 'jobs_dead' }, counts.get('DEAD') ?? 0);
}
