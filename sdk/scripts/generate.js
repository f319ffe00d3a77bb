// Generates the SDK's types from the server's documents: `node sdk/scripts/generate.js`. With
// `--check` it writes nothing, and exits with 1 if a file is out of date. The sources are the
// golden files of the server's tests, so no server has to run. Parts that types do not need
// (refusals, headers, examples) are removed first.

import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import openapiTypescript, { astToString } from 'openapi-typescript';

const GOLDEN = new URL('../../server/test/golden/', import.meta.url);
const GENERATED = new URL('../src/generated/', import.meta.url);
const MOUNT = '/api/v1/';
const KEY = '#/components/parameters/IdempotencyKey';

const read = (name) => JSON.parse(readFileSync(new URL(name, GOLDEN), 'utf8'));
const openApi = readOpenApi();
const heading = (what) => `// Made by sdk/scripts/generate.js: ${what}\n\n`;

/** The document has parts: the operations of each tag, the schemas, and the rest. */
function readOpenApi() {
  const head = read('openapi/document.json');
  const paths = head.tags.map(({ name }) => read(`openapi/paths/${name}.json`));
  const components = { ...head.components, schemas: read('openapi/schemas.json') };
  return { ...head, paths: Object.assign({}, ...paths), components };
}

/** Removes the mount from paths below it, because callers of the SDK omit it. */
const shortPath = (path) => (path.startsWith(MOUNT) ? path.slice(MOUNT.length) : path);

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

function lean({ parameters, requestBody, responses, summary, operationId }) {
  const told = (parameters ?? []).filter(({ $ref, in: place }) => !$ref && place !== 'header');
  const success = responses[200] ?? responses[201] ?? Object.values(responses)[0];
  const { description, content } = success;
  return {
    operationId,
    description: summary,
    ...(told.length === 0 ? {} : { parameters: told }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { 200: { description, ...(content === undefined ? {} : { content }) } },
  };
}

// An index signature next to named properties would accept any misspelled property. Formats and
// examples would only turn into comments.
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { additionalProperties, ...rest } = schema;
  const named = rest.properties !== undefined && Object.keys(rest.properties).length > 0;
  const kept = named || additionalProperties === undefined ? {} : { additionalProperties };
  const parts = Object.entries({ ...rest, ...kept }).filter(([name, part]) => isKept(name, part));
  return Object.fromEntries(parts.map(([name, part]) => [name, plain(part)]));
}

// A property may be named `format` or `example`. It is then a schema, and is kept.
function isKept(name, part) {
  if (name === 'format') return typeof part !== 'string';
  if (name === 'examples') return !Array.isArray(part);
  return name !== 'example' || part?.type !== undefined;
}

const EventHead = {
  type: 'object',
  required: ['id', 'subjectId', 'time'],
  properties: {
    id: { type: 'integer', description: 'Its position in the order of all events' },
    subjectId: { type: 'integer', description: 'The record that the event is about' },
    businessOfficeId: { type: 'integer', description: 'The business office of the record' },
    time: { type: 'string', description: 'When the event was stored' },
  },
};

// The fields common to all event types are declared once.
function eventOf({ description, properties: { type, data } }) {
  const own = { type: 'object', required: ['type', 'data'], properties: { type, data } };
  return { description, allOf: [{ $ref: '#/components/schemas/EventHead' }, own] };
}

function leanDocument() {
  const paths = {};
  for (const { path, method, operation } of operationsOf(openApi)) {
    paths[shortPath(path)] = { ...paths[shortPath(path)], [method]: lean(operation) };
  }
  const kinds = Object.entries(read('events.json').$defs);
  const properties = Object.fromEntries(kinds.map(([type, schema]) => [type, eventOf(schema)]));
  const Events = { type: 'object', required: Object.keys(properties), properties };
  const schemas = { ...openApi.components.schemas, EventHead, Events };
  return plain({ openapi: '3.1.0', info: openApi.info, paths, components: { schemas } });
}

async function types() {
  const ast = await openapiTypescript(leanDocument(), {
    immutable: true,
    emptyObjectsUnknown: true,
  });
  return heading('every operation, record and event of the API.') + astToString(ast);
}

function problemCodes() {
  const codes = Object.keys(read('problems.json'));
  const lines = codes.map((code) => `  | '${code}'`).join('\n');
  const comment =
    '/** Every code that the server may return; each has a page at `/problems/{code}`. */';
  return `${heading('the codes of problems.')}${comment}\nexport type KnownProblemCode =\n${lines};\n`;
}

function unkeyedWrites() {
  const lines = operationsOf(openApi)
    .filter(({ method }) => method !== 'get')
    .filter(({ operation }) => !(operation.parameters ?? []).some(({ $ref }) => $ref === KEY))
    .map(({ path, method }) => `  '${method.toUpperCase()} ${shortPath(path)}',`);
  return `${heading('the writes that take no Idempotency-Key.')}/** They are not repeated after a \
broken connection, because they may have been done. */\nexport const UNKEYED_WRITES: \
ReadonlySet<string> = new Set([\n${lines.join('\n')}\n]);\n`;
}

const files = {
  'api.ts': await types(),
  'problem-code.ts': problemCodes(),
  'unkeyed-write.ts': unkeyedWrites(),
};
const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, GENERATED);
  if (!isCheck) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`sdk/src/generated/${name} is not made from the present goldens\n`);
    process.exitCode = 1;
  }
}
