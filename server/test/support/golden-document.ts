// The golden OpenAPI document, stored in parts whose diffs are readable: the operations of each
// tag, the schemas, and the rest.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../src/platform/package-folder.js';
import type { Json } from './app.js';

const FOLDER = join(packageFolder(), 'test', 'golden', 'openapi');
const COLUMNS = 100;

/** Reads the complete document. */
export function readGoldenDocument(): Json {
  const read = (name: string): Json => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  const { components, ...head } = read('document.json');
  const paths = head.tags.map(({ name }: Json) => read(`paths/${name}.json`));
  return {
    ...head,
    paths: Object.assign({}, ...paths),
    components: { ...components, schemas: read('schemas.json') },
  };
}

/**
 * Fails if the document differs from the golden one. With UPDATE_GOLDEN, stores the document as the
 * new golden one.
 */
export function expectGoldenDocument(document: Json): void {
  const parts = partsOf(document);
  if (process.env.UPDATE_GOLDEN === '1') renew(parts);
  assert.deepEqual(goldenFiles(), [...parts.keys()].sort(), 'each tag has a golden file');
  for (const [name, text] of parts) {
    assert.ok(
      readFileSync(join(FOLDER, name), 'utf8') === text,
      `openapi/${name} differs; if that is meant, renew it with UPDATE_GOLDEN=1`,
    );
  }
}

function goldenFiles(): string[] {
  const names = readdirSync(FOLDER, { recursive: true }).map((name) => String(name));
  return names.filter((name) => name.endsWith('.json')).sort();
}

/** Returns the text of each file, keyed by file name. */
function partsOf({ paths, components, ...head }: Json): ReadonlyMap<string, string> {
  const { schemas, ...others } = components;
  const byTag = new Map<string, Json>(head.tags.map(({ name }: Json) => [name, {}]));
  for (const [path, item] of Object.entries<Json>(paths)) {
    const tags = new Set(Object.values<Json>(item).map(({ tags: [tag] }) => tag));
    assert.equal(tags.size, 1, `the operations of ${path} have one tag`);
    for (const tag of tags) byTag.set(tag, { ...byTag.get(tag), [path]: item });
  }
  return new Map([
    ['document.json', `${goldenText({ ...head, components: others })}\n`],
    ['schemas.json', `${goldenText(schemas)}\n`],
    ...[...byTag].map(
      ([tag, items]) => [join('paths', `${tag}.json`), `${goldenText(items)}\n`] as const,
    ),
  ]);
}

function renew(parts: ReadonlyMap<string, string>): void {
  for (const [name, text] of parts) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
    writeFileSync(join(FOLDER, name), text);
  }
  for (const name of goldenFiles()) {
    if (!parts.has(name)) rmSync(join(FOLDER, name));
  }
}

/** Formats JSON with one field per line, or on a single line if everything fits. */
export function goldenText(value: Json, indent = '', before = 0): string {
  const line = lineOf(value);
  const isShort = indent.length + before + line.length < COLUMNS;
  if (isShort || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Object.entries<Json>(value).map(([name, member]) => {
    const key = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return `${inner}${key}${goldenText(member, inner, key.length)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

function lineOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${lineOf(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
