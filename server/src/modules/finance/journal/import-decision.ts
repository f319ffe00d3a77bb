// Decisions on journal imports: a second person posts or rejects the whole batch, or the maker
// cancels it. A posted import can be undone once, as a whole.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { refuseOwnWork } from '../../identity/index.js';
import { chartOf } from '../chart/chart.js';
import { oppositeLines } from '../ledger/entry.js';
import { postJournals } from '../ledger/ledger.js';
import type { JournalDraft } from '../ledger/queries.js';
import { financeProblems } from '../problems.js';
import { changedImport } from './import.js';
import {
  accountsOfImport,
  type ImportedRow,
  type JournalImportRow,
  journalsOfImport,
  lockJournalImport,
  rowsOfImport,
  storeImportDecision,
  storeUndoDecision,
  storeUndoRequest,
} from './import-queries.js';
import { journalsOf } from './import-row.js';
import { accountError } from './line.js';
import { stampOf } from './manual.js';
import type { PerformanceKind } from './performance-kind.js';
import { copyPerformance, storePerformance } from './performance-queries.js';

/** The source type of an import's journals. */
const JOURNAL_IMPORT_SOURCE = 'JOURNAL_IMPORT';

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockJournalImport(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ state }) => state,
  wrongState: financeProblems.JOURNAL_IMPORT_WRONG_STATE,
});

/**
 * Approves an import. This requires a second person. PENDING → POSTED books all journals or none;
 * UNDO_PENDING → UNDONE reverses all journals.
 */
export async function approveJournalImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockForDecision(work, id);
  if (row.state === 'UNDO_PENDING') {
    await undo(work, row);
    await storeUndoDecision(work.tx, { id, state: 'UNDONE', reason: null }, stampOf(work));
    return changedImport(work, id, 'undone');
  }
  await refuseWrongAccounts(work, row);
  const journals = await journalsIn(work, row);
  const ids = await postJournals(
    work.tx,
    journals.map(({ draft }) => draft),
  );
  const kinds = journals.flatMap(({ kinds }, index) =>
    kinds.map((kind, at) => ({ journalId: ids[index] ?? 0n, lineNo: at + 1, kind })),
  );
  await storePerformance(work.tx, kinds);
  await storeImportDecision(work.tx, { id, state: 'POSTED', reason: null }, stampOf(work));
  return changedImport(work, id, 'posted');
}

/**
 * Rejects an import, PENDING → REJECTED, or an undo, UNDO_PENDING → POSTED. This requires a second
 * person.
 */
export async function rejectJournalImport(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockForDecision(work, id);
  const step = { id, reason: reason ?? null };
  if (row.state === 'UNDO_PENDING') {
    await storeUndoDecision(work.tx, { ...step, state: 'POSTED' }, stampOf(work));
    return changedImport(work, id, 'undo-rejected');
  }
  await storeImportDecision(work.tx, { ...step, state: 'REJECTED' }, stampOf(work));
  return changedImport(work, id, 'rejected');
}

/** Cancels an import: PENDING → CANCELLED. Only its maker can cancel it. */
export async function cancelJournalImport(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await steps.lockVisible(work, id, ['PENDING']);
  const step = { id, state: 'CANCELLED', reason: reason ?? null } as const;
  await storeImportDecision(work.tx, step, stampOf(work));
  return changedImport(work, id, 'cancelled');
}

/** Requests the reversal of all journals: POSTED → UNDO_PENDING. Another person approves it. */
export async function undoJournalImport(work: Work, id: bigint): Promise<Outcome> {
  await steps.lockVisible(work, id, ['POSTED']);
  await storeUndoRequest(work.tx, id, stampOf(work));
  return changedImport(work, id, 'undo-requested');
}

async function lockForDecision(work: Work, id: bigint): Promise<JournalImportRow> {
  const row = await steps.lockVisible(work, id);
  const maker =
    row.state === 'UNDO_PENDING' && row.undo_kind !== null && row.undo_id !== null
      ? { creator_kind: row.undo_kind, creator_id: row.undo_id }
      : row;
  await refuseOwnWork(work, maker);
  steps.refuseUnless(row, ['PENDING', 'UNDO_PENDING']);
  return row;
}

async function refuseWrongAccounts(work: Work, row: JournalImportRow): Promise<void> {
  const chart = await chartOf(work.tx, work.context.db);
  for (const account of await accountsOfImport(work.tx, row.id)) {
    const wrong = accountError(account, { chart, officeId: row.office_id }, account.name);
    if (wrong !== undefined) throw refuseMember(wrong.error, wrong.member, wrong.detail);
  }
}

/** A journal to book, and the performance kinds of its lines. */
interface ImportedDraft {
  readonly draft: JournalDraft;
  readonly kinds: readonly (PerformanceKind | null)[];
}

async function journalsIn(work: Work, row: JournalImportRow): Promise<ImportedDraft[]> {
  const today = await currentBusinessDate(work.tx);
  const rows = (await rowsOfImport(work.tx, row.id)).map((one) => ({
    ...one,
    read: { key: one.journal_key },
  }));
  return journalsOf(rows).map((journal) => {
    const [first] = journal;
    const date = first?.transaction_date ?? today;
    const narration = journal.find((one) => one.narration !== null)?.narration;
    const draft = {
      ...sharedBy(work, row),
      transactionDate: date,
      valueDate: first?.value_date ?? date,
      narration: narration ?? `${row.label} ${first?.journal_key ?? ''}`,
      lines: journal.flatMap(lineOf),
    };
    return { draft, kinds: journal.map(({ performance_kind: kind }) => kind) };
  });
}

function sharedBy(work: Work, row: JournalImportRow) {
  return {
    officeId: row.office_id,
    sourceType: JOURNAL_IMPORT_SOURCE,
    sourceId: row.id,
    createdBy: work.principal.name,
    createdAt: work.now,
  };
}

function lineOf({ account_id: accountId, amount_minor: amountMinor }: ImportedRow) {
  return accountId === null || amountMinor === null ? [] : [{ accountId, amountMinor }];
}

async function undo(work: Work, row: JournalImportRow): Promise<void> {
  const today = await currentBusinessDate(work.tx);
  const journals = await journalsOfImport(work.tx, { type: JOURNAL_IMPORT_SOURCE, id: row.id });
  const reversals = await postJournals(
    work.tx,
    journals.map((journal) => ({
      ...sharedBy(work, row),
      transactionDate: today,
      valueDate: today,
      narration: `undo of ${journal.narration}`,
      reversalOfId: journal.id,
      lines: oppositeLines(journal.lines),
    })),
  );
  await copyPerformance(work.tx, reversals);
}
