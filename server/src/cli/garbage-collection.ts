// How V8 collects garbage in this program.

import { setFlagsFromString } from 'node:v8';

/**
 * Collects on the thread of the event loop alone. V8 otherwise divides a collection among threads
 * and waits for all of them. On a machine whose processors are busy, such as one that also runs
 * PostgreSQL, a helping thread waits for a processor, and the event loop waits with it: a
 * collection of 12 ms of processor time then takes up to 40 ms.
 */
export function collectOnOneThread(): void {
  for (const part of ['scavenge', 'compaction', 'pointer-update']) {
    setFlagsFromString(`--no-parallel-${part}`);
  }
}
