// The undo of an import of prices: bars go back to what they were, where they are still its own.

import type { Work } from '../../platform/context.js';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import type { Outcome } from '../../platform/http/route.js';
import { refuseStale } from '../../platform/http/version.js';
import { followBars, lockPrices, updateBars } from './price-import-queries.js';
import { changedPriceImport } from './price-import-record.js';
import {
  deleteBars,
  lockPriceImport,
  markTakenBack,
  securitiesOfPriceImport,
  updatePriceImport,
} from './price-import-store.js';
import { marketProblems } from './problems.js';

/**
 * Takes an import back: IMPORTED → UNDONE. Bars that it made go, and those that it replaced come
 * back, where nothing has changed them since; the others stay, and the rows say which.
 */
export async function undoPriceImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockPriceImport(work.tx, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  refuseStale(work, row.version);
  if (row.state !== 'IMPORTED') {
    throw refusal(marketProblems.PRICE_IMPORT_WRONG_STATE, {
      detail: `it is ${row.state}; this needs IMPORTED`,
      args: [row.state],
    });
  }
  await lockPrices(work.tx, await securitiesOfPriceImport(work.tx, id));
  const { made, replaced } = await markTakenBack(work.tx, id);
  if (made.length > 0) await deleteBars(work.tx, made);
  if (replaced.length > 0) await updateBars(work.tx, replaced);
  const touched = [...made, ...replaced];
  if (touched.length > 0) await followBars(work.tx, touched, work.now);
  await updatePriceImport(work.tx, {
    ...row,
    state: 'UNDONE',
    version: row.version + 1n,
    modified_by: work.principal.name,
    modified_at: work.now,
  });
  const step = { msgCode: 'PRICE_IMPORT_UNDONE', type: 'price-import.undone' };
  return changedPriceImport(work, id, { ...step, bars: touched.length });
}
