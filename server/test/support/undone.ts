// Work that leaves no trace: a transaction that a test examines and then rolls back.

import assert from 'node:assert/strict';
import type { Database, Tx } from '../../src/platform/database/database.js';

class Undone extends Error {}

/** Runs work in a transaction, rolls it back, and returns the work's result. */
export async function undone<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  const transaction = db.transaction(async (tx) => {
    results.push(await work(tx));
    throw new Undone();
  });
  await assert.rejects(transaction, Undone);
  const [result] = results;
  assert.ok(result !== undefined);
  return result;
}
