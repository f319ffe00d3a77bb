// Guards lookups by masked members. They require the permission to see the member, so that no
// caller can find a masked value by guessing. Lookups without a result are limited and audited.

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PERSONAL_DATA } from '../../../limits.js';
import type { Call, Principal } from '../../context.js';
import { recordAudit } from '../queries.js';
import { commonProblems, Problem, refusal } from '../reply/problem.js';
import type { Route } from '../route.js';
import {
  MASKED,
  membersOfClass,
  SEARCHES,
  SEE_PERSONAL_DATA,
  seesPersonalData,
} from '../shape/data-class.js';
import { callerOf, forbidden } from './admission.js';

/** Counts lookups without a result, per caller. */
export type MissLimit = ReturnType<FastifyInstance['createRateLimit']>;

/** Creates the limit on lookups without a result, per caller and minute. */
export function missLimit(server: FastifyInstance, perMinute: number): MissLimit {
  return server.createRateLimit({
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: callerOf,
  });
}

/** One request to an operation with lookups. */
interface LookUp {
  readonly request: FastifyRequest;
  readonly call: Call;
  readonly run: () => Promise<unknown>;
}

interface LookUpGuard {
  /** Refuses with FORBIDDEN if the caller looks up a member that they may not see. */
  readonly admit: (request: FastifyRequest) => void;
  /**
   * Runs the operation. Refuses with RATE_LIMITED if the caller has made too many lookups without a
   * result.
   */
  readonly watch: (lookUp: LookUp) => Promise<unknown>;
}

/**
 * Creates the guard for a read's lookups. Undefined if none of its parameters is compared with
 * masked members.
 */
export function lookUpGuardOf(route: Route, misses: MissLimit): LookUpGuard | undefined {
  const exact = [route.params, route.query].flatMap((part) => membersOfClass(part, MASKED));
  const searches = Object.entries<object>(route.query.properties ?? {})
    .filter(([, schema]) => SEARCHES in schema)
    .map(([name]) => name);
  if (exact.length + searches.length === 0) return undefined;
  const looksUp = (request: FastifyRequest) =>
    exact.some((name) => textOf(request, name) !== '') ||
    searches.some((name) => isWhole(textOf(request, name)));
  return {
    admit: (request) => {
      const asks = exact.some((name) => textOf(request, name) !== '');
      if (asks && !seesPersonalData(request.principal)) throw forbidden(SEE_PERSONAL_DATA);
    },
    watch: async (lookUp) => {
      // Without the permission, the search does not use masked members, so there is nothing to
      // guard.
      const { request, run } = lookUp;
      if (!looksUp(request) || !seesPersonalData(request.principal)) return run();
      return watched(route, lookUp, misses);
    },
  };
}

function textOf(request: FastifyRequest, name: string): string {
  const given: unknown = { ...Object(request.query), ...Object(request.params) }[name];
  return given === undefined ? '' : String(given);
}

// A name typed letter by letter is not an attempt to guess a number or an address.
function isWhole(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= PERSONAL_DATA.maskedDigitsMin || /\S@\S+\.\S/.test(text);
}

async function watched(route: Route, lookUp: LookUp, misses: MissLimit): Promise<unknown> {
  const { request, call, run } = lookUp;
  await refuseExhausted(misses, request);
  const outcome = await attempt(run);
  try {
    if (outcome.isMiss) await countMiss(route, call, await misses(request));
    // If concurrent requests exceed the limit, the excess ones do not reveal whether the guess was
    // correct.
    else await refuseExhausted(misses, request);
  } catch (error) {
    if ('result' in outcome) discard(outcome.result);
    throw error;
  }
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Closes a file that is not sent, because it would otherwise stay open. */
export function discard(result: unknown): void {
  const { bytes } = Object(result);
  if (bytes instanceof Readable) bytes.destroy();
}

async function refuseExhausted(misses: MissLimit, request: FastifyRequest): Promise<void> {
  const state = await misses(request, { increment: false });
  if (!state.isAllowed && state.remaining === 0) throw tooMany(state.ttlInSeconds);
}

type Outcome =
  | { readonly isMiss: boolean; readonly result: unknown }
  | { readonly isMiss: boolean; readonly error: unknown };

async function attempt(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    const result = await run();
    return { isMiss: isEmpty(result), result };
  } catch (error) {
    return { isMiss: error instanceof Problem && error.kind.status === 404, error };
  }
}

// The number of rows in a file is not known before it is sent, so a file is always treated as a
// result.
function isEmpty(result: unknown): boolean {
  const { count, bytes } = Object(result);
  return bytes !== undefined || (count !== undefined && BigInt(count) === 0n);
}

type LimitState = Awaited<ReturnType<MissLimit>>;

async function countMiss(route: Route, call: Call, state: LimitState): Promise<void> {
  if (state.isAllowed) return;
  if (state.isExceeded) throw tooMany(state.ttlInSeconds);
  const isLast = state.remaining === 0;
  await audit(route, call, isLast ? 'LOOK_UP_LIMIT_REACHED' : 'LOOK_UP_MISSED');
  if (!isLast) return;
  const { context, principal, requestId } = call;
  context.metrics.events.inc({ name: 'look_up_limit_reached' });
  context.log.warn(
    { caller: nameOf(principal), name: principal.name, operation: route.operation, requestId },
    'too many look-ups of personal data without a result',
  );
}

function audit(route: Route, call: Call, msgCode: string): Promise<void> {
  const { principal, now, requestId } = call;
  const entry = { principal, operation: route.operation, msgCode };
  return call.db.transaction((tx) => recordAudit({ tx, now, requestId }, entry));
}

function nameOf({ kind, id }: Principal): string {
  return `${kind} ${id}`;
}

function tooMany(seconds: number): Problem {
  return refusal(commonProblems.RATE_LIMITED, {
    detail: 'too many look-ups of personal data without a result',
    retryAfterSeconds: Math.max(1, seconds),
  });
}
