// The public schemas of operations: plain JSON Schema for the OpenAPI document.

import { DATA_CLASS, SEARCHES } from '../http/shape/data-class.js';
import { TEXT_LENGTH_MAX, type WireKind, type WireOptions } from '../http/shape/wire.js';

const publicShapes: Readonly<Record<WireKind, (options: WireOptions) => object>> = {
  id: () => ({ type: 'integer', format: 'int64' }),
  integer: (options) => ({ type: 'integer', minimum: options.least, maximum: options.most }),
  decimal: (options) => ({ type: 'number', minimum: options.least, maximum: options.most }),
  text: (options) => ({ type: 'string', maxLength: options.longest }),
  flag: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  instant: () => ({ type: 'string', format: 'date-time' }),
  orderDate: () => ({ type: 'string', format: 'date-time' }),
  choice: (options) => ({ type: 'string', enum: options.choices }),
};

/** Returns the public JSON Schema of a reply, in which each wire field has its public type. */
export function toPublicSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toPublicSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('wire' in schema && typeof schema.wire === 'string') return publicField(schema);
  if ('variants' in schema) return { anyOf: toPublicSchema(schema.variants) };
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, toPublicSchema(value)]),
  );
}

/** Returns the schema of a parameter. A string without a length limit gets the default limit. */
export function toParameterSchema(schema: unknown): unknown {
  return toPublicSchema(withLengths(schema));
}

/**
 * Returns the schema of a request body. Amounts and quantities are accepted as numbers or as
 * strings.
 */
export function toRequestSchema(schema: unknown): unknown {
  return leniently(toParameterSchema(schema));
}

function withLengths(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withLengths);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('wire' in schema && schema.wire === 'text') return { longest: TEXT_LENGTH_MAX, ...schema };
  return Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, withLengths(part)]),
  );
}

function leniently(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(leniently);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, leniently(part)]);
  const whole = Object.fromEntries(parts);
  return whole.type === 'number' ? { ...whole, type: ['number', 'string'] } : whole;
}

function publicField(schema: object & { wire: unknown }): object {
  const options = schema as WireOptions;
  const kind = schema.wire as WireKind;
  const shape = {
    ...publicShapes[kind](options),
    description: options.description,
    examples: options.examples,
    [DATA_CLASS]: Reflect.get(schema, DATA_CLASS),
    [SEARCHES]: Reflect.get(schema, SEARCHES),
  };
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined));
}
