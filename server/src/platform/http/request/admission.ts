// Who may call an operation: credentials first, then the permission.

import type { FastifyRequest } from 'fastify';
import type { Credentials, Principal } from '../../context.js';
import { mountOf } from '../mount.js';
import { commonProblems, type Problem, refusal } from '../reply/problem.js';
import { PUBLIC, type Route } from '../route.js';
import { addressOf, networkOf } from './client-address.js';

/**
 * Finds out who calls from the request's credentials. Throws INVALID_CREDENTIALS, and RATE_LIMITED
 * for wrong ones after too many: right ones are served however many wrong ones came before.
 */
export type Authenticator = (credentials: Credentials) => Promise<Principal>;

interface AdmissionParts {
  readonly authenticate: Authenticator;
}

/**
 * Sets `request.principal`, or refuses: 401 without good credentials, 403 without the permission.
 */
export async function admit(
  { authenticate }: AdmissionParts,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.permission === PUBLIC) return;
  const principal = await authenticate(credentialsOf(request));
  request.principal = principal;
  const admitting = [route.permission, ...(route.anyOf ?? [])];
  if (!admitting.some((permission) => principal.permissions.has(permission))) {
    throw forbidden(admitting.join(' or '));
  }
}

/** What the request says of who sends it. */
export function credentialsOf(request: FastifyRequest): Credentials {
  const apiKey = request.headers['x-api-key'];
  return {
    authorization: request.headers.authorization,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
    address: addressOf(request),
    cookie: request.headers.cookie,
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
  return `${request.method} ${mountOf(request)} ${callerOf(request)}`;
}

/** Who calls: the principal, or the network of the address before one is known. */
export function callerOf(request: FastifyRequest): string {
  const { principal } = request;
  return principal ? `${principal.kind}:${principal.id}` : networkOf(addressOf(request));
}
