// The code of a background process, which lowers its priority and does the work that it receives.

import { getPriority, setPriority } from 'node:os';
import { assert } from '../assert.js';
import type { BackgroundTask } from './background.js';

/**
 * Runs one task. The pool calls this function by name. For an expired task, only the module is
 * loaded, because the caller has already been refused.
 */
export async function make(task: BackgroundTask): Promise<Uint8Array | undefined> {
  const { module, name, input, niceness, expiresAt } = task;
  lowerPriority(niceness, setPriority);
  const maker: unknown = Reflect.get(await import(module), name);
  assert(typeof maker === 'function', `${name} is a function of ${module}`);
  if (Date.now() >= expiresAt) return undefined;
  return maker(input);
}

/**
 * Lowers this process's priority, unless it is already that low. If the system refuses, returns
 * false, and the work runs at the program's priority.
 */
export function lowerPriority(niceness: number, set: (priority: number) => void): boolean {
  try {
    set(Math.max(getPriority(), niceness));
    return true;
  } catch {
    return false;
  }
}
