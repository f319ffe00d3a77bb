// Who may call an operation: credentials, permission, and a limit on guessing.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HTTP } from '../../limits.js';
import type { Credentials, Principal } from '../context.js';
import { mountOf } from './mount.js';
import { commonProblems, Problem, refusal } from './problem.js';
import { PUBLIC, type Route } from './route.js';

/** Finds out who calls from the request's credentials; throws INVALID_CREDENTIALS. */
export type Authenticator = (credentials: Credentials) => Promise<Principal>;

/** Counts wrong credentials. */
export type FailureLimit = ReturnType<FastifyInstance['createRateLimit']>;

interface AdmissionParts {
  readonly authenticate: Authenticator;
  readonly failures: FailureLimit;
}

/**
 * Guessing is limited by who guesses on what name, so that one guesser does not shut others out.
 */
export function failureLimit(server: FastifyInstance): FailureLimit {
  return server.createRateLimit({
    max: HTTP.failedLoginsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `${request.ip} ${claimedName(request.headers.authorization ?? '')}`,
  });
}

function claimedName(authorization: string): string {
  const [, basic] = /^basic\s+(\S+)$/i.exec(authorization.slice(0, 1_024)) ?? [];
  return (
    Buffer.from(basic ?? '', 'base64')
      .toString('utf8')
      .split(':', 1)[0] ?? ''
  );
}

/**
 * Sets `request.principal`, or refuses: 401 without good credentials, 403 without the permission.
 */
export async function admit(
  parts: AdmissionParts,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.permission === PUBLIC) return;
  const principal = await authenticateWithin(parts, request);
  request.principal = principal;
  const admitting = [route.permission, ...(route.anyOf ?? [])];
  if (!admitting.some((permission) => principal.permissions.has(permission))) {
    throw forbidden(admitting.join(' or '));
  }
}

async function authenticateWithin(
  parts: AdmissionParts,
  request: FastifyRequest,
): Promise<Principal> {
  const failed = await parts.failures(request, { increment: false });
  if (!failed.isAllowed && failed.remaining === 0) {
    throw refusal(commonProblems.RATE_LIMITED, {
      detail: 'too many wrong credentials',
      retryAfterSeconds: Math.max(1, failed.ttlInSeconds),
    });
  }
  try {
    return await parts.authenticate(credentialsOf(request));
  } catch (error) {
    const refused = error instanceof Problem && error.kind.status === 401;
    if (refused && isGuess(request)) await parts.failures(request);
    throw error;
  }
}

// Nothing given is no guess, and a signed token cannot be guessed; expired ones must not shut
// others out.
function isGuess({ headers }: FastifyRequest): boolean {
  const authorization = headers.authorization ?? '';
  return !/^bearer\s/i.test(authorization) && (authorization !== '' || 'x-api-key' in headers);
}

/** What the request says of who sends it. */
export function credentialsOf(request: FastifyRequest): Credentials {
  const apiKey = request.headers['x-api-key'];
  return {
    authorization: request.headers.authorization,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
    address: request.ip,
    requestId: request.id,
  };
}

/** The refusal of a caller whose roles lack a permission. */
export function forbidden(permission: string): Problem {
  return refusal(commonProblems.FORBIDDEN, {
    detail: `permission ${permission} is missing`,
    args: [permission],
  });
}

/**
 * Whose share of the rate limit a request takes: the caller's, or the address's before one is
 * known. Each mount and each method has a share of its own.
 */
export function limitKeyOf(request: FastifyRequest): string {
  const { principal, ip, method } = request;
  return `${method} ${mountOf(request)} ${principal ? `${principal.kind}:${principal.id}` : ip}`;
}
