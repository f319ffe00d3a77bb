// FIX timestamps, the session layer's clock, and the daily time at which a session's numbers
// restart.

import { Temporal } from 'temporal-polyfill';

/** The session layer's source of time and timers; tests can control both. */
export interface SessionClock {
  /** Returns milliseconds since 1970 UTC. */
  nowMs(): number;
  /** Calls the callback once after `waitMs`; the returned function cancels the call. */
  after(waitMs: number, call: () => void): () => void;
}

/** Creates a session clock. Timers use the machine's time, even if `nowMs` returns another time. */
export function sessionClock(nowMs: () => number): SessionClock {
  return {
    nowMs,
    after: (waitMs, call) => {
      const timer = setTimeout(call, waitMs);
      return () => clearTimeout(timer);
    },
  };
}

export const SYSTEM_CLOCK: SessionClock = sessionClock(() => Date.now());

/** Calls the callback repeatedly at this interval until the returned function is called. */
export function every(clock: SessionClock, waitMs: number, call: () => void): () => void {
  let callOff: () => void;
  const ring = () => {
    callOff = clock.after(waitMs, ring);
    call();
  };
  callOff = clock.after(waitMs, ring);
  return () => callOff();
}

/** Waits for `waitMs`, or returns early when the signal aborts. */
export function pause(clock: SessionClock, waitMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      callOff();
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const callOff = clock.after(waitMs, wake);
    signal.addEventListener('abort', wake);
  });
}

/** Formats a UTCTimestamp with milliseconds: `20260105-09:30:00.000`. */
export function fixTimestamp(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 23)}`;
}

const TIMESTAMP = /^(\d{4})(\d{2})(\d{2})-(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/;

/**
 * Parses a UTCTimestamp to milliseconds since 1970 UTC, without finer digits; undefined if invalid.
 */
export function parseFixTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, time, fraction = ''] = match;
  const ms = Date.parse(`${year}-${month}-${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The daily time at which both sequence numbers restart at 1. */
export interface RollSchedule {
  /** Local time as `HH:MM`. */
  readonly time: string;
  /** IANA zone, for example `Africa/Lagos`. */
  readonly timeZone: string;
}

/** Returns the last restart of the numbers at or before a time, in milliseconds since 1970 UTC. */
export function lastRollMs(schedule: RollSchedule, nowMs: number): number {
  const today = rollOfDay(schedule, nowMs, 0);
  return today <= nowMs ? today : rollOfDay(schedule, nowMs, -1);
}

/** Returns the first restart of the numbers after a time, in milliseconds since 1970 UTC. */
export function nextRollMs(schedule: RollSchedule, nowMs: number): number {
  const today = rollOfDay(schedule, nowMs, 0);
  return today > nowMs ? today : rollOfDay(schedule, nowMs, 1);
}

function rollOfDay(schedule: RollSchedule, nowMs: number, days: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(schedule.timeZone);
  return local
    .toPlainDate()
    .add({ days })
    .toZonedDateTime({ timeZone: schedule.timeZone, plainTime: schedule.time }).epochMilliseconds;
}
