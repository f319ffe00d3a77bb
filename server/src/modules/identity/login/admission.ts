// Whether a password is checked now: known devices and addresses wait for their own failures alone,
// strangers also for what other strangers have guessed.

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
  /** As it was typed. */
  readonly name: string;
  /** Undefined if there is no user or customer of the name. */
  readonly holder: { readonly id: bigint; readonly name: string } | undefined;
  readonly source: EventSource;
  /** True for a caller who has a session, and enters the password once more. */
  readonly isSignedIn?: boolean;
  /** A code of the second factor that came with the password. */
  readonly code?: string | undefined;
}

/** Where an attempt comes from, as its delays are counted. */
interface Lane extends TurnHolder {
  readonly own: DelayKey;
  readonly strangers: DelayKey;
  readonly address: DelayKey;
}

/** An attempt whose password may be checked. */
interface AdmittedLogin {
  readonly lane: Lane;
  /** Failures in a row, this attempt included: it counts as failed until it has succeeded. */
  readonly failures: number;
}

const STRANGERS: Pace = LOGIN.strangers;
const ADDRESS: Readonly<Record<LoginAttempt['kind'], Pace>> = {
  user: LOGIN.address,
  customer: LOGIN.portal,
};

/** Who waits for a turn on this node, by kind and name. */
const held = new Map<string, AbortController>();

/**
 * Admits an attempt, after a wait of some seconds if it is the first one of a stranger. Throws
 * RATE_LIMITED, for names that exist and names that do not alike.
 */
export async function admitLogin(context: Context, attempt: LoginAttempt): Promise<AdmittedLogin> {
  const on = { context, attempt };
  const lane = await freeLane(on, await laneOf(context, attempt));
  return { lane, failures: await countOwn(on, lane.own) };
}

async function freeLane(on: Refusing, lane: Lane): Promise<Lane> {
  const { context, attempt } = on;
  const { db, clock } = context;
  const own = await readDelay(db, lane.own, clock.now());
  if (own.waitMs === 0 && lane.known) return lane;
  const address = { key: lane.address, pace: ADDRESS[attempt.kind] };
  const addressWaitMs = await turnWaitMs(db, address, clock.now());
  const turn = { key: lane.strangers, pace: STRANGERS, own: lane.own };
  const isFree = own.waitMs === 0 && addressWaitMs === 0;
  if (isFree && (await takeTurn(db, turn, clock.now()))) return lane;
  if (await hasRightCode(on, lane)) return withCode(lane);
  if (own.waitMs > 0) throw await refused(on, lane.own, own.waitMs);
  if (addressWaitMs > 0) throw await refused(on, lane.address, addressWaitMs);
  await waitForTurn(on, turn);
  return lane;
}

// A user with a second factor is not shut out by those who guess the password. The code is checked
// here and taken after the password; these checks have a pace of their own.
async function hasRightCode({ context, attempt }: Refusing, lane: Lane): Promise<boolean> {
  const { code, holder, kind } = attempt;
  if (code === undefined || kind !== 'user') return false;
  const key = { ...lane.strangers, kind: 'second-factor', source: 'before password' } as const;
  if (!(await takeTurn(context.db, { key, pace: LOGIN.codes }, context.clock.now()))) return false;
  return matchesCode(context, holder?.id ?? 0n, code);
}

/** Attempts with a right code, whose failures are counted apart. */
function withCode(lane: Lane): Lane {
  const own = { ...lane.own, source: `${lane.own.source} with a code` };
  return { ...lane, known: true, own };
}

/** Admits a code of the second factor of a user whose password was right. */
export async function admitCode(
  context: Context,
  attempt: LoginAttempt & { readonly holder: { readonly id: bigint; readonly name: string } },
): Promise<AdmittedLogin> {
  const lane = await laneOf(context, attempt);
  const kind = 'second-factor';
  const keys = { own: { ...lane.own, kind }, strangers: { ...lane.strangers, kind } } as const;
  const on = { context, attempt };
  const own = await readDelay(context.db, keys.own, context.clock.now());
  if (own.waitMs > 0) throw await refused(on, keys.own, own.waitMs);
  if (!lane.known) {
    const turn = { key: keys.strangers, pace: LOGIN.codes, own: keys.own };
    const now = context.clock.now();
    if (!(await takeTurn(context.db, turn, now))) await waitForTurn(on, turn);
  }
  return { lane: { ...lane, ...keys }, failures: await countOwn(on, keys.own) };
}

/** Takes back what an attempt was counted as: it has succeeded. */
export async function countSuccess(context: Context, { lane }: AdmittedLogin): Promise<void> {
  await clearDelay(context.db, lane.own);
  if (lane.known) return;
  const pace = lane.strangers.kind === 'second-factor' ? LOGIN.codes : STRANGERS;
  await returnTurn(context.db, { key: lane.strangers, pace });
}

/** Counts a failure for the address, over all names. */
export async function countFailure(
  context: Context,
  kind: LoginAttempt['kind'],
  { lane }: AdmittedLogin,
): Promise<void> {
  const address = { key: lane.address, pace: ADDRESS[kind] };
  await countFailureOfAddress(context.db, address, context.clock.now());
}

/** Remembers where a user or customer signed in: strangers do not delay logins from there. */
export async function rememberSource(
  context: Context,
  who: { readonly kind: LoginAttempt['kind']; readonly id: bigint },
  source: EventSource,
): Promise<void> {
  const address = { ...who, network: networkOf(source.address) };
  await rememberAddress(context.db, address, context.clock.now());
}

async function laneOf(context: Context, attempt: LoginAttempt): Promise<Lane> {
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
  // Apart from the attempts of others at the same address.
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
  // Another attempt came in between and began a delay.
  const { waitMs } = await readDelay(context.db, own, context.clock.now());
  throw await refused(on, own, waitMs);
}

interface Turn {
  readonly key: DelayKey;
  readonly pace: Pace;
  /** A source that has not failed on this name may wait for a turn. */
  readonly own: DelayKey;
}

async function waitForTurn(on: Refusing, { key, pace, own }: Turn): Promise<void> {
  const { db, clock } = on.context;
  const waitMs = Math.max(1, await turnWaitMs(db, { key, pace }, clock.now()));
  if (waitMs <= LOGIN.heldMsMax && held.size < LOGIN.heldAtOnceMax) {
    const { failures } = await readDelay(db, own, clock.now());
    if (failures === 0 && (await isTurnAfter(on.context, { key, pace, waitMs }))) return;
  }
  throw await refused(on, key, waitMs);
}

// Of those who wait, the newest gets the turn. So a user who comes after an attack does not wait
// behind its attempts.
async function isTurnAfter(
  { db, clock }: Context,
  { key, pace, waitMs }: Pick<Turn, 'key' | 'pace'> & { readonly waitMs: number },
): Promise<boolean> {
  const waiter = randomUUID();
  const place = `${key.kind} ${key.subject}`;
  const displaced = new AbortController();
  held.get(place)?.abort();
  held.set(place, displaced);
  try {
    await setWaiter(db, { key, waiter, waitMs }, clock.now());
    // A timer may end a millisecond early.
    await pause(waitMs + 2, undefined, { signal: displaced.signal });
    return await takeTurn(db, { key, pace, waiter }, clock.now());
  } catch (error) {
    if (displaced.signal.aborted) return false;
    throw error;
  } finally {
    if (held.get(place) === displaced) held.delete(place);
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
    detail: `too many failed logins; try again in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  });
}
