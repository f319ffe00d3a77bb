// Cross-origin calls. Answers browsers' preflight requests, and lets the pages of allowed origins
// read replies. Credentials are sent in headers and no operation accepts cookies, so cookies are
// never allowed.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MARKET_DATA_MOUNT, MOUNTS } from '../mount.js';
import { type FindPath, METHODS } from './method.js';

/** The setting that allows every origin. */
const ANY = '*';

/** How long a browser may cache the answer to a preflight request. */
const MAX_AGE_SECONDS = '600';

const REQUEST_HEADERS = [
  ...['authorization', 'content-type', 'accept', 'idempotency-key', 'if-match', 'prefer'],
  ...['x-api-key', 'last-event-id'],
].join(', ');

const REPLY_HEADERS = [
  ...['location', 'etag', 'link', 'retry-after', 'x-request-id', 'idempotent-replayed'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'preference-applied'],
  ...['content-disposition', 'x-row-count'],
].join(', ');

/** Paths that pages of other origins may use, in addition to the paths under the mounts. */
const ROOT_PATHS = new Set(['/openapi.json', '/.well-known/jwks.json']);
const PREFIXES = [...MOUNTS, MARKET_DATA_MOUNT, '/oauth'].map((mount) => `${mount}/`);

/**
 * Returns whether pages of other origins may use a path. `path` is the registered path. It is
 * undefined for an unknown path, whose error reply such pages may read.
 */
function isShared(path: string | undefined): boolean {
  if (path === undefined || ROOT_PATHS.has(path)) return true;
  return PREFIXES.some((prefix) => path.startsWith(prefix));
}

/** The origins that the settings allow. */
type Origins = readonly string[];

/**
 * Returns the value of Access-Control-Allow-Origin for a request. Undefined if the reply has no
 * such header.
 */
function allowedOrigin(origins: Origins, { headers }: FastifyRequest): string | undefined {
  const { origin } = headers;
  if (origin === undefined || origin === '') return undefined;
  if (origins.includes(ANY)) return ANY;
  return origins.includes(origin) ? origin : undefined;
}

/** Returns whether the page that sent the request may call the operation. */
export function isAllowedPage(origins: Origins, request: FastifyRequest): boolean {
  const isKnown = allowedOrigin(origins, request) !== undefined;
  return isKnown && isShared(request.routeOptions.url);
}

/**
 * Allows the page that sent a request to read the reply, if its origin is allowed. Use it for
 * replies that bypass the hooks, such as the refusal of a malformed path.
 */
export function shareReply(origins: Origins, request: FastifyRequest, reply: FastifyReply): void {
  // A cache must not send the reply for one origin to another.
  if (origins.length > 0 && !origins.includes(ANY)) void reply.header('vary', 'Origin');
  const origin = allowedOrigin(origins, request);
  if (origin === undefined) return;
  void reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', REPLY_HEADERS);
}

/**
 * Adds the headers for pages of other origins to all replies, including refusals. Answers preflight
 * requests without credentials. Must be added before any hook that refuses requests.
 */
export function answerOtherOrigins(
  server: FastifyInstance,
  origins: Origins,
  find: FindPath,
): void {
  server.addHook('onRequest', async (request, reply) => {
    const known = request.is404 && origins.length > 0 ? await find(request) : undefined;
    const path = request.is404 ? known?.path : request.routeOptions.url;
    const isOpen = origins.length > 0 && isShared(path);
    void reply.header('cross-origin-resource-policy', isOpen ? 'cross-origin' : 'same-origin');
    shareReply(isOpen ? origins : [], request, reply);
    if (!isOpen || !isPreflight(request)) return;
    if (allowedOrigin(origins, request) === undefined) return;
    return answerPreflight(known?.allow, reply);
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(allow: string | undefined, reply: FastifyReply): FastifyReply {
  if (allow !== undefined) void reply.header('allow', allow);
  return reply
    .header('access-control-allow-methods', allow ?? METHODS.join(', '))
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', MAX_AGE_SECONDS)
    .status(204)
    .send();
}
