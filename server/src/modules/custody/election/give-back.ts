// Refunds the money and returns the rights when a call on rights is cancelled. Posts one journal
// per election, and reverses the election's movements.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { CUSTODY } from '../limits.js';
import type { CorporateActionRow } from '../record/queries.js';
import { draftingIn, paymentLines } from '../settlement/entry.js';
import { paidByPart } from '../settlement/funding.js';
import { addToFunding, lockFunding } from '../settlement/funding-queries.js';
import { type CarriedOutRow, selectToGiveBack, storeGivenBack } from './give-back-queries.js';

/**
 * Refunds a batch of the elections of a cancelled call on rights. Customers get their money back,
 * and portfolios their rights. The shares are removed, even if they were sold. Returns the
 * elections. The caller has locked the event.
 */
export async function giveBackTakeUps(
  work: Work,
  event: CorporateActionRow,
  date: BusinessDate,
): Promise<readonly CarriedOutRow[]> {
  const rows = await selectToGiveBack(work.tx, event.id, CUSTODY.electionsPerBatch);
  if (rows.length === 0) return rows;
  await lockFunding(work.tx, event.id, rows);
  const paid = rows.filter((row) => row.due_minor > 0n);
  const draft = draftingIn(work);
  const drafts: JournalDraft[] = [];
  for (const row of paid) {
    const amounts = { cashMinor: row.due_minor, taxMinor: 0n, advancedMinor: 0n };
    const frame = {
      ...{ officeId: row.office_id, currency: row.currency, date },
      ...({ sourceType: 'ELECTION', sourceId: row.id } as const),
      narration: `Reversal: Take-up ${event.label}, ${row.quantity} rights`,
      reversalOfId: row.reversible_journal_id ?? undefined,
    };
    drafts.push(await draft(frame, paymentLines(amounts, placeOf(row))));
  }
  const ids = await postJournals(work.tx, drafts);
  await addToFunding(work.tx, event.id, paidByPart(paid.map((row) => [row, row.due_minor])));
  const journals = new Map(paid.map(({ id }, index) => [id, ids[index]]));
  const given = rows.map(({ id }) => ({ id, journalId: journals.get(id) ?? null }));
  await storeGivenBack(work.tx, given, { by: work.principal.name, at: work.now });
  return rows;
}

function placeOf(row: CarriedOutRow) {
  return {
    officeId: row.office_id,
    accountId: present(row.cash_account_id, 'money came from an account'),
    accountOfficeId: present(row.account_office_id, 'an account has an office'),
  };
}
