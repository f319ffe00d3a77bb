// The inside of a background process: it steps back behind the program, and does what it is sent.

import { getPriority, setPriority } from 'node:os';
import { BACKGROUND } from '../../limits.js';
import { assert } from '../assert.js';
import type { BackgroundTask } from './background.js';

lowerPriority(setPriority);

/** Does one piece of work; the pool calls it by its name. */
export async function make({ module, name, input }: BackgroundTask): Promise<Uint8Array> {
  const maker: unknown = Reflect.get(await import(module), name);
  assert(typeof maker === 'function', `${name} is a function of ${module}`);
  return maker(input);
}

/**
 * Lets other processes of the machine go first, unless this one already lets them. False where the
 * system refuses: the work is then done at the priority of the program.
 */
export function lowerPriority(set: (priority: number) => void): boolean {
  try {
    set(Math.max(getPriority(), BACKGROUND.niceness));
    return true;
  } catch {
    return false;
  }
}
