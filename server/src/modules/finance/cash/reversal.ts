// Reverses a posted cash transaction. One person requests the reversal and another carries it out,
// unless the policy lets one person reverse this amount.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { refuseOwnWork } from '../../identity/index.js';
import { approvalNeedOf } from '../approval/need.js';
import { oppositeLines } from '../ledger/entry.js';
import { refusingOverdraft } from '../ledger/overdraft.js';
import { linesOfJournal, postJournalsCall } from '../ledger/queries.js';
import { financeProblems } from '../problems.js';
import { refuseOtherRole } from './approval.js';
import { valueDateOf } from './booking-date.js';
import { reversalJournalRecord, withTriedJournal } from './journal.js';
import type { LoadedCashTransaction } from './queries.js';
import { narrationOf } from './record.js';
import { namedLinesOfJournal, storeReversalRequest, storeReversed } from './reversal-queries.js';
import { cashTransactionSteps, changed, changeOf, journalOf } from './transaction.js';
import { arrivalReleased } from './value-date-hold.js';

/**
 * Reverses a posted transaction with a linked journal of opposite lines: POSTED → REVERSED. If a
 * new transaction of this kind and amount would need a second person, the first call only requests
 * the reversal. Another person's call then carries it out; the person who requested it gets 403
 * OWN_WORK. Refuses with INSUFFICIENT_FUNDS if the money was spent, which cannot happen before its
 * value date.
 */
export async function reverseCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await cashTransactionSteps.lockVisible(work, id, ['POSTED']);
  const today = await currentBusinessDate(work.tx);
  const need = await approvalNeedOf(work, {
    officeId: row.office_id,
    currency: row.currency,
    transType: row.trans_type,
    amountMinor: row.amount_minor,
    chargesMinor: row.fee_minor + row.early_withdrawal_minor,
    valueDate: reversalValueDate(row, today),
    threshold: row,
  });
  if (need.atOnce) return tried(work, row, await reverse(work, row, today));
  const requester = requesterOf(row);
  if (requester === undefined) return tried(work, row, await requestReversal(work, row));
  await refuseOwnWork(work, requester);
  await refuseOtherRole(work, need.roles);
  return tried(work, row, await reverse(work, row, today));
}

async function tried(work: Work, row: LoadedCashTransaction, outcome: Outcome): Promise<Outcome> {
  if (!work.tx.dryRun) return outcome;
  const posted = await namedLinesOfJournal(work.tx, row.journal_id ?? 0n);
  return withTriedJournal(work, outcome, { record: reversalJournalRecord(posted) });
}

/** Withdraws the request for a reversal; refuses with 409 if there is none. */
export async function keepCashTransaction(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await cashTransactionSteps.lockVisible(work, id, ['POSTED']);
  if (requesterOf(row) === undefined)
    throw refusal(financeProblems.REVERSAL_NOT_ASKED, { args: ['POSTED'] });
  const change = { ...changeOf(work, row, 'POSTED'), reason };
  await storeReversalRequest(work.tx, change, undefined);
  const kept = {
    reversal_asked_kind: null,
    reversal_asked_id: null,
    reversal_asked_by: null,
    reversal_asked_at: null,
    decision_reason: reason ?? row.decision_reason,
  };
  return changed(work, { ...row, ...kept }, 'kept');
}

async function requestReversal(work: Work, row: LoadedCashTransaction): Promise<Outcome> {
  const { kind, id, name } = work.principal;
  await storeReversalRequest(work.tx, changeOf(work, row, 'POSTED'), { kind, id });
  const request = {
    reversal_asked_kind: kind,
    reversal_asked_id: id,
    reversal_asked_by: name,
    reversal_asked_at: work.now,
  };
  return changed(work, { ...row, ...request }, 'reversal-asked');
}

async function reverse(
  work: Work,
  row: LoadedCashTransaction,
  today: BusinessDate,
): Promise<Outcome> {
  const original = row.journal_id ?? 0n;
  const journal = journalOf(work, row, {
    lines: oppositeLines(await linesOfJournal(work.tx, original)),
    transactionDate: today,
    valueDate: reversalValueDate(row, today),
    narration: `reversal of ${narrationOf(row)}`,
  });
  // The released hold equals the reversed amount, so an account below its floor does not fall
  // further.
  const released = await arrivalReleased(work.tx, row);
  const opposite = { ...journal, reversalOfId: original, force: released.length > 0 };
  const posting = postJournalsCall(work.tx, [opposite], released);
  const change = changeOf(work, row, 'REVERSED');
  // The receiver of a transfer pays it back, and may belong to an office that the caller cannot
  // see.
  const { counterparty_office_id: receiving } = row;
  const seesAll = receiving === null || seesOffice(work.principal, receiving);
  const reversalId = await refusingOverdraft(
    () => storeReversed(work.tx, posting, change),
    seesAll,
  );
  return changed(work, { ...row, state: 'REVERSED', reversal_journal_id: reversalId });
}

// If the transaction had no requested date, the reversal does not use its value date.
function reversalValueDate(row: LoadedCashTransaction, today: BusinessDate): BusinessDate {
  const { requested_date: requested, posted_value_date: posted } = row;
  return valueDateOf(row, requested === null ? today : (posted ?? today));
}

function requesterOf({ reversal_asked_kind: kind, reversal_asked_id: id }: LoadedCashTransaction) {
  return kind === null || id === null ? undefined : { creator_kind: kind, creator_id: id };
}
