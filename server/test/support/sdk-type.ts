// The types of the SDK, generated from the golden documents: compared with them, or renewed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../../src/platform/package-folder.js';

const PROGRAM = join(packageFolder(), '..', 'sdk', 'scripts', 'generate.js');

/** Fails if they are not generated from the goldens; with UPDATE_GOLDEN, generates them. */
export function expectSdkTypes(): void {
  if (process.env.UPDATE_GOLDEN === '1') runProgram();
  else runProgram('--check');
}

/** Generates them with UPDATE_GOLDEN, for a test that renews a golden document. */
export function renewSdkTypes(): void {
  if (process.env.UPDATE_GOLDEN === '1') runProgram();
}

function runProgram(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 0, `${stderr}\nrenew them: npm run generate -w sdk`);
}
