// Finds the folder and the version of the server package, whether it runs from source or compiled.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssertionFailed } from './assert.js';

/** Returns the folder that contains `schema/` and `migrations/`, wherever this file runs. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 8; up += 1) {
    if (existsSync(join(folder, 'schema')) && existsSync(join(folder, 'package.json'))) {
      return folder;
    }
    folder = dirname(folder);
  }
  throw new AssertionFailed('the server package is complete');
}

let version: string | undefined;

/** Returns the version of the program. */
export function packageVersion(): string {
  version ??= readVersion();
  return version;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
  return String(Object(manifest).version);
}
