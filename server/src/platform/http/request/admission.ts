// Admission checks a request's credentials, and then the caller's permission.

import type { FastifyRequest } from 'fastify';
import type { Context, Credentials, Principal } from '../../context.js';
import { MARKET_DATA_MOUNT, mountOf } from '../mount.js';
import { commonProblems, type Problem, refusal } from '../reply/problem.js';
import { PUBLIC, type Route } from '../route.js';
import { addressOf, networkOf } from './client-address.js';

/**
 * Authenticates the caller by the request's credentials. Throws INVALID_CREDENTIALS for wrong
 * credentials, and RATE_LIMITED after too many wrong ones. Correct credentials are always accepted,
 * but may be limited to certain operations.
 */
export type Authenticator = (
  credentials: Credentials,
  route: Pick<Route, 'operation'>,
) => Promise<Principal>;

interface AdmissionParts {
  readonly context: Pick<Context, 'config'>;
  readonly authenticate: Authenticator;
}

/**
 * Sets `request.principal`, or refuses: 401 without valid credentials, 403 without the permission.
 */
export async function admit(
  { context, authenticate }: AdmissionParts,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.permission === PUBLIC) return;
  const credentials = credentialsOf(request);
  if (context.config.demo && isOpenMarketData(route, request, credentials)) return;
  const principal = await authenticate(credentials, route);
  request.principal = principal;
  const admitting = [route.permission, ...(route.anyOf ?? [])];
  if (!admitting.some((permission) => principal.permissions.has(permission))) {
    throw forbidden(admitting.join(' or '));
  }
}

// Some old programs send no credentials for market data. Wrong credentials are still refused.
function isOpenMarketData(
  { marketData }: Route,
  request: FastifyRequest,
  { authorization, apiKey }: Credentials,
): boolean {
  if (marketData !== 'OPEN' || mountOf(request) !== MARKET_DATA_MOUNT) return false;
  return authorization === undefined && apiKey === undefined;
}

/** Reads the credentials of a request. */
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

/** Creates the refusal for a caller whose roles lack a permission. */
export function forbidden(permission: string): Problem {
  return refusal(commonProblems.FORBIDDEN, {
    detail: `permission ${permission} is missing`,
    args: [permission],
  });
}

/**
 * Returns a request's rate limit key: the caller or, while the caller is unknown, the address. Each
 * mount and each method has its own limit.
 */
export function limitKeyOf(request: FastifyRequest): string {
  return `${request.method} ${mountOf(request)} ${callerOf(request)}`;
}

/** Identifies the caller by principal or, while that is unknown, by the network of the address. */
export function callerOf(request: FastifyRequest): string {
  const { principal } = request;
  return principal ? `${principal.kind}:${principal.id}` : networkOf(addressOf(request));
}
