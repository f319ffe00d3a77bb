// Discounted instrument types and treasury bill issues: the terms of the products, stored as data.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { RatedType } from '../deposit/rate.js';
import { scheduleOf } from '../deposit/type.js';
import type { Maturity } from '../instrument/maturity.js';
import { assetProblems } from '../problems.js';
import type { DiscountedKind } from './kind.js';
import { treasuryBillTenure } from './treasury-bill-issue.js';
import {
  countTypesIn,
  type DiscountedTypeFilter,
  type DiscountedTypeRow,
  type IssueState,
  selectDiscountedType,
  selectTypesIn,
} from './type-queries.js';

/**
 * Adds a rate card to the type, because the amount and rate rules require one. The type's rate is
 * its only rate.
 */
export function ratedType(type: DiscountedTypeRow): RatedType {
  return { ...type, rate_tiers: type.rate === null ? [] : [{ percent: type.rate.toFixed() }] };
}

/** The length of a term in days, its end date and its payment date. */
export interface DiscountedTerm extends Maturity {
  readonly tenure: number;
}

/**
 * Returns the term of a holding that starts on a date. For an issue, the term ends at the issue's
 * maturity. For a type, it ends after the requested or default tenure. Refuses with
 * START_DATE_REFUSED once an issue has matured, and with TENURE_NOT_OFFERED for a tenure other than
 * the issue's.
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

/** Refuses a start date before the issue settles. */
export function refuseUnsettled(type: DiscountedTypeRow, today: BusinessDate): void {
  const settles = type.settlement_date;
  if (settles === null || settles <= today) return;
  throw refuseMember(
    assetProblems.START_DATE_REFUSED,
    'startDate',
    `the issue does not settle until ${settles}, and today is ${today}`,
  );
}

/** Returns one type or issue, active or not, or refuses with DOCUMENT_NOT_FOUND. */
export async function readDiscountedType(
  call: Call,
  key: { readonly kind: DiscountedKind; readonly id: bigint },
): Promise<object> {
  const type = await selectDiscountedType(call.db, key.id);
  if (type === undefined || type.kind !== key.kind) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such product' });
  }
  return versioned(discountedTypeRecord(type, await currentBusinessDate(call.db)), type.version);
}

/** Lists types or issues of one kind, ordered by id and optionally filtered by state. */
export async function listDiscountedTypes(
  call: Call,
  filter: DiscountedTypeFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const today = await currentBusinessDate(call.db);
  const found = await selectTypesIn(call.db, { ...filter, today }, page);
  const { rows, nextAfter } = pageFrom(found, page);
  return {
    count: await countTypesIn(call.db, { ...filter, today }),
    result: rows.map((type) => discountedTypeRecord(type, today)),
    nextAfter,
  };
}

/** An issue is announced until it has a stop rate, and then on sale until it matures. */
function issueState(type: DiscountedTypeRow, today: BusinessDate): IssueState {
  if (type.maturity_date !== null && type.maturity_date <= today) return 'MATURED';
  return type.rate === null ? 'ANNOUNCED' : 'AUCTIONED';
}

function discountedTypeRecord(type: DiscountedTypeRow, today: BusinessDate): object {
  const { settlement_date: settlement, maturity_date: maturity } = type;
  const isIssue = settlement !== null && maturity !== null;
  return {
    id: type.id,
    ...typeBody(type),
    version: type.version,
    ...(isIssue
      ? { state: issueState(type, today), tenure: daysBetween(settlement, maturity) }
      : {}),
    ...shownStamp(type),
  };
}

/** Returns the type in the form of a proposed change. */
export function typeBody(type: DiscountedTypeRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, type.currency);
  const given = <Value>(value: Value | null) => value ?? undefined;
  return {
    name: type.name,
    aliases: type.aliases,
    label: type.label,
    active: type.active,
    currency: type.currency,
    minimumAmount: amount(type.amount_least_minor),
    maximumAmount: type.amount_most_minor === null ? undefined : amount(type.amount_most_minor),
    denomination: amount(type.amount_multiple_minor),
    quotation: type.quotation,
    ...(type.kind === 'TREASURY_BILL'
      ? { stopRate: given(type.rate) }
      : { rate: given(type.rate) }),
    minimumRate: given(type.rate_least),
    maximumRate: given(type.rate_most),
    minimumTerminationRate: type.termination_rate_least,
    maximumTerminationRate: type.termination_rate_most,
    dayCount: type.day_count,
    priceDecimals: given(type.price_decimals),
    priceRounding: type.price_rounding,
    taxClass: given(type.tax_class),
    tenures: given(type.allowed_tenures),
    defaultTenure: given(type.default_tenure),
    auctionDate: given(type.auction_date),
    settlementDate: given(type.settlement_date),
    maturityDate: given(type.maturity_date),
    holidayConvention: type.holiday_convention,
    exchange: given(type.exchange_name),
  };
}
