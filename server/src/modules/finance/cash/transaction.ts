// Reads, lists and cancels cash transactions. Also contains the code that their other steps share.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { selectAccountLabels } from '../account/queries.js';
import { selectApprovals } from '../approval/queries.js';
import { requireGateway } from '../gateway/gateway.js';
import { setHold } from '../ledger/ledger.js';
import type { Hold, JournalDraft, LineDraft } from '../ledger/queries.js';
import { financeProblems } from '../problems.js';
import type { CashTransactionListQuery } from '../schema.js';
import { CASH_TRANSACTION_SOURCE, heldMinor } from './create.js';
import {
  cashJournalRecord,
  presentDates,
  reversalJournalRecord,
  shownCashJournal,
} from './journal.js';
import { countCashTransactions, listCashTransactions } from './list-queries.js';
import {
  findCashTransaction,
  type LoadedCashTransaction,
  lockCashTransaction,
  type StateChange,
  storeState,
  type TransactionState,
} from './queries.js';
import { approvalRecord, cashTransactionRecord } from './record.js';
import { namedLinesOfJournal } from './reversal-queries.js';

/**
 * Cancels a transaction before it is posted: PENDING or APPROVED → CANCELLED. Releases its hold.
 */
export async function cancelCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await cashTransactionSteps.lockVisible(work, id, ['PENDING', 'APPROVED']);
  await releaseHold(work, row);
  return changeState(work, row, { state: 'CANCELLED' });
}

/**
 * Returns one cash transaction with its version as ETag, its approvals, and the journal that its
 * next step writes: its own until it is posted, and the opposite journal while its reversal is
 * requested.
 */
export async function readCashTransaction(call: Call, id: bigint): Promise<object> {
  const row = await findCashTransaction(call.db, id);
  if (!row || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const record = cashTransactionRecord(row);
  const approvals = (await selectApprovals(call.db, id)).map(approvalRecord);
  return versioned({ ...record, approvals, journal: await comingJournal(call, row) }, row.version);
}

async function comingJournal(call: Call, row: LoadedCashTransaction): Promise<object | undefined> {
  const isWaiting = row.state === 'PENDING' || row.state === 'APPROVED';
  if (isWaiting) {
    const record = cashJournalRecord(await shownCashJournal(call.db, row));
    return labelled(call, { ...record, ...(await presentDates(call.db, row)) });
  }
  if (row.state !== 'POSTED' || row.reversal_asked_kind === null) return undefined;
  const posted = await namedLinesOfJournal(call.db, row.journal_id ?? 0n);
  return labelled(call, reversalJournalRecord(posted));
}

// An approver recognises accounts by label, not by number. Labels of other offices' accounts are
// hidden.
async function labelled<Journal extends { readonly lines: readonly { accountName: string }[] }>(
  { db, principal }: Call,
  journal: Journal,
): Promise<object> {
  const names = journal.lines.map(({ accountName }) => accountName);
  const known = await selectAccountLabels(db, names);
  const seen = known.filter(({ office_id }) => seesOffice(principal, office_id));
  const labels = new Map(seen.map(({ name, label }) => [name, label]));
  const lines = journal.lines.map((line) => ({
    ...line,
    accountLabel: labels.get(line.accountName),
  }));
  return { ...journal, lines };
}

/** Lists the cash transactions in offices that the caller can see, in id order. */
export async function listCashTransactionPage(
  call: Call,
  query: CashTransactionListQuery,
  page: PageRequest,
): Promise<Page<object>> {
  if (query.transactionProcessor) await requireGateway(call.db, query.transactionProcessor);
  const filter = { ...query, offices: call.principal.offices };
  const [rows, count] = await Promise.all([
    listCashTransactions(call.db, filter, page),
    countCashTransactions(call.db, filter),
  ]);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count, result: kept.map(cashTransactionRecord), nextAfter };
}

/** Locks a cash transaction before a step. */
export const cashTransactionSteps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockCashTransaction(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ state }) => state,
  wrongState: financeProblems.CASH_TRANSACTION_WRONG_STATE,
});

/** The parts of a journal that differ between posting and reversal. */
type JournalPart = Pick<JournalDraft, 'transactionDate' | 'valueDate' | 'narration'> & {
  readonly lines: readonly LineDraft[];
};

/** Returns a journal of a transaction. */
export function journalOf(work: Work, row: LoadedCashTransaction, part: JournalPart): JournalDraft {
  return {
    officeId: row.office_id,
    sourceType: CASH_TRANSACTION_SOURCE,
    sourceId: row.id,
    createdBy: work.principal.name,
    createdAt: work.now,
    ...part,
  };
}

/** Returns the hold that posting, rejecting or cancelling releases. */
export function holdReleased(row: LoadedCashTransaction): Hold[] {
  if (heldMinor(row) === 0n) return [];
  return [
    {
      accountId: row.cash_account_id,
      sourceType: CASH_TRANSACTION_SOURCE,
      sourceId: row.id,
      amountMinor: 0n,
    },
  ];
}

export async function releaseHold(work: Work, row: LoadedCashTransaction): Promise<void> {
  for (const hold of holdReleased(row)) await setHold(work.tx, hold);
}

/** Returns a change of state with its author. */
export function changeOf(
  work: Work,
  row: LoadedCashTransaction,
  state: TransactionState,
): StateChange {
  return { id: row.id, state, by: work.principal.name, at: work.now };
}

export async function changeState(
  work: Work,
  row: LoadedCashTransaction,
  to: Pick<StateChange, 'state' | 'approved' | 'reason'> & { readonly step?: string },
): Promise<Outcome> {
  await storeState(work.tx, { ...changeOf(work, row, to.state), ...to });
  const approved =
    to.approved === undefined
      ? {}
      : {
          approved_by: to.approved.by,
          approved_at: work.now,
          journal_fingerprint: to.approved.fingerprint,
        };
  const reason = to.reason === undefined ? {} : { decision_reason: to.reason };
  return changed(work, { ...row, ...approved, ...reason, state: to.state }, to.step);
}

/** Returns the outcome of a stored step, with the current record. */
export function changed(
  work: Work,
  after: LoadedCashTransaction,
  step = after.state.toLowerCase(),
): Outcome {
  const row = {
    ...after,
    version: after.version + 1n,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
  work.events.push({
    type: `cash-transaction.${step}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: { transType: row.trans_type, journalId: row.reversal_journal_id ?? row.journal_id },
  });
  return {
    msgCode: `CASH_TRANSACTION_${step.toUpperCase().replaceAll('-', '_')}`,
    id: row.id,
    name: row.name,
    result: cashTransactionRecord(row),
    version: row.version,
  };
}
