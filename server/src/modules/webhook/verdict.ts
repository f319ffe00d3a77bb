// Determines what a response means for the event, and the delay before the next attempt.

import { randomInt } from 'node:crypto';
import type { Answer } from './http-client.js';
import { DELIVERY } from './limits.js';

/**
 * DELIVERED: the receiver accepted the message. GONE: it wants no more messages. UNREACHABLE: it
 * currently accepts no messages. REFUSED: it responded but did not accept this message.
 */
export type Verdict = 'DELIVERED' | 'GONE' | 'UNREACHABLE' | 'REFUSED';

/** Statuses that describe the state of the receiver, not of the message. */
const UNREACHABLE: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

export function verdictOf({ status }: Answer): Verdict {
  if (status === undefined || UNREACHABLE.has(status)) return 'UNREACHABLE';
  if (status >= 200 && status < 300) return 'DELIVERED';
  return status === 410 ? 'GONE' : 'REFUSED';
}

/** The endpoint's consecutive failures, including this one, and its last response. */
interface Failing {
  readonly failures: number;
  readonly answer: Answer;
}

/**
 * Returns how long an endpoint pauses after a failure.
 * @param chance from 0 to 1, so that endpoints that failed at the same time do not all retry at the
 * same time
 */
export function pauseMs({ failures, answer }: Failing, chance: number, nowMs: number): number {
  const doubled = DELIVERY.pauseFirstMs * 2 ** Math.min(failures - 1, 30);
  const pause = spread(Math.min(doubled, DELIVERY.pauseMaxMs), chance);
  return Math.max(pause, retryAfterMs(answer, nowMs));
}

/** Delay before the next retry of a parked delivery; undefined once the retry window has passed. */
export function retryWaitMs(
  tried: { readonly attempts: number; readonly ageMs: number },
  chance: number,
): number | undefined {
  const waits = DELIVERY.retryWaitsMs;
  const wait = waits[Math.min(tried.attempts, waits.length) - 1] ?? waits[0] ?? 0;
  const waitMs = spread(wait, chance);
  return tried.ageMs + waitMs > DELIVERY.retriedForMs ? undefined : waitMs;
}

function spread(ms: number, chance: number): number {
  return Math.round(ms * (1 - DELIVERY.spread + 2 * DELIVERY.spread * chance));
}

// Returns the delay in `Retry-After`, which is a number of seconds or a date (RFC 9110).
function retryAfterMs({ status, headers }: Answer, nowMs: number): number {
  if (status !== 429 && status !== 503) return 0;
  const value = headers?.['retry-after'] ?? '';
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), DELIVERY.retryAfterMaxMs);
}

/** Returns a random number from 0 to 1, by which delays are varied. */
export function chance(): number {
  return randomInt(1_000_000) / 1_000_000;
}
