// Finds an operation in a server's OpenAPI document by the name or path that a user enters.

import { WrongUsage } from './integrator.js';

/** An operation, with its path as in the document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The names of the operation's path and query parameters. */
  readonly names: Readonly<Record<'path' | 'query', readonly string[]>>;
  /** The values of path parameters that the entered path contains. */
  readonly given: Readonly<Record<string, string>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
}

/** The parts of the document that are used here. */
export interface OperationDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

const MOUNT = '/api/v1/';

/**
 * Finds an operation by an operation id, or by a path. The mount may be omitted, and parameters may
 * be filled in (`order/tradeorder/id/7`). Throws WrongUsage with similar operations if there is no
 * match.
 * @param method the HTTP method, for a path with several methods
 */
export function findOperation(
  document: OperationDocument,
  word: string,
  method: string | undefined,
): Operation {
  const all = operationsOf(document);
  const ofMethod = (each: Operation) =>
    method === undefined || each.method === method.toUpperCase();
  const byName = all.filter(({ id }) => id.toLowerCase() === word.toLowerCase());
  const found = (byName.length > 0 ? byName : atPath(all, word)).filter(ofMethod);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) {
    const methods = found.map((each) => each.method).join(', ');
    throw new WrongUsage(`${word} has several methods (${methods}); choose one with --method`);
  }
  throw new WrongUsage(`unknown operation ${word}${similarTo(all, word)}`);
}

function operationsOf({ paths }: OperationDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, summary, parameters = [] }]) => ({
      ...{ id: operationId, method: method.toUpperCase(), path, summary, given: {} },
      names: { path: namesIn(parameters, 'path'), query: namesIn(parameters, 'query') },
    })),
  );
}

function namesIn(parameters: DocumentedOperation['parameters'], place: string): string[] {
  return (parameters ?? []).flatMap((each) =>
    each.in === place && each.name !== undefined ? [each.name] : [],
  );
}

// An exact match comes first, so that `order/tradeorder/id/{id}` does not also match other paths
// with parameters.
function atPath(all: readonly Operation[], word: string): Operation[] {
  const wanted = partsOf(word);
  const same = all.filter(({ path }) => partsOf(path).join('/') === wanted.join('/'));
  if (same.length > 0) return same;
  return all.flatMap((operation) => {
    const parts = partsOf(operation.path);
    if (parts.length !== wanted.length) return [];
    const given: Record<string, string> = {};
    for (const [at, part] of parts.entries()) {
      const value = wanted[at] ?? '';
      const place = /^\{(\w+)\}$/.exec(part)?.[1];
      if (place === undefined && part !== value) return [];
      if (place !== undefined) given[place] = decodeURIComponent(value);
    }
    return [{ ...operation, given }];
  });
}

function partsOf(path: string): string[] {
  const short = path.startsWith(MOUNT) ? path.slice(MOUNT.length) : path.replace(/^\//, '');
  return short.split('/');
}

const SIMILAR_MAX = 8;

function similarTo(all: readonly Operation[], word: string): string {
  const words = word
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((each) => each.length > 2);
  const similar = all
    .map((each) => ({ each, score: words.filter((one) => isIn(each, one)).length }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, SIMILAR_MAX);
  if (similar.length === 0) return '; /openapi.json lists all operations';
  const lines = similar.map(({ each }) => `  ${each.id}  ${each.method} ${each.path}`);
  return `; similar operations:\n${lines.join('\n')}`;
}

function isIn({ id, path, summary }: Operation, word: string): boolean {
  return `${id} ${path} ${summary}`.toLowerCase().includes(word);
}
