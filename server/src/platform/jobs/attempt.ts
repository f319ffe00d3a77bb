// One attempt at a job: the handler against its time, and what its end means for the job.

import { JOB } from '../../limits.js';
import type { Context } from '../context.js';
import { parseJson } from '../json.js';
import { errorText } from '../logged-error.js';
import type { JobHandler } from './job.js';
import { type ClaimedJob, failJob, finishJob } from './queries.js';

export interface Attempt {
  readonly context: Context;
  readonly handler: JobHandler;
  readonly job: ClaimedJob;
  readonly abort: AbortController;
}

/** The attempt took longer than its kind may. */
export class JobTimedOut extends Error {}

/** The job is no longer this node's: its end here says nothing. */
export class JobLost extends Error {}

/** What an attempt is waited for by; neither rejects. */
export interface Settling {
  /** The job has been told how the attempt ended, or is no longer ours to tell. */
  readonly ended: Promise<void>;
  /** The handler has returned, which one that does not heed its signal may do much later. */
  readonly returned: Promise<void>;
}

/** Runs the handler. */
export function settleAttempt(attempt: Attempt): Settling {
  const { context, handler, job, abort } = attempt;
  const timer = setTimeout(() => {
    abort.abort(new JobTimedOut(`took more than ${handler.timeoutMs} ms`));
  }, handler.timeoutMs);
  const work = handle(attempt);
  const aborted = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason));
  });
  const ended = Promise.race([work, aborted])
    .then(
      () => succeed(attempt),
      (error: unknown) => fail(attempt, error),
    )
    // The database is away: the lease runs out, and the job is done again.
    .catch((error: unknown) => context.log.warn({ err: error, job: job.id }, 'job not settled'))
    .finally(() => clearTimeout(timer));
  return { ended, returned: work.catch(() => undefined) };
}

async function handle({ context, handler, job, abort }: Attempt): Promise<void> {
  const { id, attempts, data } = job;
  const running = { id, data: parseJson(data), attempt: attempts, signal: abort.signal };
  await handler.run(context, running);
}

async function succeed({ context, job }: Attempt): Promise<void> {
  if (await finishJob(context.db, job)) {
    context.metrics.events.inc({ name: 'job_done' });
  } else {
    context.log.warn({ job: job.id, kind: job.kind }, 'job ended after others had taken it');
  }
}

async function fail({ context, handler, job }: Attempt, error: unknown): Promise<void> {
  if (error instanceof JobLost) return;
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
