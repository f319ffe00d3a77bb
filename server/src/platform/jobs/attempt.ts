// One attempt at a job: the handler under its lease, and what its end means for the job.

import { JOB } from '../../limits.js';
import type { Context } from '../context.js';
import { parseJson } from '../json.js';
import { LeaseLost, StopWaitOver } from '../lease/worker.js';
import { errorText } from '../logged-error.js';
import type { JobHandler } from './job.js';
import { type ClaimedJob, failJob, finishJob } from './queries.js';

interface Attempt {
  readonly context: Context;
  readonly handler: JobHandler;
  readonly job: ClaimedJob;
  /** Aborts when the attempt takes too long, the lease is lost, or the node stops. */
  readonly signal: AbortSignal;
}

/** What an attempt is waited for by. */
interface Settling {
  /**
   * The job has its outcome, or is no longer ours to end. Rejects if the database is away: the
   * lease runs out, and the job is done again.
   */
  readonly ended: Promise<void>;
  /** The handler has returned. One that ignores its signal may do so much later. Never rejects. */
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
    () => succeed(attempt),
    (error: unknown) => fail(attempt, error),
  );
  return { ended, returned: work.catch(() => undefined) };
}

async function handle({ context, handler, job, signal }: Attempt): Promise<void> {
  const { id, attempts, data } = job;
  await handler.run(context, { id, data: parseJson(data), attempt: attempts, signal });
}

async function succeed({ context, job }: Attempt): Promise<void> {
  if (await finishJob(context.db, job)) {
    context.metrics.events.inc({ name: 'job_done' });
  } else {
    context.log.warn({ job: job.id, kind: job.kind }, 'job ended after others had taken it');
  }
}

async function fail({ context, handler, job }: Attempt, error: unknown): Promise<void> {
  if (error instanceof LeaseLost || error instanceof StopWaitOver) return;
  const name = error instanceof Error ? `${error.name}: ` : '';
  const text = `${name}${errorText(error)}`;
  const state = await failJob(context.db, job, {
    error: text.slice(0, JOB.errorCharactersMost).replaceAll('\u0000', ''),
    backoffFirstMs: handler.backoffFirstMs,
  });
  const about = { err: error, job: job.id, kind: job.kind, attempt: job.attempts };
  if (state === 'DEAD') {
    context.metrics.events.inc({ name: 'job_died' });
    context.log.error(about, 'job is dead after its last attempt');
  } else if (state === 'QUEUED') {
    context.metrics.events.inc({ name: 'job_failed' });
    context.log.warn(about, 'job failed, trying again');
  }
}
