// Settlements with custodians that settle trades themselves. One person enters a payment from or to
// a custodian for contract notes. When another person approves it, the notes are settled.

import { assert, present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import {
  type JournalDraft,
  linesOfJournal,
  oppositeLines,
  postJournals,
} from '../../finance/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { requireCustodian } from '../../party/index.js';
import { noteJournal, settlementJournal } from '../note/journal.js';
import { storeSettled } from '../note/settlement-queries.js';
import { orderProblems } from '../problems.js';
import { owedFor, requireSettleable } from './settleable.js';
import {
  accountCodes,
  countSettlements,
  insertSettlement,
  lockNotes,
  lockSettlement,
  type NoteToSettle,
  type SettledNote,
  type SettlementRow,
  type SettlementStatus,
  selectSettledNotes,
  selectSettlement,
  selectSettlements,
  storePosted,
  storeRejected,
  storeReversed,
} from './settlement-queries.js';

/** The data that a caller enters for a settlement. */
interface SettlementRequest {
  readonly custodianName: string;
  readonly direction: 'RECEIPT' | 'PAYMENT';
  readonly amount: Decimal;
  readonly contractNoteIds: readonly bigint[];
  readonly reference?: string | undefined;
  readonly label?: string | undefined;
}

/**
 * Enters a settlement of whole contract notes. It stays PENDING until another person approves it. A
 * dry run shows the entry.
 */
export async function createCustodianSettlement(
  work: Work,
  request: SettlementRequest,
): Promise<Outcome> {
  const custodian = await requireCustodian(work.tx, request.custodianName);
  const ids = request.contractNoteIds;
  const notes = await lockNotes(work.tx, ids, undefined);
  const { officeId, currency } = requireSettleable(notes, {
    ids,
    custodianId: custodian.id,
    principal: work.principal,
    today: await currentBusinessDate(work.tx),
  });
  const amountMinor = amountOf(request.amount, currency);
  requireAmount(notes, { ...request, amountMinor, currency });
  const id = await work.context.ids.next(work.tx, 'custodian_settlement_id');
  const money = formatMoney({ minor: amountMinor, currency });
  await insertSettlement(
    work,
    {
      ...{ id, name: codeOf(id), office_id: officeId, custodian_id: custodian.id, currency },
      label: request.label || `${request.direction} ${custodian.name} ${money}`,
      direction: request.direction,
      amount_minor: amountMinor,
      reference: request.reference ?? null,
    },
    notes.map((note) => ({ id: note.id, owedMinor: owedFor(note) })),
  );
  const outcome = await written(work, id, 'created');
  const drafts = await draftsOf(work, notes);
  return {
    ...(await withEntry(work, outcome, { drafts, currency })),
    created: true,
    location: `order/custodian/settlement/id/${id}`,
  };
}

/**
 * Approves a settlement: its notes are settled on the business date. The person who entered it
 * cannot approve it.
 */
export async function approveCustodianSettlement(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockPending(work, id);
  const lines = await selectSettledNotes(work.tx, [id]);
  const ids = lines.map((line) => line.contract_note_id);
  const notes = await lockNotes(work.tx, ids, id);
  const today = await currentBusinessDate(work.tx);
  const named = { ids, custodianId: row.custodian_id, principal: work.principal, today };
  requireSettleable(notes, named);
  requireAmount(notes, { ...row, amountMinor: row.amount_minor });
  const drafts = await draftsOf(work, notes);
  const journals = await postJournals(work.tx, drafts);
  assert(journals.length === notes.length, 'each note has its journal');
  const noteIds = notes.map((note) => note.id);
  await storeSettled(work, noteIds, journals);
  await storePosted(work, id, { on: today, noteIds, journals });
  for (const note of notes) {
    const about = { subjectId: note.id, officeId: note.office_id };
    work.events.push({ type: 'contract-note.settled', ...about });
  }
  return withEntry(work, await written(work, id, 'posted'), { drafts, ...row });
}

/** Rejects a settlement. The person who entered it cannot reject it. */
export async function rejectCustodianSettlement(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockPending(work, id);
  await storeRejected(work, id, reason);
  return written(work, id, 'rejected');
}

/**
 * Reverses a booked settlement, for example because the bank returned the money. Its notes are
 * reopened, except those that a bust or a correction has reversed: that reversal already undid
 * their entries.
 */
export async function reverseCustodianSettlement(
  work: Work,
  id: bigint,
  reason: string,
): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['POSTED']);
  const lines = await selectSettledNotes(work.tx, [id]);
  const ids = lines.map((line) => line.contract_note_id);
  const locked = await lockNotes(work.tx, ids, id);
  const inForce = new Set(locked.filter((each) => each.reversed_at === null).map(idOf));
  const open = lines.filter((line) => inForce.has(line.contract_note_id));
  const today = await currentBusinessDate(work.tx);
  const drafts: JournalDraft[] = [];
  for (const { contract_note_id: noteId, name, journal_id } of open) {
    const journalId = present(journal_id, 'a settled note has its journal');
    drafts.push({
      ...noteJournal(work, { id: noteId, officeId: row.office_id, on: today }),
      narration: `Reversal of settlement ${row.name} of contract note ${name}`,
      reversalOfId: journalId,
      lines: oppositeLines(await linesOfJournal(work.tx, journalId)),
    });
  }
  const journals = await postJournals(work.tx, drafts);
  const noteIds = open.map((line) => line.contract_note_id);
  await storeReversed(work, id, { reason, noteIds, journals });
  return withEntry(work, await written(work, id, 'reversed'), { drafts, ...row });
}

const idOf = ({ id }: { readonly id: bigint }) => id;

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockSettlement(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ status }: SettlementRow) => status,
  wrongState: orderProblems.CUSTODIAN_SETTLEMENT_WRONG_STATE,
  detailOf: ({ status }) => `The settlement is ${status}.`,
  missing: () => 'no such settlement',
});

async function lockPending(work: Work, id: bigint): Promise<SettlementRow> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return row;
}

function amountOf(amount: Decimal, currency: string): bigint {
  const minor = parseMinor(amount, currency);
  if (minor !== undefined) return minor;
  const detail = `has more decimals than ${currency} has`;
  throw refuseMember(commonProblems.TOO_MANY_DECIMALS, 'amount', detail);
}

// A custodian settles whole notes, so any amount other than their sum is refused. Money for other
// notes must be entered together with those notes.
function requireAmount(
  notes: readonly NoteToSettle[],
  given: Pick<SettlementRow, 'direction' | 'currency'> & { readonly amountMinor: bigint },
): void {
  const { direction, amountMinor, currency } = given;
  const owed = notes.reduce((sum, note) => sum + owedFor(note), 0n);
  if ((direction === 'RECEIPT' ? amountMinor : -amountMinor) === owed) return;
  const expected = formatMoney({ minor: owed < 0n ? -owed : owed, currency });
  const detail = `must be a ${owed < 0n ? 'PAYMENT' : 'RECEIPT'} of ${expected} for these notes`;
  throw refuseMember(orderProblems.CUSTODIAN_SETTLEMENT_REFUSED, 'amount', detail);
}

async function draftsOf(work: Work, notes: readonly NoteToSettle[]): Promise<JournalDraft[]> {
  const today = await currentBusinessDate(work.tx);
  const drafts: JournalDraft[] = [];
  for (const note of notes) drafts.push(await settlementJournal(work, note, today));
  return drafts;
}

async function withEntry(
  work: Work,
  outcome: Outcome,
  { drafts, currency }: { readonly drafts: readonly JournalDraft[]; readonly currency: string },
): Promise<Outcome> {
  if (!work.tx.dryRun) return outcome;
  const lines = drafts.flatMap((draft) =>
    draft.lines.map((line) => ({ ...line, noteId: draft.sourceId })),
  );
  const codes = await accountCodes(
    work.tx,
    lines.map((line) => line.accountId),
  );
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const journalLines = lines.map(({ accountId, amountMinor, noteId }) => ({
    contractNoteId: noteId,
    accountCode: codes.get(accountId),
    ...(amountMinor < 0n
      ? { creditAmount: amount(-amountMinor) }
      : { debitAmount: amount(amountMinor) }),
  }));
  return { ...outcome, extra: { journalLines } };
}

async function written(
  work: Work,
  id: bigint,
  done: 'created' | 'posted' | 'rejected' | 'reversed',
): Promise<Outcome> {
  const row = present(await selectSettlement(work.tx, id), 'the settlement was written');
  work.events.push({
    type: `custodian-settlement.${done}`,
    subjectId: id,
    officeId: row.office_id,
    data: { name: row.name, direction: row.direction },
  });
  return {
    msgCode: `CUSTODIAN_SETTLEMENT_${done.toUpperCase()}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: settlementRecord(row, await selectSettledNotes(work.tx, [id])),
  };
}

function settlementRecord(row: SettlementRow, notes: readonly SettledNote[]): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    id: row.id,
    active: row.status === 'PENDING' || row.status === 'POSTED',
    name: row.id < 0n ? undefined : row.name,
    label: row.label,
    custodianName: row.custodian_name,
    custodianLabel: row.custodian_label,
    businessOfficeName: row.office_name,
    direction: row.direction,
    currency: row.currency,
    amount: amount(row.amount_minor),
    reference: row.reference ?? undefined,
    status: row.status,
    settlementDate: row.settled_on ?? undefined,
    contractNotes: notes.map((note) => ({
      contractNoteId: note.contract_note_id,
      contractNoteName: note.name,
      orderType: note.side,
      owedByCustodian: amount(note.owed_minor),
      journalId: note.journal_id ?? undefined,
      reversed: note.reversed_at !== null || note.reversal_journal_id !== null,
    })),
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    reversedBy: row.reversed_by ?? undefined,
    reversedDttm: row.reversed_at ?? undefined,
    reversalReason: row.reversal_reason ?? undefined,
    ...shownStamp(row),
  };
}

/**
 * Returns one settlement in an office that the caller can see, or refuses with DOCUMENT_NOT_FOUND.
 */
export async function readCustodianSettlement(call: Call, id: bigint): Promise<object> {
  const row = await selectSettlement(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such settlement' });
  }
  return versioned(settlementRecord(row, await selectSettledNotes(call.db, [id])), row.version);
}

/** Filters for settlements; an absent member does not restrict the list. */
export interface SettlementListing {
  readonly custodianName?: string | undefined;
  readonly u?: SettlementStatus | undefined;
}

/** Returns the filter for a listing; refuses an unknown custodian. */
export async function settlementFilterOf(
  call: Call,
  { custodianName: custodian, u: status }: SettlementListing,
) {
  if (custodian !== undefined) await requireCustodian(call.db, custodian);
  return { offices: call.principal.offices, custodian, status };
}

/** Lists settlements in the offices that the caller can see, newest first. */
export async function listCustodianSettlements(
  call: Call,
  listing: SettlementListing,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = await settlementFilterOf(call, listing);
  const { rows, nextAfter } = pageFrom(await selectSettlements(call.db, filter, page), page);
  const notes = await selectSettledNotes(
    call.db,
    rows.map(({ id }) => id),
  );
  const result = rows.map((row) =>
    settlementRecord(
      row,
      notes.filter((note) => note.settlement_id === row.id),
    ),
  );
  return { count: await countSettlements(call.db, filter), result, nextAfter };
}
