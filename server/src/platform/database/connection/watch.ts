// Finds connections that were cut without being closed. On such a connection, no answers arrive,
// and the kernel reports it only after minutes. So if an answer has been pending for some seconds,
// the connection is compared with a new one. The connection is destroyed, and its callers get an
// error, if the server does not answer or is not working on the connection's statement.

import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway, meaningOf } from '../failure.js';
import { streamOf } from './stream.js';

/** Intervals of the watch. */
export interface WatchLimits {
  readonly watchIntervalMs: number;
  /**
   * A connection is suspected to be cut if an answer is pending and nothing has arrived for this
   * long.
   */
  readonly silenceMaxMs: number;
  /** How often an idle dedicated connection is probed. */
  readonly heartbeatIntervalMs: number;
}

/** Opens a new connection within a time limit. Rejects if the server does not answer. */
type Probe = () => Promise<pg.Client>;

export interface ConnectionWatch {
  /** Watches a connection until it ends. With `heartbeat`, also watches it while it is idle. */
  readonly add: (client: pg.ClientBase, options?: { readonly heartbeat: boolean }) => void;
  readonly stop: () => void;
}

interface Watched {
  readonly client: pg.ClientBase;
  readonly stream: Duplex;
  readonly heartbeat: boolean;
  bytesRead: number;
  /** The last time at which data arrived or no answer was pending. */
  clearAtMs: number;
  heardAtMs: number;
}

interface Watch {
  readonly limits: WatchLimits;
  readonly probe: Probe;
  readonly watched: Set<Watched>;
  isProbing: boolean;
}

/** Starts watching. Connections opened by `probe` have their own time limit. */
export function watchConnections(limits: WatchLimits, probe: Probe): ConnectionWatch {
  const watch: Watch = { limits, probe, watched: new Set(), isProbing: false };
  const timer = setInterval(() => poll(watch), limits.watchIntervalMs);
  timer.unref();
  return {
    add: (client, options) => {
      const stream = streamOf(client);
      if (stream === undefined) return;
      const now = performance.now();
      const { heartbeat = false } = options ?? {};
      const moments = { bytesRead: bytesReadBy(stream), clearAtMs: now, heardAtMs: now };
      const watched = { client, stream, heartbeat, ...moments };
      watch.watched.add(watched);
      client.once('end', () => watch.watched.delete(watched));
    },
    stop: () => clearInterval(timer),
  };
}

function poll(watch: Watch): void {
  const now = performance.now();
  const { silenceMaxMs, heartbeatIntervalMs } = watch.limits;
  let isSuspect = false;
  for (const each of watch.watched) {
    const isIdle = !owesAnswer(each.client);
    if (hasSpoken(each, now) || isIdle) each.clearAtMs = now;
    if (isIdle && each.heartbeat && now - each.heardAtMs >= heartbeatIntervalMs) {
      each.heardAtMs = now;
      void Promise.resolve(each.client.query('select')).catch(() => undefined);
    }
    if (now - each.clearAtMs >= silenceMaxMs) isSuspect = true;
  }
  if (!isSuspect || watch.isProbing) return;
  watch.isProbing = true;
  void judge(watch, now).finally(() => {
    watch.isProbing = false;
  });
}

// If this process was suspended, bytes may have arrived that it has not read yet. The probe allows
// time to read them, and a connection that receives data in this time is kept.
async function judge(watch: Watch, beganMs: number): Promise<void> {
  const suspects = [...watch.watched].filter(
    ({ clearAtMs }) => beganMs - clearAtMs >= watch.limits.silenceMaxMs,
  );
  const isLost = await verdictOn(watch, suspects);
  // The answer may have arrived together with the probe's. One round of the event loop reads both.
  await setImmediate();
  const now = performance.now();
  for (const each of watch.watched) {
    if (hasSpoken(each, now) || !owesAnswer(each.client)) each.clearAtMs = now;
    // Data that has arrived may be unread while other requests are being served.
    if (each.stream.isPaused()) each.clearAtMs = now;
    if (each.clearAtMs <= beganMs && isLost(each)) {
      each.stream.destroy(new DatabaseAway('the database server does not answer'));
    }
  }
}

type Verdict = (watched: Watched) => boolean;

async function verdictOn(watch: Watch, suspects: readonly Watched[]): Promise<Verdict> {
  let probe: pg.Client;
  try {
    probe = await watch.probe();
  } catch (error) {
    // A server that answers with an error is reachable, unless it is starting or stopping.
    const cause = error instanceof DatabaseAway ? error.cause : error;
    const isThere = cause instanceof pg.DatabaseError && !/^57/.test(cause.code ?? '');
    return () => !isThere;
  }
  try {
    const working = await workingOf(probe, suspects);
    if (working === undefined) return () => false;
    return (each) => suspects.includes(each) && !working.has(processOf(each.client));
  } catch (error) {
    return () => meaningOf(error) === 'AWAY';
  } finally {
    void probe.end().catch(() => undefined);
  }
}

// Returns which of the server processes behind these connections are working on a statement.
// Undefined if this cannot be determined, for example with a pooler, which uses its own process
// numbers.
async function workingOf(
  probe: pg.Client,
  suspects: readonly Watched[],
): Promise<ReadonlySet<number> | undefined> {
  const { rows } = await probe.query<{ pid: number; me: number; state: string | null }>(
    `select pid, pg_backend_pid() as me, state from pg_stat_activity
     where pid = any ($1) or pid = pg_backend_pid()`,
    [suspects.map(({ client }) => processOf(client))],
  );
  const me = rows.find(({ pid, me }) => pid === me);
  if (me?.pid !== processOf(probe) || me.state !== 'active') return undefined;
  return new Set(rows.filter(({ state }) => !isIdle(state)).map(({ pid }) => pid));
}

const isIdle = (state: string | null): boolean => state?.startsWith('idle') ?? false;

function hasSpoken(watched: Watched, nowMs: number): boolean {
  const bytesRead = bytesReadBy(watched.stream);
  if (bytesRead === watched.bytesRead) return false;
  watched.bytesRead = bytesRead;
  watched.heardAtMs = nowMs;
  return true;
}

function bytesReadBy(stream: Duplex): number {
  return Number(Reflect.get(stream, 'bytesRead'));
}

function processOf(client: pg.ClientBase): number {
  return Number(Reflect.get(client, 'processID'));
}

// The driver has no public API for pending answers.
function owesAnswer(client: pg.ClientBase): boolean {
  const sent: unknown = Reflect.get(client, '_sentQueryQueue');
  const isBehind = Array.isArray(sent) && sent.length > 0;
  return isBehind || Reflect.get(client, '_activeQuery') !== null;
}
