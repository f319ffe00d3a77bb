// Term instrument types: the terms of deposit and loan products, stored as data.

import {
  type BusinessCalendar,
  calendarOf,
  type DayConvention,
} from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { calendarOf as exchangeCalendar } from '../../market/index.js';
import type { DayCount } from '../instrument/day-count.js';
import {
  type InterestPayment,
  type InterestRhythm,
  interestDates,
} from '../instrument/interest-payment.js';
import { type Maturity, maturityOf } from '../instrument/maturity.js';
import type { LiquidationRule } from './early-liquidation.js';
import type { LedgerMapping } from './ledger-entry.js';
import type { RateCard, RateTier } from './rate-tier.js';
import type { RolloverRule } from './rollover.js';

/** A stored tier of the rate card. Amounts are strings of minor units. */
export interface StoredTier {
  readonly tenorDaysFrom?: number;
  readonly tenorDaysTo?: number;
  readonly amountMinorFrom?: string;
  readonly amountMinorTo?: string;
  readonly percent: string;
}

/** Members that a product may let customers change while an instrument runs. */
export const CHANGEABLE_MEMBERS = [
  'label',
  'portfolioName',
  'terminationAccountId',
  'autoRollover',
  'rolloverRule',
  'rolloverAmount',
] as const;

export type ChangeableMember = (typeof CHANGEABLE_MEMBERS)[number];

/**
 * The terms of one version of a type. Amounts are in minor units of its currency, rates in percent
 * per year, tenures in days.
 */
export interface TypeTerms extends LedgerMapping, InterestRhythm {
  readonly label: string;
  readonly active: boolean;
  readonly currency: string;
  readonly amount_least_minor: bigint;
  readonly amount_most_minor: bigint | null;
  readonly amount_multiple_minor: bigint;
  readonly allowed_tenures: readonly number[] | null;
  readonly default_tenure: number;
  readonly rate_tiers: readonly StoredTier[];
  readonly rate_least: Decimal | null;
  readonly rate_most: Decimal | null;
  readonly day_count: DayCount;
  readonly compoundings_per_year: number | null;
  readonly interest_payment: InterestPayment;
  readonly tax_class: string | null;
  readonly tax_exempt_payers: readonly string[];
  readonly early_liquidation: {
    readonly rule: LiquidationRule;
    readonly coolingOffDays?: number;
  };
  readonly rollover_rule: RolloverRule;
  readonly auto_rollover: boolean;
  readonly loan_product: boolean;
  readonly changeable: readonly string[];
  readonly holiday_convention: DayConvention;
  readonly accrues_over_gap: boolean;
  readonly exchange_id: bigint | null;
}

/** A type with the terms of one of its versions. */
export interface TermInstrumentTypeRow extends TypeTerms {
  readonly id: bigint;
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly version: number;
  readonly exchange_name: string | null;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** The default ledger accounts for deposits. */
export const DEPOSIT_LEDGER: LedgerMapping = {
  principal_account: 'TD:PRINCIPAL',
  interest_account: 'TD:INTEREST-PAYABLE',
  upfront_account: 'TD:INTEREST-PREPAID',
  result_account: 'EXP:INTEREST',
  penalty_account: 'INC:PENALTY',
};

/** The default ledger accounts for loans. */
export const LOAN_LEDGER: LedgerMapping = {
  principal_account: 'LOAN:PRINCIPAL',
  interest_account: 'LOAN:INTEREST-RECEIVABLE',
  upfront_account: 'LOAN:INTEREST-UNEARNED',
  result_account: 'INC:INTEREST',
  penalty_account: 'INC:PENALTY',
};

/** The columns that make up a type's rate card. */
export type CardType = Pick<
  TermInstrumentTypeRow,
  'currency' | 'rate_tiers' | 'amount_least_minor' | 'amount_multiple_minor' | 'allowed_tenures'
>;

/** Returns the type's rate card. */
export function rateCardOf(type: CardType): RateCard {
  return {
    currency: type.currency,
    tiers: type.rate_tiers.map(tierOf),
    bonuses: [],
    amountMinorMin: type.amount_least_minor,
    amountMinorMultiple: type.amount_multiple_minor,
    ...(type.allowed_tenures === null ? {} : { allowedTenorDays: type.allowed_tenures }),
  };
}

function tierOf({ amountMinorFrom, amountMinorTo, ...tier }: StoredTier): RateTier {
  return {
    ...tier,
    ...(amountMinorFrom === undefined ? {} : { amountMinorFrom: BigInt(amountMinorFrom) }),
    ...(amountMinorTo === undefined ? {} : { amountMinorTo: BigInt(amountMinorTo) }),
  };
}

/** The columns that determine when a type's terms end and pay. */
type ScheduleRule = Pick<
  TermInstrumentTypeRow,
  'holiday_convention' | 'accrues_over_gap' | 'exchange_id'
>;

/**
 * Returns the end date and payment date of a term of this type that starts on a given date, and the
 * date when it stops earning interest.
 */
export async function scheduleOf(
  on: Database | Tx,
  type: ScheduleRule,
  term: { readonly start: BusinessDate; readonly tenure: number },
): Promise<Maturity> {
  return maturityOf(term.start, term.tenure, {
    convention: type.holiday_convention,
    accruesOverGap: type.accrues_over_gap,
    calendar: await calendarFor(on, type),
  });
}

/** Returns the first interest payment date inside a term of this type, or null if there is none. */
export async function firstInterestDate(
  on: Database | Tx,
  type: Pick<TypeTerms, 'holiday_convention' | 'exchange_id'> & InterestRhythm,
  term: { readonly start: BusinessDate; readonly accrualEnd: BusinessDate },
): Promise<BusinessDate | null> {
  if (type.interest_frequency === null) return null;
  const rule = { convention: type.holiday_convention, calendar: await calendarFor(on, type) };
  const [first] = interestDates({ start: term.start, end: term.accrualEnd }, type, rule);
  return first ?? null;
}

async function calendarFor(
  on: Database | Tx,
  type: Pick<ScheduleRule, 'exchange_id'>,
): Promise<BusinessCalendar> {
  if (type.exchange_id === null) return calendarOf([]);
  return exchangeCalendar(on, type.exchange_id);
}
