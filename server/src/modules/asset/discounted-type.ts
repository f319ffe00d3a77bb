// Types of discounted instruments and issues of treasury bills: what a holding takes from its
// product, as data.

import type { DayConvention } from '../../platform/calendar/business-calendar.js';
import { type BusinessDate, daysBetween } from '../../platform/calendar/business-date.js';
import type { Call, Work } from '../../platform/context.js';
import type { Instant, Tx } from '../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../platform/http/paging.js';
import { refuseMember } from '../../platform/http/problem.js';
import type { Page } from '../../platform/http/route.js';
import { shownStamp } from '../../platform/http/stamp.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { minorToDecimal } from '../../platform/money/money.js';
import type { RoundingMode } from '../../platform/money/rounding.js';
import type { DayCount } from './day-count.js';
import type { DiscountedKind } from './discounted-kind.js';
import type { Quotation } from './discounted-price.js';
import {
  countDiscountedTypes,
  insertDiscountedType,
  selectActiveDiscountedTypes,
} from './discounted-type-query.js';
import type { Maturity } from './maturity.js';
import { assetProblems } from './problems.js';
import { scheduleOf } from './term-instrument-type.js';
import type { RatedType } from './term-rate.js';
import { treasuryBillTenure } from './treasury-bill-issue.js';

/** The bases that the money markets quote discounts on. */
export type DiscountBasis = Extract<DayCount, 'ACT_365F' | 'ACT_360' | 'ACT_364' | 'ACT_366_LEAP'>;

/** A type or an issue. Amounts are minor units, rates percent a year, tenures days. */
export interface DiscountedTypeRow {
  readonly id: bigint;
  readonly kind: DiscountedKind;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly currency: string;
  readonly amount_least_minor: bigint;
  readonly amount_most_minor: bigint | null;
  readonly amount_multiple_minor: bigint;
  readonly quotation: Quotation;
  readonly rate: Decimal;
  readonly rate_least: Decimal | null;
  readonly rate_most: Decimal | null;
  readonly termination_rate_least: Decimal;
  readonly termination_rate_most: Decimal;
  readonly day_count: DiscountBasis;
  readonly price_decimals: number | null;
  readonly price_rounding: RoundingMode;
  readonly tax_class: string | null;
  readonly allowed_tenures: readonly number[] | null;
  readonly default_tenure: number | null;
  readonly auction_date: BusinessDate | null;
  readonly settlement_date: BusinessDate | null;
  readonly maturity_date: BusinessDate | null;
  readonly holiday_convention: DayConvention;
  readonly exchange_id: bigint | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

type Rate =
  | 'rate'
  | 'rate_least'
  | 'rate_most'
  | 'termination_rate_least'
  | 'termination_rate_most';

/** A type or an issue to add; rates are decimal text. */
export type NewDiscountedType = Omit<
  DiscountedTypeRow,
  Rate | 'id' | 'active' | 'version' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'
> & {
  readonly [Name in Rate]: DiscountedTypeRow[Name] extends Decimal ? string : string | null;
};

/**
 * Adds a type of discounted instruments or an issue of treasury bills and returns its id. The
 * dates of an issue and the tenures of a type exclude each other.
 */
export async function addDiscountedType(work: Work, type: NewDiscountedType): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'discounted_instrument_type_id');
  await insertDiscountedType(work.tx, type, { id, by: work.principal.name, at: work.now });
  return id;
}

/** The active types of one kind, by id. */
export async function listDiscountedTypes(
  call: Call,
  kind: DiscountedKind,
  page: PageRequest,
): Promise<Page<object>> {
  const found = await selectActiveDiscountedTypes(call.db, kind, page);
  const { rows, nextAfter } = pageFrom(found, page);
  return {
    count: await countDiscountedTypes(call.db, kind),
    result: rows.map(discountedTypeRecord),
    nextAfter,
  };
}

/** The type as the rules of amounts and rates read it: a card of one rate. */
export function ratedType(type: DiscountedTypeRow): RatedType {
  return { ...type, rate_tiers: [{ percent: type.rate.toFixed() }] };
}

/** A term of some days, and when it ends and pays. */
export interface DiscountedTerm extends Maturity {
  readonly tenure: number;
}

/**
 * The term of a holding of the type that begins on a day. An issue's own maturity decides; a type
 * gives the tenure asked for, else its usual one. Refuses START_DATE_REFUSED once an issue has
 * matured, and TENURE_NOT_OFFERED when another tenure than the is asked for.
 */
export async function termOf(
  tx: Tx,
  type: DiscountedTypeRow,
  from: { readonly start: BusinessDate; readonly tenure: number | undefined },
): Promise<DiscountedTerm> {
  const { start } = from;
  const tenure = treasuryBillTenure(type, from) ?? from.tenure ?? type.default_tenure ?? 0;
  const rule = { ...type, accrues_over_gap: false };
  return { tenure, ...(await scheduleOf(tx, rule, { start, tenure })) };
}

/** Refuses a start before the settlement of the issue. */
export function refuseUnsettled(type: DiscountedTypeRow, today: BusinessDate): void {
  const settles = type.settlement_date;
  if (settles === null || settles <= today) return;
  throw refuseMember(
    assetProblems.START_DATE_REFUSED,
    'startDate',
    `the issue settles on ${settles}, and today is ${today}`,
  );
}

function discountedTypeRecord(type: DiscountedTypeRow): object {
  const amount = (minor: bigint) => minorToDecimal(minor, type.currency);
  const { auction_date: auction, settlement_date: settlement, maturity_date: maturity } = type;
  return {
    id: type.id,
    active: type.active,
    name: type.name,
    label: type.label,
    currency: type.currency,
    minimumAmount: amount(type.amount_least_minor),
    maximumAmount: type.amount_most_minor === null ? undefined : amount(type.amount_most_minor),
    denomination: amount(type.amount_multiple_minor),
    quotation: type.quotation,
    ...(type.kind === 'TREASURY_BILL' ? { stopRate: type.rate } : { rate: type.rate }),
    minimumRate: type.rate_least ?? undefined,
    maximumRate: type.rate_most ?? undefined,
    minimumTerminationRate: type.termination_rate_least,
    maximumTerminationRate: type.termination_rate_most,
    dayCount: type.day_count,
    priceDecimals: type.price_decimals ?? undefined,
    priceRounding: type.price_decimals === null ? undefined : type.price_rounding,
    taxClass: type.tax_class ?? undefined,
    tenures: type.allowed_tenures ?? undefined,
    defaultTenure: type.default_tenure ?? undefined,
    auctionDate: auction ?? undefined,
    settlementDate: settlement ?? undefined,
    maturityDate: maturity ?? undefined,
    tenure: settlement && maturity ? daysBetween(settlement, maturity) : undefined,
    holidayConvention: type.holiday_convention,
    ...shownStamp(type),
  };
}
