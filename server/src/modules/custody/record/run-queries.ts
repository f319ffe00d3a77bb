// The lock of a run whose batches share an event.

import type { Database } from '../../../platform/database/database.js';
import { asFailure } from '../../../platform/database/failure.js';
import { CUSTODY } from '../limits.js';

/** Lets another run begin. */
export type ReleaseRun = () => Promise<void>;

const CLASS = 'countinghouse event run';

/**
 * Waits until no other run has batches of this event at the same time, and keeps other runs away
 * until it is released. The lock belongs to a connection of its own. The server ends that
 * connection if this process is suspended or cut off.
 */
export async function lockRun(db: Database, eventId: bigint): Promise<ReleaseRun> {
  const owner = await db.dedicated();
  const release = () => owner.end().catch(() => undefined);
  try {
    await owner.query(`set idle_session_timeout = ${CUSTODY.runSilenceMaxMs}`);
    await owner.query('select pg_advisory_lock(hashtext($1), hashtext($2))', [
      CLASS,
      String(eventId),
    ]);
    return release;
  } catch (error) {
    await release();
    throw asFailure(error);
  }
}
