// Handles maturities at the end of the day: pays out the principal and net interest, or rolls them
// over into a child instrument.

import { assert, present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { codeOf } from '../../../platform/ids.js';
import { subtractMoney } from '../../../platform/money/money.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { expectedInterest } from '../instrument/interest.js';
import { TERM_END_OF_DAY } from '../limits.js';
import { rulesOn } from '../tax/rule.js';
import { taxInAll } from '../tax/withholding-tax.js';
import { accrueTermInstruments } from './accrual.js';
import { type DueBatch, settleAllDue, withoutCounting } from './due-batch.js';
import { countAccruable, countMatured, endInstruments, lockMatured } from './end-of-day-queries.js';
import { termInstrumentEvent } from './event.js';
import { payTermInterest } from './interest-payment-date.js';
import {
  type InterestContext,
  interestContextOf,
  interestDateAfter,
  interestTermsOf,
  settledOf,
} from './interest-plan.js';
import { aheadOf, storeInterestAhead } from './interest-settlement.js';
import {
  type Ending,
  endingLines,
  type InterestSettlement,
  instrumentFrame,
  journalOf,
  type LedgerMapping,
} from './ledger-entry.js';
import { leavesPrice } from './placement-price.js';
import { insertInstruments, type NewInstrumentRow, type TermInstrumentRow } from './queries.js';
import { ratePercentFor } from './rate-tier.js';
import { moneyOf } from './record.js';
import { labelOf } from './request.js';
import { splitWithinCash } from './rollover.js';
import { reportStarts } from './start-due.js';
import { rateCardOf, scheduleOf, type TermInstrumentTypeRow } from './type.js';
import { selectTypesById } from './type-queries.js';

/** The end-of-day steps, in order. */
export const assetEndOfDay: readonly EndOfDayStep[] = [
  {
    name: 'accrue-term-instruments',
    expected: async ({ db }, { next }) => Number(await countAccruable(db, next)),
    skipsNone: true,
    run: accrueTermInstruments,
  },
  { name: 'pay-term-interest', run: payTermInterest },
  {
    name: 'mature-term-instruments',
    expected: async ({ db }, { next }) => Number(await countMatured(db, next)),
    skipsNone: true,
    run: matureTermInstruments,
  },
  reportStarts,
];

/**
 * Ends every instrument whose payment date is on or before the new business date. Each one is paid
 * out or rolled over in its own transaction with its journal. A second run finds nothing, because
 * the states have changed and a parent can have only one child. Children accrue up to the new
 * business date and have their own interest payment dates. A short child may also mature in this
 * run. Returns the number of ended instruments.
 */
async function matureTermInstruments(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < TERM_END_OF_DAY.roundsMax; round += 1) {
    const closing = { day, progress };
    const ended = await settleAllDue(context, closing, { lock: lockDue, settle: settleAll });
    if (ended === 0) return total;
    total += ended;
    await accrueTermInstruments(context, day, withoutCounting(progress));
    await payTermInterest(context, day, withoutCounting(progress));
  }
  return total;
}

function lockDue(work: Work, { day, ...range }: DueBatch): Promise<TermInstrumentRow[]> {
  return lockMatured(work.tx, { ...range, until: day.next });
}

/** A matured instrument, its settlement, and the child it rolls over into, if any. */
interface Settlement {
  readonly row: TermInstrumentRow;
  readonly date: BusinessDate;
  readonly ending: Ending;
  readonly child: Child | undefined;
}

/** The child instrument, its ledger accounts, and its upfront interest. */
interface Child {
  readonly row: NewInstrumentRow;
  readonly subject: LedgerMapping;
  readonly ahead: InterestSettlement;
}

async function settleAll(
  work: Work,
  rows: readonly TermInstrumentRow[],
  batch: DueBatch,
): Promise<void> {
  const typeIds = [...new Set(rows.map((row) => row.type_id))];
  const types = new Map((await selectTypesById(work.tx, typeIds)).map((type) => [type.id, type]));
  const interest = await interestContextOf(work.tx, [...rows, ...types.values()]);
  const settlements: Settlement[] = [];
  const journals: JournalDraft[] = [];
  for (const row of rows) {
    const type = present(types.get(row.type_id), 'the type of an instrument exists');
    const date = paymentDayOf(row, batch.day);
    const { ending, child } = await settledRow(work, row, { type, interest, date, batch });
    settlements.push({ row, date, ending, child });
    const frame = instrumentFrame(row, date, child ? 'Rollover of' : 'Maturity of');
    journals.push(await journalOf(work, frame, endingLines(row, ending, child)));
  }
  await storeEnds(work, settlements, await postJournals(work.tx, journals));
  work.events.push(...settlements.map(eventOf));
}

async function storeEnds(
  work: Work,
  settlements: readonly Settlement[],
  journalIds: readonly bigint[],
): Promise<void> {
  const ended = settlements.map((one, index) => ({
    ...one,
    journalId: present(journalIds[index], 'each journal has a number'),
  }));
  await endInstruments(
    work.tx,
    ended.map(({ row, date, ending, child, journalId }) => ({
      id: row.id,
      termination_reason: child ? 'ROLLED_OVER' : 'MATURED',
      termination_date: date,
      paid_gross_minor: ending.gross,
      paid_tax_minor: ending.tax,
      settlement_journal_id: journalId,
    })),
    { by: work.principal.name, at: work.now },
  );
  const begun = ended.flatMap(({ child, journalId }) => (child ? { ...child, journalId } : []));
  await insertInstruments(
    work.tx,
    begun.map(({ row }) => row),
  );
  await storeInterestAhead(
    work.tx,
    begun.map(({ row, ahead, journalId }) => ({
      id: row.id,
      start_date: row.start_date,
      ahead,
      journalId,
    })),
  );
}

interface RowSettling {
  readonly type: TermInstrumentTypeRow;
  readonly interest: InterestContext;
  readonly date: BusinessDate;
  readonly batch: DueBatch;
}

// If prepaid interest would reduce the child's price to zero or less, no child is placed. The
// parent is then paid out, just as when the product accepts no new placements.
async function settledRow(
  work: Work,
  row: TermInstrumentRow,
  on: RowSettling,
): Promise<Pick<Settlement, 'ending' | 'child'>> {
  const { type, interest } = on;
  const ending = endingOf(row, { ...on, open: type.active });
  if (ending.child === 0n) return { ending, child: undefined };
  const begun = await begunChild(work, { row, type, faceMinor: ending.child });
  if (leavesPrice(begun))
    return { ending, child: await childOf(work, { row, type, begun, interest }) };
  return { ending: endingOf(row, { ...on, open: false }), child: undefined };
}

// The payment is booked on the payment date, even if that was the Saturday before this close. An
// overdue loan is paid on the new business date.
function paymentDayOf(row: TermInstrumentRow, day: ClosingDay): BusinessDate {
  return row.loan_product && row.payment_date <= day.closing ? day.next : row.payment_date;
}

// Capitalised interest is treated as interest here, so that each rollover rule covers all interest.
// Interest that was paid out is excluded.
function endingOf(
  row: TermInstrumentRow,
  on: {
    readonly interest: InterestContext;
    readonly date: BusinessDate;
    readonly batch: DueBatch;
    readonly open: boolean;
  },
): Ending {
  const gross = expectedInterest(interestTermsOf(row, on.interest));
  const settled = settledOf(row);
  const tax = taxInAll(gross, settled, rulesOn(on.interest.rules, row, on.date));
  const inCash = row.interest_payment !== 'CAPITALISED';
  // An inactive product accepts no new placements, so the instrument is paid out.
  const rule = row.auto_rollover && on.open ? row.rollover_rule : 'NONE';
  const deposit = {
    principal: moneyOf(row, row.face_value_minor),
    grossInterest: inCash ? subtractMoney(gross, settled.gross) : gross,
    tax: inCash ? subtractMoney(tax, settled.tax) : tax,
    ...(row.rollover_amount_minor === null
      ? {}
      : { rolloverAmount: moneyOf(row, row.rollover_amount_minor) }),
  };
  const split = splitWithinCash(deposit, rule, on.batch);
  assert(split.childPrincipal.minor >= 0n, 'a child has no negative principal');
  return {
    accrued: row.accrued_minor,
    gross: gross.minor,
    tax: tax.minor,
    charge: 0n,
    child: split.childPrincipal.minor,
    paidOut: split.paidOut.minor,
    debited: split.debitedFromCash.minor,
  };
}

interface Parent {
  readonly row: TermInstrumentRow;
  readonly type: TermInstrumentTypeRow;
}

// The child starts on the parent's payment date, at the card's current rate unless a rate was
// negotiated.
async function begunChild(
  work: Work,
  { row, type, faceMinor }: Parent & { readonly faceMinor: bigint },
) {
  const start = row.payment_date;
  const schedule = await scheduleOf(work.tx, type, { start, tenure: row.tenure });
  return {
    ...row,
    ...termsOf(type),
    face_value_minor: faceMinor,
    rate: childRate(row, type, faceMinor),
    start_date: start,
    maturity_date: schedule.maturity,
    payment_date: schedule.payment,
    accrual_end: schedule.accrualEnd,
    interest_dates: [],
  };
}

async function childOf(
  work: Work,
  parent: Parent & {
    readonly begun: Awaited<ReturnType<typeof begunChild>>;
    readonly interest: InterestContext;
  },
): Promise<Child> {
  const { row, type, begun, interest } = parent;
  const start = begun.start_date;
  const id = await work.context.ids.next(work.tx, 'term_instrument_id');
  const next = interestDateAfter(begun, start, interest);
  const ahead = aheadOf({ ...begun, next_interest_date: next }, interest);
  const child: NewInstrumentRow = {
    ...begun,
    id,
    name: codeOf(id),
    label: labelOf({ type, faceMinor: begun.face_value_minor, tenure: row.tenure }),
    requested_start: null,
    status: 'RUNNING',
    parent_id: row.id,
    accrued_to: start,
    next_interest_date: next,
    interest_paid_minor: ahead.gross,
    interest_tax_minor: ahead.tax,
    created_by: work.principal.name,
    created_at: work.now,
  };
  return { row: child, subject: type, ahead };
}

// A child uses the current version of its type.
function termsOf(type: TermInstrumentTypeRow) {
  return {
    type_version: type.version,
    day_count: type.day_count,
    compoundings_per_year: type.compoundings_per_year,
    interest_payment: type.interest_payment,
    interest_frequency: type.interest_frequency,
    interest_days: type.interest_days,
    holiday_convention: type.holiday_convention,
    exchange_id: type.exchange_id,
    tax_class: type.tax_class,
    tax_exempt_payers: type.tax_exempt_payers,
  };
}

function childRate(row: TermInstrumentRow, type: TermInstrumentTypeRow, amountMinor: bigint) {
  const { currency, tenure: tenorDays } = row;
  const offered = ratePercentFor(rateCardOf(type), { currency, amountMinor, tenorDays });
  // A rollover is never refused because of its amount. If the card has no rate for the amount, the
  // parent's rate applies.
  return row.rate_negotiated ? row.rate : (offered ?? row.rate);
}

function eventOf({ row, child }: Settlement) {
  return child === undefined
    ? termInstrumentEvent('term-instrument.matured', row)
    : termInstrumentEvent('term-instrument.rolled-over', row, { childId: child.row.id });
}
