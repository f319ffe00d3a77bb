// Wire record of manual journals.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { codeOf } from '../../../platform/ids.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { ManualJournalRow, ManualLineRow } from './manual-queries.js';

/** Returns the wire record. Approving the journal books exactly its lines. */
export function manualJournalRecord(row: ManualJournalRow, lines: readonly ManualLineRow[]) {
  return {
    id: row.id,
    name: codeOf(row.id),
    label: row.narration,
    state: row.state,
    businessOfficeName: row.office_name,
    transactionDate: row.transaction_date ?? undefined,
    valueDate: row.value_date ?? undefined,
    narration: row.narration,
    reference: row.reference ?? undefined,
    adjusting: row.adjusting,
    reversalOfJournalId: row.reverses_journal_id ?? undefined,
    journalId: row.journal_id ?? undefined,
    reversedByJournalId: row.reversed_by_journal_id ?? undefined,
    lines: lines.filter((line) => line.manual_journal_id === row.id).map(lineRecord),
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

function lineRecord(line: ManualLineRow) {
  const { amount_minor: minor, currency } = line;
  return {
    lineNo: line.line_no,
    accountId: line.account_id,
    accountName: line.name,
    accountLabel: line.label,
    currency,
    debitAmount: minorToDecimal(minor > 0n ? minor : 0n, currency),
    creditAmount: minorToDecimal(minor < 0n ? -minor : 0n, currency),
    narration: line.narration ?? undefined,
    performanceKind: line.performance_kind ?? undefined,
  };
}
