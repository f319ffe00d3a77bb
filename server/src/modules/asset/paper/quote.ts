// Calculates a purchase from a face value or an amount; a rate, a yield or a price; and two dates.

import {
  addDays,
  addMonths,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type Money, parseMinor, subtractMoney, toDecimal } from '../../../platform/money/money.js';
import { type RoundingMode, roundTo } from '../../../platform/money/rounding.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { yearFraction } from '../instrument/day-count.js';
import { DISCOUNTED, TERM_INSTRUMENT } from '../limits.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { netOfTax } from '../tax/withholding-tax.js';
import { faceForCash, investmentPercentOf, trueYieldPercentOf } from './discount.js';
import type { DiscountedKind } from './kind.js';
import { type PriceTerms, quoteDiscount } from './price.js';
import type { DiscountedQuoteRequest } from './schema.js';
import { issueStart } from './treasury-bill-issue.js';
import { termOf } from './type.js';
import {
  type DiscountBasis,
  type DiscountedTypeRow,
  selectDiscountedTypes,
} from './type-queries.js';

/** The product terms used in a quote. Without a product, they come from the request. */
interface QuoteRules {
  readonly currency: string;
  readonly dayCount: DiscountBasis;
  readonly priceDecimals: number | null;
  readonly priceRounding: RoundingMode;
  readonly denominationMinor: bigint;
  readonly taxClass: string | null;
}

interface QuoteTerm {
  readonly start: BusinessDate;
  readonly maturity: BusinessDate;
  readonly payment: BusinessDate;
}

/** A rate, a yield or a price. Each one determines the other two. */
interface Basis {
  readonly member: 'discountRate' | 'trueYield' | 'price';
  readonly quotation: PriceTerms['quotation'];
  readonly value: Decimal;
}

const HUNDRED = new Decimal(100);

/**
 * Prices a purchase without making it. The product's limits do not apply, because this is only a
 * calculator. Rates are in percent per year; the price is per 100 of face value. Refuses with
 * INVALID_REQUEST and names a member that is missing, not needed or out of range.
 */
export async function quoteDiscounted(
  call: Call,
  kind: DiscountedKind,
  request: DiscountedQuoteRequest,
): Promise<object> {
  const type = await typeNamed(call.db, kind, request.instrumentTypeName);
  const rules = rulesFor(request, type);
  const basis = basisOf(request, type);
  const term = await call.db.transaction((tx) => quoteTerm(tx, request, type));
  const fraction = yearFraction(term.start, term.maturity, rules.dayCount);
  const priced = { ...rules, quotation: basis.quotation, ratePercent: basis.value };
  const quoteOf = (face: Money) => {
    const quote = quoteDiscount(priced, face, fraction);
    if (quote === undefined) throw refuse(basis.member, 'results in a price of zero or less');
    return quote;
  };
  const { exactPrice } = quoteOf({ minor: 1n, currency: rules.currency });
  const { face, cash } = requestedFace(request, rules, exactPrice.dividedBy(100));
  const { cost, ...quote } = quoteOf(face);
  const taxed = { tax_class: rules.taxClass, payer_class: request.partnerType ?? 'INDIVIDUAL' };
  const due = rulesOn(await withholdingRules(call.db), taxed, term.payment);
  const interest = netOfTax({ minor: face.minor - cost.minor, currency: face.currency }, due);
  const days = daysBetween(term.start, term.maturity);
  const yearDays = daysBetween(term.start, addMonths(term.start, 12));
  return {
    instrumentTypeName: type?.name,
    currency: rules.currency,
    startDate: term.start,
    maturityDate: term.maturity,
    paymentDate: term.payment,
    tenure: days,
    dayCount: rules.dayCount,
    faceValue: toDecimal(face),
    cost: toDecimal(cost),
    unusedAmount: cash === undefined ? undefined : toDecimal(subtractMoney(cash, cost)),
    price: quote.price,
    discountRate: shown(quote.discountPercent),
    trueYield: shown(trueYieldPercentOf(HUNDRED, exactPrice, fraction)),
    investmentRate: shown(investmentPercentOf(exactPrice, days, yearDays)),
    expectedInterest: toDecimal(interest.gross),
    withholdingTax: toDecimal(interest.tax),
    expectedNetInterest: toDecimal(interest.net),
  };
}

function shown(percent: Decimal): Decimal {
  return roundTo(percent, DISCOUNTED.quoteDecimalsShown, 'HALF_UP');
}

async function typeNamed(
  on: Database,
  kind: DiscountedKind,
  name: string | undefined,
): Promise<DiscountedTypeRow | undefined> {
  if (name === undefined) return undefined;
  const [type] = await selectDiscountedTypes(on, kind, { name, label: undefined });
  if (type !== undefined) return type;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'instrumentTypeName',
    'does not match any product',
  );
}

function rulesFor(
  request: DiscountedQuoteRequest,
  type: DiscountedTypeRow | undefined,
): QuoteRules {
  const currency = request.currency ?? type?.currency;
  if (currency === undefined)
    throw refuse('currency', 'is required if instrumentTypeName is not given');
  requireCurrency(currency);
  const decimals = request.priceDecimals ?? type?.price_decimals ?? null;
  if (decimals !== null && (decimals < 0 || decimals > DISCOUNTED.priceDecimalsMax)) {
    throw refuse('priceDecimals', `must be between 0 and ${DISCOUNTED.priceDecimalsMax}`);
  }
  return {
    currency,
    dayCount: request.dayCount ?? type?.day_count ?? 'ACT_365F',
    priceDecimals: decimals,
    priceRounding: type?.price_rounding ?? 'HALF_UP',
    denominationMinor: type?.amount_multiple_minor ?? 1n,
    taxClass: type?.tax_class ?? null,
  };
}

function basisOf(request: DiscountedQuoteRequest, type: DiscountedTypeRow | undefined): Basis {
  const members = [
    ['discountRate', 'DISCOUNT_RATE'],
    ['trueYield', 'TRUE_YIELD'],
    ['price', 'PRICE'],
  ] as const;
  const given = members.flatMap(([member, quotation]): Basis[] => {
    const value = request[member];
    return value === undefined ? [] : [{ member, quotation, value }];
  });
  const [basis, second] = given;
  if (second !== undefined) {
    throw refuse(second.member, 'discountRate, trueYield and price are mutually exclusive');
  }
  if (basis === undefined) {
    if (type === undefined)
      throw refuse('discountRate', 'one of discountRate, trueYield and price is required');
    if (type.rate === null) throw refuse('discountRate', 'is required before the auction');
    const member = type.quotation === 'TRUE_YIELD' ? 'trueYield' : 'discountRate';
    return { member, quotation: type.quotation, value: type.rate };
  }
  const most = basis.member === 'price' ? 100 : TERM_INSTRUMENT.ratePercentMax;
  const { value, member } = basis;
  if (value.lessThan(0) || value.greaterThan(most))
    throw refuse(member, `must be between 0 and ${most}`);
  return basis;
}

async function quoteTerm(
  tx: Tx,
  request: DiscountedQuoteRequest,
  type: DiscountedTypeRow | undefined,
): Promise<QuoteTerm> {
  const requested = request.startDate ?? (await currentBusinessDate(tx));
  const start = type === undefined ? requested : issueStart(type, requested);
  const { maturityDate, tenure: days } = request;
  if (maturityDate !== undefined && days !== undefined) {
    throw refuse('tenure', 'and maturityDate are mutually exclusive');
  }
  const tenure = maturityDate === undefined ? days : daysBetween(start, maturityDate);
  if (type !== undefined) {
    const term = await termOf(tx, type, { start, tenure });
    refuseLength(maturityDate, term.tenure);
    return { start, ...term };
  }
  if (tenure === undefined) throw refuse('maturityDate', 'or tenure is required');
  refuseLength(maturityDate, tenure);
  const maturity = addDays(start, tenure);
  return { start, maturity, payment: maturity };
}

function refuseLength(maturityDate: BusinessDate | undefined, tenure: number): void {
  const most = TERM_INSTRUMENT.tenureDaysMax;
  if (tenure >= 1 && tenure <= most) return;
  if (maturityDate === undefined) throw refuse('tenure', `must be between 1 and ${most} days`);
  throw refuse('maturityDate', `must be between 1 and ${most} days after the start`);
}

function requestedFace(
  { faceValue, amount }: DiscountedQuoteRequest,
  rules: QuoteRules,
  priceOfOne: Decimal,
): { readonly face: Money; readonly cash?: Money } {
  if (faceValue !== undefined && amount !== undefined) {
    throw refuse('amount', 'and faceValue are mutually exclusive');
  }
  const { currency, denominationMinor } = rules;
  if (amount === undefined) {
    return { face: moneyOf('faceValue', faceValue ?? HUNDRED, currency) };
  }
  const cash = moneyOf('amount', amount, currency);
  const face = faceForCash(cash, priceOfOne, { minor: denominationMinor, currency });
  if (face.minor === 0n) throw refuse('amount', 'buys less than the smallest denomination');
  return { face, cash };
}

function moneyOf(member: string, amount: Decimal, currency: string): Money {
  if (!amount.greaterThan(0)) throw refuse(member, 'must be above zero');
  const minor = parseMinor(amount, currency);
  if (minor === undefined) throw tooManyDecimals(member, currency);
  return { minor, currency };
}

function refuse(member: string, why: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, member, why);
}
