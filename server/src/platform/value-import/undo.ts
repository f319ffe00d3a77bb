// Undoes an import of dated values by restoring the values that are still stored unchanged.

import type { Work } from '../context.js';
import type { Outcome } from '../http/route.js';
import { changed, stateSteps } from '../reference-data/state-step.js';
import type { UndoKind } from './kind.js';
import { lockImport, updateImport } from './queries.js';
import { changedImport } from './record.js';

/**
 * Undoes an import, whose state becomes UNDONE. Removes the values that it inserted and restores
 * those that it replaced, unless they have changed since. The rows show which values were kept.
 */
export async function undoImport<Column extends string>(
  work: Work,
  kind: UndoKind<Column>,
  id: bigint,
): Promise<Outcome> {
  const steps = stateSteps({
    lock: ({ tx }: Work, key: bigint) => lockImport(tx, kind.tables, key),
    isVisible: () => true,
    stateOf: ({ state }) => state,
    wrongState: kind.wrongState,
  });
  const row = await steps.lockVisible(work, id, ['IMPORTED']);
  const count = await kind.undo(work, id);
  await updateImport(work.tx, kind.tables, changed(work, row, { state: 'UNDONE' }));
  return changedImport(work, kind, { id, step: 'undone', count });
}
