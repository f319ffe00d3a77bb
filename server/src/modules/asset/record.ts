// Term instruments as rows, and as the API returns them.

import {
  type BusinessDate,
  businessDate,
  dateOfInstant,
} from '../../platform/calendar/business-date.js';
import type { Instant } from '../../platform/database/database.js';
import { shownStamp } from '../../platform/http/stamp.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { type Money, minorToDecimal } from '../../platform/money/money.js';
import type { DayCount } from './day-count.js';
import { shownIdentity } from './instrument-identity.js';
import { expectedInterest, type InterestTerms } from './interest.js';
import type { RolloverRule } from './rollover.js';
import { rulesOn } from './withholding-rule.js';
import { netOfTax, type WithholdingRule } from './withholding-tax.js';

/** A stored instrument with the codes of what it refers to. Amounts are minor units. */
export interface TermInstrumentRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly time_zone: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly payer_class: string;
  readonly type_id: bigint;
  readonly type_name: string;
  readonly type_label: string;
  readonly tax_class: string | null;
  readonly currency: string;
  readonly init_account_id: bigint;
  readonly termination_account_id: bigint;
  readonly portfolio_name: string | null;
  readonly face_value_minor: bigint;
  readonly tenure: number;
  readonly rate: Decimal;
  readonly rate_negotiated: boolean;
  readonly day_count: DayCount;
  readonly compoundings_per_year: number | null;
  readonly requested_start: BusinessDate | null;
  readonly start_date: BusinessDate;
  readonly maturity_date: BusinessDate;
  readonly payment_date: BusinessDate;
  readonly accrual_end: BusinessDate;
  readonly auto_rollover: boolean;
  readonly rollover_rule: RolloverRule;
  readonly rollover_amount_minor: bigint | null;
  readonly loan_product: boolean;
  readonly status: 'PENDING' | 'RUNNING' | 'TERMINATED';
  readonly termination_reason: string | null;
  readonly termination_date: BusinessDate | null;
  readonly rolled_over: boolean;
  readonly parent_id: bigint | null;
  readonly accrued_to: BusinessDate;
  readonly accrued_minor: bigint;
  readonly paid_gross_minor: bigint | null;
  readonly paid_tax_minor: bigint | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** What the instrument earns by. */
export function interestTermsOf(row: TermInstrumentRow): InterestTerms {
  return {
    principal: moneyOf(row, row.face_value_minor),
    ratePercent: row.rate,
    start: row.start_date,
    end: row.accrual_end,
    dayCount: row.day_count,
    ...(row.compoundings_per_year === null
      ? {}
      : { compoundingsPerYear: row.compoundings_per_year }),
  };
}

/** An amount of the instrument's currency. */
export function moneyOf(row: { readonly currency: string }, minor: bigint): Money {
  return { minor, currency: row.currency };
}

/** The instrument as replies show it. Absent members are undefined, which JSON leaves out. */
export function termInstrumentRecord(
  row: TermInstrumentRow,
  rules: readonly WithholdingRule[],
): object {
  return {
    ...shownIdentity(row),
    ...termsOf(row),
    ...interestOf(row, rules),
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
    startDate: midnight(row.start_date),
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
  };
}

// While it runs, tax is reckoned as on the day of payment; once ended, it is what was withheld.
function interestOf(row: TermInstrumentRow, rules: readonly WithholdingRule[]): object {
  const due = rulesOn(rules, row, row.payment_date);
  const expected = netOfTax(expectedInterest(interestTermsOf(row)), due);
  const accrued = netOfTax(moneyOf(row, row.accrued_minor), due);
  const gross = row.paid_gross_minor ?? accrued.gross.minor;
  const tax = row.paid_tax_minor ?? accrued.tax.minor;
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    expectedInterest: amount(expected.gross.minor),
    expectedNetInterest: amount(expected.net.minor),
    accruedInterest: amount(gross),
    accruedNetInterest: amount(gross - tax),
  };
}

/** A day as the timestamp that names it. */
export function midnight(date: BusinessDate): Instant {
  return `${date}T00:00:00.000Z`;
}

/**
 * The day that a timestamp names: midnight UTC is how a plain date is read and written, any other
 * moment is the day it falls on at the office.
 */
export function dayNamedBy(instant: Instant, timeZone: string): BusinessDate {
  if (instant.endsWith('T00:00:00.000Z')) return businessDate(instant.slice(0, 10));
  return dateOfInstant(instant, timeZone);
}
