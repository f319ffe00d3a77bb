// The undo of an import of prices: bars go back to what they were, where they are still its own.

import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed, stateSteps } from '../../../platform/reference-data/state-step.js';
import { marketProblems } from '../problems.js';
import { followBars, lockPrices, updateBars } from './queries.js';
import { changedPriceImport } from './record.js';
import {
  deleteBars,
  lockPriceImport,
  markTakenBack,
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
 * Takes an import back: IMPORTED → UNDONE. Bars that it made go, and those that it replaced come
 * back, where nothing has changed them since; the others stay, and the rows say which.
 */
export async function undoPriceImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['IMPORTED']);
  await lockPrices(work.tx, await securitiesOfPriceImport(work.tx, id));
  const { made, replaced } = await markTakenBack(work.tx, id);
  if (made.length > 0) await deleteBars(work.tx, made);
  if (replaced.length > 0) await updateBars(work.tx, replaced);
  const touched = [...made, ...replaced];
  if (touched.length > 0) await followBars(work.tx, touched, work.now);
  await updatePriceImport(work.tx, changed(work, row, { state: 'UNDONE' }));
  const step = { msgCode: 'PRICE_IMPORT_UNDONE', type: 'price-import.undone' };
  return changedPriceImport(work, id, { ...step, bars: touched.length });
}
