// Checks replies against the OpenAPI document. A test fails if a reply does not match.

import assert from 'node:assert/strict';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { MOUNTS } from '../../src/platform/http/mount.js';
import type { Json, TestReply } from './app.js';
import { readGoldenDocument } from './golden-document.js';

/** The document's name in references between its parts. */
const DOCUMENT = 'openapi';

const JSON_TYPE = 'application/json';

/** The operations of one path in the golden document, keyed by method. */
interface PublishedPath {
  readonly path: string;
  readonly pattern: RegExp;
  readonly item: Json;
}

interface Published {
  readonly paths: readonly PublishedPath[];
  /** The validator that contains the schemas shared by operations. */
  readonly shapes: Ajv2020;
  /** Validators, each compiled when the first reply of its kind arrives. */
  readonly validators: Map<Json, ValidateFunction>;
}

let published: Published | undefined;

/**
 * Fails if a successful reply has a media type, field or value that the document does not publish
 * for its operation. Pages and other paths without an operation are ignored.
 */
export function expectPublished(method: string, path: string, reply: TestReply): void {
  if (reply.status >= 300 || reply.body?.success === false) return;
  // A run that updates the documents cannot compare replies with them.
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

// Returns the documented status of a reply. The legacy mount answers 200 where the document has
// 201.
function statusOf(operation: Json, { status }: TestReply): string {
  return String(status in operation.responses ? status : 200);
}

/** Returns the documented media type of the reply. */
function mediaOf(operation: Json, reply: TestReply): string {
  const response = operation.responses[statusOf(operation, reply)];
  const told = Object.keys(response?.content ?? {});
  const [type = ''] = (reply.headers.get('content-type') ?? '').split(';', 1);
  const range = `${type.split('/', 1)[0]}/*`;
  const media = told.find((each) => [type, range, '*/*'].includes(each));
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

// Returns true if an error concerns only a number that a dry run does not assign. A dry run has no
// new ids and no codes derived from them.
function isNumberOfDryRun({ keyword, params, parentSchema }: ErrorObject, body: Json): boolean {
  if (keyword !== 'required' || body.dryRun !== true) return false;
  const { missingProperty: member } = params;
  return member === 'name' || parentSchema?.properties[member].format === 'int64';
}

// Adds the id and code that would be assigned, because the record lacks them. The change that
// creates a record has this code as its subject.
const numbered = (body: Json): Json => ({
  ...body,
  result: {
    ...{ id: 1, name: '0000000001', ...body.result },
    ...('baseVersion' in body.result ? { subject: '0000000001' } : {}),
  },
});

function readPublished(): Published {
  const document = readGoldenDocument();
  const shapes = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    verbose: true,
    // Each validator runs only a few times, so optimizing it does not pay.
    code: { optimize: false },
  });
  formats.default(shapes, ['date', 'date-time', 'int64', 'uri-reference']);
  shapes.addSchema(closedComponents(document), DOCUMENT);
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    item,
  }));
  // A path without placeholders comes before a path with placeholders that would also match it.
  return {
    paths: paths.sort((one, other) => placeholders(one) - placeholders(other)),
    shapes,
    validators: new Map(),
  };
}

const placeholders = ({ path }: PublishedPath): number => path.split('{').length;

// Closes the component schemas except the envelope. The schemas that extend the envelope are closed
// instead.
function closedComponents({ components }: Json): Json {
  const { Envelope } = components.schemas;
  return { components: { schemas: { ...closed(components.schemas), Envelope } } };
}

/**
 * Returns the schemas with every record closed, so that undocumented fields are errors. A schema
 * without fields stays open. References point into the document.
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
