// The one place that writes failures: problems, faults and bugs become replies with both readings.

import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { HTTP } from '../../limits.js';
import type { Context } from '../context.js';
import { DatabaseBusy } from '../database/database.js';
import { JsonRefused, toJson } from '../json.js';
import { commonProblems, Problem, type ProblemKind, refusal, slugOf } from './problem.js';

/** Sends any failure. Never shows internal text: what is not a problem is logged and answered bare. */
export function sendFailure(
  context: Context,
  error: unknown,
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const problem = problemFrom(error);
  context.metrics.problems.inc({ code: problem.kind.code });
  if (problem.kind.status >= 500) {
    context.log.error({ err: error, requestId: on.request.id }, problem.kind.code);
  }
  return sendProblem(problem, on);
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
    request.url.startsWith('/ebclient/') && (kind.status === 409 || kind.status === 422);
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
  return {
    type: `/problems/${slugOf(kind.code)}`,
    title: kind.title,
    status: kind.status,
    ...(details.detail ? { detail: details.detail } : {}),
    instance: request.url.split('?')[0],
    requestId: request.id,
    ...(details.errors ? { errors: details.errors } : {}),
    success: false,
    msgCode: kind.code,
    msgArgs: details.args ?? [],
    ...details.members,
  };
}

const byFastifyCode: Readonly<Record<string, ProblemKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: commonProblems.BODY_TOO_LARGE,
  FST_REQ_FILE_TOO_LARGE: commonProblems.BODY_TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: commonProblems.UNSUPPORTED_MEDIA_TYPE,
  FST_INVALID_MULTIPART_CONTENT_TYPE: commonProblems.UNSUPPORTED_MEDIA_TYPE,
  FST_ERR_CTP_EMPTY_JSON_BODY: commonProblems.MALFORMED_JSON,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: commonProblems.MALFORMED_JSON,
};

// PostgreSQL's own refusals of values that passed the schema: the caller's value, not our fault.
const VALUE_ERRORS = new Set(['22003', '22007', '22008', '22021', '22P02']);

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof JsonRefused) {
    return refusal(commonProblems.MALFORMED_JSON, { detail: error.message.slice(0, 200) });
  }
  if (error instanceof DatabaseBusy) return refusal(commonProblems.SERVICE_UNAVAILABLE);
  if (error instanceof pg.DatabaseError) return problemFromDatabase(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const kind = byFastifyCode[error.code];
    if (kind) return refusal(kind, { detail: error.message });
    if (CONNECTION_CODES.has(error.code)) return refusal(commonProblems.SERVICE_UNAVAILABLE);
  }
  if (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  ) {
    return refusal(commonProblems.SERVICE_UNAVAILABLE);
  }
  return clientError(error) ?? refusal(commonProblems.INTERNAL_ERROR);
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

function problemFromDatabase(error: pg.DatabaseError): Problem {
  const code = error.code ?? '';
  if (VALUE_ERRORS.has(code)) {
    return refusal(commonProblems.INVALID_REQUEST, { detail: 'a value is out of range' });
  }
  // 08: connection, 53: resources, 57: shutting down or cancelled, 55P03: lock not available.
  const passing = /^(08|53|57)/.test(code) || code === '55P03' || code === '25P03';
  return refusal(passing ? commonProblems.SERVICE_UNAVAILABLE : commonProblems.INTERNAL_ERROR);
}

function clientError(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const status = error.statusCode;
  // The limiter has set Retry-After and the RateLimit headers by then.
  if (status === 429) return refusal(commonProblems.RATE_LIMITED);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return refusal(commonProblems.INVALID_REQUEST, { detail: error.message });
  }
  return undefined;
}
