// Project layout: folder sizes, imports without cycles, and the location of SQL. The rules are in
// docs/architecture.md. No file is exempt.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { describe, test } from 'node:test';
import { importCycles, importsOf } from './support/import.js';
import { projectFolder, readSources } from './support/source.js';
import { drawTree } from './support/source-tree.js';

const MODULES = 'server/src/modules/';
const FENCE = '```';
const TREE = /(<!-- tree -->\n\n```\n)[\s\S]*?\n```\n/;
const FILES_MAX = 40;
/**
 * The maximum number of files next to sub-folders. A folder with both files and sub-folders must
 * stay small.
 */
const FILES_BESIDE_FOLDERS_MAX = 12;

const sources = readSources();
const program = sources.filter(({ path }) => /^(server|console|sdk)\/src\/.*\.tsx?$/.test(path));
const imports = program.flatMap(importsOf);

/** Returns the names of the files in each folder, not counting sub-folders. */
function filesByFolder(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), basename(path)]);
  }
  return folders;
}

describe('folders', () => {
  const written = sources.filter(({ path }) =>
    /^(server|console|sdk)\/(src|test|bench)\//.test(path),
  );
  const folders = filesByFolder(written.map(({ path }) => path));

  test(`a folder has at most ${FILES_MAX} files`, () => {
    const full = [...folders].filter(([, files]) => files.length > FILES_MAX);
    assert.deepEqual(
      full.map(([folder, files]) => `${folder}: ${files.length}`),
      [],
    );
  });

  test(`in the program at most ${FILES_BESIDE_FOLDERS_MAX} files are next to sub-folders`, () => {
    const paths = [...folders.keys()];
    const full = [...folders].filter(
      ([folder, files]) =>
        /\/src(\/|$)/.test(folder) &&
        paths.some((path) => path.startsWith(`${folder}/`)) &&
        files.filter((name) => name !== 'README.md').length > FILES_BESIDE_FOLDERS_MAX,
    );
    assert.deepEqual(
      full.map(([folder, files]) => `${folder}: ${files.length}`),
      [],
    );
  });

  test('no file of a module repeats the name of its folder at its beginning', () => {
    const repeated = program.filter(({ path }) => {
      const folder = basename(dirname(path));
      return path.startsWith(MODULES) && basename(path).startsWith(`${folder}-`);
    });
    assert.deepEqual(
      repeated.map(({ path }) => path),
      [],
    );
  });

  test('docs/architecture.md shows the current tree', () => {
    const path = join(projectFolder(), 'docs/architecture.md');
    const page = readFileSync(path, 'utf8');
    const drawn = page.replace(
      TREE,
      (_, start: string) => `${start}${drawTree(program)}\n${FENCE}\n`,
    );
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, drawn);
    else assert.equal(page, drawn, 'UPDATE_GOLDEN=1 renews it');
  });
});

describe('imports', () => {
  test('no files import each other in a circle, types included', () => {
    assert.deepEqual(importCycles(imports), []);
  });

  const inModules = filesByFolder(
    program.filter(({ path }) => path.startsWith(MODULES)).map(({ path }) => path),
  );
  const modules = new Set([...inModules.keys()].map((path) => moduleOf(path)));
  for (const module of modules) {
    const nested = [...inModules.keys()]
      .filter((path) => moduleOf(path) === module)
      .map((path) => path.slice(MODULES.length).split('/')[1])
      .filter((folder) => folder !== undefined);
    if (nested.length === 0) continue;
    test(`folders of ${module} import only those that its README names before them`, () => {
      const order = writtenOrder(module);
      assert.deepEqual([...order].sort(), [...new Set(nested)].sort(), 'the folders of the README');
      const backwards = imports.filter(({ from, to }) => {
        const [here, there] = [folderIn(module, from), folderIn(module, to)];
        return (
          here !== undefined && there !== undefined && order.indexOf(there) > order.indexOf(here)
        );
      });
      assert.deepEqual(
        backwards.map(({ from, line, to }) => `${from}:${line} imports ${to}`),
        [],
      );
    });
  }
});

function moduleOf(path: string): string {
  return path.slice(MODULES.length).split('/')[0] ?? '';
}

/**
 * Returns the sub-folder of a module that contains a file. Undefined at the module's root and
 * outside the module.
 */
function folderIn(module: string, path: string): string | undefined {
  if (!path.startsWith(`${MODULES}${module}/`)) return undefined;
  const [folder, file] = path.slice(`${MODULES}${module}/`.length).split('/');
  return file === undefined ? undefined : folder;
}

function writtenOrder(module: string): readonly string[] {
  const path = join(projectFolder(), MODULES, module, 'README.md');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const line = /^Folders, each importing only those before it: (.+)$/m.exec(text)?.[1] ?? '';
  return line.split(' < ').map((name) => name.trim());
}

describe('SQL', () => {
  test('is only in queries.ts or <part>-queries.ts', () => {
    const elsewhere = program.filter(
      ({ path, code }) =>
        !/(^|[/-])queries\.ts$/.test(path) &&
        !path.startsWith('server/src/platform/database/') &&
        code.some((line) => /\bsql`/.test(line)),
    );
    assert.deepEqual(
      elsewhere.map(({ path }) => path),
      [],
    );
  });
});
