// A line of the specification, and how a test checks it.

import assert from 'node:assert/strict';
import { present } from '../../src/platform/assert.js';
import type { Json, TestApp, TestReply } from '../support/app.js';
import { type Made, readOf } from './made.js';

/**
 * The input of every check: the running app, its published document, and the records created in
 * advance.
 */
export interface Scene {
  readonly app: TestApp;
  readonly document: Json;
  readonly made: Made;
}

export interface Line {
  /** The line as given in the specification. It is the name of the test. */
  readonly text: string;
  readonly check: (scene: Scene) => Promise<void>;
}

/** The kinds of records in the specification, with the operation that reads one. */
export type Kind = keyof Made;

const TYPES = ['string', 'number', 'boolean', 'timestamp', 'date', 'array'] as const;

type FieldType = (typeof TYPES)[number];

/** The type as given in the line. Further words may follow it. */
type TypeText = FieldType | `${FieldType}; ${string}` | `${FieldType} (${string}`;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns whether a value in a reply has the type that the specification names. */
const IS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && TIMESTAMP.test(value),
  date: (value) => typeof value === 'string' && DATE.test(value),
  array: Array.isArray,
};

/** The JSON types that the document publishes for the specification's types. */
const PUBLISHED: Readonly<Record<FieldType, readonly string[]>> = {
  string: ['string'],
  number: ['number', 'integer'],
  boolean: ['boolean'],
  timestamp: ['string'],
  date: ['string'],
  array: ['array'],
};

/**
 * A line of a table of fields. The request schema must read each field, and the published record
 * must contain it with its type. The created record must contain it with this type and, if a value
 * was sent, with that value.
 */
export function fields(kind: Kind, names: string, text: TypeText): Line {
  const type = present(
    TYPES.find((each) => text.startsWith(each)),
    'a line names a type',
  );
  return {
    text: `| ${names} | ${text} |`,
    check: async (scene) => {
      for (const name of names.split(', ')) await checkField(scene, { kind, name, type });
    },
  };
}

async function checkField(
  { app, document, made }: Scene,
  { kind, name, type }: { kind: Kind; name: string; type: FieldType },
): Promise<void> {
  const { sent, id } = made[kind];
  const schema = recordSchema(document, kind);
  const published = resolve(document, schema.properties?.[name]);
  assert.ok(published, `${name} is not published`);
  const types = [published.type ?? published.anyOf?.map((each: Json) => each.type)].flat(2);
  assert.ok(
    types.some((each: string) => PUBLISHED[type].includes(each)),
    `${name} is published as ${types}`,
  );
  const record = (await readOf(app, kind, id)).body;
  const value = record[name];
  if (value !== undefined) assert.ok(IS[type](value), `${name} is ${JSON.stringify(value)}`);
  const expected = made[kind].kept[name] ?? sent[name];
  if (made[kind].kept[name] !== undefined || isGiven(expected)) {
    assert.deepEqual(value, expected, name);
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== 0 && value !== null;
}

/** Returns the published schema of a record, as its read operation returns it. */
export function recordSchema(document: Json, kind: Kind): Json {
  const operation = document.paths[READ_PATH[kind]].get;
  return resolve(document, operation.responses['200'].content['application/json'].schema);
}

const READ_PATH: Readonly<Record<Kind, string>> = {
  order: '/api/v1/order/tradeorder/id/{id}',
  deposit: '/api/v1/order/terminstrument/id/{id}',
  paper: '/api/v1/order/discountedinstrument/id/{id}',
  cash: '/api/v1/finance/cash-transaction/id/{id}',
  lead: '/api/v1/crm/lead/id/{id}',
  message: '/api/v1/crm/whatsapp/id/{id}',
};

/** Follows references, and joins the parts of `allOf`. */
export function resolve(document: Json, schema: Json): Json {
  if (schema?.$ref !== undefined) {
    const path = schema.$ref.slice(2).split('/');
    return resolve(
      document,
      path.reduce((at: Json, key: string) => at[decodeURIComponent(key)], document),
    );
  }
  if (schema?.allOf === undefined) return schema;
  const parts = schema.allOf.map((part: Json) => resolve(document, part));
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map((part: Json) => part.properties)),
  };
}

/** Fails unless the reply has this status, with the reply in the message. */
export function expectStatus(reply: TestReply, status: number): Json {
  assert.equal(reply.status, status, reply.text);
  return reply.body;
}

/** Fails unless the reply is 400 and names this member or parameter. */
export function expectNamed(reply: TestReply, name: string): void {
  const body = expectStatus(reply, 400);
  const pointers = (body.errors ?? []).map(({ pointer }: Json) => pointer);
  assert.ok(
    pointers.some((pointer: string) => pointer.endsWith(`/${name}`)),
    `${name} is not named: ${reply.text}`,
  );
}
