// Checks replies against the OpenAPI document. A test fails if a reply does not match.

import assert from 'node:assert/strict';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { MOUNTS } from '../../../src/platform/http/mount.js';
import type { Json, TestReply } from '../app.js';
import { readGoldenDocument } from '../golden-document.js';
import { openValidators, type Validators } from './validator.js';

const JSON_TYPE = 'application/json';

/** The operations of one path in the golden document, keyed by method. */
interface PublishedPath {
  readonly path: string;
  readonly pattern: RegExp;
  readonly item: Json;
}

interface Published {
  readonly paths: readonly PublishedPath[];
  readonly validators: Validators;
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
  const status = statusOf(operation, reply);
  const { schema } = operation.responses[status].content[media];
  const validate = published.validators.of(`${operation.operationId}-${status}`, schema);
  const asIs = faultsOf(validate, reply.body);
  const isDry = asIs.length > 0 && reply.body.dryRun === true;
  const wrong = isDry ? faultsOf(validate, numbered(reply.body)) : asIs;
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

function faultsOf(validate: ValidateFunction, body: Json): readonly string[] {
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

// Adds an id and a code, because a dry run assigns none. The change that creates a record has this
// code as its subject.
const numbered = (body: Json): Json => ({
  ...body,
  result: {
    ...{ id: 1, name: '0000000001', ...body.result },
    ...('baseVersion' in body.result ? { subject: '0000000001' } : {}),
  },
});

function readPublished(): Published {
  const document = readGoldenDocument();
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    item,
  }));
  // A path without placeholders comes before a path with placeholders that would also match it.
  return {
    paths: paths.sort((one, other) => placeholders(one) - placeholders(other)),
    validators: openValidators(document),
  };
}

const placeholders = ({ path }: PublishedPath): number => path.split('{').length;
