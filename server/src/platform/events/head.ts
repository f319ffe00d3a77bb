// The last position, read once for all readers that come at a moment: a thousand that come back
// together after a restart must not queue for the database.

import { EVENT_STREAM } from '../../limits.js';
import { batcher } from '../concurrency/batch.js';
import type { Database } from '../database/database.js';
import { lastPosition } from './queries.js';

/** How to ask for the last position; what is told was read after it was asked for. */
export function createHeadReader(db: Database): () => Promise<bigint> {
  const read = () => lastPosition(db);
  const ask = batcher<undefined, bigint>(
    {
      batch: async (readers) => {
        const value = await read();
        return readers.map(() => ({ value }));
      },
      alone: read,
    },
    EVENT_STREAM.connecting,
  );
  return () => ask(undefined);
}
