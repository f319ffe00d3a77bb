// Finds the server package's own folder, whether it runs from source or from the compiled tree.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssertionFailed } from './assert.js';

/** Returns the folder that contains `schema/` and `migrations/`, however this file was started. */
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
