// Configures V8's garbage collection for this program.

import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage only on the thread of the event loop. Otherwise V8 divides a collection
 * among threads and waits for all of them. On a machine whose processors are busy, for example
 * because it also runs PostgreSQL, a helping thread has to wait for a processor, and the event loop
 * waits with it: a collection with 12 ms of processor time then takes up to 40 ms.
 */
export function collectOnOneThread(): void {
  for (const part of ['scavenge', 'compaction', 'pointer-update']) {
    setFlagsFromString(`--no-parallel-${part}`);
  }
}
