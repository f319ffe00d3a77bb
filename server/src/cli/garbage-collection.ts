// Configures V8's garbage collection.

import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage only on the thread of the event loop. Otherwise V8 divides a collection
 * among threads and waits for all of them. If the processors are busy, for example with PostgreSQL,
 * the event loop waits until a helper thread gets a processor. A collection with 12 ms of processor
 * time then takes up to 40 ms.
 */
export function collectOnOneThread(): void {
  for (const part of ['scavenge', 'compaction', 'pointer-update']) {
    setFlagsFromString(`--no-parallel-${part}`);
  }
}
