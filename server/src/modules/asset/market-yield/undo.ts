// Undoes an import of market discount rates, unless they have changed since.

import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed, stateSteps } from '../../../platform/reference-data/state-step.js';
import { assetProblems } from '../problems.js';
import { insertYields, lockYields } from './queries.js';
import { changedYieldImport } from './record.js';
import { lockYieldImport, markUndone, updateYieldImport } from './store-queries.js';

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockYieldImport(tx, id),
  isVisible: () => true,
  stateOf: ({ state }) => state,
  wrongState: assetProblems.MARKET_YIELD_IMPORT_WRONG_STATE,
});

/**
 * Undoes an import: IMPORTED → UNDONE. Removes the rates that it inserted and restores those that
 * it replaced, unless they have changed since. The rows show which rates were kept.
 */
export async function undoYieldImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['IMPORTED']);
  await lockYields(work.tx);
  const before = await markUndone(work.tx, id);
  if (before.length > 0) await insertYields(work.tx, before);
  await updateYieldImport(work.tx, changed(work, row, { state: 'UNDONE' }));
  const step = { msgCode: 'MARKET_YIELD_IMPORT_UNDONE', type: 'market-yield-import.undone' };
  return changedYieldImport(work, id, { ...step, rates: before.length });
}
