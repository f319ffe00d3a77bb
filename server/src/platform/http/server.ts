// The HTTP server: what all operations share, once. Modules only hand in their routes.

import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { HTTP } from '../../limits.js';
import type { Call, Context, Credentials, Principal } from '../context.js';
import { parseJson, toJson } from '../json.js';
import { etagOf, legacyEnvelope, type Reply } from './envelope.js';
import { cursorAfter } from './paging.js';
import { commonProblems, Problem, refusal } from './problem.js';
import { sendFailure } from './reply.js';
import { type FileReply, type Input, type Page, PUBLIC, type Route } from './route.js';
import { compileReader } from './schema.js';
import { runWrite } from './write.js';

/** Where operations are mounted. The legacy one answers with the old envelope. */
export const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;

/** Finds out who calls from the request's credentials; throws INVALID_CREDENTIALS. */
export type Authenticator = (credentials: Credentials) => Promise<Principal>;

export interface ServerParts {
  readonly context: Context;
  readonly routes: readonly Route[];
  readonly authenticate: Authenticator;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    bodyText: string;
  }
}

/** Builds the server without binding a port. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { context } = parts;
  const server = Fastify({
    bodyLimit: HTTP.bodyBytes,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestTimeout: HTTP.requestTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
  });
  server.decorateRequest('principal', null);
  server.decorateRequest('bodyText', '');
  server.setErrorHandler((error, request, reply) =>
    sendFailure(context, error, { request, reply }),
  );
  server.setNotFoundHandler((request, reply) =>
    sendFailure(context, refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such path' }), {
      request,
      reply,
    }),
  );
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  addAccessLog(server, context);
  await server.register(helmet, { contentSecurityPolicy: false });
  await server.register(formbody);
  await server.register(multipart, { limits: { fileSize: HTTP.bodyBytes, fields: 20, files: 0 } });
  await server.register(rateLimit, { global: false, enableDraftSpec: true });
  addJsonParser(server);
  const failures = failureLimit(server);
  for (const route of parts.routes) addRoute(server, { ...parts, failures }, route);
  return server;
}

// Guessing is limited by who guesses on what name, so that one guesser does not shut others out.
function failureLimit(server: FastifyInstance): FailureLimit {
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

type FailureLimit = ReturnType<FastifyInstance['createRateLimit']>;

interface RouteParts extends ServerParts {
  readonly failures: FailureLimit;
}

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,64}$/.test(header) ? header : randomUUID();
}

function addJsonParser(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/,
    { parseAs: 'string' },
    (request, text, done) => {
      try {
        request.bodyText = String(text);
        done(null, request.bodyText.trim() === '' ? {} : parseJson(request.bodyText));
      } catch (error) {
        done(error instanceof Error ? error : null);
      }
    },
  );
}

function addAccessLog(server: FastifyInstance, context: Context): void {
  server.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config?.operation ?? 'unknown';
    const labels = { method: request.method, operation, status: String(reply.statusCode) };
    context.metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    context.log.debug(
      {
        requestId: request.id,
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        principal: request.principal
          ? `${request.principal.kind}:${request.principal.id}`
          : undefined,
      },
      'request',
    );
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
  }
}

function addRoute(server: FastifyInstance, parts: RouteParts, route: Route): void {
  const handler = handlerOf(parts, route);
  const mounts = route.mount === 'root' ? [''] : MOUNTS;
  for (const mount of mounts) {
    server.route({
      method: route.method,
      url: `${mount}/${route.path.replace(/^\//, '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
      config: {
        operation: route.operation,
        rateLimit: {
          // Where the caller is not known yet, all it has is an address, and that gets little.
          max:
            route.sensitive && route.permission === PUBLIC
              ? HTTP.loginRequestsPerMinute
              : parts.context.config.requestsPerMinute,
          timeWindow: 60_000,
          keyGenerator: limitKeyOf,
        },
      },
      onRequest: (request, reply) => {
        if (route.sensitive) void reply.header('cache-control', 'no-store');
        return admit(parts, route, request);
      },
      handler: (request, reply) => handler(request, reply, mount),
    });
  }
}

function limitKeyOf(request: FastifyRequest): string {
  return request.principal ? `${request.principal.kind}:${request.principal.id}` : request.ip;
}

async function admit(parts: RouteParts, route: Route, request: FastifyRequest): Promise<void> {
  if (route.permission === PUBLIC) return;
  const principal = await authenticateWithin(parts, request);
  request.principal = principal;
  if (!principal.permissions.has(route.permission)) throw forbidden(route.permission);
}

async function authenticateWithin(parts: RouteParts, request: FastifyRequest): Promise<Principal> {
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
    if (error instanceof Problem && error.kind.status === 401) await parts.failures(request);
    throw error;
  }
}

function credentialsOf(request: FastifyRequest): Credentials {
  const apiKey = request.headers['x-api-key'];
  return {
    authorization: request.headers.authorization,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
    address: request.ip,
    requestId: request.id,
  };
}

/** The refusal of a caller whose roles lack a permission. */
export function forbidden(permission: string) {
  return refusal(commonProblems.FORBIDDEN, {
    detail: `permission ${permission} is missing`,
    args: [permission],
  });
}

const NOBODY: Principal = {
  kind: 'system',
  id: 0n,
  name: 'anonymous',
  permissions: new Set(),
  offices: [],
};

type Handler = (request: FastifyRequest, reply: FastifyReply, mount: string) => Promise<unknown>;

function handlerOf(parts: ServerParts, route: Route): Handler {
  const readParams = compileReader(route.params, 'params');
  const readQuery = compileReader(route.query, 'query');
  const readBody = route.body === undefined ? undefined : compileReader(route.body, 'body');
  return async (request, reply, mount) => {
    const input: Input<unknown, unknown, unknown> = {
      params: readParams(request.params),
      query: readQuery(withoutDryRun(request.query)),
      body: readBody?.(await bodyOf(request)),
    };
    const call: Call = {
      context: parts.context,
      db: parts.context.db,
      principal: request.principal ?? NOBODY,
      requestId: request.id,
      now: parts.context.clock.now(),
      request: { mount, credentials: credentialsOf(request) },
    };
    if (route.kind === 'write')
      return answerWrite({ call, route, input }, request, { reply, mount });
    const result = await route.run(call, input);
    if (route.kind === 'list') return answerList(result as Page<object>, request, reply);
    if (isFile(result)) return sendFile(reply, result);
    return send(reply, { status: 200, headers: etagOf(Object(result)), body: Object(result) });
  };
}

async function bodyOf(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
  }
  return fields;
}

function withoutDryRun(query: unknown): object {
  const { dryRun: _, ...rest } = Object(query);
  return rest;
}

interface Operation {
  readonly call: Call;
  readonly route: Route;
  readonly input: Input<unknown, unknown, unknown>;
}

async function answerWrite(
  operation: Operation,
  request: FastifyRequest,
  out: { readonly reply: FastifyReply; readonly mount: string },
): Promise<unknown> {
  const { call, route, input } = operation;
  const key = request.headers['idempotency-key'];
  const reply = await runWrite(
    call,
    {
      route,
      mount: out.mount,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      bodyText: `${request.url.split('?')[0]}\n${request.bodyText}`,
      dryRun: wantsDryRun(request),
      ifMatch: request.headers['if-match'],
    },
    async (work) => (await route.run(work, input)) as import('./route.js').Outcome,
  );
  return send(out.reply, out.mount === MOUNTS[1] ? legacyEnvelope(reply) : reply);
}

function wantsDryRun(request: FastifyRequest): boolean {
  const prefer = String(request.headers.prefer ?? '');
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  return /(^|,)\s*dry-run\b/i.test(prefer) || query.get('dryRun')?.toLowerCase() === 'true';
}

function answerList(page: Page<object>, request: FastifyRequest, reply: FastifyReply): unknown {
  const links: string[] = [`<${linkTo(request, undefined)}>; rel="first"`];
  if (page.nextAfter !== undefined) {
    links.push(`<${linkTo(request, cursorAfter(page.nextAfter))}>; rel="next"`);
  }
  return send(reply, {
    status: 200,
    headers: { link: links.join(', ') },
    body: { ...page, nextAfter: undefined },
  });
}

function linkTo(request: FastifyRequest, cursor: string | undefined): string {
  const [path, query] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  if (cursor === undefined) parameters.delete('b');
  else parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}

function send(reply: FastifyReply, { status, headers, body }: Reply): FastifyReply {
  return reply
    .status(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(toJson(body));
}

function isFile(result: unknown): result is FileReply {
  return typeof result === 'object' && result !== null && 'bytes' in result && 'fileName' in result;
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header(
      'content-disposition',
      `attachment; filename="${file.fileName.replaceAll(/[^\w.-]/g, '_')}"`,
    )
    .header('x-content-type-options', 'nosniff')
    .send(file.bytes);
}
