// Values a term instrument on any past or future date, both if it is held and if it is terminated
// early.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import {
  addMoney,
  type Money,
  subtractMoney,
  sumMoney,
  toDecimal,
} from '../../../platform/money/money.js';
import { type InstrumentDay, idOf } from '../instrument/day.js';
import { accruedInterest } from '../instrument/interest.js';
import { rulesOn } from '../tax/rule.js';
import { type SettledInterest, taxInAll } from '../tax/withholding-tax.js';
import {
  type InterestContext,
  interestContextOf,
  interestTermsOf,
  plannedInterest,
} from './interest-plan.js';
import { selectInstrument, type TermInstrumentRow } from './queries.js';
import { moneyOf } from './record.js';
import { termInstrumentSteps } from './term-instrument.js';
import { settlementOn, shownSettlement } from './termination.js';

/**
 * Returns the value of an instrument on any past or future date, both if it is held and if it is
 * terminated early. Changes nothing.
 */
export async function valueTermInstrument(call: Call, on: InstrumentDay): Promise<object> {
  const row = await selectInstrument(call.db, idOf(on));
  if (row === undefined || !seesOffice(call.principal, row.office_id))
    throw termInstrumentSteps.notFound(idOf(on));
  const date = on.d ?? (await currentBusinessDate(call.db));
  const interest = await interestContextOf(call.db, [row]);
  const settled = settledBy(row, date, interest);
  const worth = worthOn(row, { date, interest, settled });
  const terminated =
    row.status === 'TERMINATED'
      ? undefined
      : await settlementOn(call.db, row, { date, paid: date, settled, interest });
  return {
    id: row.id,
    name: row.name,
    date,
    status: row.status,
    currency: row.currency,
    faceValue: toDecimal(moneyOf(row, isPlaced(row, date) ? row.face_value_minor : 0n)),
    accruedInterest: toDecimal(worth.gross),
    withholdingTax: toDecimal(worth.tax),
    accruedNetInterest: toDecimal(subtractMoney(worth.gross, worth.tax)),
    paidNetInterest: toDecimal(worth.paidOut),
    value: toDecimal(worth.value),
    ...(terminated === undefined ? {} : shownSettlement(terminated)),
  };
}

/**
 * The interest earned up to a date, the tax on it, the part that was paid out, and the total value.
 */
interface Worth {
  readonly gross: Money;
  readonly tax: Money;
  readonly paidOut: Money;
  readonly value: Money;
}

/**
 * Returns the value of an instrument on a date, given the interest settled by that date. The value
 * is zero before the start and for a cancelled instrument.
 */
export function worthOn(
  row: TermInstrumentRow,
  on: {
    readonly date: BusinessDate;
    readonly interest: InterestContext;
    readonly settled: SettledInterest;
  },
): Worth {
  const zero = moneyOf(row, 0n);
  if (!isPlaced(row, on.date)) return { gross: zero, tax: zero, paidOut: zero, value: zero };
  const { gross, tax } = earnedBy(row, on);
  const { settled } = on;
  const inCash = row.interest_payment !== 'CAPITALISED';
  const paidOut = inCash ? subtractMoney(settled.gross, settled.tax) : zero;
  const net = subtractMoney(gross, tax);
  const value = subtractMoney(addMoney(moneyOf(row, row.face_value_minor), net), paidOut);
  return { gross, tax, paidOut, value };
}

// Before the start, the customer still has the money. A cancelled instrument was never placed.
function isPlaced(row: TermInstrumentRow, date: BusinessDate): boolean {
  return row.termination_reason !== 'CANCELLED' && date >= row.start_date;
}

// Once an instrument has ended, its earnings are the amount paid, regardless of the requested date.
function earnedBy(
  row: TermInstrumentRow,
  on: {
    readonly date: BusinessDate;
    readonly interest: InterestContext;
    readonly settled: SettledInterest;
  },
): SettledInterest {
  const { date, interest, settled } = on;
  const ended = row.termination_date;
  if (ended !== null && ended <= date && row.paid_gross_minor !== null) {
    const tax = moneyOf(row, row.paid_tax_minor ?? 0n);
    return { gross: moneyOf(row, row.paid_gross_minor), tax };
  }
  const gross = accruedInterest(interestTermsOf(row, interest), date);
  const next = plannedInterest(row, interest).find((flow) => flow.date > date);
  const rules = rulesOn(interest.rules, row, next?.date ?? row.payment_date);
  return { gross, tax: taxInAll(gross, settled, rules) };
}

/**
 * Returns the interest that is, or will be, settled on or before a date. Excludes the settlement at
 * the end of the term.
 */
function settledBy(
  row: TermInstrumentRow,
  date: BusinessDate,
  interest: InterestContext,
): SettledInterest {
  const last = row.termination_date !== null && row.termination_date < date;
  const until = last ? row.termination_date : date;
  const flows = plannedInterest(row, interest).slice(
    0,
    row.interest_payment === 'UPFRONT' ? 1 : -1,
  );
  const settled = flows.filter((flow) => flow.date <= until);
  return {
    gross: sumMoney(
      settled.map((flow) => flow.gross),
      row.currency,
    ),
    tax: sumMoney(
      settled.map((flow) => flow.tax),
      row.currency,
    ),
  };
}
