// Builds the records of term instruments for replies.

import {
  type BusinessDate,
  businessDate,
  dateOfInstant,
} from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Money, minorToDecimal } from '../../../platform/money/money.js';
import { shownIdentity } from '../instrument/identity.js';
import {
  type InterestContext,
  type InterestFlow,
  plannedInterest,
  taxAccrued,
} from './interest-plan.js';
import type { TermInstrumentRow } from './queries.js';

/** Returns an amount in the instrument's currency. */
export function moneyOf(row: { readonly currency: string }, minor: bigint): Money {
  return { minor, currency: row.currency };
}

/**
 * Returns the instrument as the API returns it. Absent members are undefined, so JSON omits them.
 */
export function termInstrumentRecord(row: TermInstrumentRow, interest: InterestContext): object {
  return {
    ...shownIdentity(row),
    ...termsOf(row),
    ...interestOf(row, interest),
    status: row.status,
    terminationReason: row.termination_reason ?? undefined,
    rolledOver: row.rolled_over,
    parentId: row.parent_id ?? undefined,
    ...shownStamp(row),
  };
}

function termsOf(row: TermInstrumentRow): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    ...shownStart(row),
    expectedMaturity: midnight(row.payment_date),
    terminationDate: row.termination_date === null ? undefined : midnight(row.termination_date),
    tenure: row.tenure,
    currency: row.currency,
    faceValue: amount(row.face_value_minor),
    currentRate: row.rate,
    rolloverAmount:
      row.rollover_amount_minor === null ? undefined : amount(row.rollover_amount_minor),
    autoRollover: row.auto_rollover,
    loanProduct: row.loan_product,
    rolloverRule: row.rollover_rule,
    interestPayment: row.interest_payment,
    nextInterestDate:
      row.next_interest_date === null || row.status === 'TERMINATED'
        ? undefined
        : midnight(row.next_interest_date),
  };
}

// While the instrument runs, tax is calculated under the rules for its payment dates. Once the
// instrument has ended, the tax is the amount that was withheld.
function interestOf(row: TermInstrumentRow, interest: InterestContext): object {
  const expected = netOf(plannedInterest(row, interest));
  const gross = row.paid_gross_minor ?? row.accrued_minor;
  const tax = row.paid_tax_minor ?? taxAccrued(row, interest);
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    expectedInterest: amount(expected.gross),
    expectedNetInterest: amount(expected.gross - expected.tax),
    accruedInterest: amount(gross),
    accruedNetInterest: amount(gross - tax),
    paidInterest: settledBefore(row) ? amount(row.interest_paid_minor) : undefined,
    paidNetInterest: settledBefore(row)
      ? amount(row.interest_paid_minor - row.interest_tax_minor)
      : undefined,
    terminationCharge: row.paid_charge_minor ? amount(row.paid_charge_minor) : undefined,
    capitalisedInterest:
      row.interest_payment === 'CAPITALISED' ? amount(row.capitalised_minor) : undefined,
  };
}

function settledBefore(row: TermInstrumentRow): boolean {
  return row.interest_payment !== 'AT_MATURITY';
}

function netOf(flows: readonly InterestFlow[]) {
  return {
    gross: flows.reduce((sum, flow) => sum + flow.gross.minor, 0n),
    tax: flows.reduce((sum, flow) => sum + flow.tax.minor, 0n),
  };
}

/**
 * Returns the member for the start date. Clients of the original API treat an instrument without
 * `startDate` as pending, so the date has another name until the instrument starts.
 */
export function shownStart(row: Pick<TermInstrumentRow, 'status' | 'start_date'>): object {
  const start = midnight(row.start_date);
  return row.status === 'PENDING' ? { expectedStart: start } : { startDate: start };
}

/** Returns midnight UTC on a date. */
export function midnight(date: BusinessDate): Instant {
  return `${date}T00:00:00.000Z`;
}

/**
 * Returns the date of a timestamp. Plain dates are read and written as midnight UTC. Any other time
 * is converted to the date in the office's time zone.
 */
export function dayNamedBy(instant: Instant, timeZone: string): BusinessDate {
  if (instant.endsWith('T00:00:00.000Z')) return businessDate(instant.slice(0, 10));
  return dateOfInstant(instant, timeZone);
}
