// Reads the last position once for all concurrent readers. A thousand readers that reconnect after
// a restart must not queue for the database.

import { EVENT_STREAM } from '../../limits.js';
import { batcher } from '../concurrency/batch.js';
import type { Database } from '../database/database.js';
import { lastPosition } from './queries.js';

/** Returns a function that reads the last position. Its result is never older than the call. */
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
