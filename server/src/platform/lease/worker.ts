// The lease worker claims rows of a table for this node, runs them, renews their leases, and drains
// them when the node stops. Jobs, messages and webhook endpoints each provide a `LeaseWork`.

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { LEASE } from '../../limits.js';
import { type Loop, startLoop } from '../concurrency/loop.js';
import type { Context } from '../context.js';
import { endEach } from '../stop.js';
import type { RunningWorker } from '../worker.js';

/** The limits of one kind of lease. */
interface LeaseLimits {
  /** Maximum number of rows that a node holds at once. */
  readonly heldMax: number;
  /** Poll interval of the claiming loop when no signal wakes it. */
  readonly pollIntervalMs: number;
  /**
   * Must be several times shorter than the lease. The table's statements define the length of the
   * lease.
   */
  readonly renewIntervalMs: number;
  /** How long a stopping node waits for running rows before it aborts them. */
  readonly stopWaitMs: number;
}

/**
 * How the rows of a table are leased: which rows to claim, and how to process each. The statements
 * use the database's time. They number each claim (`run`), so that only its holder can renew or end
 * it.
 */
export interface LeaseWork<Row> {
  /** The name of the loops in the log and in the counters of failed rounds. */
  readonly name: string;
  /** Signals that a row may be due. Also signalled when a run ends. */
  readonly wakeOn: string;
  /**
   * True if the signal also announces changes that `renew` detects. A renewal then precedes each
   * claim.
   */
  readonly renewOnWake?: boolean;
  readonly limits: LeaseLimits;
  readonly idOf: (row: Row) => bigint;
  /** Leases up to `free` due rows to this node. Skips rows that other nodes are claiming. */
  readonly claim: (free: number) => Promise<readonly Row[]>;
  /** Processes one row and stores the outcome. If it rejects, the lease expires. */
  readonly run: (row: Row, lease: Lease) => Promise<void>;
  /** A run that takes longer is aborted with `RunTimedOut`. */
  readonly timeoutMsOf?: (row: Row) => number;
  /** Renews the leases of these rows. Returns the ids that this node still holds. */
  readonly renew: (rows: readonly Row[]) => Promise<ReadonlySet<bigint>>;
  /**
   * Requeues rows whose lease has expired, and returns their number. Absent if `claim` also takes
   * expired rows.
   */
  readonly takeBack?: () => Promise<number>;
  /**
   * Releases rows whose runs were aborted, so that other nodes need not wait for the lease to
   * expire.
   */
  readonly giveBack?: (rows: readonly Row[]) => Promise<void>;
  /** Additional loops, which continue until all runs have ended. */
  readonly beside?: readonly Loop[];
}

/** A node's lease on one row while its run is in progress. */
export interface Lease {
  /** Aborts with `LeaseLost`, `StopWaitOver` or `RunTimedOut` as its reason. */
  readonly signal: AbortSignal;
  /** Aborts as soon as the node stops, so that an endless run starts nothing new. */
  readonly stopping: AbortSignal;
}

/** Thrown if another node has taken the row, so that the outcome of this run is ignored. */
export class LeaseLost extends Error {}

/** Thrown if the node is stopping and has waited long enough for the run. The row is released. */
export class StopWaitOver extends Error {}

/** Thrown if the run exceeded its timeout. */
export class RunTimedOut extends Error {}

/** Returns this node's name as stored in leased rows. */
export function nodeName(): string {
  return `${hostname()}:${process.pid}`;
}

interface Held<Row> {
  readonly row: Row;
  readonly abort: AbortController;
  readonly stopping: AbortController;
  /** Resolves when the run has ended. Never rejects. */
  readonly ended: Promise<void>;
}

interface Node<Row> {
  readonly context: Context;
  readonly work: LeaseWork<Row>;
  readonly held: Map<bigint, Held<Row>>;
  /** The time of the last failed renewal, by `performance.now()`. */
  failedAtMs: number;
}

/** Starts the worker on this node. Any node can start it. */
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
  // If this node lost a row and claimed it again, the new run waits until the earlier one has
  // ended.
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
    // The database is usually unavailable in this case. The lease expires, and the row is claimed
    // again.
    context.log.warn(
      { err: error, lease: work.name, id: work.idOf(row) },
      'the outcome of a run was not stored',
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
  // After a database outage, all leases have expired. Nodes get time to renew theirs before expired
  // rows are requeued.
  const graceMs = work.limits.renewIntervalMs * LEASE.renewalsAfterOutage;
  if (performance.now() - node.failedAtMs < graceMs) return;
  const lost = (await work.takeBack?.()) ?? 0;
  if (lost === 0) return;
  context.log.warn({ lease: work.name, rows: lost }, 'rows of silent nodes were requeued');
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
