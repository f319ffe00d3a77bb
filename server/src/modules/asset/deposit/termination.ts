// Terminates a term instrument early and in full, under the rule of its type.

import { present } from '../../../platform/assert.js';
import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { toDecimal } from '../../../platform/money/money.js';
import { postJournal } from '../../finance/index.js';
import { type InstrumentDay, idOf } from '../instrument/day.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { rulesOn } from '../tax/rule.js';
import type { SettledInterest } from '../tax/withholding-tax.js';
import { type LiquidationSettlement, liquidate, liquidationError } from './early-liquidation.js';
import {
  type InterestContext,
  interestContextOf,
  interestTermsOf,
  settledOf,
} from './interest-plan.js';
import { endingLines, instrumentFrame, journalOf, shownLines } from './ledger-entry.js';
import type { TermInstrumentRow } from './queries.js';
import { updateInstrument } from './queries.js';
import { ratePercentFor } from './rate-tier.js';
import { sendEvent, termInstrumentSteps, written } from './term-instrument.js';
import { rateCardOf, type TermInstrumentTypeRow } from './type.js';
import { selectTypesById, selectTypeVersion } from './type-queries.js';

/**
 * Terminates a running instrument early and in full. The type's rule determines the interest up to
 * the termination date, and the payment is made today. Refuses with TERM_INSTRUMENT_WRONG_STATE if
 * it is not running, and with TERMINATION_DATE_REFUSED if the date is before the start, after
 * today, or on or after maturity. A loan can be terminated only as of today.
 */
export async function terminateTermInstrument(work: Work, on: InstrumentDay): Promise<Outcome> {
  const row = await termInstrumentSteps.lockVisible(work, idOf(on), ['RUNNING']);
  const today = await currentBusinessDate(work.tx);
  const date = on.d ?? today;
  if (date > today) throw refuseDate(`is after the business date ${today}`);
  if (row.loan_product && date < today) {
    throw refuseDate(
      `is before the business date ${today}: a loan accrues interest until it is repaid`,
    );
  }
  const interest = await interestContextOf(work.tx, [row]);
  const settled = settledOf(row);
  const settlement = await settlementOn(work.tx, row, { date, paid: today, settled, interest });
  if (settlement === undefined) {
    throw refuseDate(`must be on or after ${row.start_date} and before ${row.accrual_end}`);
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
    paid_charge_minor: settlement.charge.minor,
    settlement_journal_id: journalId,
  });
  const outcome = await written(work, row.id, 'TERM_INSTRUMENT_TERMINATED');
  sendEvent(work, 'term-instrument.terminated', outcome.row);
  return {
    ...outcome.reply,
    extra: {
      settlement: shownSettlement(settlement),
      ...(work.tx.dryRun ? { journalLines: await shownLines(work, lines, row.currency) } : {}),
    },
  };
}

function refuseDate(why: string) {
  return refuseMember(assetProblems.TERMINATION_DATE_REFUSED, 'd', why);
}

/** The date of a termination, and the inputs that depend on it. */
interface Breaking {
  readonly date: BusinessDate;
  /** The payment date, which determines the tax rules that apply. */
  readonly paid: BusinessDate;
  /** Interest settled on or before the termination date. */
  readonly settled: SettledInterest;
}

/** Returns the settlement of an early termination, or undefined if the date is outside the term. */
export async function settlementOn(
  on: Database | Tx,
  row: TermInstrumentRow,
  when: Breaking & { readonly interest: InterestContext },
): Promise<LiquidationSettlement | undefined> {
  const terms = interestTermsOf(row, when.interest);
  const { date } = when;
  if (liquidationError(terms, { date }) !== undefined) return undefined;
  const made = await selectTypeVersion(on, row);
  const type = present(made, 'the type of an instrument exists');
  const [now] = await selectTypesById(on, [row.type_id]);
  return liquidate(
    terms,
    {
      date,
      cardPercent: cardRate(type, row, daysBetween(row.start_date, date)),
      marketPercent: cardRate(now ?? type, row, daysBetween(date, row.accrual_end)),
      settled: { ...when.settled, inCash: row.interest_payment !== 'CAPITALISED' },
    },
    {
      ...type.early_liquidation,
      withholding: rulesOn(when.interest.rules, row, when.paid),
    },
  );
}

// Returns the card's rate for a number of days, or zero if the card has none.
function cardRate(type: TermInstrumentTypeRow, row: TermInstrumentRow, days: number): Decimal {
  const offered = ratePercentFor(rateCardOf(type), {
    currency: row.currency,
    amountMinor: row.face_value_minor,
    tenorDays: days,
  });
  return offered ?? new Decimal(0);
}

/** Returns a settlement as the API returns it. */
export function shownSettlement(settlement: LiquidationSettlement): object {
  return {
    terminationInterest: toDecimal(settlement.gross),
    terminationTax: toDecimal(settlement.tax),
    terminationCharge: toDecimal(settlement.charge),
    terminationValue: toDecimal(settlement.payout),
  };
}
