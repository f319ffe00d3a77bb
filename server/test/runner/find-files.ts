// Finds the compiled test files.

import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

/** Where tests are written, and where the compiler puts them. */
const PLACES = [
  { sources: join(ROOT, 'server', 'test'), compiled: join(ROOT, 'server', 'dist', 'test') },
  { sources: join(ROOT, 'sdk', 'test'), compiled: join(ROOT, 'sdk', 'dist', 'test') },
] as const;

/** Test files of these folders share a process, because what they share is expensive to start. */
const TOGETHER = ['browser'] as const;

/**
 * Returns the compiled files of tests whose path contains one of the words, of all without words.
 * They are listed from the sources, so what is left of a deleted test never runs.
 */
export async function findTestFiles(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { sources, compiled } of PLACES) {
    const names = await readdir(sources, { recursive: true }).catch(() => []);
    for (const name of names.sort()) {
      const isWanted = words.length === 0 || words.some((word) => name.includes(word));
      if (name.endsWith('.test.ts') && isWanted) {
        found.push(join(compiled, name.replace(/\.ts$/, '.js')));
      }
    }
  }
  return found;
}

/** Replaces files that share a process by one file that imports them. */
export async function gathered(files: readonly string[]): Promise<string[]> {
  let rest = [...files];
  for (const name of TOGETHER) {
    const folder = join(ROOT, 'server', 'dist', 'test', name);
    const members = rest.filter((file) => dirname(file) === folder);
    if (members.length < 2) continue;
    const file = join(folder, 'together.test.js');
    await writeFile(file, members.map((each) => `import './${basename(each)}';\n`).join(''));
    rest = [...rest.filter((each) => !members.includes(each)), file];
  }
  return rest;
}
