// Converts the parts of a request to exact values by the operation's schemas, or refuses them.

import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { HTTP } from '../../../limits.js';
import { atOnce, type Sliced } from '../../concurrency/turn.js';
import { commonProblems, type Problem, refusal, type Violation } from '../reply/problem.js';
import type { Input, Route } from '../route.js';
import { isNullWord, type Reading, readWire, type WireKind, type WireOptions } from './wire.js';

// Schemas are not validated against the meta-schema here, because compiling the meta-schema takes
// longer than compiling any of them. A test validates all of them.
const ajv = new Ajv({
  allErrors: true,
  strict: false,
  coerceTypes: false,
  meta: false,
  validateSchema: false,
  // A compiled schema is used only in this process, and optimizing it would take longer than it
  // saves.
  code: { optimize: false },
});

interface WireContext {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
  readonly instancePath: string;
}

// The arguments of a validation keyword, in order.
type ReadArguments = [kind: WireKind, raw: unknown, options?: MemberOptions, at?: WireContext];

/** The options of a member. `isNeeded` is true if the request must have it. */
interface MemberOptions extends WireOptions {
  readonly isNeeded?: boolean;
}

// The keyword replaces the raw member with its exact value, removes a member that means "not
// given", or reports why it cannot be read.
const readMember = Object.assign(
  (...[kind, raw, options, at]: ReadArguments): boolean => {
    const isNeeded = options?.isNeeded === true || Array.isArray(at?.parentData);
    const reading = !isNeeded && isNullWord(kind, raw) ? {} : readWire(kind, raw, options ?? {});
    const message = refusedBecause(reading, isNeeded);
    if (message !== undefined) {
      readMember.errors = [{ keyword: 'wire', message, params: {} }];
      return false;
    }
    if (at === undefined) return true;
    if ('value' in reading) at.parentData[at.parentDataProperty] = reading.value;
    else delete at.parentData[at.parentDataProperty];
    return true;
  },
  { errors: [] as Partial<ErrorObject>[] },
);

function refusedBecause(reading: Reading, isNeeded: boolean): string | undefined {
  if ('refused' in reading) return reading.refused;
  return isNeeded && !('value' in reading) ? 'must not be 0' : undefined;
}

// A lossless number is an object in JavaScript, but the schemas must not treat it as an object.
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

type Checker = (data: unknown) => Sliced<Check>;

type Part = 'params' | 'query' | 'body';

/** Number of list items validated before other requests are served. */
const ITEMS_AT_A_TIME = 50;

/** Reads a value in two steps: first without the items of its lists, and then the items. */
interface Validator {
  readonly whole: ValidateFunction;
  readonly lists: readonly ListValidator[];
}

/** A validator for the items of a list, which is a member of the value. */
interface ListValidator {
  readonly member: string;
  readonly items: ValidateFunction;
}

// Cached, because most operations share their path or query schemas with others.
const compiled = new WeakMap<TSchema, Validator>();

// Compiled on first use, because compiling all of them would take most of the startup time.
function validatorOf(schema: TSchema): Validator {
  const validator = compiled.get(schema) ?? compileValidator(withPlainObjects(schema));
  compiled.set(schema, validator);
  return validator;
}

function compileValidator(schema: TSchema): Validator {
  const members = Object.entries<TSchema>(schema.properties ?? {});
  const lists = members.filter(([, { type, items }]) => type === 'array' && items !== undefined);
  const hollow = lists.map(([member, list]) => [member, { ...list, items: {} }]);
  const properties = { ...schema.properties, ...Object.fromEntries(hollow) };
  return {
    whole: ajv.compile(lists.length === 0 ? schema : { ...schema, properties }),
    lists: lists.map(([member, { items }]) => ({
      member,
      items: ajv.compile({ type: 'array', items }),
    })),
  };
}

function compileChecker(schema: TSchema): Checker {
  return function* (data) {
    const violations: Violation[] = [];
    const value = yield* withoutBlanks(data ?? {}, { within: undefined, depth: 0, violations });
    yield;
    const { whole, lists } = validatorOf(schema);
    if (!whole(value)) violations.push(...violationsOf(whole));
    for (const list of lists) yield* validateList(Object(value)[list.member], list, violations);
    return { value, violations };
  };
}

function* validateList(
  list: unknown,
  { member, items }: ListValidator,
  violations: Violation[],
): Sliced<void> {
  if (!Array.isArray(list)) return;
  for (let start = 0; start < list.length; start += ITEMS_AT_A_TIME) {
    if (violations.length >= HTTP.violationsMax) return;
    yield;
    const part = list.slice(start, start + ITEMS_AT_A_TIME);
    if (!items(part)) violations.push(...violationsOf(items, { member, start }));
    // Validation may have replaced an item that is not an object with its value.
    list.splice(start, part.length, ...part);
  }
}

/** Schemas of bodies that operations parse themselves, in order of declaration. */
const declared: TSchema[] = [];

/** Compiles the schemas of operations, pausing after each. */
export function* compileSchemas(routes: readonly Route[]): Sliced<void> {
  const shapes = routes.flatMap(({ params, query, body }) => [params, query, body ?? query]);
  for (const schema of [...shapes, ...declared]) {
    if (compiled.has(schema)) continue;
    validatorOf(schema);
    yield;
  }
}

function withPlainObjects(schema: TSchema): TSchema {
  const marked = mapSchema(schema, (part) =>
    part.type === 'object' ? { ...withNeeds(part), plain: true } : part,
  );
  return marked as TSchema;
}

// Marks the required members, because a member's own rules do not show whether it is required.
function withNeeds(part: Members): Members {
  const { properties, required } = part;
  if (!Array.isArray(required)) return part;
  const needed: ReadonlySet<unknown> = new Set(required);
  const members = Object.entries<unknown>(Object(properties)).map(([name, member]) => [
    name,
    needed.has(name) ? { ...Object(member), isNeeded: true } : member,
  ]);
  return { ...part, properties: Object.fromEntries(members) };
}

function mapSchema(schema: unknown, change: (part: Members) => unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => mapSchema(item, change));
  if (!isPlain(schema)) return schema;
  const copy = Object.entries(schema).map(([name, part]) => [name, mapSchema(part, change)]);
  return change(Object.fromEntries(copy));
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Compiles the reader of a request's path, query and body. Reports the violations of all three
 * together.
 */
export function compileInput(route: Route): (parts: Parts) => Sliced<Parts> {
  const params = compileChecker(route.params);
  const query = compileChecker(route.query);
  const body = route.body === undefined ? undefined : compileChecker(route.body);
  return function* (parts) {
    const checks = {
      // The router's objects have unusual prototypes, so they are copied.
      params: yield* params({ ...Object(parts.params) }),
      query: withoutBackwards(route.query, yield* query({ ...Object(parts.query) })),
      body: body === undefined ? NOTHING : yield* body(parts.body),
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

// Adds a violation if a date range ends before it starts. The range of a list is always named `sd`
// and `ed`. Without this check, the list would be empty, as if no records existed.
function withoutBackwards(schema: TSchema, check: Check): Check {
  const { sd: start, ed: end }: Record<string, unknown> = Object(check.value);
  const { sd, ed }: Record<string, TSchema | undefined> = schema.properties ?? {};
  if (sd?.wire !== 'date' || ed?.wire !== 'date' || check.violations.length > 0) return check;
  if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return check;
  const backwards = violation('/ed', 'BEFORE_START', 'must not be before sd');
  return { ...check, violations: [backwards] };
}

/**
 * Compiles the reader of a body that was first accepted with a wider shape. Reports all violations.
 */
export function compileBody<Body extends TSchema>(schema: Body): (body: unknown) => Static<Body> {
  declared.push(schema);
  const check = compileChecker(schema);
  return (raw) => {
    const body = atOnce(check(raw));
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
  const violations = all.slice(0, HTTP.violationsMax);
  const first = violations[0];
  const where = first?.pointer === '' ? `the ${part}` : first?.pointer.slice(1);
  return refusal(commonProblems.INVALID_REQUEST, {
    detail: `${where} ${first?.detail}`,
    args: violations.map((violation) => violation.pointer.slice(1)),
    errors: violations,
  });
}

interface Place {
  /** The surrounding value, and the name of the member or item in it. Undefined at the root. */
  readonly within: { readonly place: Place; readonly name: string } | undefined;
  readonly depth: number;
  readonly violations: Violation[];
}

// Removes "" and null, which mean "not given". The copy also prevents prototype pollution, deep
// nesting and oversized input.
function* withoutBlanks(value: unknown, place: Place): Sliced<unknown> {
  if (Array.isArray(value)) return yield* withoutBlankItems(value, place);
  if (!isPlain(value)) return value;
  const members: [string, unknown][] = Object.entries(value);
  if (place.depth > HTTP.jsonDepth || members.length > HTTP.jsonMembersMax) {
    return tooMuch(place, place.depth > HTTP.jsonDepth ? 'TOO_DEEP' : 'TOO_MANY_MEMBERS');
  }
  const kept: Record<string, unknown> = {};
  for (const [name, member] of members) {
    if (member === '' || member === null || member === undefined) continue;
    if (name === '__proto__') tooMuch(under(place, name), 'UNKNOWN_MEMBER');
    else kept[name] = isNested(member) ? yield* withoutBlanks(member, under(place, name)) : member;
  }
  yield;
  return kept;
}

function* withoutBlankItems(items: readonly unknown[], place: Place): Sliced<unknown> {
  if (place.depth > HTTP.jsonDepth) return tooMuch(place, 'TOO_DEEP');
  if (items.length > HTTP.jsonItemsMax) {
    tooMuch(place, 'TOO_MANY_ITEMS');
    return [];
  }
  const kept: unknown[] = [];
  for (const [index, item] of items.entries()) {
    kept.push(isNested(item) ? yield* withoutBlanks(item, under(place, String(index))) : item);
  }
  yield;
  return kept;
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) || isPlain(value);
}

function under(place: Place, name: string): Place {
  return { within: { place, name }, depth: place.depth + 1, violations: place.violations };
}

function pointerOf({ within }: Place): string {
  return within === undefined ? '' : `${pointerOf(within.place)}/${escapePointer(within.name)}`;
}

const refusedBy = {
  TOO_DEEP: 'is nested too deeply',
  TOO_MANY_MEMBERS: `has more than ${HTTP.jsonMembersMax} fields`,
  TOO_MANY_ITEMS: `has more than ${HTTP.jsonItemsMax} items`,
  UNKNOWN_MEMBER: 'is not a field',
} as const;

function tooMuch(place: Place, code: keyof typeof refusedBy): object {
  place.violations.push({ pointer: pointerOf(place), code, detail: refusedBy[code] });
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

/** The list to which a part belongs, and the index of the part's first item. */
interface PartPlace {
  readonly member: string;
  readonly start: number;
}

function violationsOf(validate: ValidateFunction, of?: PartPlace): Violation[] {
  return (validate.errors ?? []).slice(0, HTTP.violationsMax).map((error) => {
    const at = of === undefined ? error.instancePath : pathInList(error.instancePath, of);
    switch (error.keyword) {
      case 'required':
        return violation(`${at}/${error.params.missingProperty}`, 'REQUIRED', 'is required');
      case 'additionalProperties':
        return violation(
          `${at}/${escapePointer(String(error.params.additionalProperty))}`,
          'UNKNOWN_MEMBER',
          'is not a field of this request',
        );
      case 'plain':
        return violation(at, 'TYPE', 'must be an object');
      default:
        return violation(at, error.keyword.toUpperCase(), error.message ?? 'is wrong');
    }
  });
}

// The validator numbers the items of the part, so the part's offset is added.
function pathInList(path: string, { member, start }: PartPlace): string {
  const moved = path.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + start}`);
  return `/${escapePointer(member)}${moved}`;
}

function violation(pointer: string, code: string, detail: string): Violation {
  return { pointer, code: code === 'WIRE' ? 'WRONG_SHAPE' : code, detail };
}
