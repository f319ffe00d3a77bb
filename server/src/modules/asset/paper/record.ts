// Discounted instruments and treasury bills as database rows and as shown in replies.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type Money, minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { midnight, shownStart } from '../deposit/record.js';
import type { RolloverRule } from '../deposit/rollover.js';
import { yearFraction } from '../instrument/day-count.js';
import { shownIdentity } from '../instrument/identity.js';
import { DISCOUNTED } from '../limits.js';
import { type Exemption, rulesOn } from '../tax/rule.js';
import { netOfTax, type WithholdingRule } from '../tax/withholding-tax.js';
import {
  bookValue,
  type DiscountPosition,
  priceFromDiscount,
  trueYieldPercentOf,
} from './discount.js';
import type { DiscountedKind } from './kind.js';
import type { DiscountBasis } from './type-queries.js';

/** The reasons why an instrument can be paid out at maturity although it was due to roll over. */
export const NOT_ROLLED_OVER_REASONS = [
  'TYPE_NOT_OFFERED',
  'NO_OPEN_ISSUE',
  'NO_PRICE',
  'BELOW_DENOMINATION',
] as const;

export type NotRolledOverReason = (typeof NOT_ROLLED_OVER_REASONS)[number];

/** A stored instrument joined with the codes of its references. Amounts are in minor units. */
export interface DiscountedRow {
  readonly id: bigint;
  readonly kind: DiscountedKind;
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
  readonly type_aliases: readonly string[];
  readonly type_label: string;
  readonly type_version: bigint;
  readonly tax_class: string | null;
  readonly tax_exemptions: readonly Exemption[];
  readonly currency: string;
  readonly init_account_id: bigint;
  readonly termination_account_id: bigint;
  readonly portfolio_name: string | null;
  readonly portfolio_label: string | null;
  readonly face_value_minor: bigint;
  readonly cost_minor: bigint;
  readonly tenure: number;
  readonly rate: Decimal;
  readonly rate_negotiated: boolean;
  readonly discount_rate: Decimal;
  readonly price: Decimal;
  readonly day_count: DiscountBasis;
  readonly requested_start: BusinessDate | null;
  readonly start_date: BusinessDate;
  readonly maturity_date: BusinessDate;
  readonly payment_date: BusinessDate;
  readonly status: 'PENDING' | 'RUNNING' | 'TERMINATED';
  readonly termination_reason: 'MATURED' | 'ROLLED_OVER' | 'PRELIQUIDATED' | 'CANCELLED' | null;
  readonly termination_date: BusinessDate | null;
  readonly accrued_to: BusinessDate;
  readonly accrued_minor: bigint;
  readonly paid_gross_minor: bigint | null;
  readonly paid_tax_minor: bigint | null;
  readonly auto_rollover: boolean;
  readonly rollover_rule: RolloverRule;
  readonly rollover_amount_minor: bigint | null;
  readonly parent_id: bigint | null;
  readonly child_id: bigint | null;
  readonly not_rolled_over_reason: NotRolledOverReason | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** The columns of a row that define a position. */
export type PositionRow = Pick<
  DiscountedRow,
  | 'currency'
  | 'face_value_minor'
  | 'cost_minor'
  | 'discount_rate'
  | 'start_date'
  | 'maturity_date'
  | 'day_count'
>;

/** Returns the holding as a position, which the formulas take as input. */
export function positionOf(row: PositionRow): DiscountPosition {
  return {
    face: { minor: row.face_value_minor, currency: row.currency },
    cost: { minor: row.cost_minor, currency: row.currency },
    ratePercent: row.discount_rate,
    start: row.start_date,
    maturity: row.maturity_date,
    dayCount: row.day_count,
  };
}

/**
 * Returns a position's carrying value on any date: its cost before the start, and its face value on
 * and after maturity.
 */
export function carryingValue(position: DiscountPosition, date: BusinessDate): Money {
  if (date <= position.start) return position.cost;
  return date >= position.maturity ? position.face : bookValue(position, date);
}

/** Returns the instrument as the API returns it. */
export function discountedRecord(row: DiscountedRow, rules: readonly WithholdingRule[]): object {
  return {
    ...shownIdentity(row),
    ...termsOf(row),
    ...interestOf(row, rules),
    status: row.status,
    terminationReason: row.termination_reason ?? undefined,
    ...rolloverShown(row),
    ...shownStamp(row),
  };
}

function termsOf(row: DiscountedRow): object {
  return {
    instrumentTypeVersion: row.type_version,
    ...shownStart(row),
    expectedMaturity: midnight(row.payment_date),
    terminationDate: row.termination_date === null ? undefined : midnight(row.termination_date),
    tenure: row.tenure,
    currency: row.currency,
    faceValue: minorToDecimal(row.face_value_minor, row.currency),
    currentRate: row.rate,
    rolloverAmount:
      row.rollover_amount_minor === null
        ? undefined
        : minorToDecimal(row.rollover_amount_minor, row.currency),
    autoRollover: row.auto_rollover,
    loanProduct: false,
    rolloverRule: row.rollover_rule,
    cost: minorToDecimal(row.cost_minor, row.currency),
    price: row.price,
    discountRate: shownRate(row.discount_rate),
    trueYield: shownRate(trueYieldOf(row)),
  };
}

function rolloverShown(row: DiscountedRow): object {
  return {
    rolledOver: row.termination_reason === 'ROLLED_OVER',
    parentId: row.parent_id ?? undefined,
    childId: row.child_id ?? undefined,
    notRolledOverReason: row.not_rolled_over_reason ?? undefined,
  };
}

/** Rounds a rate half-up for display. */
export function shownRate(rate: Decimal): Decimal {
  return roundTo(rate, DISCOUNTED.rateDecimalsShown, 'HALF_UP');
}

/** Returns the yield at the unrounded price, so that it is the same for every face value. */
export function trueYieldOf(row: DiscountedRow): Decimal {
  const hundred = new Decimal(100);
  const fraction = yearFraction(row.start_date, row.maturity_date, row.day_count);
  const price = priceFromDiscount(hundred, row.discount_rate, fraction);
  return trueYieldPercentOf(hundred, price, fraction);
}

// While the instrument runs, the tax is the expected tax on the payment date. Once it has ended, it
// is the tax that was withheld.
function interestOf(row: DiscountedRow, rules: readonly WithholdingRule[]): object {
  const due = rulesOn(rules, row, row.payment_date);
  const money = (minor: bigint) => ({ minor, currency: row.currency });
  const expected = netOfTax(money(row.face_value_minor - row.cost_minor), due);
  const accrued = netOfTax(money(row.accrued_minor), due);
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
