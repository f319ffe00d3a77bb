// The schemas of operations at work: they read the parts of a request into exact values, or refuse.

import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { HTTP } from '../../limits.js';
import { commonProblems, type Problem, refusal, type Violation } from './problem.js';
import type { Input, Route } from './route.js';
import { readWire, type WireKind, type WireOptions } from './wire.js';

// A test holds all schemas against the meta-schema: compiling that costs more than any of them.
const ajv = new Ajv({
  allErrors: true,
  strict: false,
  coerceTypes: false,
  meta: false,
  validateSchema: false,
  // A schema is compiled for one process: optimizing it would take longer than it saves.
  code: { optimize: false },
});

interface WireContext {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
  readonly instancePath: string;
}

// What the validator hands to a keyword, in its order.
type ReadArguments = [kind: WireKind, raw: unknown, options?: WireOptions, at?: WireContext];

// The keyword replaces the raw member by the exact value that it reads, or reports why it cannot.
const readMember = Object.assign(
  (...[kind, raw, options, at]: ReadArguments): boolean => {
    const reading = readWire(kind, raw, options ?? {});
    if ('refused' in reading) {
      readMember.errors = [{ keyword: 'wire', message: reading.refused, params: {} }];
      return false;
    }
    if (at) at.parentData[at.parentDataProperty] = reading.value;
    return true;
  },
  { errors: [] as Partial<ErrorObject>[] },
);

// A number without loss is an object to JavaScript; to the schemas it is none.
ajv.addKeyword({
  keyword: 'plain',
  type: 'object',
  validate: (_: unknown, data: unknown) => isPlain(data),
});
ajv.addKeyword({ keyword: 'wire', modifying: true, errors: true, validate: readMember });

interface Check {
  readonly value: unknown;
  readonly violations: readonly Violation[];
}

type Checker = (data: unknown) => Check;

type Part = 'params' | 'query' | 'body';

// Most operations share the schemas of their path or query with others.
const compiled = new WeakMap<TSchema, ValidateFunction>();

// Compiled at the first use: compiling all of them would be most of the time of a start.
function compileChecker(schema: TSchema): Checker {
  return (data) => {
    const validate = compiled.get(schema) ?? ajv.compile(withPlainObjects(schema));
    compiled.set(schema, validate);
    const violations: Violation[] = [];
    const value = withoutBlanks(data ?? {}, { pointer: '', depth: 0, violations });
    if (!validate(value)) violations.push(...violationsOf(validate));
    return { value, violations };
  };
}

function withPlainObjects(schema: TSchema): TSchema {
  const marked = mapSchema(schema, (part) =>
    part.type === 'object' ? { ...part, plain: true } : part,
  );
  return marked as TSchema;
}

function mapSchema(schema: unknown, change: (part: Members) => unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => mapSchema(item, change));
  if (!isPlain(schema)) return schema;
  const copy = Object.entries(schema).map(([name, part]) => [name, mapSchema(part, change)]);
  return change(Object.fromEntries(copy));
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a request's path, query and body at once; every violation of all three is named together.
 */
export function compileInput(route: Route): (parts: Input<unknown, unknown, unknown>) => Parts {
  const params = compileChecker(route.params);
  const query = compileChecker(route.query);
  const body = route.body === undefined ? undefined : compileChecker(route.body);
  return (parts) => {
    const checks = {
      // The router's own objects have prototypes of their own.
      params: params({ ...Object(parts.params) }),
      query: query({ ...Object(parts.query) }),
      body: body?.(parts.body) ?? NOTHING,
    };
    for (const part of ['params', 'query', 'body'] as const) {
      if (checks[part].violations.length > 0) throw invalid(checks, part);
    }
    return {
      params: checks.params.value,
      query: checks.query.value,
      body: checks.body.value,
    };
  };
}

/** Compiles the reader of a body that a wider shape let in; every violation is named. */
export function compileBody<Body extends TSchema>(schema: Body): (body: unknown) => Static<Body> {
  const check = compileChecker(schema);
  return (raw) => {
    const body = check(raw);
    if (body.violations.length > 0) {
      throw invalid({ params: NOTHING, query: NOTHING, body }, 'body');
    }
    return body.value as Static<Body>;
  };
}

type Parts = Input<unknown, unknown, unknown>;

const NOTHING: Check = { value: undefined, violations: [] };

function invalid(checks: Readonly<Record<Part, Check>>, part: Part): Problem {
  const all = [checks.params, checks.query, checks.body].flatMap((check) => check.violations);
  const violations = all.slice(0, HTTP.violationsMost);
  const first = violations[0];
  const where = first?.pointer === '' ? `the ${part}` : first?.pointer.slice(1);
  return refusal(commonProblems.INVALID_REQUEST, {
    detail: `${where} ${first?.detail}`,
    args: violations.map((violation) => violation.pointer.slice(1)),
    errors: violations,
  });
}

interface Place {
  readonly pointer: string;
  readonly depth: number;
  readonly violations: Violation[];
}

// "" and null mean "not given"; the copy also keeps prototype tricks, deep nesting and floods out.
function withoutBlanks(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return withoutBlankItems(value, place);
  if (!isPlain(value)) return value;
  const members = Object.entries(value);
  if (place.depth > HTTP.jsonDepth || members.length > HTTP.jsonMembersMost) {
    return tooMuch(place, place.depth > HTTP.jsonDepth ? 'TOO_DEEP' : 'TOO_MANY_MEMBERS');
  }
  const kept: Record<string, unknown> = {};
  for (const [name, member] of members) {
    if (member === '' || member === null || member === undefined) continue;
    if (name === '__proto__') {
      tooMuch({ ...place, pointer: `${place.pointer}/__proto__` }, 'UNKNOWN_MEMBER');
    } else if (typeof member === 'object') {
      kept[name] = withoutBlanks(member, under(place, name));
    } else {
      kept[name] = member;
    }
  }
  return kept;
}

function withoutBlankItems(items: readonly unknown[], place: Place): unknown {
  if (place.depth > HTTP.jsonDepth) return tooMuch(place, 'TOO_DEEP');
  if (items.length > HTTP.jsonItemsMost) {
    tooMuch(place, 'TOO_MANY_ITEMS');
    return [];
  }
  return items.map((item, index) => withoutBlanks(item, under(place, String(index))));
}

function under(place: Place, name: string): Place {
  return {
    ...place,
    pointer: `${place.pointer}/${escapePointer(name)}`,
    depth: place.depth + 1,
  };
}

const refusedBy = {
  TOO_DEEP: 'is nested too deeply',
  TOO_MANY_MEMBERS: `has more than ${HTTP.jsonMembersMost} members`,
  TOO_MANY_ITEMS: `has more than ${HTTP.jsonItemsMost} items`,
  UNKNOWN_MEMBER: 'is not a member',
} as const;

function tooMuch(place: Place, code: keyof typeof refusedBy): object {
  place.violations.push({ pointer: place.pointer, code, detail: refusedBy[code] });
  return {};
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function violationsOf(validate: ValidateFunction): Violation[] {
  return (validate.errors ?? []).map((error) => {
    switch (error.keyword) {
      case 'required':
        return violation(
          `${error.instancePath}/${error.params.missingProperty}`,
          'REQUIRED',
          'is required',
        );
      case 'additionalProperties':
        return violation(
          `${error.instancePath}/${escapePointer(String(error.params.additionalProperty))}`,
          'UNKNOWN_MEMBER',
          'is not a member of this request',
        );
      case 'plain':
        return violation(error.instancePath, 'TYPE', 'must be object');
      default:
        return violation(
          error.instancePath,
          error.keyword.toUpperCase(),
          error.message ?? 'is wrong',
        );
    }
  });
}

function violation(pointer: string, code: string, detail: string): Violation {
  return { pointer, code: code === 'WIRE' ? 'WRONG_SHAPE' : code, detail };
}
