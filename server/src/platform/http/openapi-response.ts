// What operations answer, for the OpenAPI document: successes and every problem by its code.

import { TypeGuard } from '@sinclair/typebox';
import { present } from '../assert.js';
import { SHEET_TYPES } from '../files/sheet-file.js';
import type { Module } from './module.js';
import type { Json, RecordNames } from './openapi.js';
import { commonProblems, type ProblemKind, slugOf } from './problem.js';
import { toPublicSchema } from './public-schema.js';
import { PUBLIC, type Route } from './route.js';

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;

/** The replies of an operation, by status. */
export function responsesOf(route: Route, records: RecordNames): Json {
  return { ...successOf(route, records), ...refusalsOf(route) };
}

function successOf(route: Route, records: RecordNames): Json {
  if (route.kind === 'write') return writeSuccess(route, records);
  if (route.produces !== undefined) return { 200: fileReply(route, route.produces) };
  const record = records.refOf(route, present(route.reply, 'what is no file has a shape'));
  switch (route.kind) {
    case 'list':
      return { 200: reply('One page', listOf(route, record), { Link: header('Link') }) };
    case 'read':
      return { 200: reply('The record', record, { ETag: header('ETag') }) };
    case 'raw':
      return { 200: reply('Done', record, {}) };
  }
}

/** Media types that callers read as text; everything else that is not JSON is bytes to them. */
const TEXTS = new Set(['text/plain', 'text/html', 'text/event-stream']);

const TABLES = new Set<string>(Object.values(SHEET_TYPES).map(essenceOf));

/** A media type without its parameters, which the document would take for another type. */
function essenceOf(mediaType: string): string {
  return mediaType.split(';', 1)[0] ?? mediaType;
}

function fileReply({ endless }: Route, produced: string): Json {
  const mediaType = essenceOf(produced);
  const schema = TEXTS.has(mediaType)
    ? { type: 'string' }
    : { type: 'string', format: 'binary', contentMediaType: mediaType };
  return {
    description: endless
      ? 'A stream that goes on until one side ends it: `/asyncapi.json`'
      : 'The content, not JSON',
    headers: {
      ...requestId,
      ...(TABLES.has(mediaType) ? { 'X-Row-Count': header('RowCount') } : {}),
    },
    content: { [mediaType]: { schema } },
  };
}

function writeSuccess(route: Route, records: RecordNames): Json {
  const envelope = envelopeOf(route, records);
  const done = { 200: reply('Done, or run dry', envelope, { ETag: header('ETag') }) };
  if (route.method !== 'POST' || route.alwaysDryRun) return done;
  const made = { Location: header('Location'), ETag: header('ETag') };
  return { ...done, 201: reply('Made', envelope, made) };
}

function envelopeOf(route: Route, records: RecordNames): Json {
  const common = { $ref: '#/components/schemas/Envelope' };
  const members = extraOf(route);
  if (route.reply !== undefined) {
    members.properties.result = records.refOf(route, route.reply);
    members.required.push('result');
  }
  if (Object.keys(members.properties).length === 0) return common;
  return { allOf: [common], type: 'object', ...members };
}

function listOf(route: Route, record: Json): Json {
  const { properties, required } = extraOf(route);
  return {
    type: 'object',
    required: ['count', 'result', ...required],
    properties: {
      count: { type: 'integer', description: 'All that match, on every page' },
      result: { type: 'array', items: record },
      ...properties,
    },
  };
}

function extraOf(route: Route): { properties: Record<string, unknown>; required: string[] } {
  const members = Object.entries(route.extra);
  return {
    properties: Object.fromEntries(members.map(([name, shape]) => [name, toPublicSchema(shape)])),
    required: members.filter(([, shape]) => !TypeGuard.IsOptional(shape)).map(([name]) => name),
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
