// Matches bank statement lines manually with posted cash transactions, and lists the open items on
// both sides.

import { present } from '../../../platform/assert.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { findFirmAccount } from '../cash/account-queries.js';
import { findCashTransaction, lockCashTransaction } from '../cash/queries.js';
import { financeProblems } from '../problems.js';
import { selectJournalCandidates, storeJournalMatch } from './journal-match-queries.js';
import {
  type CandidateRow,
  countUncleared,
  selectCandidates,
  selectUncleared,
  storePairs,
  storeUnmatched,
} from './match-queries.js';
import { countLines, type LineRow, lockBankAccount, selectLine, selectLines } from './queries.js';
import type { BankJournalMatchBody, BankLineQuery, BankMatchBody } from './schema.js';
import { bankLineRecord, markUncleared, notifyPairs, stampOf } from './statement.js';

/**
 * Matches a line with a transaction of the same account and amount, whatever their dates and
 * references. The direction must be the same, or the opposite if the transaction was reversed. Each
 * movement can be matched only once.
 */
export async function matchBankLine(work: Work, body: BankMatchBody): Promise<Outcome> {
  const line = await lockedLine(work, body.lineId);
  refuseUnlessOpen(line);
  const row = await lockCashTransaction(work.tx, body.cashTransactionId);
  if (!row || row.office_id !== line.office_id) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'cashTransactionId',
      'does not match any cash transaction of this office',
    );
  }
  if (row.state !== 'POSTED' && row.state !== 'REVERSED') {
    throw refusal(financeProblems.CASH_TRANSACTION_WRONG_STATE, { args: [row.state] });
  }
  const signed = row.trans_type === 'PAYMENT' ? -row.amount_minor : row.amount_minor;
  const isReversal = row.state === 'REVERSED' && signed === -line.amount_minor;
  const moved = isReversal ? -signed : signed;
  if (row.contra_account_id !== line.account_id || moved !== line.amount_minor) {
    const why = 'differs from the line in account, amount or direction';
    throw refuseMember(financeProblems.BANK_LINE_DIFFERS, 'cashTransactionId', why);
  }
  const pair = { line_id: line.id, transaction_id: row.id, of_reversal: isReversal };
  const matched = await storePairs(work.tx, [pair], stampOf(work));
  if (matched.length === 0) throw wrongState('CLEARED');
  notifyPairs(work, { type: 'cash-transaction.cleared', officeId: line.office_id }, matched);
  return writtenLine(work, line.id, 'MATCHED');
}

/**
 * Matches a line with a journal that moves its account by its amount, such as the other side of a
 * transfer that was booked from the other bank account.
 */
export async function matchBankLineJournal(
  work: Work,
  body: BankJournalMatchBody,
): Promise<Outcome> {
  const line = await lockedLine(work, body.lineId);
  refuseUnlessOpen(line);
  if (await storeJournalMatch(work.tx, body, stampOf(work))) {
    return writtenLine(work, line.id, 'MATCHED');
  }
  const why =
    'must be a journal of the same account and amount that is not reversed, is on no other line, ' +
    'and is not that of a cash transaction';
  throw refuseMember(financeProblems.BANK_LINE_DIFFERS, 'journalId', why);
}

/** Removes a match; the transaction is no longer cleared. */
export async function unmatchBankLine(work: Work, id: bigint): Promise<Outcome> {
  const line = await lockedLine(work, id);
  if (line.transaction_id === null && !line.has_journal) throw wrongState('OPEN');
  await storeUnmatched(work.tx, id);
  const { transaction_id, of_reversal } = line;
  if (transaction_id === null) return writtenLine(work, id, 'UNMATCHED');
  await markUncleared(work, line.office_id, [{ line_id: id, transaction_id, of_reversal }]);
  return writtenLine(work, id, 'UNMATCHED');
}

/** Lists lines in the caller's offices: matched, open, or both. */
export async function listBankLines(
  call: Call,
  query: BankLineQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...query, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectLines(call.db, filter, page), page);
  const count = await countLines(call.db, filter);
  return { count, result: rows.map(bankLineRecord), nextAfter };
}

/** Returns a line with its candidates, best first. */
export async function suggestBankMatch(call: Call, id: bigint): Promise<object> {
  const line = await selectLine(call.db, id);
  if (!line || !seesOffice(call.principal, line.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const candidates = await selectCandidates(call.db, id);
  const journals = await selectJournalCandidates(call.db, id);
  return {
    ...bankLineRecord(line),
    suggestions: candidates.map(candidateRecord),
    journals: journals.map((row) => ({
      journalId: row.id,
      narration: row.narration,
      postedOn: row.transaction_date,
      relatedTo: row.source_type,
    })),
  };
}

/** Lists an account's posted transactions that are on no statement yet. */
export async function listUncleared(
  call: Call,
  accountId: bigint,
  page: PageRequest,
): Promise<Page<object>> {
  const account = await findFirmAccount(call.db, { id: accountId });
  if (!account || !seesOffice(call.principal, account.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const { rows, nextAfter } = pageFrom(await selectUncleared(call.db, accountId, page), page);
  const count = await countUncleared(call.db, accountId);
  return { count, result: rows.map(unclearedRecord), nextAfter };
}

/** Refuses a line that is matched or has a journal. */
export function refuseUnlessOpen(line: LineRow): void {
  if (line.transaction_id !== null || line.has_journal) throw wrongState('MATCHED');
  if (line.manual_journal_id !== null) throw wrongState('BOOKED');
}

/** Locks the bank account of a line, and then reads and returns the line. */
export async function lockedLine(work: Work, id: bigint): Promise<LineRow> {
  const seen = await selectLine(work.tx, id);
  if (!seen || !seesOffice(work.principal, seen.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  await lockBankAccount(work.tx, seen.account_id);
  const line = await selectLine(work.tx, id);
  if (!line) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return line;
}

function wrongState(state: 'MATCHED' | 'BOOKED' | 'CLEARED' | 'OPEN') {
  return refusal(financeProblems.BANK_STATEMENT_WRONG_STATE, { args: [state] });
}

/** Returns the outcome of a change to a line, with the line's current record. */
export async function writtenLine(
  work: Work,
  id: bigint,
  done: 'MATCHED' | 'UNMATCHED' | 'BOOKED',
): Promise<Outcome> {
  const row = present(await selectLine(work.tx, id), 'the line was just written');
  const transaction =
    row.transaction_id === null
      ? undefined
      : await findCashTransaction(work.tx, row.transaction_id);
  return {
    msgCode: `BANK_LINE_${done}`,
    id,
    name: `${row.account_name} ${row.line_no}`,
    result: { ...bankLineRecord(row), bankStmtCleared: transaction?.bank_stmt_cleared ?? false },
    version: row.version,
  };
}

function unclearedRecord(row: CandidateRow) {
  return {
    id: row.id,
    name: row.name,
    transType: row.trans_type,
    amount: minorToDecimal(row.amount_minor, row.currency),
    currency: row.currency,
    postedOn: row.transaction_date,
    reference: row.reference ?? undefined,
    description: row.description ?? undefined,
    partnerName: row.customer_name ?? undefined,
    partnerLabel: row.customer_label ?? undefined,
  };
}

function candidateRecord(row: CandidateRow) {
  return {
    ...unclearedRecord(row),
    sameReference: row.same_reference,
    ofReversal: row.of_reversal,
  };
}
