// The lease worker: claims rows of one table for this node, runs them, renews their leases, and
// drains when the node stops. Jobs, messages and webhook endpoints each describe one.

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { LEASE } from '../../limits.js';
import { type Loop, startLoop } from '../concurrency/loop.js';
import type { Context } from '../context.js';
import { endEach } from '../stop.js';
import type { RunningWorker } from '../worker.js';

/** The limits of one kind of lease. */
interface LeaseLimits {
  /** Rows that one node holds at once. */
  readonly heldMax: number;
  /** Interval of the claiming loop while no signal wakes it. */
  readonly pollIntervalMs: number;
  /** Several times shorter than the lease itself, which the table's statements define. */
  readonly renewIntervalMs: number;
  /** How long a stopping node waits for running rows before it aborts them. */
  readonly stopWaitMs: number;
}

/**
 * The rows of one table under leases: which rows to claim and how to run each. The statements use
 * the database's time and give each claim a number (`run`), by which only the holder can renew or
 * end it.
 */
export interface LeaseWork<Row> {
  /** Names the loops in the log and in the counters of failed rounds. */
  readonly name: string;
  /** The signal that a row may be due. It is raised again whenever a run ends. */
  readonly wakeOn: string;
  /** True if the signal also announces changes that `renew` reads: it then precedes each claim. */
  readonly renewOnWake?: boolean;
  readonly limits: LeaseLimits;
  readonly idOf: (row: Row) => bigint;
  /** Leases at most `free` due rows to this node, skipping rows that others are claiming. */
  readonly claim: (free: number) => Promise<readonly Row[]>;
  /** Processes one row and stores the outcome. If it rejects, the lease expires. */
  readonly run: (row: Row, lease: Lease) => Promise<void>;
  /** A run that takes longer is aborted with `RunTimedOut`. */
  readonly timeoutMsOf?: (row: Row) => number;
  /** Renews the leases of these rows and returns the ids that this node still holds. */
  readonly renew: (rows: readonly Row[]) => Promise<ReadonlySet<bigint>>;
  /** Requeues rows whose lease has expired; returns how many. Absent if `claim` takes them. */
  readonly takeBack?: () => Promise<number>;
  /** Releases rows whose runs were aborted, so that another node need not wait. */
  readonly giveBack?: (rows: readonly Row[]) => Promise<void>;
  /** Further loops, which continue until all runs have ended. */
  readonly beside?: readonly Loop[];
}

/** The hold of a node on one row while it runs. */
export interface Lease {
  /** Aborts with `LeaseLost`, `StopWaitOver` or `RunTimedOut` as its reason. */
  readonly signal: AbortSignal;
  /** Aborts as soon as the node stops: a run without an end starts nothing more. */
  readonly stopping: AbortSignal;
}

/** Another node has the row: the outcome of this run is ignored. */
export class LeaseLost extends Error {}

/** The node stops and has waited long enough for the run; the row is released. */
export class StopWaitOver extends Error {}

/** The run exceeded its timeout. */
export class RunTimedOut extends Error {}

/** The name of this node in leased rows. */
export function nodeName(): string {
  return `${hostname()}:${process.pid}`;
}

interface Held<Row> {
  readonly row: Row;
  readonly abort: AbortController;
  readonly stopping: AbortController;
  /** Resolves when the run has ended; never rejects. */
  readonly ended: Promise<void>;
}

interface Node<Row> {
  readonly context: Context;
  readonly work: LeaseWork<Row>;
  readonly held: Map<bigint, Held<Row>>;
  /** The time of the last failed renewal, by `performance.now()`. */
  failedAtMs: number;
}

/** Starts the worker on this node; every node can start it. */
export function startLeaseWorker<Row>(context: Context, work: LeaseWork<Row>): RunningWorker {
  const node: Node<Row> = { context, work, held: new Map(), failedAtMs: -Infinity };
  const { name, wakeOn, limits, renewOnWake = false } = work;
  const claiming = startLoop(context, {
    name: `${name}-look`,
    everyMs: limits.pollIntervalMs,
    wakeOn,
    round: async () => {
      if (renewOnWake) await renewLeases(node);
      await claimRows(node);
    },
  });
  const renewal: Loop = {
    name: `${name}-lease`,
    everyMs: limits.renewIntervalMs,
    round: () => renewLeases(node),
  };
  const loops = [...(renewOnWake ? [] : [renewal]), ...(work.beside ?? [])];
  const others = loops.map((loop) => startLoop(context, loop));
  return {
    ready: () => true,
    stop: () =>
      endEach(
        claiming.stop,
        () => drain(node),
        () => Promise.all(others.map((loop) => loop.stop())),
      ),
  };
}

async function claimRows<Row>(node: Node<Row>): Promise<void> {
  const free = node.work.limits.heldMax - node.held.size;
  if (free <= 0) return;
  for (const row of await node.work.claim(free)) begin(node, row);
}

function begin<Row>(node: Node<Row>, row: Row): void {
  const { context, work, held } = node;
  const id = work.idOf(row);
  // A row that this node lost and claimed again waits for its earlier run to end.
  const earlier = held.get(id);
  if (earlier !== undefined) lose(earlier);
  const lease = { row, abort: new AbortController(), stopping: new AbortController() };
  const ended = runToEnd(node, lease, earlier?.ended).finally(() => {
    if (held.get(id)?.abort === lease.abort) held.delete(id);
    context.signals.raise(work.wakeOn);
  });
  held.set(id, { ...lease, ended });
}

async function runToEnd<Row>(
  { context, work }: Node<Row>,
  { row, abort, stopping }: Omit<Held<Row>, 'ended'>,
  earlier: Promise<void> | undefined,
): Promise<void> {
  await earlier;
  if (abort.signal.aborted) return;
  const timer = startTimer(abort, work.timeoutMsOf?.(row));
  try {
    await work.run(row, { signal: abort.signal, stopping: stopping.signal });
  } catch (error) {
    // Usually the database is away: the lease expires, and the row is claimed again.
    context.log.warn(
      { err: error, lease: work.name, id: work.idOf(row) },
      'outcome of a run not stored',
    );
  } finally {
    clearTimeout(timer);
  }
}

function startTimer(abort: AbortController, timeoutMs: number | undefined) {
  if (timeoutMs === undefined) return undefined;
  const end = () => abort.abort(new RunTimedOut(`took more than ${timeoutMs} ms`));
  return setTimeout(end, timeoutMs);
}

async function renewLeases<Row>(node: Node<Row>): Promise<void> {
  try {
    await renewAndTakeBack(node);
  } catch (error) {
    node.failedAtMs = performance.now();
    throw error;
  }
}

async function renewAndTakeBack<Row>(node: Node<Row>): Promise<void> {
  const { context, work, held } = node;
  const mine = [...held];
  if (mine.length > 0) {
    const kept = await work.renew(mine.map(([, { row }]) => row));
    for (const [id, each] of mine) {
      // A run that ended during the renewal is not lost.
      if (held.get(id) === each && !kept.has(id)) lose(each);
    }
  }
  // After the database was away, all leases have expired. Their nodes renew them first.
  const graceMs = work.limits.renewIntervalMs * LEASE.renewalsAfterOutage;
  if (performance.now() - node.failedAtMs < graceMs) return;
  const lost = (await work.takeBack?.()) ?? 0;
  if (lost === 0) return;
  context.log.warn({ lease: work.name, rows: lost }, 'rows of silent nodes requeued');
  context.signals.raise(work.wakeOn);
}

function lose<Row>({ abort }: Held<Row>): void {
  abort.abort(new LeaseLost('the lease has expired'));
}

async function drain<Row>({ work, held }: Node<Row>): Promise<void> {
  for (const { stopping } of held.values()) stopping.abort();
  await endOfAll(held, work.limits.stopWaitMs);
  const left = [...held.values()];
  if (left.length === 0) return;
  for (const { abort } of left) abort.abort(new StopWaitOver('the node stops'));
  await endOfAll(held, LEASE.abortWaitMs);
  await work.giveBack?.(left.map(({ row }) => row));
}

async function endOfAll<Row>(held: ReadonlyMap<bigint, Held<Row>>, mostMs: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([
    Promise.all([...held.values()].map(({ ended }) => ended)),
    pause(mostMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
}
