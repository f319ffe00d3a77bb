// Prepares the money of an event before it is paid, and repays advances afterwards.

import type { Work } from '../../../platform/context.js';
import { postJournal } from '../../finance/index.js';
import { draftingIn, type PlacedLine, repaymentLines, roundingLines } from './entry.js';
import { underfundedEvent } from './event.js';
import { controlOf, fundingState, repayable, roundingOf } from './funding.js';
import {
  addToFunding,
  type FundingKey,
  type FundingNeed,
  hasAdvances,
  lockFunding,
  markUnderfunded,
  selectNeeds,
} from './funding-queries.js';
import { isPayable, type Paying, partOf } from './paying.js';

/**
 * Writes off rounding differences, and reports shortfalls once a day. Returns the funding rows from
 * which the firm can pay, or undefined if nothing is due yet.
 */
export async function prepareFunding(
  work: Work,
  paying: Paying,
): Promise<readonly FundingNeed[] | undefined> {
  const isDue = isPayable(paying);
  if (!isDue && paying.event.status !== 'CANCELLED') return undefined;
  const needs = await selectNeeds(work.tx, [paying.event.id]);
  await lockFunding(work.tx, paying.event.id, needs);
  for (const need of needs) await writeOff(work, paying, need);
  if (!isDue) return undefined;
  const missing = needs.filter((need) => fundingState(need) === 'UNDERFUNDED');
  await reportMissing(work, paying, missing);
  return needs.filter((need) => !missing.includes(need));
}

async function writeOff(work: Work, paying: Paying, need: FundingNeed): Promise<void> {
  const { office_id, currency } = need;
  const rounding = roundingOf(need);
  if (rounding === 0n) return;
  await postForEvent(work, paying, {
    part: need,
    narration: `Rounding of ${paying.event.label} ${paying.event.name}`,
    lines: roundingLines(rounding, office_id),
  });
  await addToFunding(work.tx, paying.event.id, [{ office_id, currency, rounding }]);
}

async function reportMissing(
  work: Work,
  { event, date }: Paying,
  missing: readonly FundingNeed[],
): Promise<void> {
  if (missing.length === 0) return;
  const marked = await markUnderfunded(work.tx, event.id, { keys: missing, on: date });
  const isNew = new Set(marked.map(partOf));
  for (const need of missing.filter((part) => isNew.has(partOf(part)))) {
    work.events.push(
      underfundedEvent(event, {
        officeId: need.office_id,
        currency: need.currency,
        dueMinor: need.open_minor,
        availableMinor: controlOf(need),
      }),
    );
  }
}

/** Repays the firm's advance from money that is not due to customers. */
export async function repayAdvances(work: Work, paying: Paying): Promise<void> {
  const { event } = paying;
  if (!(await hasAdvances(work.tx, event.id))) return;
  const needs = await selectNeeds(work.tx, [event.id]);
  await lockFunding(work.tx, event.id, needs);
  for (const need of needs) {
    const repaid = repayable(need);
    if (repaid === 0n) continue;
    await postForEvent(work, paying, {
      part: need,
      narration: `Advance repaid, ${event.label} ${event.name}`,
      lines: repaymentLines(repaid, need.office_id),
    });
    await addToFunding(work.tx, event.id, [repaymentOf(need, repaid)]);
  }
}

/** Returns the change that a repayment makes to a funding row. */
export function repaymentOf(need: FundingNeed, repaid: bigint) {
  const { office_id, currency, advance_limit_minor: limit } = need;
  const advanceLimit = -(repaid < limit ? repaid : limit);
  return { office_id, currency, paid: repaid, advanced: -repaid, advanceLimit };
}

async function postForEvent(
  work: Work,
  { event, date }: Paying,
  entry: {
    readonly part: FundingKey;
    readonly narration: string;
    readonly lines: readonly PlacedLine[];
  },
): Promise<void> {
  const { office_id: officeId, currency } = entry.part;
  const frame = {
    ...{ officeId, currency, date, narration: entry.narration },
    sourceType: 'CORPORATE_ACTION',
    sourceId: event.id,
  } as const;
  await postJournal(work.tx, await draftingIn(work)(frame, entry.lines));
}
