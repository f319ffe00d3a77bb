// Compares replies with the OpenAPI document: a test that gets an unpublished reply fails.

import assert from 'node:assert/strict';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { MOUNTS } from '../../src/platform/http/mount.js';
import type { Json, TestReply } from './app.js';
import { readGoldenDocument } from './golden-document.js';

/** The name of the document in references between its parts. */
const DOCUMENT = 'openapi';

const JSON_TYPE = 'application/json';

/** The operations of a path in the golden document, by method. */
interface PublishedPath {
  readonly path: string;
  readonly pattern: RegExp;
  readonly item: Json;
}

interface Published {
  readonly paths: readonly PublishedPath[];
  /** Contains the shapes that operations share. */
  readonly shapes: Ajv2020;
  /** Compiled at the first reply of their kind. */
  readonly validators: Map<Json, ValidateFunction>;
}

let published: Published | undefined;

/**
 * Fails if a success has a media type, a field or a value that the document does not publish for
 * its operation. Pages and other paths without an operation are ignored.
 */
export function expectPublished(method: string, path: string, reply: TestReply): void {
  if (reply.status >= 300 || reply.body?.success === false) return;
  // A run that renews the documents cannot compare with them.
  if (process.env.UPDATE_GOLDEN === '1') return;
  published ??= readPublished();
  const [route = ''] = path.split('?', 1);
  const short = route.replace(MOUNTS[1], MOUNTS[0]);
  const found = published.paths.find(({ pattern }) => pattern.test(short));
  const operation = found?.item[method.toLowerCase()];
  if (found === undefined || operation === undefined) return;
  const media = mediaOf(operation, reply);
  if (media !== JSON_TYPE) return;
  const { schema } = operation.responses[statusOf(operation, reply)].content[media];
  const asIs = faultsOf(published, schema, reply.body);
  const isDry = asIs.length > 0 && reply.body.dryRun === true;
  const wrong = isDry ? faultsOf(published, schema, numbered(reply.body)) : asIs;
  assert.deepEqual(wrong, [], `${operation.operationId} answers as it is published: ${reply.text}`);
}

// The legacy mount answers 200 where the other answers 201.
function statusOf(operation: Json, { status }: TestReply): string {
  return String(status in operation.responses ? status : 200);
}

/** The media type of the reply in the document. */
function mediaOf(operation: Json, reply: TestReply): string {
  const response = operation.responses[statusOf(operation, reply)];
  const told = Object.keys(response?.content ?? {});
  const [type = ''] = (reply.headers.get('content-type') ?? '').split(';', 1);
  const media = told.find((each) => each === type || each === '*/*');
  assert.ok(media, `${operation.operationId} answers ${type}, and is published with ${told}`);
  return media;
}

function faultsOf({ shapes, validators }: Published, schema: Json, body: Json): readonly string[] {
  const validate = validators.get(schema) ?? shapes.compile(closed(schema));
  validators.set(schema, validate);
  if (validate(body)) return [];
  const faults = (validate.errors ?? []).filter((fault) => !isNumberOfDryRun(fault, body));
  return faults.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

// A dry run takes no numbers: new ids, and codes derived from them, are left out.
function isNumberOfDryRun({ keyword, params, parentSchema }: ErrorObject, body: Json): boolean {
  if (keyword !== 'required' || body.dryRun !== true) return false;
  const { missingProperty: member } = params;
  return member === 'name' || parentSchema?.properties[member].format === 'int64';
}

// The record also lacks the id and the code that it would get.
const numbered = (body: Json): Json => ({
  ...body,
  result: { id: 1, name: '0000000001', ...body.result },
});

function readPublished(): Published {
  const document = readGoldenDocument();
  const shapes = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    verbose: true,
    // Each is run only a few times.
    code: { optimize: false },
  });
  formats.default(shapes, ['date', 'date-time', 'int64', 'uri-reference']);
  shapes.addSchema(closedComponents(document), DOCUMENT);
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    item,
  }));
  // A path without placeholders precedes one that it matches.
  return {
    paths: paths.sort((one, other) => placeholders(one) - placeholders(other)),
    shapes,
    validators: new Map(),
  };
}

const placeholders = ({ path }: PublishedPath): number => path.split('{').length;

// The part that joins the fields of the envelope closes it.
function closedComponents({ components }: Json): Json {
  const { Envelope } = components.schemas;
  return { components: { schemas: { ...closed(components.schemas), Envelope } } };
}

/**
 * The shapes with every record closed: an undocumented field is an error. A shape without fields
 * stays open. Its references are in the document.
 */
function closed(part: Json): Json {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  if (typeof part.$ref === 'string') return { ...part, $ref: `${DOCUMENT}${part.$ref}` };
  const { additionalProperties, ...inner } = Object.fromEntries(
    Object.entries<Json>(part).map(([name, each]) => [name, closed(each)]),
  );
  const isRecord = part.type === 'object' && Object.keys(part.properties ?? {}).length > 0;
  if (isRecord) return { ...inner, unevaluatedProperties: false };
  return additionalProperties === undefined ? inner : { ...inner, additionalProperties };
}
