// Settles interest payment dates at the end of the day: pays the interest since the previous date,
// or adds it to the principal.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { accruedInterest } from '../instrument/interest.js';
import { TERM_END_OF_DAY } from '../limits.js';
import { rulesOn } from '../tax/rule.js';
import { netOfTax } from '../tax/withholding-tax.js';
import { accrueTermInstruments } from './accrual.js';
import { type DueBatch, settleAllDue, withoutCounting } from './due-batch.js';
import { termInstrumentEvent } from './event.js';
import {
  type InterestContext,
  interestContextOf,
  interestDateAfter,
  interestTermsOf,
} from './interest-plan.js';
import {
  type InterestPaymentRow,
  insertInterestPayments,
  lockInterestDue,
  settleInterest,
} from './interest-settlement-queries.js';
import {
  type InterestSettlement,
  instrumentFrame,
  interestLines,
  journalOf,
} from './ledger-entry.js';
import type { TermInstrumentRow } from './queries.js';
import { moneyOf } from './record.js';

/**
 * Settles every interest payment date on or before the new business date, in one transaction with
 * its journal. A row per instrument and date prevents double settlement. A capitalising instrument
 * must first accrue up to the date and then continues with the new principal, so each round is
 * followed by an accrual. Returns the number of settled dates.
 */
export async function payTermInterest(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const closing = { day, progress };
  let total = 0;
  for (let round = 0; round < TERM_END_OF_DAY.roundsMax; round += 1) {
    const settled = await settleAllDue(context, closing, { lock: lockDue, settle: settleRows });
    if (settled === 0) return total;
    total += settled;
    await accrueTermInstruments(context, day, withoutCounting(progress));
  }
  return total;
}

function lockDue(work: Work, { day, ...range }: DueBatch): Promise<TermInstrumentRow[]> {
  return lockInterestDue(work.tx, { ...range, until: day.next });
}

/** One interest payment date of one instrument. */
interface InterestDay extends InterestSettlement {
  readonly row: TermInstrumentRow;
  readonly date: BusinessDate;
  readonly paidOn: BusinessDate;
}

async function settleRows(
  work: Work,
  rows: readonly TermInstrumentRow[],
  batch: DueBatch,
): Promise<void> {
  const interest = await interestContextOf(work.tx, rows);
  const days = rows.flatMap((row) => interestDay(row, interest, batch.day) ?? []);
  const journals: JournalDraft[] = [];
  const booked = days.filter(({ gross }) => gross !== 0n);
  for (const one of booked) {
    const word = one.row.interest_payment === 'CAPITALISED' ? 'capitalised on' : 'on';
    const frame = instrumentFrame(one.row, one.paidOn, `Interest ${word}`);
    journals.push(await journalOf(work, frame, interestLines(one.row, one)));
  }
  const journalIds = await postJournals(work.tx, journals);
  const journalOfDay = new Map(booked.map((one, index) => [one, journalIds[index] ?? null]));
  await insertInterestPayments(
    work.tx,
    days.map((one) => paymentRow(one, journalOfDay.get(one) ?? null)),
  );
  await settleInterest(
    work.tx,
    days.map(({ row, date, gross, tax }) => ({
      id: row.id,
      gross_minor: gross,
      tax_minor: tax,
      next_interest_date: interestDateAfter(row, date, interest),
    })),
    { by: work.principal.name, at: work.now },
  );
  work.events.push(...days.map(eventOf));
}

// Interest is booked on its payment date, even if that was the Saturday before this close. Overdue
// interest on a loan is paid on the new business date.
function interestDay(
  row: TermInstrumentRow,
  interest: InterestContext,
  day: ClosingDay,
): InterestDay | undefined {
  const date = row.next_interest_date;
  if (date === null) return undefined;
  const paidOn = row.loan_product && date <= day.closing ? day.next : date;
  // A capitalising instrument has accrued exactly up to this date. Any other instrument may have
  // accrued further.
  const earned =
    row.interest_payment === 'CAPITALISED'
      ? row.accrued_minor
      : accruedInterest(interestTermsOf(row, interest), date).minor;
  const gross = moneyOf(row, earned - row.interest_paid_minor);
  const { tax } = netOfTax(gross, rulesOn(interest.rules, row, paidOn));
  return { row, date, paidOn, gross: gross.minor, tax: tax.minor };
}

function paymentRow(one: InterestDay, journalId: bigint | null): InterestPaymentRow {
  return {
    instrument_id: one.row.id,
    interest_date: one.date,
    paid_on: one.paidOn,
    gross_minor: one.gross,
    tax_minor: one.tax,
    capitalised: one.row.interest_payment === 'CAPITALISED',
    journal_id: journalId,
  };
}

function eventOf({ row, date }: InterestDay) {
  const type =
    row.interest_payment === 'CAPITALISED'
      ? 'term-instrument.interest-capitalised'
      : 'term-instrument.interest-paid';
  return termInstrumentEvent(type, row, { interestDate: date });
}
