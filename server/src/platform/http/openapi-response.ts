// What operations answer, for the OpenAPI document: successes and every problem by its code.

import type { Module } from './module.js';
import type { Json, RecordNames } from './openapi.js';
import { commonProblems, type ProblemKind, slugOf } from './problem.js';
import { PUBLIC, type Route } from './route.js';

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;

/** The replies of an operation, by status. */
export function responsesOf(route: Route, records: RecordNames): Json {
  return { ...successOf(route, records), ...refusalsOf(route) };
}

function successOf(route: Route, records: RecordNames): Json {
  const record = records.refOf(route);
  switch (route.kind) {
    case 'write':
      return writeSuccess(route, record);
    case 'list':
      return { 200: reply('One page', listOf(record), { Link: header('Link') }) };
    case 'read':
      if (route.endless && route.produces) return { 200: endlessReply(route.produces) };
      if (route.produces !== undefined) return { 200: fileReply(route.produces) };
      return { 200: reply('The record', record, { ETag: header('ETag') }) };
    case 'raw':
      return { 200: reply('Done', record, {}) };
  }
}

function endlessReply(mediaType: string): Json {
  return {
    description: 'A stream that goes on until one side ends it: `/asyncapi.json`',
    headers: requestId,
    content: { [mediaType]: { schema: { type: 'string' } } },
  };
}

function fileReply(mediaType: string): Json {
  return {
    description: 'A file; of a table, `X-Row-Count` says how many rows it has',
    headers: { ...requestId, 'X-Row-Count': header('RowCount') },
    content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
  };
}

function writeSuccess(route: Route, record: Json): Json {
  const envelope = {
    allOf: [{ $ref: '#/components/schemas/Envelope' }],
    type: 'object',
    properties: { result: record },
  };
  const done = { 200: reply('Done, or run dry', envelope, { ETag: header('ETag') }) };
  if (route.method !== 'POST' || route.alwaysDryRun) return done;
  const made = { Location: header('Location'), ETag: header('ETag') };
  return { ...done, 201: reply('Made', envelope, made) };
}

function listOf(record: Json): Json {
  return {
    type: 'object',
    required: ['count', 'result'],
    properties: {
      count: { type: 'integer', description: 'All that match, on every page' },
      result: { type: 'array', items: record },
    },
  };
}

function header(name: string): Json {
  return { $ref: `#/components/headers/${name}` };
}

function reply(description: string, schema: Json, headers: Json): Json {
  return {
    description,
    headers: { ...requestId, ...headers },
    content: { 'application/json': { schema } },
  };
}

/** The problems that an operation may answer: those it declares, and those of its kind. */
export function problemsOf(route: Route): readonly ProblemKind[] {
  const common = commonProblems;
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
    ...(route.problems ?? []),
  ];
}

function refusalsOf(route: Route): Json {
  const byStatus = new Map<number, Map<string, ProblemKind>>();
  for (const kind of problemsOf(route)) {
    const kinds = byStatus.get(kind.status) ?? new Map<string, ProblemKind>();
    kinds.set(kind.code, kind);
    byStatus.set(kind.status, kinds);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [status, refusalReply(status, [...kinds.values()])]),
  );
}

function refusalReply(status: number, kinds: readonly ProblemKind[]): Json {
  const waits = status === 429 || status === 503;
  return {
    description: kinds.map(({ code, title }) => `\`${code}\`: ${title}`).join('\n\n'),
    headers: { ...requestId, ...(waits ? { 'Retry-After': header('RetryAfter') } : {}) },
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

/** One example per code that any operation may answer. */
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
    },
  };
}
