// Undoes an import of levels: restores the levels that still have its figures.

import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed, stateSteps } from '../../../platform/reference-data/state-step.js';
import { marketProblems } from '../problems.js';
import { deleteLevels, lockBenchmarksOf, updateLevels } from './queries.js';
import { changedLevelImport } from './record.js';
import { lockLevelImport, markUndone, updateLevelImport } from './store-queries.js';

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockLevelImport(tx, id),
  isVisible: () => true,
  stateOf: ({ state }) => state,
  wrongState: marketProblems.LEVEL_IMPORT_WRONG_STATE,
});

/**
 * Undoes an import: IMPORTED → UNDONE. Deletes the levels that it inserted and restores those that
 * it replaced, unless they have changed since. The rows show which levels were kept.
 */
export async function undoLevelImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['IMPORTED']);
  await lockBenchmarksOf(work.tx, id);
  const { made, replaced } = await markUndone(work.tx, id);
  if (made.length > 0) await deleteLevels(work.tx, made);
  if (replaced.length > 0) await updateLevels(work.tx, replaced);
  await updateLevelImport(work.tx, changed(work, row, { state: 'UNDONE' }));
  const step = { msgCode: 'LEVEL_IMPORT_UNDONE', type: 'benchmark-level-import.undone' };
  return changedLevelImport(work, id, { ...step, levels: made.length + replaced.length });
}
