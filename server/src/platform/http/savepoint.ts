// A part of a transaction that may be undone by itself, such as one row of a list.

import type { Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import { Problem } from './reply/problem.js';

/** What a part came to: its result, or the refusal that undid it. */
type Part<Result> = { readonly done: Result } | { readonly refused: Problem };

/**
 * Runs one part of an open transaction. What it wrote is undone when it refuses; faults and bugs
 * end the whole transaction. What it wants done after the commit is done only if it was not undone.
 * Parts do not run at the same time, nor within each other.
 */
export async function inSavepoint<Result>(
  tx: Tx,
  part: (tx: Tx) => Promise<Result>,
): Promise<Part<Result>> {
  const committed: (() => void)[] = [];
  const inner: Tx = { ...tx, afterCommit: (action) => committed.push(action) };
  await tx.query(sql`savepoint part`);
  try {
    const done = await part(inner);
    await tx.query(sql`release savepoint part`);
    for (const action of committed) tx.afterCommit(action);
    return { done };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await tx.query(sql`rollback to savepoint part`);
    await tx.query(sql`release savepoint part`);
    return { refused: error };
  }
}

/**
 * Does a part of an open transaction and undoes it, to learn whether it would be refused; the
 * refusal is thrown. What it wants done after the commit is never done.
 */
export async function rehearse(tx: Tx, part: (tx: Tx) => Promise<unknown>): Promise<void> {
  await tx.query(sql`savepoint rehearsal`);
  try {
    await part({ ...tx, afterCommit: () => undefined });
  } finally {
    await tx.query(sql`rollback to savepoint rehearsal`);
    await tx.query(sql`release savepoint rehearsal`);
  }
}
