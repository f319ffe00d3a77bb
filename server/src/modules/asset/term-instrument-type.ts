// Types of term instruments: what a deposit takes from its product, as data.

import type { DayConvention } from '../../platform/calendar/business-calendar.js';
import { type BusinessCalendar, calendarOf } from '../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Call, Work } from '../../platform/context.js';
import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../platform/http/paging.js';
import type { Page } from '../../platform/http/route.js';
import { shownStamp } from '../../platform/http/stamp.js';
import { Decimal } from '../../platform/money/decimal.js';
import { minorToDecimal } from '../../platform/money/money.js';
import { calendarOf as exchangeCalendar } from '../market/index.js';
import type { DayCount } from './day-count.js';
import type { LiquidationRule } from './early-liquidation.js';
import { type InterestPayment, type InterestRhythm, interestDates } from './interest-payment.js';
import type { LedgerMapping } from './ledger-entry.js';
import { type Maturity, maturityOf } from './maturity.js';
import type { RateCard, RateTier } from './rate-tier.js';
import type { RolloverRule } from './rollover.js';
import { stampOf } from './stamp.js';
import {
  countActiveTypes,
  insertType,
  insertTypeVersion,
  selectActiveTypes,
} from './term-type-queries.js';

/** A box of the rate card as it is stored: amounts are minor units, as text. */
export interface StoredTier {
  readonly tenorDaysFrom?: number;
  readonly tenorDaysTo?: number;
  readonly amountMinorFrom?: string;
  readonly amountMinorTo?: string;
  readonly percent: string;
}

/** Members of a running instrument that a product may let its customer change. */
export const CHANGEABLE_MEMBERS = [
  'label',
  'portfolioName',
  'terminationAccountId',
  'autoRollover',
  'rolloverRule',
  'rolloverAmount',
] as const;

/**
 * The terms of one version of a type. Amounts are minor units of its currency, rates percent a
 * year, tenures days.
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
  readonly version: number;
  readonly exchange_name: string | null;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Members that a new type may leave to the usual. */
type UsualMember =
  | 'active'
  | 'interest_payment'
  | 'interest_frequency'
  | 'interest_days'
  | 'tax_exempt_payers'
  | 'changeable'
  | keyof LedgerMapping;

/** A type to add; what it leaves out is as usual. */
export type NewTermInstrumentType = Omit<TypeTerms, UsualMember | 'rate_least' | 'rate_most'> &
  Partial<Pick<TypeTerms, UsualMember>> & {
    readonly name: string;
    readonly rate_least: string | null;
    readonly rate_most: string | null;
  };

/** The accounts that deposits are booked to, unless their type says otherwise. */
export const DEPOSIT_LEDGER: LedgerMapping = {
  principal_account: 'TD:PRINCIPAL',
  interest_account: 'TD:INTEREST-PAYABLE',
  upfront_account: 'TD:INTEREST-PREPAID',
  result_account: 'EXP:INTEREST',
  penalty_account: 'INC:PENALTY',
};

/** The same for loans. */
export const LOAN_LEDGER: LedgerMapping = {
  principal_account: 'LOAN:PRINCIPAL',
  interest_account: 'LOAN:INTEREST-RECEIVABLE',
  upfront_account: 'LOAN:INTEREST-UNEARNED',
  result_account: 'INC:INTEREST',
  penalty_account: 'INC:PENALTY',
};

/** Adds a type with its first version and returns its id. */
export async function addTermInstrumentType(
  work: Work,
  { name, ...type }: NewTermInstrumentType,
): Promise<bigint> {
  const terms: TypeTerms = {
    active: true,
    interest_payment: 'AT_MATURITY',
    interest_frequency: null,
    interest_days: null,
    tax_exempt_payers: [],
    changeable: CHANGEABLE_MEMBERS,
    ...(type.loan_product ? LOAN_LEDGER : DEPOSIT_LEDGER),
    ...type,
    rate_least: type.rate_least === null ? null : new Decimal(type.rate_least),
    rate_most: type.rate_most === null ? null : new Decimal(type.rate_most),
  };
  const id = await work.context.ids.next(work.tx, 'term_instrument_type_id');
  const stamp = stampOf(work, id);
  await insertType(work.tx, name, stamp);
  await insertTypeVersion(work.tx, terms, { number: 1, stamp });
  return id;
}

/** The active types, by id. */
export async function listActiveTypes(call: Call, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveTypes(call.db, page), page);
  return { count: await countActiveTypes(call.db), result: rows.map(typeRecord), nextAfter };
}

/** What of a type makes its rate card. */
export type CardType = Pick<
  TermInstrumentTypeRow,
  'currency' | 'rate_tiers' | 'amount_least_minor' | 'amount_multiple_minor' | 'allowed_tenures'
>;

/** The type's rate card. */
export function rateCardOf(type: CardType): RateCard {
  return {
    currency: type.currency,
    tiers: type.rate_tiers.map(tierOf),
    bonuses: [],
    amountMinorLeast: type.amount_least_minor,
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

/** What of a type says when its terms end and pay. */
export type ScheduleRule = Pick<
  TermInstrumentTypeRow,
  'holiday_convention' | 'accrues_over_gap' | 'exchange_id'
>;

/** When a term of this type, begun on a day, ends, pays and stops earning. */
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

/** The first day of interest of a term of this type, or null when there is none inside it. */
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

function typeRecord(type: TermInstrumentTypeRow): object {
  const amount = (minor: bigint) => minorToDecimal(minor, type.currency);
  return {
    id: type.id,
    active: type.active,
    name: type.name,
    label: type.label,
    currency: type.currency,
    minimumAmount: amount(type.amount_least_minor),
    maximumAmount: type.amount_most_minor === null ? undefined : amount(type.amount_most_minor),
    amountMultiple: amount(type.amount_multiple_minor),
    tenures: type.allowed_tenures ?? undefined,
    defaultTenure: type.default_tenure,
    rateTiers: rateCardOf(type).tiers.map((tier) => tierRecord(tier, amount)),
    minimumRate: type.rate_least ?? undefined,
    maximumRate: type.rate_most ?? undefined,
    dayCount: type.day_count,
    compoundingsPerYear: type.compoundings_per_year ?? undefined,
    taxClass: type.tax_class ?? undefined,
    earlyTermination: terminationRecord(type),
    rolloverRule: type.rollover_rule,
    autoRollover: type.auto_rollover,
    loanProduct: type.loan_product,
    holidayConvention: type.holiday_convention,
    ...shownStamp(type),
  };
}

function tierRecord(tier: RateTier, amount: (minor: bigint) => Decimal): object {
  return {
    tenureFrom: tier.tenorDaysFrom,
    tenureTo: tier.tenorDaysTo,
    amountFrom: tier.amountMinorFrom === undefined ? undefined : amount(tier.amountMinorFrom),
    amountTo: tier.amountMinorTo === undefined ? undefined : amount(tier.amountMinorTo),
    rate: new Decimal(tier.percent),
  };
}

function terminationRecord({ early_liquidation: policy }: TermInstrumentTypeRow): object {
  const { rule } = policy;
  return {
    rule: rule.kind,
    penaltyPoints: 'penaltyPoints' in rule ? new Decimal(rule.penaltyPoints) : undefined,
    percent: 'percent' in rule ? new Decimal(rule.percent) : undefined,
    coolingOffDays: policy.coolingOffDays,
  };
}
