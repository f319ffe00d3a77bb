// Fold: a background loop that numbers the lines of firm accounts and computes their balances.
// Postings do not wait for it.

import { setTimeout as pause } from 'node:timers/promises';
import { LEDGER } from '../../../limits.js';
import type { Context } from '../../../platform/context.js';
import type { Database } from '../../../platform/database/database.js';
import type { RunningWorker, Worker } from '../../../platform/worker.js';
import { FOLD } from '../limits.js';
import { foldJournals } from './queries.js';

/**
 * Runs one round of the fold. Returns how many journal numbers it processed: zero if another node
 * is folding or no number is final. A number is final one round after it is first seen.
 */
export async function foldLedger(db: Database): Promise<bigint> {
  return foldJournals(db, LEDGER.foldJournalsMax);
}

/** Runs the fold on every node; the database lets only one node fold at a time. */
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
      // Balances are exact without the fold, so a failed round is only logged and retried.
      context.metrics.events.inc({ name: 'ledger_fold_failed' });
      context.log.warn({ err: error }, 'folding the ledger failed');
    }
    await pause(LEDGER.foldEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
