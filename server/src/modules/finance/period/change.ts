// Closing and reopening of periods under four eyes: what may be proposed, and how it is applied.

import type { Static } from '@sinclair/typebox';
import { addDays, type BusinessDate, dateOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { closedObject, wireChoice, wireText } from '../../../platform/http/shape/wire.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import {
  type Closing,
  lockPostings,
  monthNameOf,
  openFrom,
  PERIOD_CHANGE,
  PERIOD_STATES,
  type Period,
  type PeriodState,
  periodNamed,
  selectClosing,
  stateOf,
  storeClosing,
} from './period.js';
import { closeResults, gatheredResults } from './year-end.js';

const periodBody = closedObject({
  period: wireText({ description: 'A month, or a year with all that is done at its end' }),
  state: wireChoice(PERIOD_STATES, { description: 'How it is to stand' }),
});
type PeriodBody = Static<typeof periodBody>;

/** The kind of change. Years only become hard closed, which books the close of their results. */
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

/** Proposes how a period is to stand; a second person approves it. */
export function proposePeriod(
  work: Work,
  wish: PeriodBody & { readonly reason?: string | undefined },
): Promise<Outcome> {
  const { period, state, reason } = wish;
  return proposeChange(work, {
    kind: PERIOD_KIND,
    subject: periodNamed(period).name,
    body: { period, state },
    reason,
  });
}

async function check(work: Work, period: Period, wished: PeriodState): Promise<void> {
  const closing = await selectClosing(work.tx);
  if (period.isYear && wished !== 'HARD_CLOSED') {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'period', 'is a month');
  }
  switch (wished) {
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
    detail: `${period.name} is ${state}; this needs ${needed}`,
    args: [state],
  });
}

async function refuseUnended(work: Work, { name, last }: Period): Promise<void> {
  const today = await currentBusinessDate(work.tx);
  if (last < today) return;
  throw refusal(financeProblems.PERIOD_NOT_OVER, {
    detail: `${name} ends on ${last}, and the business date is ${today}`,
    args: [last],
  });
}

// The first close of all takes everything before it along.
function refuseUnlessNext(period: Period, closed: BusinessDate | null): void {
  if (closed === null || openFrom(closed) >= period.first) return;
  throw outOfOrder(openFrom(closed), 'open');
}

async function refuseHardOutOfOrder(work: Work, period: Period, closing: Closing): Promise<void> {
  const { hard } = closing;
  const yearBefore = addDays(dateOf(period.year, 1, 1), -1);
  // Results of earlier years would otherwise count as those of this one.
  const isFirst = hard !== null || (await gatheredResults(work.tx, yearBefore)).length === 0;
  if (!isFirst || (hard !== null && hard < yearBefore)) {
    throw outOfOrder(yearBefore, 'open', yearBefore.slice(0, 4));
  }
  if (period.isYear) return;
  refuseUnlessNext(period, hard);
  // December is hard closed when the results of its year have been booked.
  if (period.name.endsWith('-12')) throw outOfOrder(period.last, 'open', String(period.year));
}

function outOfOrder(date: BusinessDate, state: 'open' | 'closed', name = monthNameOf(date)) {
  return refusal(financeProblems.PERIOD_OUT_OF_ORDER, {
    detail: `${name} is ${state} and comes first`,
    args: [name],
  });
}

async function apply(work: Work, period: Period, state: PeriodState) {
  await lockPostings(work.tx);
  // A posting that it waited for may have given a year before results, which come first.
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
