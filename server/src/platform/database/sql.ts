// The `sql` template. Every interpolated value becomes a parameter, so external text never becomes
// SQL.

import { createHash } from 'node:crypto';
import { assert } from '../assert.js';

/** A statement or a part of one, with its parameters separate from its text. */
export interface Sql {
  readonly chunks: readonly string[];
  readonly values: readonly unknown[];
  /** The template literal of the statement, if only parameters were interpolated. */
  readonly template?: TemplateStringsArray;
}

/**
 * The input of the driver: numbered parameters, and a name under which the server caches the plan.
 */
interface PreparedSql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string;
}

/**
 * Builds a statement. Interpolated values become parameters, and an interpolated `sql` fragment is
 * inlined. The driver receives a bigint, string, number, boolean, null or array unchanged.
 */
export function sql(strings: TemplateStringsArray, ...inputs: readonly unknown[]): Sql {
  if (!inputs.some(isSql)) return { chunks: strings, values: inputs, template: strings };
  const chunks: string[] = [strings[0] ?? ''];
  const values: unknown[] = [];
  inputs.forEach((input, index) => {
    const after = strings[index + 1] ?? '';
    if (isSql(input)) {
      chunks[chunks.length - 1] += input.chunks[0] ?? '';
      chunks.push(...input.chunks.slice(1));
      values.push(...input.values);
      chunks[chunks.length - 1] += after;
    } else {
      values.push(input);
      chunks.push(after);
    }
  });
  return { chunks, values };
}

/**
 * Joins fragments with a separator, which must come from source code and not from input:
 * `joinSql(conditions, ' and ')`.
 */
export function joinSql(
  pieces: readonly Sql[],
  separator: ' and ' | ' or ' | ', ' | ' union all ',
): Sql {
  let joined: Sql = pieces[0] ?? { chunks: ['true'], values: [] };
  for (const piece of pieces.slice(1)) {
    joined = sql`${joined}${{ chunks: [separator], values: [] }}${piece}`;
  }
  return joined;
}

/**
 * Inserts the name of a table, a column or a type, which must come from source code and not from
 * input.
 */
export function sqlName(name: string): Sql {
  assert(/^[a-z_]+$/.test(name), 'a table or a column has a plain name');
  return { chunks: [name], values: [] };
}

interface Named {
  readonly text: string;
  readonly name: string;
}

// A template with only parameters always has the same text, so it is prepared once.
const namedTemplates = new WeakMap<TemplateStringsArray, Named>();
const names = new Map<string, string>();

/**
 * Numbers the parameters and derives the statement's name from its text, so that each connection
 * plans it only once.
 */
export function prepare(statement: Sql): PreparedSql {
  const { template, values } = statement;
  const known = template === undefined ? undefined : namedTemplates.get(template);
  if (known !== undefined) return { ...known, values };
  const named = nameOf(statement.chunks);
  if (template !== undefined) namedTemplates.set(template, named);
  return { ...named, values };
}

function nameOf(chunks: readonly string[]): Named {
  let text = chunks[0] ?? '';
  for (let index = 1; index < chunks.length; index += 1) text += `$${index}${chunks[index]}`;
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return { text, name };
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'chunks' in value && 'values' in value;
}
