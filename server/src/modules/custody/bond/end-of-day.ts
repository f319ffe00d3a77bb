// End-of-day step that announces bond income, moves payment dates when a holiday is declared, and
// deactivates redeemed bonds.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import { systemWork } from '../../../platform/system-work.js';
import { calendarOf, deactivateSecurities } from '../../market/index.js';
import type { CorporateActions } from '../event/change.js';
import type { IncomeDates } from '../rule/bond-schedule.js';
import {
  announcedFrom,
  announceIncome,
  incomeOf,
  isAnnounced,
  moveIncome,
  paidOn,
} from './income.js';
import {
  type BondRow,
  lockBond,
  selectBonds,
  selectIncomeEvents,
  selectMatured,
  selectUnpaidIncome,
  storeMatured,
} from './queries.js';

/** Returns the step. */
export function announceBondIncome(actions: CorporateActions): EndOfDayStep {
  return {
    name: 'announce-bond-income',
    run: async (context, day, progress) => {
      const announcing = { context, actions, day, progress };
      // If the redemption is announced late, the bond remains active until its holders are
      // entitled.
      const matured = await deactivateAll(announcing);
      const announced = await announceAll(announcing);
      return matured + announced + (await moveAll(announcing));
    },
  };
}

interface Announcing {
  readonly context: Context;
  readonly actions: CorporateActions;
  readonly day: ClosingDay;
  readonly progress: StepProgress | undefined;
}

async function announceAll(announcing: Announcing): Promise<number> {
  const { context, day } = announcing;
  // Income that falls between two business days is also announced.
  const dates = { ...announcedFrom(day.next), first: addDays(day.closing, 1) };
  let total = 0;
  let after = 0n;
  while (true) {
    const bonds = await selectBonds(context.db, after);
    const last = bonds.at(-1);
    if (last === undefined) return total;
    after = last.id;
    for (const bond of await unannounced(context, bonds, dates)) {
      total += await announceOf(announcing, bond, dates);
    }
  }
}

// Most bonds have nothing to announce, so one statement checks a whole page of bonds without
// locking them.
async function unannounced(
  { db }: Context,
  bonds: readonly BondRow[],
  dates: IncomeDates,
): Promise<BondRow[]> {
  const ids = bonds.map(({ id }) => id);
  const events = await selectIncomeEvents(db, ids, dates.first);
  return bonds.filter((bond) => {
    const own = events.filter(({ security_id }) => security_id === bond.id);
    return incomeOf(bond, dates).some((due) => !isAnnounced(own, due));
  });
}

async function announceOf(
  { context, actions, day, progress }: Announcing,
  { id, name }: BondRow,
  dates: IncomeDates,
): Promise<number> {
  const announced = await orWarn(context, { bond: name }, () =>
    systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      await actions.lock(work);
      const bond = await lockBond(work.tx, id);
      if (bond === undefined) return 0;
      const count = await announceIncome(work, actions, { bond, dates });
      await progress?.count(work.tx, count);
      return count;
    }),
  );
  return announced ?? 0;
}

async function moveAll({ context, actions, day, progress }: Announcing): Promise<number> {
  let moved = 0;
  for (const event of await selectUnpaidIncome(context.db, day.closing)) {
    const calendar = await calendarOf(context.db, event.exchange_id);
    if (event.payment_date === paidOn(event.ex_date, calendar)) continue;
    const done = await orWarn(context, { event: event.name }, () =>
      systemWork(context, `end-of-day ${day.closing}`, async (work) => {
        await moveIncome(work, actions, event);
        await progress?.count(work.tx, 1);
        return 1;
      }),
    );
    moved += done ?? 0;
  }
  return moved;
}

function deactivateAll({ context, day, progress }: Announcing): Promise<number> {
  return systemWork(context, `end-of-day ${day.closing}`, async (work) => {
    const matured = await deactivateMatured(work, day.next);
    await progress?.count(work.tx, matured);
    return matured;
  });
}

async function deactivateMatured(work: Work, next: BusinessDate): Promise<number> {
  const ids = await selectMatured(work.tx, next);
  if (ids.length === 0) return 0;
  const stamp = { by: work.principal.name, at: work.now };
  const matured = await deactivateSecurities(work.tx, ids, stamp);
  await storeMatured(work.tx, ids, { before: next, at: work.now });
  for (const { id, name } of matured) {
    work.events.push({ type: 'security.matured', subjectId: id, data: { name } });
  }
  return matured.length;
}

// If a bond's terms are refused, the end of day continues. The step retries the bond every day.
async function orWarn<Result>(
  { log }: Context,
  about: object,
  piece: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await piece();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason = `${error.kind.code}: ${error.message}`;
    log.warn({ ...about, reason }, 'the income of a bond was not announced');
    return undefined;
  }
}
