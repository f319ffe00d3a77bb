// The terms that can change while a discounted instrument or treasury bill runs: its rollover
// instructions.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { refuseFixed, rolloverMeant } from '../deposit/change.js';
import { type TermRequest, withoutZeros } from '../deposit/request.js';
import { rolloverOf } from '../deposit/rollover-instruction.js';
import { assetProblems } from '../problems.js';
import { requestOfDiscounted, rolloverTerms } from './draft.js';
import type { DiscountedChanges } from './queries.js';
import type { DiscountedRow } from './record.js';
import { selectDiscountedType } from './type-queries.js';

const CHANGEABLE: readonly string[] = ['autoRollover', 'rolloverRule', 'rolloverAmount'];

/**
 * Returns the changed columns of a running instrument. Refuses with
 * DISCOUNTED_INSTRUMENT_WRONG_STATE and names a member that can no longer change.
 */
export async function runningChanges(
  tx: Tx,
  row: DiscountedRow,
  sent: TermRequest,
): Promise<DiscountedChanges> {
  const given = withoutZeros(sent);
  const stays = requestOfDiscounted(row);
  refuseFixed(given, {
    row,
    stays,
    changeable: CHANGEABLE,
    wrongState: assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE,
  });
  const found = await selectDiscountedType(tx, row.type_id);
  const type = present(found, 'the type of an instrument exists');
  return rolloverOf({ ...stays, ...rolloverMeant(stays, given) }, rolloverTerms(type, row));
}
