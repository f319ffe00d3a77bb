// Cash transactions after they are made: approved by a second person, posted to the ledger,
// reversed.

import { type BusinessDate, dateOfInstant } from '../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../platform/context.js';
import { type PageRequest, pageFrom } from '../../platform/http/paging.js';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import { type Outcome, type Page, versioned } from '../../platform/http/route.js';
import { refuseStale } from '../../platform/http/version.js';
import { refuseOwnWork } from '../identity/index.js';
import { mappedAccount } from './account.js';
import { CASH_TRANSACTION_SOURCE, heldMinor } from './cash-transaction-create.js';
import {
  countCashTransactions,
  findCashTransaction,
  type LoadedCashTransaction,
  linesOfJournal,
  listCashTransactions,
  lockCashTransaction,
  type StateChange,
  storePosted,
  storeReversed,
  storeState,
  type TransactionState,
} from './cash-transaction-query.js';
import { cashTransactionRecord, narrationOf } from './cash-transaction-record.js';
import { oppositeLines, paymentLines, receiptLines, transferLines } from './entry.js';
import {
  type Hold,
  type JournalDraft,
  type LineDraft,
  postJournalsCall,
  refusingOverdraft,
  setHold,
} from './ledger.js';
import { financeProblems } from './problems.js';
import type { CashTransactionListQuery } from './schema.js';

/**
 * A second person's consent: PENDING → APPROVED. 403 OWN_WORK for its maker, 409 in another state.
 */
export async function approveCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockedFor(work, id, ['PENDING']);
  await refuseOwnWork(work, row);
  return changeState(work, row, { state: 'APPROVED', approvedBy: work.principal.id });
}

/** A second person's refusal: PENDING → REJECTED; what was held is free again. */
export async function rejectCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockedFor(work, id, ['PENDING']);
  await refuseOwnWork(work, row);
  await releaseHold(work, row);
  return changeState(work, row, { state: 'REJECTED' });
}

/**
 * Withdrawn before it took effect: PENDING or APPROVED → CANCELLED; what was held is free again.
 */
export async function cancelCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockedFor(work, id, ['PENDING', 'APPROVED']);
  await releaseHold(work, row);
  return changeState(work, row, { state: 'CANCELLED' });
}

/**
 * Makes an approved transaction take effect: APPROVED → POSTED, one journal. Posted again: 409
 * with the present state POSTED, no second movement. Refuses closed accounts and
 * INSUFFICIENT_FUNDS.
 */
export async function postCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const [row, today] = await Promise.all([
    lockedFor(work, id, ['APPROVED']),
    currentBusinessDate(work.tx),
  ]);
  if (!row.cash_account_active || row.counterparty_account_active === false) {
    throw refusal(financeProblems.ACCOUNT_INACTIVE);
  }
  const journal = journalOf(work, row, {
    lines: await linesOf(work, row),
    today,
    narration: narrationOf(row),
  });
  const posting = postJournalsCall(work.tx, [journal], holdReleased(row));
  const change = changeOf(work, row, 'POSTED');
  const journalId = await refusingOverdraft(() => storePosted(work.tx, posting, change));
  return changed(work, { ...row, state: 'POSTED', journal_id: journalId });
}

/**
 * Undoes a posted transaction by a journal with opposite legs that is linked to the first:
 * POSTED → REVERSED. Refuses INSUFFICIENT_FUNDS when the money has gone.
 */
export async function reverseCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockedFor(work, id, ['POSTED']);
  const original = row.journal_id ?? 0n;
  const today = await currentBusinessDate(work.tx);
  const journal = journalOf(work, row, {
    lines: oppositeLines(await linesOfJournal(work.tx, original)),
    today,
    narration: `reversal of ${narrationOf(row)}`,
  });
  const posting = postJournalsCall(work.tx, [{ ...journal, reversalOfId: original }], []);
  const change = changeOf(work, row, 'REVERSED');
  const reversalId = await refusingOverdraft(() => storeReversed(work.tx, posting, change));
  return changed(work, { ...row, state: 'REVERSED', reversal_journal_id: reversalId });
}

/** One cash transaction, with its version as ETag. */
export async function readCashTransaction(call: Call, id: bigint): Promise<object> {
  const row = await findCashTransaction(call.db, id);
  if (!row || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(cashTransactionRecord(row), row.version);
}

/** Cash transactions of the offices that the caller sees, by id. */
export async function listCashTransactionPage(
  call: Call,
  query: CashTransactionListQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...query, offices: call.principal.offices };
  const [rows, count] = await Promise.all([
    listCashTransactions(call.db, filter, page),
    countCashTransactions(call.db, filter),
  ]);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count, result: kept.map(cashTransactionRecord), nextAfter };
}

/** Loads and locks; refuses in the order 404, 412, 409 with the present state first. */
async function lockedFor(
  work: Work,
  id: bigint,
  states: readonly TransactionState[],
): Promise<LoadedCashTransaction> {
  const row = await lockCashTransaction(work.tx, id);
  if (!row || !seesOffice(work.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  refuseStale(work, row.version);
  if (!states.includes(row.state)) {
    throw refusal(financeProblems.CASH_TRANSACTION_WRONG_STATE, {
      detail: `it is ${row.state}; this needs ${states.join(' or ')}`,
      args: [row.state],
    });
  }
  return row;
}

function linesOf(work: Work, row: LoadedCashTransaction): Promise<LineDraft[]> | LineDraft[] {
  const movement = {
    amountMinor: row.amount_minor,
    cashAccountId: row.cash_account_id,
    feeMinor: row.fee_minor,
    feeAccountId: row.fee_account_id,
  };
  switch (row.trans_type) {
    case 'RECEIPT':
      return receiptLines(movement, row.contra_account_id ?? 0n);
    case 'PAYMENT':
      return paymentLines(movement, row.contra_account_id ?? 0n);
    case 'TRANSFER':
      return transferLinesOf(work, row, movement);
  }
}

async function transferLinesOf(
  work: Work,
  row: LoadedCashTransaction,
  movement: Parameters<typeof transferLines>[0],
): Promise<LineDraft[]> {
  const { counterparty_account_id: to, counterparty_office_id: toOffice, currency } = row;
  if (toOffice === null || toOffice === row.office_id) {
    return transferLines(movement, to ?? 0n, undefined);
  }
  const line = 'CASH_TRANSFER/OFFICE_CONTROL';
  return transferLines(movement, to ?? 0n, {
    from: await mappedAccount(work, line, { officeId: row.office_id, currency }),
    to: await mappedAccount(work, line, { officeId: toOffice, currency }),
  });
}

interface JournalPart {
  readonly lines: readonly LineDraft[];
  readonly today: BusinessDate;
  readonly narration: string;
}

// Booked on the business date; the value date is the client's, in the office's own calendar.
function journalOf(work: Work, row: LoadedCashTransaction, part: JournalPart): JournalDraft {
  return {
    officeId: row.office_id,
    transactionDate: part.today,
    valueDate: row.value_at === null ? part.today : dateOfInstant(row.value_at, row.time_zone),
    narration: part.narration,
    sourceType: CASH_TRANSACTION_SOURCE,
    sourceId: row.id,
    createdBy: work.principal.name,
    createdAt: work.now,
    lines: part.lines,
  };
}

function holdReleased(row: LoadedCashTransaction): Hold[] {
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

async function releaseHold(work: Work, row: LoadedCashTransaction): Promise<void> {
  for (const hold of holdReleased(row)) await setHold(work.tx, hold);
}

function changeOf(work: Work, row: LoadedCashTransaction, state: TransactionState): StateChange {
  return { id: row.id, state, by: work.principal.name, at: work.now };
}

async function changeState(
  work: Work,
  row: LoadedCashTransaction,
  to: { readonly state: TransactionState; readonly approvedBy?: bigint },
): Promise<Outcome> {
  await storeState(work.tx, { ...changeOf(work, row, to.state), ...to });
  const approved =
    to.approvedBy === undefined ? {} : { approved_by: to.approvedBy, approved_at: work.now };
  return changed(work, { ...row, ...approved, state: to.state });
}

/** The outcome of a step that is stored; the record shows what is now. */
function changed(work: Work, after: LoadedCashTransaction): Outcome {
  const row = {
    ...after,
    version: after.version + 1n,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
  work.events.push({
    type: `cash-transaction.${row.state.toLowerCase()}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: { transType: row.trans_type, journalId: row.reversal_journal_id ?? row.journal_id },
  });
  return {
    msgCode: `CASH_TRANSACTION_${row.state}`,
    id: row.id,
    name: row.name,
    result: cashTransactionRecord(row),
    version: row.version,
  };
}
