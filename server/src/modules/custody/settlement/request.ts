// Handles requests to pay an event now, or to advance its money.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { enqueueEventJob, PAY_EVENT } from '../event/job.js';
import { wrongState } from '../event/state.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { fundingState, gapOf } from './funding.js';
import { type FundingNeed, selectNeeds } from './funding-queries.js';
import { isPayable } from './paying.js';
import { countOpen } from './progress-queries.js';
import { enterSettlement } from './settlement.js';

/**
 * Enqueues the job that pays an event, as the end of day does. With `payBefore`, instead proposes
 * that the firm advance the missing amount. Creates one settlement per office and currency, which
 * another person approves. Refuses with EVENT_WRONG_STATE, giving the progress and the reason:
 * CLOSED, NOT_CONFIRMED, NOT_DUE before the payment date, NOTHING_DUE, NOT_FUNDED, or FUNDED if
 * there is nothing to advance.
 */
export async function requestPayment(
  work: Work,
  id: bigint,
  { payBefore = false }: { readonly payBefore?: boolean | undefined },
): Promise<Outcome> {
  const event = await lockEvent(work.tx, id);
  if (event === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no corporate action with this id.',
    });
  }
  const open = await refuseUnpayable(work, event);
  const needs = await selectNeeds(work.tx, [id]);
  const missing = needs.filter((need) => fundingState(need) === 'UNDERFUNDED');
  const shown = { eventId: id, eventName: event.name, entitlements: Number(open.due) };
  if (payBefore) {
    if (missing.length === 0) throw wrongState(event, 'FUNDED');
    const advances = await proposeAdvances(work, event, missing);
    return { msgCode: 'EVENT_ADVANCE_PROPOSED', id, result: { ...shown, advances } };
  }
  const isFunded = open.direct || open.takesBack || needs.some((need) => !missing.includes(need));
  if (!isFunded) throw wrongState(event, 'NOT_FUNDED');
  const jobId = await enqueueEventJob(work, PAY_EVENT, event);
  return { msgCode: 'EVENT_PAYMENT_REQUESTED', id, result: { ...shown, jobId } };
}

async function refuseUnpayable(work: Work, event: CorporateActionRow) {
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
  const open = await countOpen(work.tx, event.id);
  if (open.takesBack) return open;
  if (event.status !== 'CONFIRMED') throw wrongState(event, 'NOT_CONFIRMED');
  const date = await currentBusinessDate(work.tx);
  if (event.progress === 'OPEN' || !isPayable({ event, date })) throw wrongState(event, 'NOT_DUE');
  if (open.due === 0n) throw wrongState(event, 'NOTHING_DUE');
  return open;
}

async function proposeAdvances(
  work: Work,
  event: CorporateActionRow,
  missing: readonly FundingNeed[],
): Promise<object[]> {
  const today = await currentBusinessDate(work.tx);
  const proposed: object[] = [];
  for (const need of missing) {
    const { office_id, currency } = need;
    const { result } = await enterSettlement(work, {
      ...{ corporate_action_id: event.id, office_id, bank_office_id: office_id, currency },
      ...{ direction: 'ADVANCE', amount_minor: gapOf(need), value_date: today, reference: null },
    });
    proposed.push(present(result, 'a settlement that was entered is shown'));
  }
  return proposed;
}
