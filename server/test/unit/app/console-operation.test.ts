// The operations in the OpenAPI document that no page of the console calls. A new operation needs a
// page, or a place in this list, which `UPDATE_GOLDEN=1` updates.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { readGoldenDocument } from '../../support/golden-document.js';

const GOLDEN = join(packageFolder(), 'test', 'golden', 'console-operation.json');
const SOURCES = join(packageFolder(), '..', 'console', 'src');
const PREFIX = '/api/v1/';
/** The SDK client itself contains the address of the event stream. */
const BY_THE_CLIENT = ['/api/v1/event/stream'];
/** This file contains prefixes of paths, not operations. */
const WITHOUT_CALLS = join('lib', 'live.ts');

/** Returns the paths in the console's sources. A template's placeholder matches any part. */
function calledPaths(): { readonly exact: ReadonlySet<string>; readonly some: readonly RegExp[] } {
  const names = readdirSync(SOURCES, { recursive: true }).map((name) => String(name));
  const sources = names.filter((name) => /\.tsx?$/.test(name) && name !== WITHOUT_CALLS);
  const texts = sources.map((name) => readFileSync(join(SOURCES, name), 'utf8'));
  const quoted = texts.flatMap((text) => [...text.matchAll(/'(\/?[a-z][\w/{}-]*)'/g)]);
  const templates = texts.flatMap((text) => [...text.matchAll(/`([a-z][\w/{}-]*\$\{[^`]*)`/g)]);
  return {
    exact: new Set(quoted.map(([, path = '']) => path)),
    some: templates.map(([, path = '']) => {
      const parts = path.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[{}]/g, '\\$&'));
      return new RegExp(`^${parts.join('[^/]+')}$`);
    }),
  };
}

describe('the console', () => {
  it('calls all operations in the document, except those in a list', () => {
    const { exact, some } = calledPaths();
    const paths = Object.keys(readGoldenDocument().paths);
    const isCalled = (path: string): boolean => {
      if (BY_THE_CLIENT.includes(path)) return true;
      const name = path.replace(PREFIX, '');
      return exact.has(name) || exact.has(path) || some.some((form) => form.test(name));
    };
    const notReached = paths.filter((path) => !isCalled(path)).sort();
    const found = { reached: paths.length - notReached.length, notReached };
    if (process.env.UPDATE_GOLDEN === '1') {
      writeFileSync(GOLDEN, `${JSON.stringify(found, null, 2)}\n`);
    }
    assert.deepEqual(found, JSON.parse(readFileSync(GOLDEN, 'utf8')));
  });
});
