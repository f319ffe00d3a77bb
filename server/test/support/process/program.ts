// This project's programs as Node runs them: compiled beside compiled tests, else through tsx.

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../../src/platform/package-folder.js';

const COMPILED = import.meta.url.endsWith('.js');

const MAIN = join(packageFolder(), COMPILED ? 'dist/src/main.js' : 'src/main.ts');

/** What Node is given to run `countinghouse`. */
export function mainProgram(): string[] {
  return wordsFor(twinOrSelf(MAIN));
}

/** The same as it ships: what begins sooner in tests is left aside. */
export function shippedProgram(): string[] {
  return wordsFor(MAIN);
}

/**
 * The same for a file beside a test.
 * @param test `import.meta.url` of the test
 * @param name of the file, without its ending
 */
export function programBeside(test: string, name: string): string[] {
  const file = fileURLToPath(new URL(`./${name}${COMPILED ? '.js' : '.ts'}`, test));
  return wordsFor(twinOrSelf(file));
}

function wordsFor(file: string): string[] {
  return COMPILED ? [file] : ['--import', import.meta.resolve('tsx'), file];
}

/** The test command bundles programs that tests start often; they begin sooner. */
function twinOrSelf(file: string): string {
  const folder = process.env.TEST_BUNDLE;
  if (folder === undefined) return file;
  const twin = join(folder, relative(join(packageFolder(), '..'), file));
  return existsSync(twin) ? twin : file;
}
