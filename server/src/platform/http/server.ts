// The HTTP server, with everything that operations share. Modules provide only their routes.

import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { TSchema } from '@sinclair/typebox';
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import { HTTP } from '../../limits.js';
import { AssertionFailed } from '../assert.js';
import { lazily } from '../concurrency/lazily.js';
import type { Context, Principal } from '../context.js';
import type { Module } from '../module.js';
import { addBodyParsers, checkBodyHeaders } from './body/body.js';
import { type HeldBodies, holdBody } from './body/budget.js';
import { dropRest } from './body/pace.js';
import { handlerOf } from './handler.js';
import { MARKET_DATA_MOUNT, MOUNTS, mountOf, pathAsCalled, routedUrl } from './mount.js';
import { commonProblems, refusal } from './reply/problem.js';
import { answerBrokenRequest, sendFailure } from './reply/reply.js';
import { addAccessLog } from './request/access-log.js';
import { type Authenticator, admit, limitKeyOf } from './request/admission.js';
import { forwardingWatch, trustIn } from './request/client-address.js';
import { answerOtherOrigins, isAllowedPage, shareReply } from './request/cross-origin.js';
import { type FilterKind, filterKindsOf } from './request/filter.js';
import { refuseForeignWrite, refuseWrongHeaders } from './request/guard.js';
import { type MissLimit, missLimit } from './request/look-up.js';
import {
  answerMissingMethods,
  type FindPath,
  type PathOptions,
  READ_METHODS,
  recordPaths,
} from './request/method.js';
import { refuseOfficeBound } from './request/scope.js';
import { bodyBytesOf, jsonValuesOf, type Route } from './route.js';
import { membersOfClass } from './shape/data-class.js';

interface ServerParts {
  readonly context: Context;
  readonly modules: readonly Module[];
  readonly authenticate: Authenticator;
  /** Adds the documents and the console. Absent on a node that serves neither. */
  readonly addPages?: (server: FastifyInstance) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    bodyText: string;
    /** The body as received, for an operation that verifies a signature over it. */
    rawBody: Buffer | null;
  }
}

/**
 * Signalled when the server is about to close. It still serves requests, but load balancers should
 * stop using it.
 */
export const SERVER_LEAVING = 'server-leaving';

/** Signalled when the port is closed. Requests on open connections are still answered. */
export const SERVER_REFUSING = 'server-refusing';

/** Signalled when the server accepts no more requests and waits for those in progress. */
export const SERVER_CLOSING = 'server-closing';

const PATHS: PathOptions = {
  maxParamLength: HTTP.pathParameterLengthMax,
  ignoreTrailingSlash: true,
};

// Operations read their input with `schema.ts`. Without these stubs, the framework would load
// compilers that are not used.
const NO_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new AssertionFailed('routes give the framework no schema');
}

/** Builds the server without opening a port. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = bareServer(parts.context);
  const find = recordPaths(server, PATHS);
  addFirstHooks(server, parts.context, find);
  addAccessLog(server, parts.context);
  // The resource policy depends on the path. See `cross-origin.ts`.
  await server.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: false });
  await server.register(rateLimit, { global: false, enableDraftSpec: true });
  await addBodyParsers(server);
  answerMissingMethods(server, find);
  const misses = missLimit(server, parts.context.config.lookUpMissesPerMinute);
  const heldBodies = new Map<string, number>();
  const kinds = parts.modules.flatMap(({ filters = [] }) => filters);
  const filterKinds = filterKindsOf(kinds);
  for (const route of parts.modules.flatMap((module) => module.routes)) {
    addRoute(server, { ...parts, misses, heldBodies, filterKinds }, route);
  }
  await parts.addPages?.(server);
  closeAfterReplies(server, parts.context);
  server.addHook('preClose', async () => parts.context.signals.raise(SERVER_CLOSING));
  return server;
}

// Once the port is closed, each connection is closed after its reply, so that no request arrives
// just as the connection closes. Doing this while the port is open would only make clients open new
// connections, and those still pending when the port closes would be reset.
function closeAfterReplies(server: FastifyInstance, { signals }: Context): void {
  let refusing = false;
  signals.on(SERVER_REFUSING, () => {
    refusing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (refusing) void reply.header('connection', 'close');
  });
}

function bareServer(context: Context): FastifyInstance {
  const server = Fastify({
    trustProxy: trustIn(context.config.trustedProxies),
    bodyLimit: HTTP.bodyBytes,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestTimeout: HTTP.requestTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: PATHS,
    // Each read is registered for both GET and HEAD.
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: NO_SCHEMAS },
    rewriteUrl: ({ url = '' }) => routedUrl(url),
    frameworkErrors: (error, request, reply) => {
      dropRest(request.raw);
      void reply.header('x-request-id', request.id);
      shareReply(context.config.corsOrigins, request, reply);
      sendFailure(context, asCalled(error, request), { request, reply });
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error.code, socket),
  });
  server.decorateRequest('principal', null);
  server.decorateRequest('bodyText', '');
  server.decorateRequest('rawBody', null);
  server.setErrorHandler((error, request, reply) =>
    sendFailure(context, error, { request, reply }),
  );
  server.setNotFoundHandler((request, reply) =>
    sendFailure(context, refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such path' }), {
      request,
      reply,
    }),
  );
  server.addHook('onSend', async ({ raw }) => dropRest(raw));
  return server;
}

/** Adds the headers of all replies, and the checks that need only the request's headers. */
function addFirstHooks(server: FastifyInstance, context: Context, find: FindPath): void {
  const { trustedProxies, corsOrigins } = context.config;
  const watchForwarding = forwardingWatch(context.log, trustIn(trustedProxies));
  server.addHook('onRequest', async (request, reply) => {
    watchForwarding(request);
    void reply.header('x-request-id', request.id);
  });
  answerOtherOrigins(server, corsOrigins, find);
  server.addHook('onRequest', async (request) => refuseWrongHeaders(context, request));
}

// The router quotes the path that it looked up. Callers must see the path that they sent.
function asCalled(error: Error, request: FastifyRequest): Error {
  error.message = error.message.replace(
    /^'([^']*)/,
    (_, path: string) => `'${pathAsCalled(request, path)}`,
  );
  return error;
}

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,64}$/.test(header) ? header : randomUUID();
}

function hidesPath({ params }: Route): boolean {
  return membersOfClass(params, ['personal', 'confidential', 'secret']).length > 0;
}

// No cache may store personal data.
function hasPersonalData(reply: TSchema | undefined): boolean {
  const classes = ['personal', 'confidential', 'secret'] as const;
  return reply !== undefined && membersOfClass(reply, classes).length > 0;
}

interface RouteParts extends ServerParts {
  readonly misses: MissLimit;
  readonly heldBodies: HeldBodies;
  readonly filterKinds: ReadonlyMap<string, FilterKind>;
}

function addRoute(server: FastifyInstance, parts: RouteParts, route: Route): void {
  // Compiled on the first request, because compiling all operations would delay startup.
  const handler = lazily(() => handlerOf(parts, route));
  const neverCached = lazily(() => route.sensitive === true || hasPersonalData(route.reply));
  const isRoot = route.mount === 'root';
  const { corsOrigins, requestsPerMinute: max } = parts.context.config;
  const declared: Omit<RouteOptions, 'url'> = {
    method: route.method === 'GET' && !route.endless ? [...READ_METHODS] : route.method,
    bodyLimit: bodyBytesOf(route),
    config: {
      operation: route.operation,
      jsonValuesMax: jsonValuesOf(route),
      signedBody: route.signedBody === true,
      hidesPath: () => hidesPath(route),
      rateLimit: { max, timeWindow: 60_000, keyGenerator: limitKeyOf },
    },
    onRequest: async (request, reply) => {
      if (neverCached()) void reply.header('cache-control', 'no-store');
      refuseForeignWrite(route, request, isAllowedPage(corsOrigins, request));
      await admit(parts, route, request);
      refuseOfficeBound(route, request.principal);
      checkBodyHeaders(route, { request, reply });
      holdBody(parts.heldBodies, route, { request, reply });
    },
    handler: (request, reply) =>
      handler()({ request, reply, mount: isRoot ? '' : mountOf(request) }),
  };
  for (const mount of mountsOf(route))
    server.route({ ...declared, url: `${mount}/${pathOf(route)}` });
}

function mountsOf({ mount, marketData }: Route): readonly string[] {
  if (mount === 'root') return [''];
  return marketData === undefined ? [MOUNTS[0]] : [MOUNTS[0], MARKET_DATA_MOUNT];
}

function pathOf({ path }: Route): string {
  return path.replace(/^\//, '').replaceAll(/\{(\w+)\}/g, ':$1');
}
