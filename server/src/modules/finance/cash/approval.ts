// Approves and rejects cash transactions. A transaction needs as many approvals as the policy
// requires, each from a different person; one rejection ends it.

import type { Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { holdsRole, isOwnWork, refuseOwnWork } from '../../identity/index.js';
import { type ApprovalRow, insertApproval, selectApprovals } from '../approval/queries.js';
import { financeProblems } from '../problems.js';
import { refuseChangedAccounts } from './account-change.js';
import {
  cashJournalRecord,
  presentCashJournal,
  refuseChangedJournal,
  withTriedJournal,
} from './journal.js';
import { cashTransactionSteps, changeState, releaseHold } from './transaction.js';

/**
 * Records one person's approval; the last required one moves the transaction from PENDING to
 * APPROVED. Refuses with 403 if the caller is the maker (OWN_WORK), has already approved, or lacks
 * a role that the policy requires. Refuses with 409 in any other state, or if the journal's
 * fingerprint, rate or accounts no longer match the record.
 */
export async function approveCashTransaction(
  work: Work,
  id: bigint,
  fingerprint: string | undefined,
): Promise<Outcome> {
  const row = await cashTransactionSteps.lockVisible(work, id, ['PENDING']);
  await refuseOwnWork(work, row);
  await refuseOtherRole(work, row.approver_roles);
  await refuseChangedAccounts(work, row);
  const journal = await presentCashJournal(work, row);
  for (const seen of [fingerprint, row.journal_fingerprint ?? undefined]) {
    if (seen !== undefined) refuseChangedJournal(journal, { fingerprint: seen, state: row.state });
  }
  // Approvals given before the journal changed are no longer valid, so the same person may approve
  // again.
  const given = (await selectApprovals(work.tx, id)).filter(
    (approval) => approval.fingerprint === journal.fingerprint,
  );
  await refuseSecondApproval(work, given);
  await insertApproval(work.tx, id, {
    approver_kind: work.principal.kind,
    approver_id: work.principal.id,
    approver_name: work.principal.name,
    fingerprint: journal.fingerprint,
    approved_at: work.now,
  });
  const approved = { by: work.principal.id, fingerprint: journal.fingerprint };
  const outcome =
    given.length + 1 < row.approvals_needed
      ? await changeState(work, row, { state: 'PENDING', step: 'partly-approved' })
      : await changeState(work, row, { state: 'APPROVED', approved });
  return withTriedJournal(work, outcome, { record: cashJournalRecord(journal), row });
}

/** Rejects a transaction and releases its hold: PENDING → REJECTED. */
export async function rejectCashTransaction(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await cashTransactionSteps.lockVisible(work, id, ['PENDING']);
  await refuseOwnWork(work, row);
  await releaseHold(work, row);
  return changeState(work, row, { state: 'REJECTED', reason });
}

async function refuseSecondApproval(work: Work, given: readonly ApprovalRow[]): Promise<void> {
  for (const { approver_kind, approver_id } of given) {
    const made = { creator_kind: approver_kind, creator_id: approver_id };
    if (await isOwnWork(work, made)) throw refusal(financeProblems.APPROVED_BEFORE);
  }
}

/** Refuses a caller who has none of the policy's roles, if the policy names any. */
export async function refuseOtherRole(work: Work, roles: readonly string[]): Promise<void> {
  if (roles.length === 0 || (await holdsRole(work, roles))) return;
  throw refusal(financeProblems.APPROVER_ROLE_NEEDED, {
    detail: `the approver must be ${roles.join(' or ')}`,
    args: [...roles],
  });
}
