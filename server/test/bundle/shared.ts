// The script that bundled tests and programs share, run with V8's code cache.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';

// V8 optimizes a function that has executed this many bytes of code. At V8's default of 67,584
// bytes, the tests would spend a fifth of their CPU time on optimizing functions in processes that
// end before the optimized code saves any time. The flag is set before the script is read, because
// V8 accepts a code cache only if the flags are the same.
setFlagsFromString('--interrupt-budget=1500000');

/** The shared modules, keyed by path. A module runs when it is first required. */
export type Shared = Readonly<Record<string, () => unknown>>;

/** Returns the path of a script's code cache. */
export function cacheOf(file: string): string {
  return `${file}.cache`;
}

/**
 * Reads the script, which is ASCII. If V8 accepts the code cache, the script is not compiled again.
 */
export function readScript(file: string): Script {
  const cache = cacheOf(file);
  return new Script(readFileSync(file, 'latin1'), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(existsSync(cache) ? { cachedData: readFileSync(cache) } : {}),
  });
}

/** Evaluates the bundle script, which defines its modules without executing any of them. */
export function runScript(script: Script, file: string): Shared {
  const module: { exports: Shared } = { exports: {} };
  script.runInThisContext()(module, createRequire(file));
  return module.exports;
}

/**
 * Opens the script for one program or process of test files. Returns a function that loads a module
 * by path.
 */
export function openShared(file: string): (path: string) => unknown {
  const shared = runScript(readScript(file), file);
  return (path) => {
    const run = shared[path];
    if (run === undefined) throw new Error(`${path} is not in ${file}`);
    return run();
  };
}
