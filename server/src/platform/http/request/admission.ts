// Admission: checks the credentials of a request, then the permission.

import type { FastifyRequest } from 'fastify';
import type { Credentials, Principal } from '../../context.js';
import { mountOf } from '../mount.js';
import { commonProblems, type Problem, refusal } from '../reply/problem.js';
import { PUBLIC, type Route } from '../route.js';
import { addressOf, networkOf } from './client-address.js';

/**
 * Authenticates the caller from the request's credentials. Throws INVALID_CREDENTIALS, and
 * RATE_LIMITED for wrong ones after too many: right ones are always served.
 */
export type Authenticator = (credentials: Credentials) => Promise<Principal>;

interface AdmissionParts {
  readonly authenticate: Authenticator;
}

/**
 * Sets `request.principal`, or refuses: 401 without valid credentials, 403 without the permission.
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

/** The credentials of a request. */
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
 * The key of the rate limit that a request counts against: the caller's, or the address's before
 * the caller is known. Each mount and each method has a limit of its own.
 */
export function limitKeyOf(request: FastifyRequest): string {
  return `${request.method} ${mountOf(request)} ${callerOf(request)}`;
}

/** The caller: the principal, or the network of the address before it is known. */
export function callerOf(request: FastifyRequest): string {
  const { principal } = request;
  return principal ? `${principal.kind}:${principal.id}` : networkOf(addressOf(request));
}
