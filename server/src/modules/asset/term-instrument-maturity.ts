// Maturity at the end of a day: principal and net interest are paid, or roll over into a child.

import { assert, present } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Context, Work } from '../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../platform/http/module.js';
import { Problem } from '../../platform/http/problem.js';
import { codeOf } from '../../platform/ids.js';
import { systemWork } from '../../platform/system-work.js';
import { financeProblems, type JournalDraft, postJournals } from '../finance/index.js';
import { accrueTermInstruments } from './accrual.js';
import { countAccruable, endInstruments, lockMatured } from './end-of-day-query.js';
import { termInstrumentEvent } from './event.js';
import { expectedInterest } from './interest.js';
import { type Ending, endingLines, instrumentFrame, journalOf } from './ledger-entry.js';
import { TERM_END_OF_DAY } from './limits.js';
import { insertInstruments, type NewInstrumentRow, selectTypesById } from './queries.js';
import { ratePercentFor } from './rate-tier.js';
import { interestTermsOf, moneyOf, type TermInstrumentRow } from './record.js';
import { splitRollover } from './rollover.js';
import { rateCardOf, scheduleOf, type TermInstrumentTypeRow } from './term-instrument-type.js';
import { labelOf } from './term-request.js';
import { rulesOn, withholdingRules } from './withholding-rule.js';
import { netOfTax, type WithholdingRule } from './withholding-tax.js';

/** The steps of the end of day, in their order. */
export const assetEndOfDay: readonly EndOfDayStep[] = [
  {
    name: 'accrue-term-instruments',
    expected: async ({ db }, { next }) => Number(await countAccruable(db, next)),
    run: accrueTermInstruments,
  },
  { name: 'mature-term-instruments', run: matureTermInstruments },
];

/**
 * Ends every instrument whose day of payment has come by the business date that begins: paid out,
 * or rolled over by its rule, in one transaction with its journal. Its state, and the child's one
 * parent, make a second run find nothing. Children accrue what they earned up to that date, and
 * mature as well when they are that short. Returns how many ended.
 */
export async function matureTermInstruments(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < TERM_END_OF_DAY.roundsMost; round += 1) {
    const ended = await matureAll(context, { day, progress });
    if (ended === 0) return total;
    total += ended;
    await accrueTermInstruments(context, day, uncounted(progress));
  }
  return total;
}

// What children earned up to the day is the step's work, but no further instrument that ended.
function uncounted(progress: StepProgress | undefined): StepProgress {
  return { count: async (tx) => progress?.count(tx, 0) };
}

interface Closing {
  readonly day: ClosingDay;
  readonly progress: StepProgress | undefined;
}

interface Batch extends Closing {
  readonly after: bigint;
  readonly most: number;
  /** True to do without cash that the customer does not have. */
  readonly withoutCash: boolean;
}

interface Matured {
  readonly last: bigint | undefined;
  readonly ended: number;
}

async function matureAll(context: Context, closing: Closing): Promise<number> {
  let total = 0;
  let after = 0n;
  for (let batch = 0; batch < TERM_END_OF_DAY.batchesMost; batch += 1) {
    const done = await matureFrom(context, closing, after);
    if (done.last === undefined) return total;
    total += done.ended;
    after = done.last;
  }
  return total;
}

// One customer without cash must not hold up the others: the batch is then done one by one.
async function matureFrom(context: Context, closing: Closing, after: bigint): Promise<Matured> {
  const together = { ...closing, after, most: TERM_END_OF_DAY.maturedPerBatch, withoutCash: false };
  const done = await unlessShort(() => matureBatch(context, together));
  if (done !== undefined) return done;
  const alone = { ...together, most: 1 };
  return (
    (await unlessShort(() => matureBatch(context, alone))) ??
    matureBatch(context, { ...alone, withoutCash: true })
  );
}

async function unlessShort(work: () => Promise<Matured>): Promise<Matured | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.kind === financeProblems.INSUFFICIENT_FUNDS) {
      return undefined;
    }
    throw error;
  }
}

function matureBatch(context: Context, batch: Batch): Promise<Matured> {
  return systemWork(context, `end-of-day ${batch.day.closing}`, async (work) => {
    const { after, most } = batch;
    const due = await lockMatured(work.tx, { after, most, until: batch.day.next });
    const last = due.at(-1)?.id;
    // A loan that cannot be paid back stays as it is, and is tried again at every close.
    const overdue = batch.withoutCash ? due.filter((row) => row.loan_product) : [];
    for (const row of overdue) {
      work.events.push(termInstrumentEvent('term-instrument.overdue', row));
    }
    const payable = due.filter((row) => !overdue.includes(row));
    if (payable.length > 0) await settleAll(work, payable, batch);
    await batch.progress?.count(work.tx, payable.length);
    return { last, ended: payable.length };
  });
}

/** A matured instrument with all that its end means. */
interface Settlement {
  readonly row: TermInstrumentRow;
  readonly date: BusinessDate;
  readonly ending: Ending;
  readonly child: NewInstrumentRow | undefined;
}

async function settleAll(
  work: Work,
  rows: readonly TermInstrumentRow[],
  batch: Batch,
): Promise<void> {
  const rules = await withholdingRules(work.tx);
  const typeIds = [...new Set(rows.map((row) => row.type_id))];
  const types = new Map((await selectTypesById(work.tx, typeIds)).map((type) => [type.id, type]));
  const settlements: Settlement[] = [];
  const journals: JournalDraft[] = [];
  for (const row of rows) {
    const type = present(types.get(row.type_id), 'the type of an instrument exists');
    const date = paymentDayOf(row, batch.day);
    const ending = endingOf(row, rulesOn(rules, row, date), batch);
    const child = ending.child === 0n ? undefined : await childOf(work, { row, type, ending });
    settlements.push({ row, date, ending, child });
    const frame = instrumentFrame(row, date, child ? 'Rollover of' : 'Maturity of');
    journals.push(await journalOf(work, frame, endingLines(row, ending)));
  }
  const journalIds = await postJournals(work.tx, journals);
  await endInstruments(
    work.tx,
    settlements.map(({ row, date, ending, child }, index) => ({
      id: row.id,
      termination_reason: child ? 'ROLLED_OVER' : 'MATURED',
      termination_date: date,
      paid_gross_minor: ending.gross,
      paid_tax_minor: ending.tax,
      settlement_journal_id: present(journalIds[index], 'each journal has a number'),
    })),
    { by: work.principal.name, at: work.now },
  );
  await insertInstruments(
    work.tx,
    settlements.flatMap(({ child }) => child ?? []),
  );
  work.events.push(...settlements.map(eventOf));
}

// Booked on the day of payment, also when that is the Saturday of this close; a loan that was
// overdue is paid on the day that begins.
function paymentDayOf(row: TermInstrumentRow, day: ClosingDay): BusinessDate {
  return row.loan_product && row.payment_date <= day.closing ? day.next : row.payment_date;
}

function endingOf(row: TermInstrumentRow, rules: readonly WithholdingRule[], batch: Batch): Ending {
  const interest = netOfTax(expectedInterest(interestTermsOf(row)), rules);
  const rule = row.auto_rollover ? row.rollover_rule : 'NONE';
  const deposit = {
    principal: moneyOf(row, row.face_value_minor),
    grossInterest: interest.gross,
    tax: interest.tax,
    ...(row.rollover_amount_minor === null
      ? {}
      : { rolloverAmount: moneyOf(row, row.rollover_amount_minor) }),
  };
  const wanted = splitRollover(deposit, rule);
  const short = batch.withoutCash && wanted.debitedFromCash.minor > 0n;
  const split = short ? splitRollover(deposit, 'PRINCIPAL_AND_NET_INTEREST') : wanted;
  assert(split.childPrincipal.minor >= 0n, 'a child has no negative principal');
  return {
    accrued: row.accrued_minor,
    gross: interest.gross.minor,
    tax: interest.tax.minor,
    charge: 0n,
    child: split.childPrincipal.minor,
    paidOut: split.paidOut.minor,
    debited: split.debitedFromCash.minor,
  };
}

// The child begins on the parent's day of payment, at the card's rate of now unless one was
// negotiated.
async function childOf(
  work: Work,
  parent: {
    readonly row: TermInstrumentRow;
    readonly type: TermInstrumentTypeRow;
    readonly ending: Ending;
  },
): Promise<NewInstrumentRow> {
  const { row, type } = parent;
  const faceMinor = parent.ending.child;
  const start = row.payment_date;
  const schedule = await scheduleOf(work.tx, type, { start, tenure: row.tenure });
  const id = await work.context.ids.next(work.tx, 'term_instrument_id');
  return {
    id,
    name: codeOf(id),
    label: labelOf({ type, faceMinor, tenure: row.tenure }),
    office_id: row.office_id,
    customer_id: row.customer_id,
    type_id: row.type_id,
    currency: row.currency,
    init_account_id: row.init_account_id,
    termination_account_id: row.termination_account_id,
    portfolio_name: row.portfolio_name,
    face_value_minor: faceMinor,
    tenure: row.tenure,
    rate: childRate(row, type, faceMinor),
    rate_negotiated: row.rate_negotiated,
    day_count: type.day_count,
    compoundings_per_year: type.compoundings_per_year,
    requested_start: null,
    start_date: start,
    maturity_date: schedule.maturity,
    payment_date: schedule.payment,
    accrual_end: schedule.accrualEnd,
    auto_rollover: row.auto_rollover,
    rollover_rule: row.rollover_rule,
    rollover_amount_minor: row.rollover_amount_minor,
    loan_product: row.loan_product,
    status: 'RUNNING',
    parent_id: row.id,
    accrued_to: start,
    created_by: work.principal.name,
    created_at: work.now,
  };
}

function childRate(row: TermInstrumentRow, type: TermInstrumentTypeRow, amountMinor: bigint) {
  const { currency, tenure: tenorDays } = row;
  const offered = ratePercentFor(rateCardOf(type), { currency, amountMinor, tenorDays });
  // What a rollover earns is never refused: off the card it goes on at the parent's rate.
  return row.rate_negotiated ? row.rate : (offered ?? row.rate);
}

function eventOf({ row, child }: Settlement) {
  return child === undefined
    ? termInstrumentEvent('term-instrument.matured', row)
    : termInstrumentEvent('term-instrument.rolled-over', row, { childId: child.id });
}
