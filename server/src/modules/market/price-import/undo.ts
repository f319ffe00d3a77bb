// Undoes a price import: restores the bars that still have its values.

import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed, stateSteps } from '../../../platform/reference-data/state-step.js';
import { marketProblems } from '../problems.js';
import { followBars, lockPrices, updateBars } from './queries.js';
import { changedPriceImport } from './record.js';
import {
  deleteBars,
  lockPriceImport,
  markUndone,
  securitiesOfPriceImport,
  updatePriceImport,
} from './store-queries.js';

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockPriceImport(tx, id),
  isVisible: () => true,
  stateOf: ({ state }) => state,
  wrongState: marketProblems.PRICE_IMPORT_WRONG_STATE,
});

/**
 * Undoes an import: IMPORTED → UNDONE. Deletes the bars that it inserted and restores those that it
 * replaced, unless they have changed since. The rows show which bars were kept.
 */
export async function undoPriceImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['IMPORTED']);
  await lockPrices(work.tx, await securitiesOfPriceImport(work.tx, id));
  const { made, replaced } = await markUndone(work.tx, id);
  if (made.length > 0) await deleteBars(work.tx, made);
  if (replaced.length > 0) await updateBars(work.tx, replaced);
  const touched = [...made, ...replaced];
  if (touched.length > 0) await followBars(work.tx, touched, work.now);
  await updatePriceImport(work.tx, changed(work, row, { state: 'UNDONE' }));
  const step = { msgCode: 'PRICE_IMPORT_UNDONE', type: 'price-import.undone' };
  return changedPriceImport(work, id, { ...step, bars: touched.length });
}
