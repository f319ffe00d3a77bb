// Ids of the demonstration data. They are the same on every fresh database, so that examples in the
// documentation can use them.

import { present } from '../platform/assert.js';
import type { Tx } from '../platform/database/database.js';
import type { Ids } from '../platform/ids.js';
import { largestId, moveSequence } from './id-queries.js';

/** Ids that continue after the largest stored one. `release` advances the sequences past them. */
interface DemoIds extends Ids {
  release(tx: Tx): Promise<void>;
}

/** Creates the ids for one run of the demonstration steps. Other sequences are used as usual. */
export function createDemoIds(otherwise: Ids): DemoIds {
  const last = new Map<string, bigint>();
  const take = async (tx: Tx, sequence: string, count: number) => {
    const before = last.get(sequence) ?? (await largestId(tx, sequence));
    if (before === undefined) return otherwise.take(tx, sequence, count);
    last.set(sequence, before + BigInt(count));
    return Array.from({ length: count }, (_, place) => before + BigInt(place) + 1n);
  };
  return {
    take,
    next: async (tx, sequence) => present((await take(tx, sequence, 1))[0], 'one id was taken'),
    release: async (tx) => {
      for (const [sequence, id] of last) await moveSequence(tx, sequence, id);
    },
  };
}
