// Jobs: what a kind of job is, how an operation asks for one, and how a module says who does it.

import type { Static, TSchema } from '@sinclair/typebox';
import { JOB } from '../../limits.js';
import type { Context, Work } from '../context.js';
import { compileBody } from '../http/shape/schema.js';
import { toJson } from '../json/json.js';
import { insertJobs } from './queries.js';

/** The signal that tells the workers of this process that there is a job. */
export const JOB_SIGNAL = 'job';

/** A kind of job: its name and the shape of its data. No personal data: ids only. */
export interface JobKind<Data extends TSchema> {
  /** `noun.verb`, such as `idempotency-key.purge`. Rows carry it: renaming strands them. */
  readonly name: string;
  readonly data: Data;
  /** After so many failed attempts a job is dead; JOB.attemptsMax when not said. */
  readonly attemptsMax?: number;
}

/** What is to be done. */
interface NewJob<Data> {
  readonly data: Data;
  /** With a key there is at most one such job of the kind, whatever its state, while it is kept. */
  readonly key?: string;
  readonly delayMs?: number;
}

/** The part of a unit of writing that jobs need. */
type JobSource = Pick<Work, 'context' | 'tx' | 'requestId'>;

/**
 * Asks for a job in the caller's transaction: it exists only when that commits, and never in a dry
 * run. Returns its id, or undefined when nothing was asked for: in a dry run, or because the key is
 * taken.
 */
export async function enqueue<Data extends TSchema>(
  work: JobSource,
  kind: JobKind<Data>,
  job: NewJob<Static<Data>>,
): Promise<bigint | undefined> {
  const [id] = await enqueueAll(work, kind, [job]);
  return id;
}

/** As `enqueue`, for many jobs of a kind in one statement; the ids of those that were asked for. */
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

/** A job in the hands of its handler. */
interface RunningJob<Data> {
  readonly id: bigint;
  readonly data: Data;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** Aborts when the time is over, the node stops, or the job was given to another node. */
  readonly signal: AbortSignal;
}

/**
 * Who does a kind of job. It may run more than once for one job (a node can die after the work and
 * before it says so), so doing it twice must be the same as doing it once.
 */
interface HandlerOf<Data extends TSchema> {
  readonly kind: JobKind<Data>;
  readonly run: (context: Context, job: RunningJob<Static<Data>>) => Promise<void>;
  /** How many of the kind one node does at a time; JOB.atOncePerKindMax when not said. */
  readonly atOnceMax?: number;
  /** After so long an attempt counts as failed; JOB.timeoutMs when not said. */
  readonly timeoutMs?: number;
  /** The wait after the first failure; doubles with each. JOB.backoffFirstMs when not said. */
  readonly backoffFirstMs?: number;
  /** 'HH:MM' in UTC: the job is asked for once a day at or after this time, without data. */
  readonly dailyAtUtc?: string;
}

/** A handler with its type erased; only `jobHandler` makes one. */
export interface JobHandler {
  readonly kind: string;
  readonly atOnceMax: number;
  readonly timeoutMs: number;
  readonly backoffFirstMs: number;
  readonly attemptsMax: number;
  readonly dailyAtUtc: string | undefined;
  readonly run: (context: Context, job: RunningJob<unknown>) => Promise<void>;
}

/** Declares a handler. Data that no longer fits the kind's shape fails the attempt. */
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
