// Builds the SDK and the server with the compiler, and the console with its own script. Prints what
// it builds. Up-to-date parts take only a moment.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const COMPILER = createRequire(import.meta.url).resolve('typescript/package.json');

const STEPS = [
  {
    name: 'SDK and server',
    words: [join(dirname(COMPILER), 'bin', 'tsc'), '--build', 'sdk', 'server'],
  },
  { name: 'console', words: [join(ROOT, 'console', 'build.js')] },
];

/** Runs all steps at once. If one fails, prints its errors and resolves to false. */
export async function buildAll() {
  const began = performance.now();
  process.stdout.write(`building ${STEPS.map(({ name }) => name).join(', ')}\n`);
  const failed = (await Promise.all(STEPS.map(run))).filter((name) => name !== undefined);
  if (failed.length > 0) {
    process.stdout.write(`building failed: ${failed.join(', ')}\n`);
    return false;
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`built in ${seconds} s\n`);
  return true;
}

async function run({ name, words }) {
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0 ? undefined : name;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = (await buildAll()) ? 0 : 1;
}
