// Compares the SDK's types with those generated from the golden documents, or regenerates them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../../src/platform/package-folder.js';

const PROGRAM = join(packageFolder(), '..', 'sdk', 'scripts', 'generate.js');

/**
 * Fails if the SDK's types do not match the golden documents. With UPDATE_GOLDEN, regenerates them.
 */
export function expectSdkTypes(): void {
  if (process.env.UPDATE_GOLDEN === '1') runProgram();
  else runProgram('--check');
}

/** Regenerates the types if UPDATE_GOLDEN is set, for a test that updates a golden document. */
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
