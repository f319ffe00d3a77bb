// Decides whether a password may be checked now. Known devices and addresses are delayed only by
// their own failures. Unknown sources are also delayed by the failures of other unknown sources.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../platform/context.js';
import { commonProblems, type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { type EventSource, recordSecurityEvent } from '../audit/security-event.js';
import type { TurnHolder } from '../credential/check-turn.js';
import { LOGIN } from '../limits.js';
import {
  clearDelay,
  countAttempt,
  countFailureOfAddress,
  type DelayKey,
  isKnownAddress,
  noteRefusal,
  type Pace,
  readDelay,
  rememberAddress,
  returnTurn,
  setWaiter,
  takeTurn,
  turnWaitMs,
} from './delay-queries.js';
import { deviceOf } from './device.js';
import { matchesCode } from './second-factor.js';

/** An attempt to sign in. */
export interface LoginAttempt {
  readonly kind: 'user' | 'customer';
  /** The user name as typed. */
  readonly name: string;
  /** The user or customer; undefined if none has this name. */
  readonly holder: { readonly id: bigint; readonly name: string } | undefined;
  readonly source: EventSource;
  /** True if the caller has a session and re-enters the password. */
  readonly isSignedIn?: boolean;
  /** The second-factor code that was sent with the password. */
  readonly code?: string | undefined;
}

/** The origin of an attempt, and the keys of the delays that apply. */
interface Origin extends TurnHolder {
  readonly own: DelayKey;
  readonly strangers: DelayKey;
  readonly address: DelayKey;
}

/** An attempt whose password may be checked. */
interface AdmittedLogin {
  readonly origin: Origin;
  /** Consecutive failures, including this attempt, which is counted as failed until it succeeds. */
  readonly failures: number;
}

const STRANGERS: Pace = LOGIN.strangers;
const ADDRESS: Readonly<Record<LoginAttempt['kind'], Pace>> = {
  user: LOGIN.address,
  customer: LOGIN.portal,
};

/** Attempts waiting for a turn on this node, keyed by kind and name. */
const waiting = new Map<string, AbortController>();

/**
 * Admits an attempt. An unknown source's first attempt may wait a few seconds for its turn. Throws
 * RATE_LIMITED in the same way whether or not the name exists.
 */
export async function admitLogin(context: Context, attempt: LoginAttempt): Promise<AdmittedLogin> {
  const on = { context, attempt };
  const origin = await waitUntilFree(on, await originOf(context, attempt));
  return { origin, failures: await countOwn(on, origin.own) };
}

async function waitUntilFree(on: Refusing, origin: Origin): Promise<Origin> {
  const { context, attempt } = on;
  const { db, clock } = context;
  const own = await readDelay(db, origin.own, clock.now());
  if (own.waitMs === 0 && origin.known) return origin;
  const address = { key: origin.address, pace: ADDRESS[attempt.kind] };
  const addressWaitMs = await turnWaitMs(db, address, clock.now());
  const turn = { key: origin.strangers, pace: STRANGERS, own: origin.own };
  const isFree = own.waitMs === 0 && addressWaitMs === 0;
  if (isFree && (await takeTurn(db, turn, clock.now()))) return origin;
  if (await hasRightCode(on, origin)) return withCode(origin);
  if (own.waitMs > 0) throw await refused(on, origin.own, own.waitMs);
  if (addressWaitMs > 0) throw await refused(on, origin.address, addressWaitMs);
  await waitForTurn(on, turn);
  return origin;
}

// Returns whether the attempt has a correct code. Such attempts are admitted, so that others who
// guess the password cannot lock out a user with a second factor. The code is checked here at a
// separate rate. It is used up only once the password has been found correct.
async function hasRightCode({ context, attempt }: Refusing, origin: Origin): Promise<boolean> {
  const { code, holder, kind } = attempt;
  if (code === undefined || kind !== 'user') return false;
  const key = { ...origin.strangers, kind: 'second-factor', source: 'before password' } as const;
  if (!(await takeTurn(context.db, { key, pace: LOGIN.codes }, context.clock.now()))) return false;
  return matchesCode(context, holder?.id ?? 0n, code);
}

/** Returns the origin of an attempt with a correct code. Its failures are counted separately. */
function withCode(origin: Origin): Origin {
  const own = { ...origin.own, source: `${origin.own.source} with a code` };
  return { ...origin, known: true, own };
}

/** Admits a second-factor code from a user whose password was correct. */
export async function admitCode(
  context: Context,
  attempt: LoginAttempt & { readonly holder: { readonly id: bigint; readonly name: string } },
): Promise<AdmittedLogin> {
  const origin = await originOf(context, attempt);
  const kind = 'second-factor';
  const keys = { own: { ...origin.own, kind }, strangers: { ...origin.strangers, kind } } as const;
  const on = { context, attempt };
  const own = await readDelay(context.db, keys.own, context.clock.now());
  if (own.waitMs > 0) throw await refused(on, keys.own, own.waitMs);
  if (!origin.known) {
    const turn = { key: keys.strangers, pace: LOGIN.codes, own: keys.own };
    const now = context.clock.now();
    if (!(await takeTurn(context.db, turn, now))) await waitForTurn(on, turn);
  }
  return { origin: { ...origin, ...keys }, failures: await countOwn(on, keys.own) };
}

/** Removes the failure that was counted for an attempt, because the attempt succeeded. */
export async function countSuccess(context: Context, { origin }: AdmittedLogin): Promise<void> {
  await clearDelay(context.db, origin.own);
  if (origin.known) return;
  const pace = origin.strangers.kind === 'second-factor' ? LOGIN.codes : STRANGERS;
  await returnTurn(context.db, { key: origin.strangers, pace });
}

/** Counts a failure for the address, across all names. */
export async function countFailure(
  context: Context,
  kind: LoginAttempt['kind'],
  { origin }: AdmittedLogin,
): Promise<void> {
  const address = { key: origin.address, pace: ADDRESS[kind] };
  await countFailureOfAddress(context.db, address, context.clock.now());
}

/**
 * Remembers where a user or customer signed in, so that other sources do not delay logins from
 * there.
 */
export async function rememberSource(
  context: Context,
  who: { readonly kind: LoginAttempt['kind']; readonly id: bigint },
  source: EventSource,
): Promise<void> {
  const address = { ...who, network: networkOf(source.address) };
  await rememberAddress(context.db, address, context.clock.now());
}

async function originOf(context: Context, attempt: LoginAttempt): Promise<Origin> {
  const { kind, holder, name, source } = attempt;
  const network = networkOf(source.address);
  const id = holder?.id ?? 0n;
  const device = kind === 'user' ? deviceOf(context, id, source.cookie) : undefined;
  const now = context.clock.now();
  const isKnown = await isKnownAddress(context.db, { kind, id, network }, now);
  const subject = holder
    ? String(id)
    : context.vault.index('login name', name.slice(0, 200).toLowerCase());
  const isSignedIn = attempt.isSignedIn === true;
  // Attempts by a signed-in user or from a known device are counted separately from other attempts
  // at the address.
  const from = isSignedIn ? 'signed in' : device ? `device ${device.id}` : network;
  return {
    known: isKnown || isSignedIn || device !== undefined,
    source: from,
    own: { kind, subject, source: from },
    strangers: { kind, subject, source: '' },
    address: { kind: `${kind}-address`, subject: '', source: network },
  };
}

interface Refusing {
  readonly context: Context;
  readonly attempt: LoginAttempt;
}

async function countOwn(on: Refusing, own: DelayKey): Promise<number> {
  const { context } = on;
  const failures = await countAttempt(context.db, own, context.clock.now());
  if (failures !== undefined) return failures;
  // Another attempt may have started a delay in the meantime.
  const { waitMs } = await readDelay(context.db, own, context.clock.now());
  throw await refused(on, own, waitMs);
}

interface Turn {
  readonly key: DelayKey;
  readonly pace: Pace;
  /** The delay of this source. Only a source without failures for this name may wait for a turn. */
  readonly own: DelayKey;
}

async function waitForTurn(on: Refusing, { key, pace, own }: Turn): Promise<void> {
  const { db, clock } = on.context;
  const waitMs = Math.max(1, await turnWaitMs(db, { key, pace }, clock.now()));
  if (waitMs <= LOGIN.heldMsMax && waiting.size < LOGIN.heldAtOnceMax) {
    const { failures } = await readDelay(db, own, clock.now());
    if (failures === 0 && (await isTurnAfter(on.context, { key, pace, waitMs }))) return;
  }
  throw await refused(on, key, waitMs);
}

// Waits for a turn and returns whether it was granted. The newest waiting attempt gets the turn, so
// that a user does not have to wait behind an attack.
async function isTurnAfter(
  { db, clock }: Context,
  { key, pace, waitMs }: Pick<Turn, 'key' | 'pace'> & { readonly waitMs: number },
): Promise<boolean> {
  const waiter = randomUUID();
  const place = `${key.kind} ${key.subject}`;
  const displaced = new AbortController();
  waiting.get(place)?.abort();
  waiting.set(place, displaced);
  try {
    await setWaiter(db, { key, waiter, waitMs }, clock.now());
    // A timer may fire a millisecond early.
    await pause(waitMs + 2, undefined, { signal: displaced.signal });
    return await takeTurn(db, { key, pace, waiter }, clock.now());
  } catch (error) {
    if (displaced.signal.aborted) return false;
    throw error;
  } finally {
    if (waiting.get(place) === displaced) waiting.delete(place);
  }
}

async function refused(on: Refusing, key: DelayKey, waitMs: number): Promise<Problem> {
  const { context, attempt } = on;
  context.metrics.events.inc({ name: 'login_refused' });
  if (await noteRefusal(context.db, key)) {
    const { kind, holder, source } = attempt;
    const who = { kind, id: holder?.id ?? 0n, name: holder?.name ?? 'unknown' };
    const event = { ...who, operation: 'login', msgCode: 'LOGIN_WHILE_DELAYED' } as const;
    await recordSecurityEvent({ context, db: context.db }, event, source);
  }
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return refusal(commonProblems.RATE_LIMITED, {
    detail: `Too many failed logins. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}
