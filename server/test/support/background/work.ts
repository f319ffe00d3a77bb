// Work for tests of background processes, in a module that a background process can load.

import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The URL of this module, for `makeInBackground`. */
export const WORK = import.meta.url;

/** Returns the requested number of bytes. */
export function bytes({ count }: { readonly count: number }): Uint8Array {
  return new Uint8Array(count).fill(7);
}

/** Fails instead of returning bytes. */
export function broken(): never {
  throw new TypeError('the pen is broken');
}

/** Returns information about the process that runs this, as JSON. */
export function about(): Uint8Array {
  return asJson({ pid: process.pid, priority: getPriority() });
}

/** Returns the names of the process's environment variables, as JSON. */
export function environment(): Uint8Array {
  return asJson(Object.keys(process.env));
}

/** Like `about`, but after a delay. */
export async function slow({ millis }: { readonly millis: number }): Promise<Uint8Array> {
  await pause(millis);
  return about();
}

/** Writes an empty file after a delay. */
export async function late(input: { readonly file: string; readonly millis: number }) {
  await pause(input.millis);
  await writeFile(input.file, '');
  return new Uint8Array();
}

/**
 * Writes its process id to a file and waits to be killed. If the file already exists, returns the
 * process that runs it as JSON.
 */
export async function doomed({ file }: { readonly file: string }): Promise<Uint8Array> {
  if (existsSync(file)) return about();
  await writeFile(`${file}.part`, String(process.pid));
  await rename(`${file}.part`, file);
  await pause(UNTIL_KILLED_MS);
  throw new Error('the process was not killed');
}

/** A time in milliseconds that is longer than any task may take. */
const UNTIL_KILLED_MS = 60_000;

/** Kills its process. */
export function deadly(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('a killed process does not come here');
}

const asJson = (value: object) => new TextEncoder().encode(JSON.stringify(value));
