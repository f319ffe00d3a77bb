// Runs the test files of one process, each as a separate suite, one after another.

import { createRequire } from 'node:module';
import { after, before, describe } from 'node:test';
import { COST_OF, childrenCpuMs, note, ownCpuMs } from './cost.js';
import { openShared } from './shared.js';
import type { StopTracking } from './untracked.js';

/** The property of the global object through which a bundled test file finds the shared script. */
export const SHARED_PROPERTY = '__countinghouseShared';

/** A bundled test file. */
export interface GroupedFile {
  /** The path of its source in the project. */
  readonly name: string;
  /** The path of the bundle. */
  readonly file: string;
}

/**
 * Declares a suite for each file. A file's hooks belong to its suite, because the file is loaded
 * while its suite is declared.
 * @param script the path of the shared script
 * @param stopTracking called when all suites are declared
 */
export function runGroup(
  { script, files }: { readonly script: string; readonly files: readonly GroupedFile[] },
  stopTracking: StopTracking,
): void {
  Object.assign(globalThis, { [SHARED_PROPERTY]: openShared(script) });
  const openMs = ownCpuMs() / files.length;
  const load = createRequire(script);
  for (const { name, file } of files) {
    describe(name, () => {
      let ownMs = 0;
      let childrenMs = 0;
      before(() => {
        stopTracking();
        process.env[COST_OF] = name;
        ownMs = ownCpuMs();
        childrenMs = childrenCpuMs();
      });
      const loadingMs = ownCpuMs();
      load(file);
      const startMs = openMs + ownCpuMs() - loadingMs;
      after(() => {
        note({
          startMs,
          ownMs: startMs + ownCpuMs() - ownMs,
          childrenMs: childrenCpuMs() - childrenMs,
        });
      });
    });
  }
}
