// Holds on money with a later value date. The money is booked at posting, and held until the
// business date reaches the value date.

import { type BusinessDate, compareDates } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { postJournals } from '../ledger/ledger.js';
import type { Hold } from '../ledger/queries.js';
import { VALUE_DATE } from '../limits.js';
import type { LoadedCashTransaction } from './queries.js';
import {
  beginRelease,
  countDue,
  hasValueDateHold,
  lockDue,
  releasedThrough,
  VALUE_DATE_SOURCE,
} from './value-date-hold-queries.js';

/** End-of-day step that releases money whose value date is the next business date. */
export const releaseValueDatesStep: EndOfDayStep = {
  name: 'release-value-dates',
  expected: ({ db }, day) => countDue(db, day.next),
  run: releaseValueDates,
};

/** A journal's value date, and the business date of its posting. */
interface ArrivalDates {
  readonly valueDate: BusinessDate;
  readonly today: BusinessDate;
}

/** Returns whether this transaction's money arrives after the business date of its posting. */
export function arrivesLater(
  row: LoadedCashTransaction,
  { valueDate, today }: ArrivalDates,
): boolean {
  return arrivalOf(row) !== undefined && compareDates(valueDate, today) > 0;
}

/**
 * Returns the hold that posting this journal sets: the arriving amount, if its value date is later.
 * The hold is forced, because the same statement sets it before it books the money.
 */
export async function arrivalHeld(
  tx: Tx,
  row: LoadedCashTransaction,
  dates: ArrivalDates,
): Promise<Hold[]> {
  const arrival = arrivalOf(row);
  if (arrival === undefined || !arrivesLater(row, dates)) return [];
  const through = await releasedThrough(tx);
  if (through !== null && compareDates(dates.valueDate, through) <= 0) return [];
  return [{ ...arrival, ...holderOf(row.id), force: true }];
}

/**
 * Returns the hold that reversing a locked transaction releases; undefined once the value date has
 * been reached.
 */
export async function arrivalReleased(tx: Tx, row: LoadedCashTransaction): Promise<Hold[]> {
  const arrival = arrivalOf(row);
  if (arrival === undefined || !(await hasValueDateHold(tx, row.id))) return [];
  return [{ ...arrival, ...holderOf(row.id), amountMinor: 0n }];
}

/**
 * Releases all money whose value date is the next business date, each batch in its own transaction.
 * Returns how many holds were released. Later postings set no hold for that date.
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

// The fee is deducted from a receipt, so only the net amount arrives.
function arrivalOf(
  row: LoadedCashTransaction,
): Pick<Hold, 'accountId' | 'amountMinor'> | undefined {
  const [accountId, amountMinor] =
    row.trans_type === 'RECEIPT'
      ? [row.cash_account_id, row.amount_minor - row.fee_minor - row.early_withdrawal_minor]
      : [row.counterparty_account_id, row.converted_minor ?? row.amount_minor];
  return accountId === null || amountMinor <= 0n ? undefined : { accountId, amountMinor };
}
