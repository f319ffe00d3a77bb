// Checks that the contributors' worked examples name existing files, and that their fragments use
// existing exports.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, it } from 'node:test';
import { projectFolder } from './support/source.js';

const FOLDER = 'docs/contributing';

const PAGES = [
  'add-a-module.md',
  'add-a-notification.md',
  'add-a-product.md',
  'add-a-report.md',
  'add-an-exchange-adapter.md',
  'add-an-order-type.md',
];

interface Fragment {
  readonly path: string;
  readonly isNew: boolean;
  readonly code: string;
}

const read = (path: string): string => readFileSync(join(projectFolder(), path), 'utf8');
const exists = (path: string): boolean => existsSync(join(projectFolder(), path));

/** Returns the paths in backticks, relative to the project's root. */
function pathsOf(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/`((?:server|console|sdk|docs)\/[^`\s]*)`/g)].map(
    ([, path = '']) => path,
  );
}

/** Returns the TypeScript blocks of a page. Each begins with a comment that names its file. */
function fragmentsOf(text: string): readonly Fragment[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => {
    const [first = '', ...lines] = block
      .replaceAll(/^ +(?=\/\/ (?:existing|new): )/g, '')
      .split('\n');
    const [, kind, path = ''] = /^\/\/ (existing|new): (\S+)$/.exec(first) ?? [];
    assert.ok(kind !== undefined, `a block begins with "${first}" and names no file`);
    return { path, isNew: kind === 'new', code: lines.join('\n') };
  });
}

/** Returns the names that TypeScript code exports. */
function exportsOf(code: string): ReadonlySet<string> {
  const declared = /^\s*export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
  const listed = /\bexport (?:type )?\{([^}]*)\}/g;
  const names = [...code.matchAll(listed)].flatMap(([, list = '']) => namesOf(list, 'last'));
  return new Set([...[...code.matchAll(declared)].map(([, name = '']) => name), ...names]);
}

/** Returns the names in braces. For `a as b`, returns either the first or the last name. */
function namesOf(list: string, which: 'first' | 'last'): readonly string[] {
  return list.split(',').flatMap((each) => {
    const name = each
      .replace(/^\s*type\s/, '')
      .trim()
      .split(/\s+as\s+/)
      .at(which === 'first' ? 0 : -1);
    return name === undefined || name === '' ? [] : [name];
  });
}

/** Returns the names that a fragment imports from the program, as pairs of file and name. */
function importsOf({ path, code }: Fragment): readonly (readonly [string, string])[] {
  const imports = /\bimport (?:type )?\{([^}]*)\} from '(\.[^']*)'/g;
  return [...code.matchAll(imports)].flatMap(([, list = '', target = '']) => {
    const file = join(dirname(path), target).replace(/\.js$/, '.ts');
    return namesOf(list, 'first').map((name) => [file, name] as const);
  });
}

describe('the worked examples', () => {
  it('are the expected pages', () => {
    const there = readdirSync(join(projectFolder(), FOLDER)).filter((name) => name !== 'README.md');
    assert.deepEqual(there.toSorted(), PAGES);
  });

  for (const page of PAGES) {
    const text = read(`${FOLDER}/${page}`);

    it(`name files that exist: ${page}`, () => {
      const paths = pathsOf(text);
      assert.ok(paths.length >= 5, 'a page names the files to touch');
      assert.deepEqual(
        paths.filter((path) => !exists(path)),
        [],
      );
    });

    it(`show exports in their own files: ${page}`, () => {
      const shown = fragmentsOf(text).filter(({ isNew }) => !isNew);
      assert.ok(shown.length >= 2, 'a page shows code that exists');
      const missing = shown.flatMap(({ path, code }) => {
        const names = [...exportsOf(code)];
        assert.ok(names.length > 0, `the fragment of ${path} names no export`);
        const real = exists(path) ? exportsOf(read(path)) : new Set();
        return names.filter((name) => !real.has(name)).map((name) => `${path} ${name}`);
      });
      assert.deepEqual(missing, []);
    });

    it(`import names that are exported, or that the page adds: ${page}`, () => {
      const fragments = fragmentsOf(text);
      const added = new Set(fragments.filter(({ isNew }) => isNew).map(({ path }) => path));
      const wrong = fragments.flatMap(importsOf).filter(([file, name]) => {
        if (added.has(file) && !exists(file)) return false;
        return !exists(file) || !exportsOf(read(file)).has(name);
      });
      assert.deepEqual(wrong, []);
    });
  }
});
