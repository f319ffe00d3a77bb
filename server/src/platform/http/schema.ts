// From one schema: the validation of requests here, the public JSON Schema for OpenAPI below.

import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { HTTP } from '../../limits.js';
import { commonProblems, type Problem, refusal, type Violation } from './problem.js';
import { readWire, type WireKind, type WireOptions } from './wire.js';

const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes: false });

interface WireContext {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
  readonly instancePath: string;
}

// The keyword replaces the raw member by the exact value that it reads, or reports why it cannot.
const readMember = Object.assign(
  (kind: WireKind, raw: unknown, options?: WireOptions, at?: WireContext): boolean => {
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

ajv.addKeyword({ keyword: 'wire', modifying: true, errors: true, validate: readMember });

/** Checks one part of a request and returns it with exact values, or throws INVALID_REQUEST. */
export type Reader = (data: unknown) => unknown;

/** Compiles the reader of one part (body, query or path) of an operation. */
export function compileReader(schema: TSchema, part: 'body' | 'query' | 'params'): Reader {
  const validate = ajv.compile(schema);
  return (data) => {
    const violations: Violation[] = [];
    const cleaned = withoutBlanks(data ?? {}, '', violations);
    if (!validate(cleaned)) violations.push(...violationsOf(validate));
    if (violations.length > 0) throw invalid(violations, part);
    return cleaned;
  };
}

function invalid(violations: readonly Violation[], part: string): Problem {
  const first = violations[0];
  const where = first?.pointer === '' ? `the ${part}` : first?.pointer.slice(1);
  return refusal(commonProblems.INVALID_REQUEST, {
    detail: `${where} ${first?.detail}`,
    args: violations.map((violation) => violation.pointer.slice(1)),
    errors: violations,
  });
}

// "" and null mean "not given"; the copy also keeps prototype tricks and deep nesting out.
function withoutBlanks(value: unknown, pointer: string, violations: Violation[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutBlanks(item, `${pointer}/${index}`, violations));
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (pointer.split('/').length > HTTP.jsonDepth) {
    violations.push({ pointer, code: 'TOO_DEEP', detail: 'is nested too deeply' });
    return {};
  }
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === '' || member === null || member === undefined) continue;
    if (name === '__proto__') {
      violations.push({
        pointer: `${pointer}/__proto__`,
        code: 'UNKNOWN_MEMBER',
        detail: 'is not a member',
      });
      continue;
    }
    kept[name] = withoutBlanks(member, `${pointer}/${escapePointer(name)}`, violations);
  }
  return kept;
}

function isPlain(value: object): boolean {
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

const publicShapes: Readonly<Record<WireKind, (options: WireOptions) => object>> = {
  id: () => ({ type: 'integer', format: 'int64' }),
  integer: (options) => ({ type: 'integer', minimum: options.least, maximum: options.most }),
  decimal: (options) => ({ type: 'number', minimum: options.least, maximum: options.most }),
  text: (options) => ({ type: 'string', maxLength: options.longest ?? 255 }),
  flag: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  instant: () => ({ type: 'string', format: 'date-time' }),
  orderDate: () => ({ type: 'string', format: 'date-time' }),
  choice: (options) => ({ type: 'string', enum: options.choices }),
};

/** The JSON Schema that the outside sees: each wire field under its public type. */
export function toPublicSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toPublicSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('wire' in schema) return publicField(schema);
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, toPublicSchema(value)]),
  );
}

function publicField(schema: object & { wire: unknown }): object {
  const options = schema as WireOptions;
  const kind = schema.wire as WireKind;
  const shape = {
    ...publicShapes[kind](options),
    description: options.description,
    examples: options.examples,
  };
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined));
}
