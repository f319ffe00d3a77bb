// Early termination of a whole term instrument by its type's rule, and what it is worth on any day.

import { present } from '../../platform/assert.js';
import { type BusinessDate, daysBetween } from '../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../platform/http/problem.js';
import type { Outcome } from '../../platform/http/route.js';
import { refuseStale } from '../../platform/http/version.js';
import { Decimal } from '../../platform/money/decimal.js';
import { addMoney, toDecimal } from '../../platform/money/money.js';
import { postJournal } from '../finance/index.js';
import { type LiquidationSettlement, liquidate, liquidationFault } from './early-liquidation.js';
import { accruedInterest } from './interest.js';
import { endingLines, instrumentFrame, journalOf, shownLines } from './ledger-entry.js';
import { assetProblems } from './problems.js';
import { selectInstrument, selectTypesById, updateInstrument } from './queries.js';
import { ratePercentFor } from './rate-tier.js';
import { interestTermsOf, type TermInstrumentRow } from './record.js';
import { stampOf } from './stamp.js';
import { lockVisible, notFound, tell, written, wrongState } from './term-instrument.js';
import { rateCardOf, type TermInstrumentTypeRow } from './term-instrument-type.js';
import { rulesOn, withholdingRules } from './withholding-rule.js';
import { netOfTax } from './withholding-tax.js';

/** The instrument and the day that a request names: `t`, or `id` as another name for it. */
export interface InstrumentDay {
  readonly t?: bigint;
  readonly id?: bigint;
  readonly d?: BusinessDate;
}

/**
 * Terminates a running instrument early and whole: interest by the type's rule for the days up to
 * the date, paid today. Refuses TERM_INSTRUMENT_WRONG_STATE, and TERMINATION_DATE_REFUSED for a
 * date before the start, after today, or from maturity on.
 */
export async function terminateTermInstrument(work: Work, on: InstrumentDay): Promise<Outcome> {
  const row = await lockVisible(work, idOf(on));
  refuseStale(work, row.version);
  if (row.status !== 'RUNNING') throw wrongState(row);
  const today = await currentBusinessDate(work.tx);
  const date = on.d ?? today;
  if (date > today) throw refuseDate(`is after the business date ${today}`);
  const settlement = await settlementOn(work.tx, row, { date, paid: today });
  if (settlement === undefined) {
    throw refuseDate(`must be from ${row.start_date} to before ${row.accrual_end}`);
  }
  const lines = endingLines(row, {
    accrued: row.accrued_minor,
    gross: settlement.gross.minor,
    tax: settlement.tax.minor,
    charge: settlement.charge.minor,
    child: 0n,
    paidOut: settlement.payout.minor,
    debited: 0n,
  });
  const frame = instrumentFrame(row, today, 'Early termination of');
  const journalId = await postJournal(work.tx, await journalOf(work, frame, lines));
  await updateInstrument(work.tx, stampOf(work, row.id), {
    status: 'TERMINATED',
    termination_reason: 'PRELIQUIDATED',
    termination_date: date,
    paid_gross_minor: settlement.gross.minor,
    paid_tax_minor: settlement.tax.minor,
    settlement_journal_id: journalId,
  });
  const outcome = await written(work, row.id, 'TERM_INSTRUMENT_TERMINATED');
  tell(work, 'term-instrument.terminated', outcome.row);
  return {
    ...outcome.reply,
    extra: {
      settlement: shownSettlement(settlement),
      ...(work.tx.dryRun ? { journalLines: shownLines(lines, row.currency) } : {}),
    },
  };
}

/** What an instrument is worth on a day, past or future, held and broken. Writes nothing. */
export async function valueTermInstrument(call: Call, on: InstrumentDay): Promise<object> {
  const row = await selectInstrument(call.db, idOf(on));
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw notFound();
  const date = on.d ?? (await currentBusinessDate(call.db));
  const terms = interestTermsOf(row);
  const rules = rulesOn(await withholdingRules(call.db), row, row.payment_date);
  const accrued = netOfTax(accruedInterest(terms, endedBy(row, date)), rules);
  const broken = await settlementOn(call.db, row, { date, paid: date });
  return {
    id: row.id,
    name: row.name,
    date,
    status: row.status,
    currency: row.currency,
    faceValue: toDecimal(terms.principal),
    accruedInterest: toDecimal(accrued.gross),
    withholdingTax: toDecimal(accrued.tax),
    accruedNetInterest: toDecimal(accrued.net),
    value: toDecimal(addMoney(terms.principal, accrued.net)),
    ...(broken === undefined || row.status === 'TERMINATED' ? {} : shownSettlement(broken)),
  };
}

// Broken early it stopped earning on that day, whatever day is asked for.
function endedBy(row: TermInstrumentRow, date: BusinessDate): BusinessDate {
  const ended = row.termination_date;
  return ended !== null && ended < date ? ended : date;
}

function idOf(on: InstrumentDay): bigint {
  const [first, second] = [on.t, on.id].filter((id) => id !== undefined && id !== 0n);
  if (first === undefined) throw refuseMember(commonProblems.INVALID_REQUEST, 't', 'is required');
  if (second !== undefined && second !== first) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is another instrument than t');
  }
  return first;
}

function refuseDate(why: string) {
  return refuseMember(assetProblems.TERMINATION_DATE_REFUSED, 'd', why);
}

/** The settlement of breaking it on a date, undefined when the date is not inside the term. */
async function settlementOn(
  on: Database | Tx,
  row: TermInstrumentRow,
  when: { readonly date: BusinessDate; readonly paid: BusinessDate },
): Promise<LiquidationSettlement | undefined> {
  const terms = interestTermsOf(row);
  const { date } = when;
  if (liquidationFault(terms, { date }) !== undefined) return undefined;
  const [found] = await selectTypesById(on, [row.type_id]);
  const type = present(found, 'the type of an instrument exists');
  return liquidate(
    terms,
    {
      date,
      cardPercent: cardRate(type, row, daysBetween(row.start_date, date)),
      marketPercent: cardRate(type, row, daysBetween(date, row.accrual_end)),
    },
    {
      ...type.early_liquidation,
      withholding: rulesOn(await withholdingRules(on), row, when.paid),
    },
  );
}

// The card's rate for a number of days; where the card has none, it offers nothing.
function cardRate(type: TermInstrumentTypeRow, row: TermInstrumentRow, days: number): Decimal {
  const offered = ratePercentFor(rateCardOf(type), {
    currency: row.currency,
    amountMinor: row.face_value_minor,
    tenorDays: days,
  });
  return offered ?? new Decimal(0);
}

function shownSettlement(settlement: LiquidationSettlement): object {
  return {
    terminationInterest: toDecimal(settlement.gross),
    terminationTax: toDecimal(settlement.tax),
    terminationCharge: toDecimal(settlement.charge),
    terminationValue: toDecimal(settlement.payout),
  };
}
