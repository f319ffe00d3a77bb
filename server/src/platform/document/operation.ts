// The operations of an OpenAPI document, from which other documents are built.

import type { Sliced } from '../concurrency/turn.js';
import type { Json } from './openapi-type.js';

/** A parameter in the path or the query. */
interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string | undefined;
}

/** A member of a body. */
export interface DocumentedMember {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  /** The type in words, such as `integer` or `BUY | SELL`. */
  readonly type: string;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly isPublic: boolean;
  readonly isWrite: boolean;
  readonly parameters: readonly DocumentedParameter[];
  readonly members: readonly DocumentedMember[];
  /** An example body that works with the demonstration data. Undefined if none is declared. */
  readonly example: unknown;
  readonly takesBody: boolean;
  /** The codes of the operation's own problems, besides those common to all operations. */
  readonly problems: readonly string[];
}

/** Returns all operations in document order. The caller can pause after each path. */
export function* documentedOperations(document: Json): Sliced<readonly DocumentedOperation[]> {
  const shared: Json = Object(Object(document.components).responses);
  const operations: DocumentedOperation[] = [];
  for (const [path, item] of Object.entries(Object(document.paths))) {
    for (const [method, operation] of Object.entries(Object(item))) {
      operations.push({
        ...operationOf(Object(operation), path, method.toUpperCase()),
        problems: problemsOf(Object(Object(operation).responses), shared),
      });
    }
    yield;
  }
  return operations;
}

function operationOf(
  operation: Json,
  path: string,
  method: string,
): Omit<DocumentedOperation, 'problems'> {
  const parameters = listOf(operation.parameters).map((each): Json => Object(each));
  const named = parameters.filter((each) => each.name !== undefined);
  const media = Object(Object(Object(operation.requestBody).content)['application/json']);
  return {
    id: String(operation.operationId),
    tag: String(listOf(operation.tags)[0]),
    method,
    path,
    summary: String(operation.summary),
    description: textOf(operation.description),
    isPublic: Array.isArray(operation.security) && operation.security.length === 0,
    // Only writes have parameters without a name, which refer to the shared request headers.
    isWrite: parameters.length > named.length,
    parameters: named.map((each) => ({
      name: String(each.name),
      in: String(each.in),
      required: each.required === true,
      description: textOf(each.description),
    })),
    members: membersOf(Object(media.schema)),
    example: media.example,
    takesBody: operation.requestBody !== undefined,
  };
}

function membersOf(schema: Json): DocumentedMember[] {
  const required = new Set<unknown>(listOf(schema.required));
  return Object.entries(Object(schema.properties)).map(([name, member]) => ({
    name,
    required: required.has(name),
    description: textOf(Object(member).description),
    type: typeOf(Object(member)),
  }));
}

function typeOf(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (schema.type === 'array') return `list of ${typeOf(Object(schema.items))}`;
  if (schema.format === 'date' || schema.format === 'date-time') return String(schema.format);
  return listOf(schema.type).join(' or ') || 'any';
}

/** @param shared the replies that operations refer to, by name */
function problemsOf(responses: Json, shared: Json): string[] {
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return refusals.flatMap(([, response]) => {
    const name = String(Object(response).$ref ?? '').replace('#/components/responses/', '');
    const { content } = Object(shared[name] ?? response);
    return Object.keys(Object(Object(Object(content)['application/problem+json']).examples));
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
