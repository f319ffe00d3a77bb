// One attempt at a job. Runs the handler under its lease, and stores the job's outcome.

import { setTimeout as pause } from 'node:timers/promises';
import { JOB } from '../../limits.js';
import type { Context } from '../context.js';
import { isDatabaseError } from '../database/failure.js';
import { parseJson } from '../json/json.js';
import { LeaseLost, StopWaitOver } from '../lease/worker.js';
import { errorText } from '../log/logged-error.js';
import type { JobHandler } from './job.js';
import { type ClaimedJob, deferJob, failJob, finishJob } from './queries.js';

interface Attempt {
  readonly context: Context;
  readonly handler: JobHandler;
  readonly job: ClaimedJob;
  /** Aborts if the attempt takes too long, the lease is lost, or the node stops. */
  readonly signal: AbortSignal;
}

/** The two events of an attempt that a caller can wait for. */
interface Settling {
  /**
   * Resolves when the job's outcome is stored or another node has taken the job. While the database
   * is unavailable, storing is retried until the lease is lost. Rejects if that takes too long. The
   * lease then expires, and the job is repeated.
   */
  readonly ended: Promise<void>;
  /**
   * Resolves when the handler has returned, which may be much later if it ignores its signal. Never
   * rejects.
   */
  readonly returned: Promise<void>;
}

/** Runs the handler. */
export function settleAttempt(attempt: Attempt): Settling {
  const { signal } = attempt;
  const work = handle(attempt);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const ended = Promise.race([work, aborted]).then(
    () => persist(attempt, () => succeed(attempt)),
    (error: unknown) => persist(attempt, () => fail(attempt, error)),
  );
  return { ended, returned: work.catch(() => undefined) };
}

async function handle({ context, handler, job, signal }: Attempt): Promise<void> {
  const { id, attempts, data } = job;
  await handler.run(context, { id, data: parseJson(data), attempt: attempts, signal });
}

// The work is done, but the outcome cannot be stored until the database is available. Waiting is
// cheaper than repeating the work.
async function persist({ signal }: Attempt, write: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await write();
    } catch (error) {
      const isOver = signal.reason instanceof LeaseLost || signal.reason instanceof StopWaitOver;
      if (!isDatabaseError(error) || isOver || tried >= JOB.outcomeWritesMax) throw error;
    }
    await pause(JOB.outcomeRetryMs);
  }
}

async function succeed({ context, job }: Attempt): Promise<void> {
  if (await finishJob(context.db, job)) {
    context.metrics.events.inc({ name: 'job_done' });
  } else {
    context.log.warn({ job: job.id, kind: job.kind }, 'job ended after another node had taken it');
  }
}

async function fail({ context, handler, job }: Attempt, error: unknown): Promise<void> {
  if (error instanceof LeaseLost || error instanceof StopWaitOver) return;
  if (isDatabaseError(error)) return defer({ context, job }, error);
  const name = error instanceof Error ? `${error.name}: ` : '';
  const text = `${name}${errorText(error)}`;
  const state = await failJob(context.db, job, {
    error: text.slice(0, JOB.errorCharactersMax).replaceAll('\u0000', ''),
    backoffFirstMs: handler.backoffFirstMs,
  });
  const about = { err: error, job: job.id, kind: job.kind, attempt: job.attempts };
  if (state === 'DEAD') {
    context.metrics.events.inc({ name: 'job_died' });
    context.log.error(about, 'job is dead after its last attempt');
  } else if (state === 'QUEUED') {
    context.metrics.events.inc({ name: 'job_failed' });
    context.log.warn(about, 'job failed, will be retried');
  }
}

// The database failed, not the job, so the attempt is not counted.
async function defer({ context, job }: Pick<Attempt, 'context' | 'job'>, error: unknown) {
  if (!(await deferJob(context.db, job, JOB.deferMs))) return;
  context.metrics.events.inc({ name: 'job_deferred' });
  const about = { err: error, job: job.id, kind: job.kind };
  context.log.warn(about, 'the database failed during a job, will be retried');
}
