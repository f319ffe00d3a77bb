// Market claims. One person opens a claim; settling or waiving it takes two people.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { setHold } from '../../finance/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { custodyProblems } from '../problems.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { claimEvent } from '../settlement/claim-event.js';
import { shownLines } from '../settlement/entry.js';
import { storeProgress } from '../settlement/progress-queries.js';
import { bookClaim, claimHold, refuseUnsettleable } from './booking.js';
import {
  type ClaimRow,
  type ClaimState,
  type ClaimStep,
  lockClaim,
  selectClaim,
  storeStep,
} from './queries.js';
import { claimRecord } from './record.js';

const steps = stateSteps<ClaimRow, ClaimState>({
  lock: ({ tx }, id) => lockClaim(tx, id),
  isVisible: isOfOffices,
  missing: () => 'There is no market claim with this id.',
  stateOf: ({ state }) => state,
  wrongState: custodyProblems.MARKET_CLAIM_WRONG_STATE,
  detailOf: ({ state }) => `The claim is ${state}.`,
});

/** The requested outcome of a claim. */
type Ending = 'SETTLING' | 'WAIVING';

/**
 * Requests the settlement or waiver of a claim; another person decides. If the customer owes the
 * amount, a settlement immediately puts it on hold, even beyond the available balance.
 */
export async function requestEnding(
  work: Work,
  id: bigint,
  { state, reason }: { readonly state: Ending; readonly reason: string | undefined },
): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['OPEN']);
  const event = await eventOf(work, row);
  await reopenClosed(work, event);
  if (state === 'SETTLING') {
    await refuseUnsettleable(work, row);
    const hold = claimHold(row, row.amount_minor);
    if (hold !== undefined) await setHold(work.tx, hold);
  }
  const { kind, id: askedId } = work.principal;
  const step = { state, asked: { kind, id: askedId }, isDecision: false, reason };
  await store(work, id, step);
  return written(work, id, state);
}

/**
 * Approves a request. Its maker cannot approve it. A settlement books the money. If the customer is
 * credited, the event must have enough money beyond the amounts due to holders. A dry run shows the
 * journal lines.
 */
export async function approveEnding(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockRequested(work, id);
  if (row.state === 'WAIVING') {
    await store(work, id, { state: 'WAIVED', isDecision: true, reason });
    return written(work, id, 'WAIVED');
  }
  const event = await eventOf(work, row);
  await refuseUnsettleable(work, row);
  const date = await currentBusinessDate(work.tx);
  const { journalId, lines } = await bookClaim(work, row, { event, date });
  await store(work, id, { state: 'SETTLED', isDecision: true, reason, journalId });
  const outcome = await written(work, id, 'SETTLED');
  if (!work.tx.dryRun) return outcome;
  return { ...outcome, extra: { journalLines: await shownLines(work, lines, row.currency) } };
}

/** Rejects a request. The claim is then open again, and its hold is released. */
export async function rejectEnding(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockRequested(work, id);
  const hold = row.state === 'SETTLING' ? claimHold(row, 0n) : undefined;
  if (hold !== undefined) await setHold(work.tx, hold);
  await store(work, id, { state: 'OPEN', isDecision: true, reason });
  return written(work, id, 'REJECTED');
}

/**
 * Reopens a closed event, because settling a claim moves the event's money. The end of day closes
 * it again once the claim has ended and the money is used up.
 */
export async function reopenClosed(work: Work, event: CorporateActionRow): Promise<void> {
  if (event.progress !== 'CLOSED') return;
  const by = { name: work.principal.name, at: work.now };
  await storeProgress(work.tx, { id: event.id, progress: 'PAID' }, by);
}

async function lockRequested(work: Work, id: bigint): Promise<ClaimRow> {
  const row = await steps.lockVisible(work, id);
  if (row.asked_kind !== null && row.asked_id !== null) {
    await refuseOwnWork(work, { creator_kind: row.asked_kind, creator_id: row.asked_id });
  }
  steps.refuseUnless(row, ['SETTLING', 'WAIVING']);
  return row;
}

async function eventOf(work: Work, row: ClaimRow): Promise<CorporateActionRow> {
  return present(await lockEvent(work.tx, row.corporate_action_id), 'a claim has its event');
}

function store(work: Work, id: bigint, step: ClaimStep): Promise<void> {
  return storeStep(work.tx, id, { step, by: work.principal.name, at: work.now });
}

const DONE = {
  SETTLING: ['SETTLEMENT_REQUESTED', undefined],
  WAIVING: ['WAIVER_REQUESTED', undefined],
  SETTLED: ['SETTLED', 'settled'],
  WAIVED: ['WAIVED', 'waived'],
  REJECTED: ['REJECTED', undefined],
  OPENED: ['CREATED', 'opened'],
} as const;

/** Publishes the event for a step, and returns the step's outcome. */
export async function written(work: Work, id: bigint, done: keyof typeof DONE): Promise<Outcome> {
  const row = present(await selectClaim(work.tx, id), 'the claim was written');
  const [code, type] = DONE[done];
  if (type !== undefined) work.events.push(claimEvent(type, row, row.event_name));
  return {
    msgCode: `MARKET_CLAIM_${code}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: claimRecord(row),
  };
}
