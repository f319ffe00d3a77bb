// The worker of jobs: on every node, takes what is due, runs it in its limits, says how it ended.

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { JOB } from '../../limits.js';
import type { Context } from '../context.js';
import type { RunningWorker, Worker } from '../http/module.js';
import { startLoop } from '../loop.js';
import { type Attempt, JobLost, settleAttempt } from './attempt.js';
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

/** The worker that does the jobs of these handlers; start it on as many nodes as there are. */
export function jobWorker(handlers: readonly JobHandler[]): Worker {
  return { name: 'jobs', start: async (context) => startNode(context, handlers) };
}

interface Node {
  readonly context: Context;
  readonly name: string;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** Kinds in the order in which they are offered free places. */
  readonly order: string[];
  /** Runs that are this node's to end. */
  readonly attempts: Map<bigint, Attempt>;
  /** Handlers at work by kind; one that is deaf to its signal keeps its place until it returns. */
  readonly busy: Map<string, number>;
}

function startNode(context: Context, handlers: readonly JobHandler[]): RunningWorker {
  const node: Node = {
    context,
    name: `${hostname()}:${process.pid}`,
    handlers: new Map(handlers.map((handler) => [handler.kind, handler])),
    order: handlers.map((handler) => handler.kind),
    attempts: new Map(),
    busy: new Map(),
  };
  const taking = [
    startLoop(context, {
      name: 'job-look',
      everyMs: JOB.lookEveryMs,
      wakeOn: JOB_SIGNAL,
      round: () => takeJobs(node),
    }),
    startLoop(context, {
      name: 'job-schedule',
      everyMs: JOB.scheduleEveryMs,
      round: () => askForDaily(node),
    }),
    startLoop(context, {
      name: 'job-measure',
      everyMs: JOB.measureEveryMs,
      round: () => measure(context),
    }),
  ];
  const holding = startLoop(context, {
    name: 'job-lease',
    everyMs: JOB.renewEveryMs,
    round: () => keepLeases(node),
  });
  return {
    ready: () => true,
    stop: async () => {
      await Promise.all(taking.map((loop) => loop.stop()));
      await endAttempts(node);
      await holding.stop();
    },
  };
}

async function takeJobs(node: Node): Promise<void> {
  const { handlers, busy, order } = node;
  const places = JOB.atOncePerNodeMost - [...busy.values()].reduce((sum, count) => sum + count, 0);
  const offers = order
    .map((kind) => ({
      kind,
      free: (handlers.get(kind)?.atOnceMost ?? 0) - (busy.get(kind) ?? 0),
    }))
    .filter((offer) => offer.free > 0);
  // The first kind comes last the next time, so that none starves behind busy ones.
  order.push(...order.splice(0, 1));
  if (offers.length === 0 || places <= 0) return;
  const claim = { offers, places, node: node.name };
  for (const job of await claimJobs(node.context.db, claim)) begin(node, job);
}

function begin(node: Node, job: ClaimedJob): void {
  const handler = node.handlers.get(job.kind);
  if (handler === undefined) return;
  const { context, attempts, busy } = node;
  const attempt: Attempt = { context, handler, job, abort: new AbortController() };
  attempts.set(job.id, attempt);
  busy.set(job.kind, (busy.get(job.kind) ?? 0) + 1);
  const { ended, returned } = settleAttempt(attempt);
  ended.finally(() => {
    // A job taken back and claimed anew by this node has another attempt in its place.
    if (attempts.get(job.id) === attempt) attempts.delete(job.id);
  });
  returned.finally(() => {
    busy.set(job.kind, (busy.get(job.kind) ?? 1) - 1);
    context.signals.raise(JOB_SIGNAL);
  });
}

// A run that could not be prolonged is somebody else's by now: its handler is told to stop.
async function keepLeases(node: Node): Promise<void> {
  const { context, attempts } = node;
  const mine = [...attempts.values()];
  if (mine.length > 0) {
    const kept = await renewLeases(
      context.db,
      mine.map((attempt) => attempt.job),
    );
    for (const attempt of mine) {
      const settled = attempts.get(attempt.job.id) !== attempt;
      if (settled || kept.has(attempt.job.id)) continue;
      attempt.abort.abort(new JobLost('the lease ran out'));
    }
  }
  const lost = await takeBackLostJobs(context.db);
  if (lost.length === 0) return;
  context.log.warn({ jobs: lost.length }, 'jobs of silent nodes taken back');
  const dead = lost.filter((state) => state === 'DEAD').length;
  if (dead > 0) context.metrics.events.inc({ name: 'job_died' }, dead);
  context.signals.raise(JOB_SIGNAL);
}

async function askForDaily(node: Node): Promise<void> {
  const daily = [...node.handlers.values()].flatMap(({ kind, attemptsMost, dailyAtUtc }) =>
    dailyAtUtc === undefined ? [] : [{ kind, attemptsMost, atUtc: dailyAtUtc }],
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

// What does not end in time goes back to the queue, for another node or the next start.
async function endAttempts(node: Node): Promise<void> {
  const { attempts, context } = node;
  const deadline = context.clock.millis() + JOB.stopWaitMs;
  while (attempts.size > 0 && context.clock.millis() < deadline) await pause(JOB.stopLookMs);
  const left = [...attempts.values()];
  if (left.length === 0) return;
  for (const attempt of left) attempt.abort.abort(new JobLost('the node stops'));
  await giveBack(
    context.db,
    left.map((attempt) => attempt.job),
  );
}
