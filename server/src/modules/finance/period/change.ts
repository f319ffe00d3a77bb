// Closes and reopens periods under the four-eyes rule: checks changes and applies them.

import type { Static } from '@sinclair/typebox';
import { addDays, type BusinessDate, dateOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import {
  commonProblems,
  refusal,
  refusalAt,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { closedObject, wireChoice, wireText } from '../../../platform/http/shape/wire.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import {
  monthNameOf,
  openFrom,
  PERIOD_CHANGE,
  PERIOD_STATES,
  type Period,
  type PeriodState,
  periodNamed,
  stateOf,
} from './period.js';
import {
  type Closing,
  lockPostings,
  resultBalances,
  selectClosing,
  storeClosing,
} from './queries.js';
import { closeResults } from './year-end.js';

const periodBody = closedObject({
  period: wireText({ description: 'A month, or a year with its year-end close' }),
  state: wireChoice(PERIOD_STATES, { description: 'The new state' }),
});
type PeriodBody = Static<typeof periodBody>;

/**
 * The kind of change for periods. The only change for a year is a hard close, which also books its
 * year-end close.
 */
export const PERIOD_KIND = changeKind({
  name: PERIOD_CHANGE,
  label: 'Accounting period',
  body: periodBody,
  present: async (on, subject) => {
    const period = periodNamed(subject);
    return { period: period.name, state: stateOf(await selectClosing(on), period) };
  },
  check: async (work, { body }) => check(work, periodNamed(body.period), body.state),
  apply: async (work, { body }) => apply(work, periodNamed(body.period), body.state),
});

/** Proposes a new state for a period; a second person approves it. */
export function proposePeriod(
  work: Work,
  proposal: PeriodBody & { readonly reason?: string | undefined },
): Promise<Outcome> {
  const { period, state, reason } = proposal;
  return proposeChange(work, {
    kind: PERIOD_KIND,
    subject: periodNamed(period).name,
    body: { period, state },
    reason,
  });
}

async function check(work: Work, period: Period, newState: PeriodState): Promise<void> {
  const closing = await selectClosing(work.tx);
  if (period.isYear && newState !== 'HARD_CLOSED') {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'period', 'must be a month');
  }
  switch (newState) {
    case 'SOFT_CLOSED':
      refuseUnless(period, closing, 'OPEN');
      await refuseUnended(work, period);
      return refuseUnlessNext(period, closing.soft);
    case 'HARD_CLOSED':
      refuseUnless(period, closing, 'SOFT_CLOSED');
      return refuseHardOutOfOrder(work, period, closing);
    case 'OPEN':
      refuseUnless(period, closing, 'SOFT_CLOSED');
      if (closing.soft !== period.last) throw outOfOrder(closing.soft ?? period.last, 'closed');
  }
}

function refuseUnless(period: Period, closing: Closing, needed: PeriodState): void {
  const state = stateOf(closing, period);
  if (state === needed) return;
  throw refusal(financeProblems.PERIOD_WRONG_STATE, {
    detail: `${period.name} is ${state}; this operation requires ${needed}`,
    args: [state],
  });
}

async function refuseUnended(work: Work, { name, last }: Period): Promise<void> {
  const today = await currentBusinessDate(work.tx);
  if (last < today) return;
  throw refusalAt(financeProblems.PERIOD_NOT_OVER, 'period', {
    detail: `${name} ends on ${last}, but the business date is ${today}`,
    args: [last],
  });
}

// If nothing is closed yet, any period may be closed, which also closes all earlier ones.
function refuseUnlessNext(period: Period, closed: BusinessDate | null): void {
  if (closed === null || openFrom(closed) >= period.first) return;
  throw outOfOrder(openFrom(closed), 'open');
}

async function refuseHardOutOfOrder(work: Work, period: Period, closing: Closing): Promise<void> {
  const { hard } = closing;
  const yearBefore = addDays(dateOf(period.year, 1, 1), -1);
  // Without this check, the results of earlier years would be booked as this year's.
  const isFirst = hard !== null || (await resultBalances(work.tx, yearBefore)).length === 0;
  if (!isFirst || (hard !== null && hard < yearBefore)) {
    throw outOfOrder(yearBefore, 'open', yearBefore.slice(0, 4));
  }
  if (period.isYear) return;
  refuseUnlessNext(period, hard);
  // December is hard closed by closing its year.
  if (period.name.endsWith('-12')) throw outOfOrder(period.last, 'open', String(period.year));
}

function outOfOrder(date: BusinessDate, state: 'open' | 'closed', name = monthNameOf(date)) {
  return refusalAt(financeProblems.PERIOD_OUT_OF_ORDER, 'period', {
    detail: `${name} must be ${state === 'open' ? 'closed' : 'reopened'} first`,
    args: [name],
  });
}

async function apply(work: Work, period: Period, state: PeriodState) {
  await lockPostings(work.tx);
  // Before the lock was held, a posting may have added results to an earlier year, which must then
  // be closed first.
  await check(work, period, state);
  const closing = await selectClosing(work.tx);
  const journals = period.isYear ? await closeResults(work, period) : [];
  await storeClosing(work.tx, moved(closing, period, state));
  const id = BigInt(period.name.replace('-', ''));
  work.events.push({
    type: `accounting-period.${DONE[state]}`,
    subjectId: id,
    data: { period: period.name, journals: journals.length },
  });
  return { id, name: period.name };
}

const DONE = { OPEN: 'reopened', SOFT_CLOSED: 'soft-closed', HARD_CLOSED: 'hard-closed' } as const;

function moved(closing: Closing, period: Period, state: PeriodState): Closing {
  switch (state) {
    case 'SOFT_CLOSED':
      return { ...closing, soft: period.last };
    case 'HARD_CLOSED':
      return { ...closing, hard: period.last };
    case 'OPEN':
      return { ...closing, soft: addDays(period.first, -1) };
  }
}
