// Error replies in the OpenAPI document. Replies shared by operations are listed once in the
// components. Each operation refers to these, and describes only its own.

import { commonProblems as common, type ProblemKind, slugOf } from '../http/reply/problem.js';
import { PUBLIC, type Route } from '../http/route.js';
import type { Module } from '../module.js';
import type { Json } from './openapi-type.js';

/**
 * The shared replies by their names in the document, each with the problems that it may contain.
 */
const SHARED: Readonly<Record<string, readonly [ProblemKind, ...ProblemKind[]]>> = {
  InvalidRequest: [common.INVALID_REQUEST],
  InvalidBody: [common.INVALID_REQUEST, common.MALFORMED_JSON],
  InvalidCredentials: [common.INVALID_CREDENTIALS],
  Forbidden: [common.FORBIDDEN],
  DocumentNotFound: [common.DOCUMENT_NOT_FOUND],
  RequestInFlight: [common.REQUEST_IN_FLIGHT],
  PreconditionFailed: [common.PRECONDITION_FAILED],
  BodyTooLarge: [common.BODY_TOO_LARGE],
  UnsupportedMediaType: [common.UNSUPPORTED_MEDIA_TYPE],
  IdempotencyKeyReused: [common.IDEMPOTENCY_KEY_REUSED],
  InvalidReference: [
    common.IDEMPOTENCY_KEY_REUSED,
    common.UNKNOWN_REFERENCE,
    common.REFERENCE_MISMATCH,
  ],
  RateLimited: [common.RATE_LIMITED],
  InternalError: [common.INTERNAL_ERROR],
  ServiceUnavailable: [common.SERVICE_UNAVAILABLE],
  WriteUnavailable: [common.SERVICE_UNAVAILABLE, common.OUTCOME_UNKNOWN],
};

const SHARED_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SHARED).map(([name, kinds]) => [keyOf(kinds), name]),
);

function keyOf(kinds: readonly ProblemKind[]): string {
  return kinds
    .map(({ code }) => code)
    .sort()
    .join(' ');
}

/** Returns the error replies for the document's components. */
export function sharedProblems(): Json {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, kinds]) => {
      const description = kinds.map(({ code, title }) => `\`${code}\`: ${title}`).join('\n\n');
      return [name, replyOf(kinds, description)];
    }),
  );
}

/** Returns the error replies of an operation, by status. */
export function refusalsOf(route: Route): Json {
  const byStatus = new Map<number, Map<string, ProblemKind>>();
  for (const kind of problemsOf(route)) {
    const kinds = byStatus.get(kind.status) ?? new Map<string, ProblemKind>();
    kinds.set(kind.code, kind);
    byStatus.set(kind.status, kinds);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [status, refusalReply([...kinds.values()])]),
  );
}

function refusalReply(kinds: readonly ProblemKind[]): Json {
  const shared = SHARED_NAMES.get(keyOf(kinds));
  if (shared !== undefined) return { $ref: `#/components/responses/${shared}` };
  // The description contains only codes, because the examples contain the titles.
  return replyOf(kinds, kinds.map(({ code }) => `\`${code}\``).join(', '));
}

function replyOf(kinds: readonly ProblemKind[], description: string): Json {
  const waits = kinds.some(({ status }) => status === 429 || status === 503);
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          kinds.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

/**
 * Returns the problems in an operation's replies: those that it declares, and those common to its
 * kind.
 */
function problemsOf(route: Route): readonly ProblemKind[] {
  const takes = route.body !== undefined;
  return [
    common.INVALID_REQUEST,
    ...(takes ? [common.MALFORMED_JSON, common.BODY_TOO_LARGE, common.UNSUPPORTED_MEDIA_TYPE] : []),
    ...(route.permission === PUBLIC ? [] : [common.INVALID_CREDENTIALS, common.FORBIDDEN]),
    ...(route.path.includes('{') ? [common.DOCUMENT_NOT_FOUND] : []),
    ...(route.kind === 'write'
      ? [common.REQUEST_IN_FLIGHT, common.PRECONDITION_FAILED, common.IDEMPOTENCY_KEY_REUSED]
      : []),
    ...(route.kind === 'write' && takes
      ? [common.DOCUMENT_NOT_FOUND, common.UNKNOWN_REFERENCE, common.REFERENCE_MISMATCH]
      : []),
    common.RATE_LIMITED,
    common.INTERNAL_ERROR,
    common.SERVICE_UNAVAILABLE,
    ...(mayCommit(route) ? [common.OUTCOME_UNKNOWN] : []),
    ...(route.problems ?? []),
  ];
}

function mayCommit({ kind, method }: Route): boolean {
  return kind === 'write' || (kind === 'raw' && method !== 'GET');
}

/** Returns one example for each code that any operation can reply with. */
export function problemExamples(modules: readonly Module[]): Json {
  const kinds = modules.flatMap(({ routes }) => routes.flatMap((route) => problemsOf(route)));
  return Object.fromEntries(kinds.map((kind) => [kind.code, exampleOf(kind)]));
}

function exampleOf({ code, status, title }: ProblemKind): Json {
  return {
    summary: title,
    value: {
      type: `/problems/${slugOf(code)}`,
      title,
      status,
      requestId: '9b2f6f0e-5a0d-4a52-9f0e-3f0f5a0d4a52',
      success: false,
      msgCode: code,
      msgArgs: [],
      message: title,
    },
  };
}
