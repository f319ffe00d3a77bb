// Term instruments as rows, and as the API returns them.

import type { DayConvention } from '../../../platform/calendar/business-calendar.js';
import {
  type BusinessDate,
  businessDate,
  dateOfInstant,
} from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type Money, minorToDecimal } from '../../../platform/money/money.js';
import type { DayCount } from '../instrument/day-count.js';
import { shownIdentity } from '../instrument/identity.js';
import type { InterestFrequency, InterestPayment } from '../instrument/interest-payment.js';
import type { Taxed } from '../tax/rule.js';
import {
  type InterestFlow,
  type InterestReading,
  plannedInterest,
  taxAccrued,
} from './interest-plan.js';
import type { LedgerMapping } from './ledger-entry.js';
import type { RolloverRule } from './rollover.js';

/** A stored instrument with the codes of what it refers to. Amounts are minor units. */
export interface TermInstrumentRow extends LedgerMapping, Taxed {
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
  readonly type_id: bigint;
  readonly type_version: number;
  readonly type_name: string;
  readonly type_label: string;
  readonly interest_frequency: InterestFrequency | null;
  readonly interest_days: number | null;
  readonly holiday_convention: DayConvention;
  readonly exchange_id: bigint | null;
  readonly changeable: readonly string[];
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
  readonly interest_payment: InterestPayment;
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
  readonly next_interest_date: BusinessDate | null;
  readonly interest_paid_minor: bigint;
  readonly interest_tax_minor: bigint;
  readonly capitalised_minor: bigint;
  /** Days of interest that were settled, in order. */
  readonly interest_dates: readonly BusinessDate[];
  readonly paid_gross_minor: bigint | null;
  readonly paid_tax_minor: bigint | null;
  readonly paid_charge_minor: bigint | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** An amount of the instrument's currency. */
export function moneyOf(row: { readonly currency: string }, minor: bigint): Money {
  return { minor, currency: row.currency };
}

/** The instrument as replies show it. Absent members are undefined, which JSON leaves out. */
export function termInstrumentRecord(row: TermInstrumentRow, reading: InterestReading): object {
  return {
    ...shownIdentity(row),
    ...termsOf(row),
    ...interestOf(row, reading),
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
    interestPayment: row.interest_payment,
    nextInterestDate:
      row.next_interest_date === null || row.status === 'TERMINATED'
        ? undefined
        : midnight(row.next_interest_date),
  };
}

// While it runs, tax is reckoned as on the days of payment; once ended, it is what was withheld.
function interestOf(row: TermInstrumentRow, reading: InterestReading): object {
  const expected = netOf(plannedInterest(row, reading));
  const gross = row.paid_gross_minor ?? row.accrued_minor;
  const tax = row.paid_tax_minor ?? taxAccrued(row, reading);
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
