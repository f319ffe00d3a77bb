// Builds the OpenAPI 3.1 document from the routes and their validation schemas.

import { HTTP } from '../../limits.js';
import { assert } from '../assert.js';
import type { Sliced } from '../concurrency/turn.js';
import { MARKET_DATA_MOUNT, MOUNTS } from '../http/mount.js';
import { SCOPE, scopeOf } from '../http/request/scope.js';
import { PUBLIC, type Route } from '../http/route.js';
import type { Module } from '../module.js';
import { inputOf } from './openapi-input.js';
import { problemExamples, sharedProblems } from './openapi-problem.js';
import { responsesOf } from './openapi-response.js';
import type { Json, RecordNames } from './openapi-type.js';
import { toPublicSchema } from './public-schema.js';

/**
 * Builds the document of all operations, pausing after each if needed. Throws if two operations
 * have the same name.
 */
export function* openApiOf(modules: readonly Module[], version: string): Sliced<Json> {
  const records = recordNames();
  const paths: Record<string, Record<string, unknown>> = {};
  const operations = new Set<string>();
  for (const module of modules) {
    for (const route of module.routes) {
      assert(!operations.has(route.operation), `operation ${route.operation} is declared once`);
      operations.add(route.operation);
      const path = pathOf(route);
      const item = paths[path] ?? {};
      item[route.method.toLowerCase()] = operationOf(route, module, records);
      paths[path] = item;
      yield;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countinghouse',
      version,
      summary: 'The open back office of a stockbroker and asset manager',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: modules.map(({ name, summary }) => ({ name, description: summary })),
    security: [{ basic: [] }, { bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes,
      parameters,
      headers,
      schemas: { ...envelopeSchemas, ...records.schemas() },
      responses: sharedProblems(),
      examples: problemExamples(modules),
    },
  };
}

function pathOf(route: Route): string {
  return `${route.mount === 'root' ? '' : MOUNTS[0]}/${route.path.replace(/^\//, '')}`;
}

function operationOf(route: Route, module: Module, records: RecordNames): Json {
  return {
    operationId: route.operation,
    tags: [module.name],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.permission === PUBLIC
      ? { security: [] }
      : { 'x-permissions': [route.permission, ...(route.anyOf ?? [])] }),
    ...(scopeOf(route) === undefined ? {} : { [SCOPE]: scopeOf(route) }),
    ...inputOf(route),
    responses: responsesOf(route, records),
  };
}

function recordNames(): RecordNames {
  const names = new Map<object, string>();
  const schemas: Record<string, unknown> = {};
  return {
    refOf: (route, reply) => {
      let name = names.get(reply);
      if (name === undefined) {
        name = nameOf(route, schemas);
        names.set(reply, name);
        schemas[name] = toPublicSchema(reply);
      }
      return { $ref: `#/components/schemas/${name}` };
    },
    schemas: () => schemas,
  };
}

// Names a record after the noun in its permission: `order.trade-order.read` gives TradeOrder. A
// reply that is not a record, such as a login's, is named after its operation.
function nameOf(route: Route, taken: Json): string {
  const isRecord = route.permission !== PUBLIC && route.kind !== 'raw';
  const noun = isRecord ? route.permission.split('.')[1] : undefined;
  const name = noun === undefined ? undefined : pascal(noun);
  if (name !== undefined && !(name in taken) && !(name in envelopeSchemas)) return name;
  return `${pascal(route.operation)}Reply`;
}

function pascal(words: string): string {
  return words
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

const INTRODUCTION = [
  `Operations are under \`${MOUNTS[0]}\`. The same operations under \`${MOUNTS[1]}\` serve clients`,
  'of the older API: a successful reply has the new id in `msgCode`, and a 409 or 422 is sent as',
  'HTTP 200 with `success: false`. Numbers and booleans may also be sent as text, and empty text',
  'means "not given". Refusals are problem documents (RFC 9457) with a stable code in `msgCode`;',
  `each code has a page at its \`type\`. Market data is also under \`${MARKET_DATA_MOUNT}\`.`,
].join('\n');

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'Client id and secret, or a staff user' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
} as const;

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating a request with the same key returns the first reply, ' +
      `for ${HTTP.idempotencyKeyKeptDays} days.`,
    schema: {
      type: 'string',
      minLength: HTTP.idempotencyKeyLengthMin,
      maxLength: HTTP.idempotencyKeyLengthMax,
    },
  },
  DryRun: {
    name: 'dryRun',
    in: 'query',
    description:
      'Runs all checks and returns the computed record, but writes nothing. `Prefer: dry-run` ' +
      'does the same.',
    schema: { type: 'boolean' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the version to change; any other version is refused with 412.',
    schema: { type: 'string' },
  },
} as const;

const headers = {
  RequestId: { description: 'Identifies this request in logs.', schema: { type: 'string' } },
  Link: { description: 'Links: first, prev, next.', schema: { type: 'string' } },
  ETag: { description: 'The version of the record.', schema: { type: 'string' } },
  Location: { description: 'The path of the new record.', schema: { type: 'string' } },
  RowCount: { description: 'The number of rows in a table.', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
} as const;

const text = { type: 'string' } as const;

const envelopeSchemas: Json = {
  Envelope: {
    type: 'object',
    required: ['success', 'msgCode', 'msgArgs'],
    properties: {
      success: { const: true },
      msgCode: text,
      msgArgs: { type: 'array', items: text, description: 'The first is the id of the record' },
      id: { type: 'integer', format: 'int64' },
      name: text,
      dryRun: { type: 'boolean', description: 'True if nothing was written' },
    },
  },
  Violation: {
    type: 'object',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: { type: 'string', description: 'JSON Pointer of the member' },
      code: text,
      detail: text,
    },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'requestId', 'success', 'msgCode', 'msgArgs', 'message'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: { type: 'string', format: 'uri-reference' },
      requestId: text,
      errors: { type: 'array', items: { $ref: '#/components/schemas/Violation' } },
      success: { const: false },
      msgCode: text,
      msgArgs: { type: 'array', items: text, description: 'With 409: the current state first' },
      message: {
        ...text,
        description: 'For clients of the original API: `detail`, or else `title`',
      },
      importId: { ...text, description: 'For a refused file: the import with its error file' },
    },
  },
};
