// Interest: simple, compound and upfront, and the cumulative accrual that leaves no drift.

import { addDays, type BusinessDate } from '../../platform/calendar/business-date.js';
import { Decimal } from '../../platform/money/decimal.js';
import { fromDecimal, type Money, subtractMoney, toDecimal } from '../../platform/money/money.js';
import { type DayCount, type YearFraction, yearFraction } from './day-count.js';

/**
 * What an instrument earns by: percent a year on the principal from start to end of accrual.
 * Without `compoundingsPerYear` interest is simple.
 */
export type InterestTerms = {
  readonly principal: Money;
  readonly ratePercent: Decimal;
  readonly start: BusinessDate;
  readonly end: BusinessDate;
  readonly dayCount: DayCount;
  readonly compoundingsPerYear?: number;
};

/**
 * An instrument whose interest is paid at the start: the customer pays less and gets the principal.
 */
export type UpfrontInterest = {
  readonly interest: Money;
  readonly paid: Money;
  readonly effectivePercent: Decimal;
};

/** Simple interest, unrounded: principal × rate × share of the year. */
export function simpleInterest(
  principal: Decimal,
  ratePercent: Decimal,
  fraction: YearFraction,
): Decimal {
  const product = principal.times(ratePercent).times(fraction.numerator);
  return product.dividedBy(fraction.denominator).dividedBy(100);
}

/** Principal and compound interest, unrounded, after a number of compoundings at a rate a year. */
export function compoundAmount(
  principal: Decimal,
  ratePercent: Decimal,
  compounding: { readonly perYear: number; readonly years: Decimal },
): Decimal {
  const growth = ratePercent.dividedBy(100).dividedBy(compounding.perYear).plus(1);
  return principal.times(growth.pow(compounding.years.times(compounding.perYear)));
}

/** Gross interest over the whole term, rounded half-up to the minor unit. */
export function expectedInterest(terms: InterestTerms): Money {
  return accruedInterest(terms, terms.end);
}

/**
 * Gross interest from the start to a date, A(k), rounded half-up to the minor unit. Before the
 * start it is zero; after the end of the term it stays at what the term earned.
 */
export function accruedInterest(terms: InterestTerms, date: BusinessDate): Money {
  return fromDecimal(exactInterest(terms, date), terms.principal.currency, 'HALF_UP');
}

/**
 * What a date's accrual posts: A(k) − A(k−1), so that postings always sum to the accrued interest.
 */
export function dayAccrual(terms: InterestTerms, date: BusinessDate): Money {
  return accrualDue(terms, date, accruedInterest(terms, addDays(date, -1)));
}

/** What is to post when this much was accrued before: missed days and changed terms heal by it. */
export function accrualDue(terms: InterestTerms, date: BusinessDate, accruedBefore: Money): Money {
  return subtractMoney(accruedInterest(terms, date), accruedBefore);
}

/** Interest paid at the start: what it is, what the customer pays, and the simple rate that is. */
export function upfrontInterest(terms: InterestTerms): UpfrontInterest {
  const interest = expectedInterest(terms);
  const paid = subtractMoney(terms.principal, interest);
  const { numerator, denominator } = yearFraction(terms.start, terms.end, terms.dayCount);
  const earned = toDecimal(interest).times(100).times(denominator);
  return { interest, paid, effectivePercent: earned.dividedBy(toDecimal(paid).times(numerator)) };
}

function exactInterest(terms: InterestTerms, date: BusinessDate): Decimal {
  if (date <= terms.start) return new Decimal(0);
  const until = date < terms.end ? date : terms.end;
  const fraction = yearFraction(terms.start, until, terms.dayCount);
  const principal = toDecimal(terms.principal);
  const perYear = terms.compoundingsPerYear;
  if (perYear === undefined) return simpleInterest(principal, terms.ratePercent, fraction);
  const years = new Decimal(fraction.numerator).dividedBy(fraction.denominator);
  return compoundAmount(principal, terms.ratePercent, { perYear, years }).minus(principal);
}
