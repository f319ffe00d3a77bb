// The fold: a loop that gives the lines of firm accounts their order and balance, behind the
// postings.

import { setTimeout as pause } from 'node:timers/promises';
import { LEDGER } from '../../../limits.js';
import { present } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import type { Database } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { RunningWorker, Worker } from '../../../platform/worker.js';
import { FOLD } from '../limits.js';

/**
 * Folds one round and returns how many journal numbers it passed; zero when another node folds,
 * or when nothing is sure yet. Numbers become sure one round after they were first seen.
 */
export async function foldLedger(db: Database): Promise<bigint> {
  const [row] = await db.query<{ folded: bigint }>(
    sql`select fold_ledger(${LEDGER.foldJournalsMax}) as folded`,
  );
  return present(row, 'fold_ledger answers one row').folded;
}

/** Runs on every node; the database lets one of them fold at a time. */
export const foldWorker: Worker = {
  name: 'ledger-fold',
  role: 'jobs',
  start: async (context) => startFolding(context),
};

function startFolding(context: Context): RunningWorker {
  const ending = new AbortController();
  const loop = foldUntil(context, ending.signal);
  return {
    ready: () => true,
    stop: async () => {
      ending.abort();
      await loop;
    },
  };
}

async function foldUntil(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for (let round = 0; round < FOLD.roundsInARowMax && !signal.aborted; round += 1) {
        if ((await foldLedger(context.db)) < LEDGER.foldJournalsMax) break;
      }
    } catch (error) {
      // Balances stay exact without the fold, so a failing round is told and tried again.
      context.metrics.events.inc({ name: 'ledger_fold_failed' });
      context.log.warn({ err: error }, 'folding the ledger failed');
    }
    await pause(LEDGER.foldEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
