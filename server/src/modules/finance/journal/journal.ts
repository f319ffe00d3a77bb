// Reads journals with their lines: one journal, a list, or the journals that a record caused.

import { type Call, seesOffice } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { JournalListQuery } from '../schema.js';
import {
  countJournals,
  findJournals,
  type JournalLineRow,
  type JournalRow,
  linesOf,
  loadJournal,
  matching,
} from './queries.js';

/** Lists the journals in the caller's offices with their lines, in id order. */
export async function listJournalPage(
  call: Call,
  query: JournalListQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const condition = matching(query, call.principal.offices);
  const [found, count] = await Promise.all([
    findJournals(call.db, condition, page),
    countJournals(call.db, condition),
  ]);
  const { rows, nextAfter } = pageFrom(found, page);
  const lines = await linesOf(
    call.db,
    rows.map((row) => row.id),
  );
  return { count, result: rows.map((row) => journalRecord(row, lines)), nextAfter };
}

/**
 * Returns one journal with its lines. Refuses with 404 if it does not exist or the caller cannot
 * see its office.
 */
export async function readJournal(call: Call, id: bigint): Promise<object> {
  const row = await loadJournal(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return journalRecord(row, await linesOf(call.db, [id]));
}

function journalRecord(row: JournalRow, lines: readonly JournalLineRow[]) {
  return {
    id: row.id,
    active: true,
    name: codeOf(row.id),
    label: row.narration,
    businessOfficeName: row.office_name,
    transactionDate: row.transaction_date,
    valueDate: row.value_date,
    relatedTo: row.source_type,
    relatedToId: row.source_id,
    reversalOfJournalId: row.reversal_of_id ?? undefined,
    reversedByJournalId: row.reversed_by_id ?? undefined,
    madeBy: row.made_by,
    approvedBy: row.approved_by ?? undefined,
    lines: lines.filter((line) => line.journal_id === row.id).map(lineRecord),
    createdBy: row.created_by,
    createdDttm: row.created_at,
    lastModifiedBy: row.created_by,
    lastModifiedDttm: row.created_at,
  };
}

function lineRecord(line: JournalLineRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, line.currency);
  return {
    lineNo: line.line_no,
    accountId: line.account_id,
    accountName: line.account_name,
    accountLabel: line.account_label,
    currency: line.currency,
    debitAmount: amount(line.amount_minor > 0n ? line.amount_minor : 0n),
    creditAmount: amount(line.amount_minor < 0n ? -line.amount_minor : 0n),
    narration: line.narration ?? undefined,
    performanceKind: line.performance_kind ?? undefined,
  };
}
