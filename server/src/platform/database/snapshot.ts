// Reads of several statements that must agree: all of them see the books of one moment.

import type { Database, Tx } from './database.js';
import { sql } from './sql.js';

/** Runs reads on one snapshot of the database; nothing can be written in it. */
export function onSnapshot<Result>(
  db: Database,
  reads: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    return reads(tx);
  });
}
