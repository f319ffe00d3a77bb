// Finds the programs of this project that tests start: compiled ones if the tests are compiled,
// otherwise run through tsx.

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../../src/platform/package-folder.js';

const COMPILED = import.meta.url.endsWith('.js');

const MAIN = join(packageFolder(), COMPILED ? 'dist/src/main.js' : 'src/main.ts');

/** Returns Node's arguments for running `countinghouse`. */
export function mainProgram(): string[] {
  return wordsFor(bundledOrSelf(MAIN));
}

/**
 * Returns the arguments of the shipped program, without the bundle that makes tests start faster.
 */
export function shippedProgram(): string[] {
  return wordsFor(MAIN);
}

/**
 * Returns Node's arguments for running a file next to a test.
 * @param test `import.meta.url` of the test
 * @param name the name of the file, without its extension
 */
export function programBeside(test: string, name: string): string[] {
  const file = fileURLToPath(new URL(`./${name}${COMPILED ? '.js' : '.ts'}`, test));
  return wordsFor(bundledOrSelf(file));
}

function wordsFor(file: string): string[] {
  return COMPILED ? [file] : ['--import', import.meta.resolve('tsx'), file];
}

/**
 * Returns the bundled program if there is one. The test command bundles programs that tests start
 * often, because bundles start faster.
 */
function bundledOrSelf(file: string): string {
  const folder = process.env.TEST_BUNDLE;
  if (folder === undefined) return file;
  const twin = join(folder, relative(join(packageFolder(), '..'), file));
  return existsSync(twin) ? twin : file;
}
