// Generates sample event data from the schema of the event's kind, for testing receivers.

import type { TSchema } from '@sinclair/typebox';
import { assert } from '../assert.js';
import type { EventKind } from './catalogue.js';

/** Generates data that fits a kind's schema, including optional members. */
export function sampleOf(kind: EventKind): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(kind.data).map(([name, schema]) => [name, sampleValue(schema)]),
  );
}

function sampleValue(schema: TSchema): unknown {
  if ('const' in schema) return schema.const;
  const [first] = schema.anyOf ?? schema.enum ?? [];
  if (first !== undefined) return typeof first === 'object' ? sampleValue(first) : first;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return sampleText(schema);
    case 'array':
      return schema.items === undefined ? [] : [sampleValue(schema.items)];
    case 'object':
      return Object.fromEntries(
        Object.entries<TSchema>(schema.properties ?? {}).map(([name, member]) => [
          name,
          sampleValue(member),
        ]),
      );
    default:
      assert(schema.type === 'null', 'a sample supports every kind of member');
      return null;
  }
}

function sampleText({ format, pattern }: TSchema): string {
  if (format === 'date') return '2030-01-02';
  // The pattern of ids that are sent as text.
  return pattern === '^\\d+$' ? '1' : 'SAMPLE';
}
