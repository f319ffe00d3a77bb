// Finds an operation in the OpenAPI document of a server by what a person calls it.

import { WrongUsage } from './integrator.js';

/** An operation, with its path as the document has it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Names that its path and its query take. */
  readonly names: Readonly<Record<'path' | 'query', readonly string[]>>;
  /** Values that stood in the path that was given. */
  readonly given: Readonly<Record<string, string>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
}

/** The parts of the document that are read here. */
export interface OperationDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

const MOUNT = '/api/v1/';

/**
 * The operation that a word means: an operation id, or a path with or without its mount, whose
 * places may be filled in (`order/tradeorder/id/7`). Throws WrongUsage with what is near.
 * @param method only of this HTTP method, where a path has several
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
    throw new WrongUsage(`${word} has ${methods}: say which with --method`);
  }
  throw new WrongUsage(`there is no operation ${word}${nearOf(all, word)}`);
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

// Paths as they stand go first: `order/tradeorder/id/{id}` is no value of another one's place.
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

const NEAR_SHOWN_MAX = 8;

function nearOf(all: readonly Operation[], word: string): string {
  const words = word
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((each) => each.length > 2);
  const near = all
    .map((each) => ({ each, score: words.filter((one) => isIn(each, one)).length }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, NEAR_SHOWN_MAX);
  if (near.length === 0) return '; /openapi.json has them all';
  const lines = near.map(({ each }) => `  ${each.id}  ${each.method} ${each.path}`);
  return `; near are\n${lines.join('\n')}`;
}

function isIn({ id, path, summary }: Operation, word: string): boolean {
  return `${id} ${path} ${summary}`.toLowerCase().includes(word);
}
