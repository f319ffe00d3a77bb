// Time for session tests. The time does not advance while anything is working, then jumps to the
// next timer.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SessionClock } from '../../../src/exchanges/fix/session/message/time.js';
import type { Database } from '../../../src/platform/database/database.js';
import { isOnItsWay } from './socket-flight.js';

/**
 * All sides count as idle after this many consecutive event-loop turns with no statement or byte in
 * transit. A side handles what it has read within one turn; closing a socket takes a few more.
 */
const QUIET_TURNS = 12;

/**
 * The maximum number of polls, one millisecond apart, for bytes that may be bound for a destroyed
 * socket.
 */
const POLLS_MAX = 500;

export interface SteppedTime {
  /** The clock of the session under test, also used for its counterparty's SendingTime. */
  readonly clock: SessionClock;
  /** The session's database, wrapped so that time does not advance while a query runs. */
  readonly db: Database;
  /** Advances time, timer by timer, until the promise settles. */
  passUntil<Value>(awaited: Promise<Value>): Promise<Value>;
  /** Advances time by this much, and waits for the work that this triggers. */
  pass(forMs: number): Promise<void>;
}

interface Timer {
  readonly atMs: number;
  readonly call: () => void;
}

/** Creates stepped time that starts now and moves only when a test advances it. */
export function steppedTime(real: Database): SteppedTime {
  let nowMs = Date.now();
  const timers = new Set<Timer>();
  const { db, settled } = watched(real);
  const step = (): boolean => {
    const [next] = [...timers].sort((one, two) => one.atMs - two.atMs);
    if (next === undefined) return false;
    timers.delete(next);
    nowMs = Math.max(nowMs, next.atMs);
    next.call();
    return true;
  };
  const clock: SessionClock = {
    nowMs: () => nowMs,
    after: (waitMs, call) => {
      const timer = { atMs: nowMs + waitMs, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const passUntil = async <Value>(awaited: Promise<Value>): Promise<Value> => {
    let isSettled = false;
    const note = () => {
      isSettled = true;
    };
    awaited.then(note, note);
    while (!isSettled) {
      await settled();
      // With no timer pending, the test waits for something external, which needs real time.
      if (!isSettled && !step()) await sleep(1);
    }
    return awaited;
  };
  return {
    db,
    clock,
    passUntil,
    pass: async (forMs) => {
      await passUntil(new Promise<void>((resolve) => clock.after(forMs, resolve)));
      await settled();
    },
  };
}

/**
 * Wraps a database so that its pending work is tracked. `settled` resolves when no work is pending.
 */
function watched(real: Database): { readonly db: Database; settled(): Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const watch = <Value>(work: Promise<Value>): Promise<Value> => {
    const noted = work
      .catch(() => undefined)
      .finally(() => {
        running.delete(noted);
      });
    running.add(noted);
    return work;
  };
  const db: Database = {
    pool: real.pool,
    query: (statement) => watch(real.query(statement)),
    transaction: (work, options) => watch(real.transaction(work, options)),
    dedicated: async () => {
      const client = await watch(real.dedicated());
      return new Proxy(client, {
        get: (target, name) => watchedMember(target, Reflect.get(target, name), watch),
      });
    },
    close: () => real.close(),
  };
  return {
    db,
    settled: async () => {
      let looks = 0;
      for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
        if (running.size > 0) turns = 0;
        await Promise.all(running);
        await nextTurn();
        if (!isOnItsWay() || looks >= POLLS_MAX) continue;
        looks += 1;
        turns = 0;
        await sleep(1);
      }
    },
  };
}

/**
 * Returns a property of a connection. If it is a method, the promise that it returns is tracked.
 */
function watchedMember(
  target: object,
  member: unknown,
  watch: (work: Promise<unknown>) => Promise<unknown>,
): unknown {
  if (typeof member !== 'function') return member;
  return (...args: readonly unknown[]) => {
    const result: unknown = Reflect.apply(member, target, args);
    return result instanceof Promise ? watch(result) : result;
  };
}
