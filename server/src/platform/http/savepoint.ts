// Parts of a transaction that can be rolled back separately, such as the rows of a list.

import type { Tx } from '../database/database.js';
import { beginSavepoint, keepSavepoint, undoSavepoint } from '../database/savepoint.js';
import { Problem } from './reply/problem.js';

/** The outcome of a part: its result, or the refusal that caused its rollback. */
type Part<Result> = { readonly done: Result } | { readonly refused: Problem };

/**
 * Runs a part of an open transaction. A refusal rolls back the part's writes. Any other error ends
 * the whole transaction. After-commit actions of the part run only if it was not rolled back. Parts
 * must be neither concurrent nor nested.
 */
export async function inSavepoint<Result>(
  tx: Tx,
  part: (tx: Tx) => Promise<Result>,
): Promise<Part<Result>> {
  const committed: (() => void)[] = [];
  const inner: Tx = { ...tx, afterCommit: (action) => committed.push(action) };
  await beginSavepoint(tx, 'part');
  try {
    const done = await part(inner);
    await keepSavepoint(tx, 'part');
    for (const action of committed) tx.afterCommit(action);
    return { done };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await undoSavepoint(tx, 'part');
    return { refused: error };
  }
}

/**
 * Runs a part of an open transaction and rolls it back, to find out whether it would be refused. A
 * refusal is thrown. After-commit actions of the part never run.
 */
export async function rehearse(tx: Tx, part: (tx: Tx) => Promise<unknown>): Promise<void> {
  await beginSavepoint(tx, 'rehearsal');
  try {
    await part({ ...tx, afterCommit: () => undefined });
  } finally {
    await undoSavepoint(tx, 'rehearsal');
  }
}
