// Issues the first notes of many orders. The notes are drafted one by one, then posted and stored
// in one batch.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { type Hold, type JournalDraft, postJournals } from '../../finance/index.js';
import { type MarketRules, rulesOf } from '../../market/index.js';
import type { OrderRow } from '../record/order.js';
import type { TradeDay } from '../rule/trade-day.js';
import { type NoteDraft, tradeDateJournal } from './journal.js';
import { draftNote, raiseNoteEvents } from './note.js';
import { storeNotes } from './store-queries.js';

/** An order without a note, and the single date on which it was filled. */
export interface FirstNote {
  readonly order: OrderRow;
  readonly day: TradeDay;
}

/** A drafted note and its entries. */
export interface DraftedNote extends FirstNote {
  readonly draft: NoteDraft;
  readonly journal: JournalDraft;
}

/** Drafts notes whose charges do not depend on one another. */
export async function draftFirstNotes(
  work: Work,
  notes: readonly FirstNote[],
): Promise<DraftedNote[]> {
  const rulesOfExchange = new Map<bigint, MarketRules>();
  const drafted: DraftedNote[] = [];
  for (const { order, day } of notes) {
    const known = rulesOfExchange.get(order.exchange_id);
    const rules = known ?? (await rulesOf(work.tx, order.exchange_id));
    rulesOfExchange.set(order.exchange_id, rules);
    const draft = await draftNote(work, order, { day, all: [day], rules });
    drafted.push({ order, day, draft, journal: await tradeDateJournal(work, draft) });
  }
  return drafted;
}

/**
 * Posts the entries of drafted notes, even if a balance is insufficient, and sets the holds in the
 * same statement. Then stores the notes. The caller stores their trade dates.
 */
export async function issueNotes(
  work: Work,
  notes: readonly DraftedNote[],
  holds: readonly Hold[],
): Promise<void> {
  const drafts = notes.map(({ journal }) => journal);
  const journals = await postJournals(work.tx, drafts, holds);
  const noted = notes.map(({ order, draft }, index) => {
    const journalId = present(journals[index], 'each posted journal has its number');
    return { order, draft, journalId, replacesId: undefined };
  });
  await storeNotes(work, noted);
  for (const { order, draft } of notes) raiseNoteEvents(work, order, { present: undefined, draft });
}
