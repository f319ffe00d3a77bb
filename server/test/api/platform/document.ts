// Reads the operations of a running server from its OpenAPI document, for tests that cover all of
// them.

import type { Json, TestApp } from '../../support/app.js';

export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path with its placeholders, such as `/api/v1/crm/lead/id/{id}`. */
  readonly path: string;
  readonly permissions: readonly string[];
  /** The scope of a write: FIRM if it changes data that all business offices share. */
  readonly scope: 'FIRM' | 'OFFICE' | undefined;
  readonly kind: 'write' | 'other';
  readonly body: Json | undefined;
  readonly example: Json | undefined;
  readonly parameters: readonly Json[];
}

export async function readDocument(app: TestApp): Promise<Json> {
  return (await app.as('NOBODY').get('/openapi.json')).body;
}

/** Returns every operation in the document. */
export function operationsOf(document: Json): readonly Operation[] {
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const content = operation.requestBody?.content['application/json'];
      operations.push({
        id: operation.operationId,
        method: methodOf(method),
        path,
        permissions: operation['x-permissions'] ?? [],
        scope: operation['x-scope'],
        kind: JSON.stringify(operation.parameters ?? []).includes('IdempotencyKey')
          ? 'write'
          : 'other',
        body: content?.schema,
        example: content?.example,
        parameters: operation.parameters ?? [],
      });
    }
  }
  return operations;
}

function methodOf(method: string): Operation['method'] {
  if (method === 'get' || method === 'post' || method === 'put' || method === 'delete') {
    return method;
  }
  throw new Error(`the document has a method ${method}`);
}

/** Fills the placeholders of a path with a value that suits most of them. */
export function concrete(operation: Operation, value = '1'): string {
  return operation.path.replaceAll(/\{\w+\}/g, value);
}
