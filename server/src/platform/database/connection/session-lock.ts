// Locks that outlast a transaction.

import { DATABASE } from '../../../limits.js';
import type { Database } from '../database.js';
import { asFailure } from '../failure.js';

/** Releases a lock. */
export type Release = () => Promise<void>;

/**
 * Waits for a lock on a name and number, and holds it until it is released. It belongs to a
 * connection of its own. The server ends that connection, and so releases the lock, if this process
 * is killed, suspended or cut off. Throws a database error if the wait takes too long.
 */
export async function lockSession(db: Database, name: string, key: bigint): Promise<Release> {
  const owner = await db.dedicated();
  const release = () => owner.end().catch(() => undefined);
  try {
    const { sessionLockTimeoutMs: wait, sessionLockSilenceMaxMs: silence } = DATABASE;
    await owner.query(`set lock_timeout = ${wait}; set idle_session_timeout = ${silence}`);
    const lock = 'select pg_advisory_lock(hashtext($1), hashtext($2))';
    await owner.query(lock, [name, String(key)]);
    return release;
  } catch (error) {
    await release();
    throw asFailure(error);
  }
}
