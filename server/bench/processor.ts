// Processor time by process. On a shared machine it is far steadier than a rate.

import { readFileSync } from 'node:fs';
import pg from 'pg';
import { childrenOf, statOf } from './process-stat.js';

/** Milliseconds of processor time. Undefined if the system does not provide it. */
export interface ProcessorTime {
  /** The measured server: this process with its threads. */
  readonly serverMs: number;
  /**
   * The part of `serverMs` used by the main thread. Other threads collect garbage, read files and
   * compute.
   */
  readonly mainMs: number | undefined;
  /** The server's own child processes, including ended ones. */
  readonly childrenMs: number | undefined;
  /**
   * PostgreSQL without the exchange's connections. Undefined if the database runs on another
   * machine.
   */
  readonly databaseMs: number | undefined;
  /** The exchange process and its PostgreSQL connections. Undefined without an exchange. */
  readonly exchangeMs?: number | undefined;
  readonly exchangeDatabaseMs?: number | undefined;
}

/** An exchange in its own process. */
interface ExchangeProcess {
  readonly pid: number | undefined;
  readonly databaseUrl: string;
}

/** Reads the processor time used so far. */
export type ReadProcessor = () => ProcessorTime;

/** Processes that belong to neither the server nor its database. */
interface Beside {
  readonly exchange?: ExchangeProcess;
  /** Child processes that are not the server's own, such as a mail receiver. */
  readonly otherPids?: readonly number[];
}

/** Finds the processes of a database, and of an exchange if there is one. */
export async function processorOf(
  databaseUrl: string,
  { exchange, otherPids = [] }: Beside = {},
): Promise<ReadProcessor> {
  const postmaster = await postmasterOf(databaseUrl);
  const exchangeDatabase = exchange && databaseNameOf(exchange.databaseUrl);
  const others = new Set([postmaster, exchange?.pid, ...otherPids]);
  return () => {
    const { user, system } = process.cpuUsage();
    const database = postmaster === undefined ? undefined : readCluster(postmaster);
    const ofExchange = exchangeDatabase && database?.byDatabase.get(exchangeDatabase);
    return {
      serverMs: (user + system) / 1_000,
      mainMs: mainThreadMs(),
      childrenMs: childrenMs(others),
      databaseMs: database && database.totalMs - (ofExchange || 0),
      exchangeMs: exchange?.pid && statOf(exchange.pid)?.ownMs,
      exchangeDatabaseMs: database && exchangeDatabase ? ofExchange || 0 : undefined,
    };
  };
}

/** Computes the cost per round between two readings. */
export function perRound(
  before: ProcessorTime,
  after: ProcessorTime,
  rounds: number,
): ProcessorTime {
  const each = (later: number | undefined, earlier: number | undefined) =>
    later === undefined || earlier === undefined ? undefined : (later - earlier) / rounds;
  return {
    serverMs: (after.serverMs - before.serverMs) / rounds,
    mainMs: each(after.mainMs, before.mainMs),
    childrenMs: each(after.childrenMs, before.childrenMs),
    databaseMs: each(after.databaseMs, before.databaseMs),
    exchangeMs: each(after.exchangeMs, before.exchangeMs),
    exchangeDatabaseMs: each(after.exchangeDatabaseMs, before.exchangeDatabaseMs),
  };
}

/** Computes the mean of several rounds. */
export function meanOf(times: readonly ProcessorTime[]): ProcessorTime {
  const mean = (of: (time: ProcessorTime) => number | undefined) => {
    const figures = times.map(of).filter((figure) => figure !== undefined);
    if (figures.length === 0) return undefined;
    return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  };
  return {
    serverMs: mean(({ serverMs }) => serverMs) ?? 0,
    mainMs: mean(({ mainMs }) => mainMs),
    childrenMs: mean((time) => time.childrenMs),
    databaseMs: mean(({ databaseMs }) => databaseMs),
    exchangeMs: mean(({ exchangeMs }) => exchangeMs),
    exchangeDatabaseMs: mean(({ exchangeDatabaseMs }) => exchangeDatabaseMs),
  };
}

// Returns the parent of a connection's process if it runs on this machine.
async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const stat = statOf(rows[0]?.pid ?? 0);
  await client.end();
  return stat?.name === 'postgres' ? stat.parent : undefined;
}

function databaseNameOf(url: string): string {
  return /\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? '';
}

// A process's times include those of its ended children.
function readCluster(postmaster: number) {
  const own = statOf(postmaster);
  let totalMs = (own?.ownMs ?? 0) + (own?.endedMs ?? 0);
  const byDatabase = new Map<string, number>();
  for (const { pid, ownMs } of childrenOf(postmaster)) {
    totalMs += ownMs;
    const database = /(countinghouse_bench_\w+)/.exec(titleOf(pid))?.[1];
    if (database === undefined) continue;
    byDatabase.set(database, (byDatabase.get(database) ?? 0) + ownMs);
  }
  return { totalMs, byDatabase };
}

function mainThreadMs(): number | undefined {
  try {
    const [ran] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1);
    return Number(ran) / 1e6;
  } catch {
    return undefined;
  }
}

function childrenMs(others: ReadonlySet<number | undefined>): number | undefined {
  const own = statOf(process.pid);
  if (own === undefined) return undefined;
  const children = childrenOf(process.pid).filter(({ pid }) => !others.has(pid));
  return children.reduce((sum, { ownMs }) => sum + ownMs, own.endedMs);
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
