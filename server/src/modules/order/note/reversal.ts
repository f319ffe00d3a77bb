// Reverses contract notes by posting opposite entries. The reversed note keeps its amounts.

import type { Work } from '../../../platform/context.js';
import { type JournalDraft, linesOfJournal, oppositeLines } from '../../finance/index.js';
import type { OrderRow } from '../record/order.js';
import { noteJournal } from './journal.js';
import type { PresentNote } from './queries.js';

/**
 * Returns the journals that reverse a note. If the note was settled, the settlement is reversed
 * first.
 */
export async function reversalJournals(
  work: Work,
  note: PresentNote,
  order: OrderRow,
): Promise<JournalDraft[]> {
  const drafts: JournalDraft[] = [];
  for (const journalId of [note.settlement_journal_id, note.journal_id]) {
    if (journalId === null) continue;
    drafts.push({
      ...noteJournal(work, { id: note.id, officeId: order.office_id, on: order.today }),
      narration: `Reversal of contract note ${note.name}`,
      reversalOfId: journalId,
      lines: oppositeLines(await linesOfJournal(work.tx, journalId)),
    });
  }
  return drafts;
}
