// Decisions on manual journals: a second person approves a journal, which posts it, or rejects it;
// the maker may cancel it.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { refuseOwnWork } from '../../identity/index.js';
import { chartOf } from '../chart/chart.js';
import { postJournal } from '../ledger/ledger.js';
import { financeProblems } from '../problems.js';
import { accountError } from './line.js';
import {
  countManualJournals,
  findManualJournal,
  type JournalDecision,
  type JournalStamp,
  linesOfManualJournals,
  lockManualJournal,
  type ManualJournalRow,
  type ManualLineRow,
  selectManualJournals,
  storeJournalDecision,
} from './manual-queries.js';
import { manualJournalRecord } from './manual-record.js';
import type { ManualJournalQuery } from './manual-schema.js';
import { storePerformance } from './performance-queries.js';

/** The source type of manual journals. */
export const MANUAL_JOURNAL_SOURCE = 'MANUAL_JOURNAL';

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockManualJournal(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ state }) => state,
  wrongState: financeProblems.JOURNAL_WRONG_STATE,
});

/**
 * Approves exactly the lines that were entered: PENDING → POSTED. This requires a second person.
 * Refuses if an account is now closed or a control account, if the period is now closed, or if
 * funds are insufficient.
 */
export async function approveManualJournal(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  const lines = await linesOfManualJournals(work.tx, [id]);
  if (row.reverses_journal_id === null) await refuseWrongAccounts(work, row, lines);
  const date = row.transaction_date ?? (await currentBusinessDate(work.tx));
  const journalId = await postJournal(work.tx, {
    officeId: row.office_id,
    transactionDate: date,
    valueDate: row.value_date ?? date,
    narration: row.narration,
    sourceType: MANUAL_JOURNAL_SOURCE,
    sourceId: row.id,
    ...(row.reverses_journal_id === null ? {} : { reversalOfId: row.reverses_journal_id }),
    intoSoftClosed: row.adjusting,
    createdBy: work.principal.name,
    createdAt: work.now,
    lines: lines.map((line) => ({ accountId: line.account_id, amountMinor: line.amount_minor })),
  });
  const kinds = lines.map(({ line_no: lineNo, performance_kind: kind }) => ({
    ...{ journalId, lineNo, kind },
  }));
  await storePerformance(work.tx, kinds);
  return decide(work, { id, state: 'POSTED', reason: null, journalId });
}

/** Rejects a manual journal: PENDING → REJECTED. This requires a second person. */
export async function rejectManualJournal(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return decide(work, { id, state: 'REJECTED', reason: reason ?? null, journalId: null });
}

/** Cancels a journal: PENDING → CANCELLED. Only its maker can cancel it. */
export async function cancelManualJournal(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await steps.lockVisible(work, id, ['PENDING']);
  return decide(work, { id, state: 'CANCELLED', reason: reason ?? null, journalId: null });
}

/** Returns one manual journal, with its version as ETag. */
export async function readManualJournal(call: Call, id: bigint): Promise<object> {
  const row = await findManualJournal(call.db, id);
  if (!row || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const lines = await linesOfManualJournals(call.db, [id]);
  return versioned(manualJournalRecord(row, lines), row.version);
}

/** Lists the manual journals in the caller's offices, in id order. */
export async function listManualJournals(
  call: Call,
  { state }: ManualJournalQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { state, offices: call.principal.offices };
  const [found, count] = await Promise.all([
    selectManualJournals(call.db, filter, page),
    countManualJournals(call.db, filter),
  ]);
  const { rows, nextAfter } = pageFrom(found, page);
  const ids = rows.map((row) => row.id);
  const lines = await linesOfManualJournals(call.db, ids);
  return { count, result: rows.map((row) => manualJournalRecord(row, lines)), nextAfter };
}

async function refuseWrongAccounts(
  work: Work,
  row: ManualJournalRow,
  lines: readonly ManualLineRow[],
): Promise<void> {
  const chart = await chartOf(work.tx, work.context.db);
  for (const [index, line] of lines.entries()) {
    const account = { ...line, id: line.account_id };
    const wrong = accountError(account, { chart, officeId: row.office_id }, 'accountName');
    if (wrong) throw refuseMember(wrong.error, `lines/${index}/${wrong.member}`, wrong.detail);
  }
}

async function decide(work: Work, decision: JournalDecision): Promise<Outcome> {
  await storeJournalDecision(work.tx, decision, stampOf(work));
  return changedJournal(work, decision.id, DONE[decision.state]);
}

const DONE = { POSTED: 'posted', REJECTED: 'rejected', CANCELLED: 'cancelled' } as const;

/** Returns the outcome of a stored step, with the current record. */
export async function changedJournal(
  work: Work,
  id: bigint,
  done: 'created' | (typeof DONE)[keyof typeof DONE],
): Promise<Outcome> {
  const row = present(await findManualJournal(work.tx, id), 'the journal was just written');
  work.events.push({
    type: `manual-journal.${done}`,
    subjectId: id,
    officeId: row.office_id,
    data: { journalId: row.journal_id, reversalOf: row.reverses_journal_id },
  });
  const record = manualJournalRecord(row, await linesOfManualJournals(work.tx, [id]));
  return {
    msgCode: `MANUAL_JOURNAL_${done.toUpperCase()}`,
    id,
    name: record.name,
    result: record,
    version: row.version,
  };
}

export function stampOf({ principal, now }: Work): JournalStamp {
  return { kind: principal.kind, id: principal.id, name: principal.name, at: now };
}
