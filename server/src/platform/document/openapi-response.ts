// The replies of operations in the OpenAPI document: success replies, followed by error replies.

import { TypeGuard } from '@sinclair/typebox';
import { present } from '../assert.js';
import { SHEET_TYPES } from '../http/reply/media-type.js';
import type { Route } from '../http/route.js';
import { refusalsOf } from './openapi-problem.js';
import type { Json, RecordNames } from './openapi-type.js';
import { toPublicSchema } from './public-schema.js';

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;

/** Returns the replies of an operation, by status. */
export function responsesOf(route: Route, records: RecordNames): Json {
  return { ...successOf(route, records), ...refusalsOf(route) };
}

function successOf(route: Route, records: RecordNames): Json {
  if (route.kind === 'write') return writeSuccess(route, records);
  if (route.produces !== undefined) return { 200: fileReply(route, route.produces) };
  const record = records.refOf(
    route,
    present(route.reply, 'a reply that is not a file has a shape'),
  );
  switch (route.kind) {
    case 'list':
      return { 200: reply('One page', listOf(route, record), { Link: header('Link') }) };
    case 'read':
      return { 200: reply('The record', record, { ETag: header('ETag') }) };
    case 'raw':
      return { 200: reply('Done', record, {}) };
  }
}

/** Media types that callers read as text. Types other than these and JSON are binary. */
const TEXTS = new Set(['text/plain', 'text/html', 'text/event-stream']);

const TABLES = new Set<string>(Object.values(SHEET_TYPES).map(essenceOf));

/**
 * Removes the parameters of a media type, because it would otherwise be listed as a separate type.
 */
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
      ? 'A stream that continues until one side ends it: `/asyncapi.json`'
      : 'The content itself, not wrapped in JSON',
    headers: {
      ...requestId,
      ...(TABLES.has(mediaType) ? { 'X-Row-Count': header('RowCount') } : {}),
    },
    content: { [mediaType]: { schema } },
  };
}

function writeSuccess(route: Route, records: RecordNames): Json {
  const envelope = envelopeOf(route, records);
  if (route.accepted) {
    return { 200: reply('Run dry', envelope, {}), 202: reply('Accepted', envelope, {}) };
  }
  const done = {
    200: reply('Done, or the result of a dry run', envelope, { ETag: header('ETag') }),
  };
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
      count: { type: 'integer', description: 'Total number of matches, on all pages' },
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
