// Applies events that change a security itself: a new code, name or ISIN, the end of its listing,
// or a suspension.

import { present } from '../../../platform/assert.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import {
  findSecurity,
  moveSecurityStatus,
  renameSecurity,
  type SecurityStatus,
} from '../../market/index.js';
import type { CorporateActionRow } from '../record/queries.js';
import {
  passStatusBefore,
  selectSecurityChanges,
  selectSuspensions,
  storeSecurityChanged,
  storeSuspended,
} from './queries.js';

/**
 * End-of-day step that changes the securities whose events take effect on the next business date,
 * in one transaction. Returns the number of changes.
 */
export function changeSecurities(
  context: Context,
  { next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return systemWork(context, `securities on ${next}`, async (work) => {
    const changes = await selectSecurityChanges(work.tx, next);
    for (const event of changes) await changeSecurity(work, event);
    const suspensions = await selectSuspensions(work.tx, next);
    for (const suspension of suspensions) {
      const { security_id: id, event_name: name, is_over: isOver } = suspension;
      const stamp = { by: work.principal.name, at: work.now };
      const move = isOver
        ? { from: ['SUSPENDED'], to: 'TRADING' as const, stamp }
        : { from: ['TRADING'], to: 'SUSPENDED' as const, stamp };
      const former = await moveSecurityStatus(work.tx, id, move);
      // If a person or another event has already suspended the security, this event must not
      // release it. It is checked again the next day.
      if (isOver || former !== undefined)
        await storeSuspended(work.tx, name, isOver ? undefined : work.now);
    }
    const count = changes.length + suspensions.length;
    await progress?.count(work.tx, count);
    return count;
  });
}

/** Applies the change of one event: CHAN renames its security, DLST and WRTH end its listing. */
export async function changeSecurity(work: Work, event: CorporateActionRow): Promise<void> {
  const stamp = { by: work.principal.name, at: work.now };
  let before: SecurityStatus | undefined;
  if (event.kind === 'CHAN') await rename(work, event);
  else {
    const from = ['TRADING', 'SUSPENDED', 'HALTED'];
    const end = { from, to: 'DELISTED' as const, stamp };
    before = await moveSecurityStatus(work.tx, event.security_id, end);
  }
  await storeSecurityChanged(work.tx, event.id, { at: work.now, statusBefore: before });
}

/**
 * Relists a security whose DLST or WRTH was cancelled or postponed, with its previous status. If
 * another event has also ended the listing, the previous status is stored in that event instead.
 */
export async function undoSecurityChange(work: Work, event: CorporateActionRow): Promise<void> {
  const { security_id: id, status_before: before, security_changed_at: changedAt } = event;
  if (changedAt === null || !['DLST', 'WRTH'].includes(event.kind)) return;
  await storeSecurityChanged(work.tx, event.id, { at: undefined, statusBefore: undefined });
  if (before === null || (await passStatusBefore(work.tx, id, before))) return;
  const stamp = { by: work.principal.name, at: work.now };
  const back = { from: ['DELISTED'], to: before, stamp };
  if ((await moveSecurityStatus(work.tx, id, back)) === undefined) return;
  const security = present(await findSecurity(work.tx, { id }), 'the security of an event exists');
  const data = { name: security.name };
  work.events.push({ type: 'security.reinstated', subjectId: id, data });
}

async function rename(work: Work, event: CorporateActionRow): Promise<void> {
  const former = await renameSecurity(work.tx, event.security_id, {
    names: {
      name: event.new_name ?? undefined,
      isin: event.new_isin ?? undefined,
      label: event.new_label ?? undefined,
    },
    lastDay: addDays(event.ex_date, -1),
    stamp: { by: work.principal.name, at: work.now },
  });
  if (former === undefined) return;
  const name = event.new_name ?? former;
  work.events.push({
    type: 'security.renamed',
    subjectId: event.security_id,
    data: { name, formerName: former },
  });
}
