// Money that counts from a later day: in the books when it is posted, and held until the business
// date that reaches its value date.

import { type BusinessDate, compareDates } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import type { LoadedCashTransaction } from '../cash/queries.js';
import { type Hold, type JournalDraft, postJournals } from '../ledger/ledger.js';
import { VALUE_DATE } from '../limits.js';
import {
  beginRelease,
  countDue,
  hasValueDateHold,
  lockDue,
  releasedThrough,
  VALUE_DATE_SOURCE,
} from './value-date-hold-queries.js';

/** The step of the end of day that lets go of what counts from the next business date on. */
export const releaseValueDatesStep: EndOfDayStep = {
  name: 'release-value-dates',
  expected: ({ db }, day) => countDue(db, day.next),
  run: releaseValueDates,
};

/** True when money of this transaction arrives after the business date on which it is booked. */
export function arrivesLater(
  row: LoadedCashTransaction,
  { valueDate, transactionDate }: Pick<JournalDraft, 'valueDate' | 'transactionDate'>,
): boolean {
  return arrivalOf(row) !== undefined && compareDates(valueDate, transactionDate) > 0;
}

/**
 * The hold that the posting of this journal sets: over all that arrives, as far as its value date
 * is to come. It is set before the money is there, so it is forced; with the money nothing is.
 */
export async function arrivalHeld(
  tx: Tx,
  row: LoadedCashTransaction,
  journal: JournalDraft,
): Promise<Hold[]> {
  const arrival = arrivalOf(row);
  if (arrival === undefined || !arrivesLater(row, journal)) return [];
  const through = await releasedThrough(tx);
  if (through !== null && compareDates(journal.valueDate, through) <= 0) return [];
  return [{ ...arrival, ...holderOf(row.id), force: true }];
}

/** What a reversal of a locked transaction lets go of: nothing, when its day has come. */
export async function arrivalReleased(tx: Tx, row: LoadedCashTransaction): Promise<Hold[]> {
  const arrival = arrivalOf(row);
  if (arrival === undefined || !(await hasValueDateHold(tx, row.id))) return [];
  return [{ ...arrival, ...holderOf(row.id), amountMinor: 0n }];
}

/**
 * Lets go of all that counts from the next business date on, each batch in its own transaction;
 * returns how many. What is posted from now on is not held for that date.
 */
export async function releaseValueDates(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const inTurn = (piece: (work: Work) => Promise<number>) =>
    systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      const records = await piece(work);
      await progress?.count(work.tx, records);
      return records;
    });
  await inTurn(async ({ tx }) => {
    await beginRelease(tx, day.next);
    return 0;
  });
  let total = 0;
  for (let batch = 0; batch < VALUE_DATE.batchesMax; batch += 1) {
    const released = await inTurn((work) => releaseBatch(work, day.next));
    if (released === 0) break;
    total += released;
  }
  return total;
}

async function releaseBatch({ tx, events }: Work, next: BusinessDate): Promise<number> {
  const due = await lockDue(tx, next, VALUE_DATE.releasedPerBatch);
  const holds = due.map(({ id, account_id: accountId }) => ({
    ...{ accountId, amountMinor: 0n },
    ...holderOf(id),
  }));
  await postJournals(tx, [], holds);
  for (const row of due) {
    events.push({
      type: 'cash-transaction.available',
      subjectId: row.id,
      officeId: row.office_id,
      data: { transType: row.trans_type, journalId: row.journal_id },
    });
  }
  return holds.length;
}

const holderOf = (sourceId: bigint) => ({ sourceType: VALUE_DATE_SOURCE, sourceId });

// A receipt bears its fee, so what is left of it arrives.
function arrivalOf(
  row: LoadedCashTransaction,
): Pick<Hold, 'accountId' | 'amountMinor'> | undefined {
  const [accountId, amountMinor] =
    row.trans_type === 'RECEIPT'
      ? [row.cash_account_id, row.amount_minor - row.fee_minor - row.early_withdrawal_minor]
      : [row.counterparty_account_id, row.converted_minor ?? row.amount_minor];
  return accountId === null || amountMinor <= 0n ? undefined : { accountId, amountMinor };
}
