// The only place that sends error replies. Turns problems, failed dependencies and bugs into
// replies for current clients and for the legacy mount.

import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { HTTP } from '../../../limits.js';
import type { Context } from '../../context.js';
import { meaningOf, OutcomeUnknown } from '../../database/failure.js';
import { JsonRefused, toJson } from '../../json/json.js';
import { pathAsCalled } from '../mount.js';
import {
  commonProblems,
  Problem,
  type ProblemKind,
  refusal,
  sentenceOf,
  slugOf,
} from './problem.js';

/**
 * Sends any failure. Never exposes internal text. An error that is not a problem is logged and
 * answered without details.
 */
export function sendFailure(
  context: Context,
  error: unknown,
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const problem = problemFrom(error);
  if (isAborted(error, on.request)) {
    context.log.info({ requestId: on.request.id }, 'the client aborted its request');
    return sendProblem(problem, on);
  }
  context.metrics.problems.inc({ code: problem.kind.code });
  if (isOverload(problem)) {
    const { detail } = problem.details;
    context.log.warn({ requestId: on.request.id, detail }, problem.kind.code);
  } else if (problem.kind.status >= 500) {
    context.log.error({ err: error, requestId: on.request.id }, problem.kind.code);
  }
  return sendProblem(problem, on);
}

// The connection closed while the body was being read. No caller waits for a reply, and nothing
// failed here.
function isAborted(error: unknown, { raw }: FastifyRequest): boolean {
  const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
  return isReset && raw.socket.destroyed && !raw.complete;
}

// True for a temporary overload. Nothing failed, and the reply shows when to retry.
function isOverload({ kind, details }: Problem): boolean {
  return kind.status === 503 && details.retryAfterSeconds !== undefined;
}

function sendProblem(
  problem: Problem,
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const { kind, details } = problem;
  const { request, reply } = on;
  const retryAfter =
    details.retryAfterSeconds ?? (kind.status === 503 ? HTTP.retryAfterSeconds : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  if (kind.status === 401) {
    void reply.header('www-authenticate', 'Basic realm="countinghouse", Bearer');
  }
  const legacy =
    request.originalUrl.startsWith('/ebclient/') && (kind.status === 409 || kind.status === 422);
  const problemType =
    !String(request.headers.accept ?? '').includes('application/json') ||
    String(request.headers.accept).includes('application/problem+json');
  return reply
    .status(legacy ? 200 : kind.status)
    .header(
      'content-type',
      `${problemType && !legacy ? 'application/problem+json' : 'application/json'}; charset=utf-8`,
    )
    .serializer((body: unknown) => String(body))
    .send(toJson(problemBody(problem, request)));
}

function problemBody({ kind, details }: Problem, request: FastifyRequest): object {
  const detail = sentenceOf(details);
  return {
    type: `/problems/${slugOf(kind.code)}`,
    title: kind.title,
    status: kind.status,
    ...(detail === '' ? {} : { detail }),
    instance: instanceOf(request),
    requestId: request.id,
    ...(details.errors ? { errors: details.errors } : {}),
    success: false,
    msgCode: kind.code,
    msgArgs: details.args ?? [],
    // Clients of the original program show this text.
    message: detail || kind.title,
    ...details.members,
  };
}

// Callers forward and store error texts, so the reply must not contain a personal number from the
// path.
function instanceOf(request: FastifyRequest): string | undefined {
  const { url, config } = request.routeOptions;
  return url !== undefined && config?.hidesPath?.() === true
    ? pathAsCalled(request, url)
    : request.originalUrl.split('?')[0];
}

const byFastifyCode: Readonly<Record<string, ProblemKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: commonProblems.BODY_TOO_LARGE,
  FST_REQ_FILE_TOO_LARGE: commonProblems.BODY_TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: commonProblems.UNSUPPORTED_MEDIA_TYPE,
  FST_INVALID_MULTIPART_CONTENT_TYPE: commonProblems.UNSUPPORTED_MEDIA_TYPE,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: commonProblems.INVALID_REQUEST,
  FST_ERR_MAX_PARAM_LENGTH: commonProblems.DOCUMENT_NOT_FOUND,
};

// PostgreSQL error codes for values that are invalid although they passed the schema. They are the
// caller's errors.
const VALUE_ERRORS = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof JsonRefused) {
    return refusal(commonProblems.MALFORMED_JSON, { detail: error.message.slice(0, 200) });
  }
  if (error instanceof OutcomeUnknown) return refusal(commonProblems.OUTCOME_UNKNOWN);
  if (meaningOf(error) !== undefined) return refusal(commonProblems.SERVICE_UNAVAILABLE);
  if (error instanceof pg.DatabaseError) return problemFromDatabase(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const kind = byFastifyCode[error.code];
    if (kind) return refusal(kind, { detail: error.message });
    if (OUTSIDE_CODES.has(error.code)) return refusal(commonProblems.SERVICE_UNAVAILABLE);
  }
  return clientError(error) ?? refusal(commonProblems.INTERNAL_ERROR);
}

// System error codes for disks that are full, missing or not writable. Broken connections are
// classified in `database/failure.ts`.
const OUTSIDE_CODES = new Set([
  ...['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOSPC', 'ENOTDIR', 'EROFS'],
]);

function problemFromDatabase(error: pg.DatabaseError): Problem {
  const code = error.code ?? '';
  if (VALUE_ERRORS.has(code)) {
    return refusal(commonProblems.INVALID_REQUEST, { detail: 'a value is out of range' });
  }
  return refusal(commonProblems.INTERNAL_ERROR);
}

function clientError(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const status = error.statusCode;
  // The rate limiter has already set Retry-After and the RateLimit headers.
  if (status === 429) return refusal(commonProblems.RATE_LIMITED);
  if (status === 413) return refusal(commonProblems.BODY_TOO_LARGE, { detail: error.message });
  if (status === 415) return refusal(commonProblems.UNSUPPORTED_MEDIA_TYPE);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return refusal(commonProblems.INVALID_REQUEST, { detail: error.message });
  }
  return undefined;
}

// Requests that the HTTP parser itself rejects, before a request object exists.
const brokenRequests: Readonly<Record<string, readonly [ProblemKind, string]>> = {
  HPE_HEADER_OVERFLOW: [
    commonProblems.HEADERS_TOO_LARGE,
    'HTTP/1.1 431 Request Header Fields Too Large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [commonProblems.REQUEST_TIMEOUT, 'HTTP/1.1 408 Request Timeout'],
};

/** Answers bytes that are not an HTTP request with a problem, then closes the connection. */
export function answerBrokenRequest(code: string, socket: Duplex): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [kind, statusLine] = brokenRequests[code] ?? [
    commonProblems.INVALID_REQUEST,
    'HTTP/1.1 400 Bad Request',
  ];
  const requestId = randomUUID();
  const body = toJson({
    type: `/problems/${slugOf(kind.code)}`,
    title: kind.title,
    status: kind.status,
    requestId,
    success: false,
    msgCode: kind.code,
    msgArgs: [],
    message: kind.title,
  });
  const head = [
    statusLine,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
