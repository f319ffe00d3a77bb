// Reversal of contract notes: opposite entries of what was booked, and the note that keeps its
// figures.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { type JournalDraft, linesOfJournal, oppositeLines } from '../../finance/index.js';
import type { OrderRow } from '../record/order.js';
import { noteJournal } from './journal.js';

/** The note that stands for a trade date, with what was booked for it. */
export interface PresentNote {
  readonly id: bigint;
  readonly name: string;
  readonly charges_minor: bigint;
  readonly net_minor: bigint;
  readonly journal_id: bigint;
  readonly settlement_journal_id: bigint | null;
}

/** Locks the note that stands for a trade date of an order; undefined when there is none. */
export async function presentNote(
  tx: Tx,
  orderId: bigint,
  tradeDate: BusinessDate,
): Promise<PresentNote | undefined> {
  const [note] = await tx.query<PresentNote>(sql`
    select id, name, charges_minor, net_minor, journal_id, settlement_journal_id
    from contract_note
    where order_id = ${orderId} and trade_date = ${tradeDate} and reversed_at is null for update`);
  return note;
}

/** The journals that take a note back, its settlement first where it was settled. */
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

/** Marks a note as reversed by journals in the sequence of `reversalJournals`. */
export async function storeReversal(
  work: Work,
  note: PresentNote,
  journals: readonly bigint[],
): Promise<void> {
  const settled = note.settlement_journal_id !== null;
  await work.tx.query(sql`
    update contract_note set active = false, reversed_at = ${work.now},
      settlement_reversal_journal_id = ${settled ? (journals[0] ?? null) : null},
      reversal_journal_id = ${journals[settled ? 1 : 0] ?? null},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${note.id}`);
}
