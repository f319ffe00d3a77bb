// Runs several reads that must be consistent: all of them see the same state of the books.

import { DATABASE } from '../../limits.js';
import type { Database, Tx } from './database.js';
import { sql } from './sql.js';

/** Runs reads on one snapshot of the database, in which nothing can be written. */
export function onSnapshot<Result>(
  db: Database,
  reads: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    // Large files are written between the reads, so the transaction may be idle for some time. It
    // holds no locks that could delay others.
    const idleMaxMs = String(DATABASE.idleInSnapshotTimeoutMs);
    await Promise.all([
      tx.query(sql`set transaction isolation level repeatable read, read only`),
      tx.query(sql`select set_config('idle_in_transaction_session_timeout', ${idleMaxMs}, true)`),
    ]);
    return reads(tx);
  });
}
