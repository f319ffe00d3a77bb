// Finds the compiled test files.

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

/** The folders with test sources, and the folders with their compiled files. */
const PLACES = [
  { sources: join(ROOT, 'server', 'test'), compiled: join(ROOT, 'server', 'dist', 'test') },
  { sources: join(ROOT, 'sdk', 'test'), compiled: join(ROOT, 'sdk', 'dist', 'test') },
] as const;

/**
 * Returns the compiled test files whose path contains one of the words, or all files if there are
 * no words. Starts from the sources, so that compiled leftovers of deleted tests never run.
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
