// Savepoints within a transaction: everything written after one can be kept or undone.

import type { Tx } from './database.js';
import { sql } from './sql.js';

/** Savepoints with different names may be nested. */
type SavepointName = 'part' | 'rehearsal';

const STATEMENTS = {
  part: {
    begin: sql`savepoint part`,
    release: sql`release savepoint part`,
    undo: sql`rollback to savepoint part`,
  },
  rehearsal: {
    begin: sql`savepoint rehearsal`,
    release: sql`release savepoint rehearsal`,
    undo: sql`rollback to savepoint rehearsal`,
  },
} as const;

export async function beginSavepoint(tx: Tx, name: SavepointName): Promise<void> {
  await tx.query(STATEMENTS[name].begin);
}

/** Keeps everything written since the savepoint. */
export async function keepSavepoint(tx: Tx, name: SavepointName): Promise<void> {
  await tx.query(STATEMENTS[name].release);
}

/** Undoes everything written since the savepoint. */
export async function undoSavepoint(tx: Tx, name: SavepointName): Promise<void> {
  await tx.query(STATEMENTS[name].undo);
  await tx.query(STATEMENTS[name].release);
}
