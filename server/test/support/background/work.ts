// Work for tests of background processes, in a module that such a process can load.

import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** This module, for `makeInBackground`. */
export const WORK = import.meta.url;

/** As many bytes as requested. */
export function bytes({ count }: { readonly count: number }): Uint8Array {
  return new Uint8Array(count).fill(7);
}

/** Fails instead of returning bytes. */
export function broken(): never {
  throw new TypeError('the pen is broken');
}

/** The process that runs this, as JSON. */
export function about(): Uint8Array {
  return asJson({ pid: process.pid, priority: getPriority() });
}

/** The names of its environment, as JSON. */
export function environment(): Uint8Array {
  return asJson(Object.keys(process.env));
}

/** The process that runs this, after a while. */
export async function slow({ millis }: { readonly millis: number }): Promise<Uint8Array> {
  await pause(millis);
  return about();
}

/**
 * Writes its process number to a file and waits to be killed. If the file exists, it returns the
 * process that runs it, as JSON.
 */
export async function doomed({ file }: { readonly file: string }): Promise<Uint8Array> {
  if (existsSync(file)) return about();
  await writeFile(`${file}.part`, String(process.pid));
  await rename(`${file}.part`, file);
  await pause(UNTIL_KILLED_MS);
  throw new Error('the process was not killed');
}

/** Longer than any task may take. */
const UNTIL_KILLED_MS = 60_000;

/** Kills its process. */
export function deadly(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('a killed process does not come here');
}

const asJson = (value: object) => new TextEncoder().encode(JSON.stringify(value));
