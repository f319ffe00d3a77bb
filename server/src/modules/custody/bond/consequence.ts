// What the approval of an event changes in its bond: the face value, the accrual of interest, and
// the income that was announced.

import type { Work } from '../../../platform/context.js';
import { replaceFaceValues, storeFlatFrom } from '../../market/index.js';
import type { CorporateActions, TermsHook } from '../event/change.js';
import type { CorporateActionRow, EventKind } from '../record/queries.js';
import { facesAfter } from '../rule/bond-schedule.js';
import { lockBond, selectDefaultDate, selectPartialRedemptions } from './queries.js';
import { remakeIncomeOf } from './terms.js';

const OF_BONDS: ReadonlySet<EventKind> = new Set(['INTR', 'REDM', 'PCAL', 'MCAL', 'DFLT']);

/**
 * Creates the hook for events of bonds. What it stores follows from all events of the bond, so that
 * a corrected or cancelled event leaves nothing behind.
 */
export function bondConsequences(actions: () => CorporateActions): TermsHook {
  return async (work, event) => {
    if (!OF_BONDS.has(event.kind)) return;
    if (event.kind === 'PCAL') await changeFaceValue(work, event);
    const hasChanged = await changeAccrual(work, event);
    if (hasChanged || event.kind === 'MCAL') {
      await remakeIncomeOf(work, actions(), event.security_id);
    }
  };
}

async function changeFaceValue(work: Work, event: CorporateActionRow): Promise<void> {
  const bond = await lockBond(work.tx, event.security_id);
  if (bond?.face_value === null || bond === undefined) return;
  const redemptions = await selectPartialRedemptions(work.tx, bond.id);
  await replaceFaceValues(work.tx, bond.id, facesAfter(bond.face_value, redemptions));
}

async function changeAccrual(work: Work, { security_id: id }: CorporateActionRow) {
  const flatFrom = await selectDefaultDate(work.tx, id);
  return storeFlatFrom(work.tx, flatFrom, { id, by: work.principal.name, at: work.now });
}
