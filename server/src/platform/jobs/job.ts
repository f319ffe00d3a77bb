// Jobs: their kinds, how an operation enqueues one, and how a module declares handlers.

import type { Static, TSchema } from '@sinclair/typebox';
import { JOB } from '../../limits.js';
import type { Context, Work } from '../context.js';
import type { Database, Tx } from '../database/database.js';
import { compileBody } from '../http/shape/schema.js';
import { toJson } from '../json/json.js';
import { insertJobs } from './queries.js';
import { existsJobUnderWay } from './under-way-queries.js';

/** Signalled when this process has enqueued a job. */
export const JOB_SIGNAL = 'job';

/**
 * A kind of job, with its name and the shape of its data. The data contains only ids, and no
 * personal data.
 */
export interface JobKind<Data extends TSchema> {
  /**
   * `noun.verb`, such as `idempotency-key.purge`. Rows contain the name, so after a rename, stored
   * jobs no longer have a handler.
   */
  readonly name: string;
  readonly data: Data;
  /** Number of failed attempts after which a job is dead. Default: JOB.attemptsMax. */
  readonly attemptsMax?: number;
}

/** A job to enqueue. */
interface NewJob<Data> {
  readonly data: Data;
  /** At most one job of this kind may have this key, in any state. */
  readonly key?: string;
  readonly delayMs?: number;
}

/** The parts of a unit of work that jobs need. */
type JobSource = Pick<Work, 'context' | 'tx' | 'requestId'>;

/**
 * Enqueues a job in the caller's transaction. The job exists only if the transaction commits, and
 * never in a dry run. Returns its id, or undefined if none was enqueued because of a dry run or an
 * existing key.
 */
export async function enqueue<Data extends TSchema>(
  work: JobSource,
  kind: JobKind<Data>,
  job: NewJob<Static<Data>>,
): Promise<bigint | undefined> {
  const [id] = await enqueueAll(work, kind, [job]);
  return id;
}

/**
 * Like `enqueue`, but enqueues many jobs of a kind in one statement. Returns the ids of the new
 * jobs.
 */
export async function enqueueAll<Data extends TSchema>(
  work: JobSource,
  kind: JobKind<Data>,
  jobs: readonly NewJob<Static<Data>>[],
): Promise<bigint[]> {
  if (work.tx.dryRun || jobs.length === 0) return [];
  const ids = await insertJobs(
    work.tx,
    jobs.map((job) => ({
      kind: kind.name,
      key: job.key ?? null,
      data: toJson(job.data),
      attemptsMax: kind.attemptsMax ?? JOB.attemptsMax,
      delayMs: job.delayMs ?? 0,
      requestId: work.requestId,
    })),
  );
  if (ids.length > 0) work.tx.afterCommit(() => work.context.signals.raise(JOB_SIGNAL));
  return ids;
}

/**
 * Returns whether a job of these kinds with these members in its data is queued or running. A
 * caller that must not miss one must hold the lock under which they are enqueued.
 */
export function isJobUnderWay(
  on: Database | Tx,
  kinds: readonly string[],
  data: object,
): Promise<boolean> {
  return existsJobUnderWay(on, kinds, data);
}

/** A job as passed to its handler. */
interface RunningJob<Data> {
  readonly id: bigint;
  readonly data: Data;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Aborts when the time limit is reached, the node stops, or another node has taken the job. */
  readonly signal: AbortSignal;
}

/**
 * The handler of a kind of job. It may run more than once for a job, because a node can die between
 * doing the work and storing the outcome. Repeating it must therefore have no further effect.
 */
interface HandlerOf<Data extends TSchema> {
  readonly kind: JobKind<Data>;
  readonly run: (context: Context, job: RunningJob<Static<Data>>) => Promise<void>;
  /** How many jobs of the kind one node runs at once. Default: JOB.atOncePerKindMax. */
  readonly atOnceMax?: number;
  /** Time after which an attempt fails. Default: JOB.timeoutMs. */
  readonly timeoutMs?: number;
  /**
   * The delay after the first failure. It doubles after each additional failure. Default:
   * JOB.backoffFirstMs.
   */
  readonly backoffFirstMs?: number;
  /** 'HH:MM' in UTC. The job is enqueued once a day at or after this time, without data. */
  readonly dailyAtUtc?: string;
}

/** A handler without its types. Only `jobHandler` creates one. */
export interface JobHandler {
  readonly kind: string;
  readonly atOnceMax: number;
  readonly timeoutMs: number;
  readonly backoffFirstMs: number;
  readonly attemptsMax: number;
  readonly dailyAtUtc: string | undefined;
  readonly run: (context: Context, job: RunningJob<unknown>) => Promise<void>;
}

/** Declares a handler. An attempt fails if the data no longer matches the kind's shape. */
export function jobHandler<Data extends TSchema>(handler: HandlerOf<Data>): JobHandler {
  const read = compileBody(handler.kind.data);
  return {
    kind: handler.kind.name,
    atOnceMax: handler.atOnceMax ?? JOB.atOncePerKindMax,
    timeoutMs: handler.timeoutMs ?? JOB.timeoutMs,
    backoffFirstMs: handler.backoffFirstMs ?? JOB.backoffFirstMs,
    attemptsMax: handler.kind.attemptsMax ?? JOB.attemptsMax,
    dailyAtUtc: handler.dailyAtUtc,
    run: async (context, job) => handler.run(context, { ...job, data: read(job.data) }),
  };
}
