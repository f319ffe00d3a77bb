// This project's programs as Node runs them: compiled beside compiled tests, else through tsx.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../src/platform/files/package-folder.js';

const COMPILED = import.meta.url.endsWith('.js');

/** What Node is given to run `countinghouse`. */
export function mainProgram(): string[] {
  return wordsFor(join(packageFolder(), COMPILED ? 'dist/src/main.js' : 'src/main.ts'));
}

/**
 * The same for a file beside a test.
 * @param test `import.meta.url` of the test
 * @param name of the file, without its ending
 */
export function programBeside(test: string, name: string): string[] {
  return wordsFor(fileURLToPath(new URL(`./${name}${COMPILED ? '.js' : '.ts'}`, test)));
}

function wordsFor(file: string): string[] {
  return COMPILED ? [file] : ['--import', import.meta.resolve('tsx'), file];
}
