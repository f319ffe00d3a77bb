// Applies an approved event to its bond: face value, interest accrual and announced income.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { reactivateSecurity, replaceFaceValues, storeFlatFrom } from '../../market/index.js';
import type { CorporateActions, TermsHook } from '../event/change.js';
import type { CorporateActionRow, EventKind } from '../record/queries.js';
import { facesAfter } from '../rule/bond-schedule.js';
import {
  isRedeemed,
  lockBond,
  selectDefaultDate,
  selectPartialRedemptions,
  storeNotMatured,
} from './queries.js';
import { remakeIncomeOf } from './terms.js';

const OF_BONDS: ReadonlySet<EventKind> = new Set(['INTR', 'REDM', 'PCAL', 'MCAL', 'DFLT']);

/**
 * Creates the hook for bond events. It recomputes the bond's stored values from all its events, so
 * a corrected or cancelled event has no lasting effect.
 */
export function bondConsequences(actions: () => CorporateActions): TermsHook {
  return async (work, event) => {
    if (!OF_BONDS.has(event.kind)) return;
    await reinstate(work, event);
    if (event.kind === 'PCAL') await changeFaceValue(work, event);
    const hasChanged = await changeAccrual(work, event);
    if (hasChanged || event.kind === 'MCAL') {
      await remakeIncomeOf(work, actions(), event.security_id);
    }
  };
}

// If this event deactivated the bond but no longer redeems it, the bond becomes active again.
async function reinstate(work: Work, event: CorporateActionRow): Promise<void> {
  if (event.security_changed_at === null) return;
  const today = await currentBusinessDate(work.tx);
  if (event.status === 'CONFIRMED' && event.ex_date < today) return;
  const bond = await lockBond(work.tx, event.security_id);
  if (bond === undefined) return;
  await storeNotMatured(work.tx, event.id);
  if (await isRedeemed(work.tx, bond.id, today)) return;
  const stamp = { id: bond.id, by: work.principal.name, at: work.now };
  if (!(await reactivateSecurity(work.tx, stamp))) return;
  const data = { name: bond.name };
  work.events.push({ type: 'security.reinstated', subjectId: bond.id, data });
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
