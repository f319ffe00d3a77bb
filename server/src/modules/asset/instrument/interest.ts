// Interest: simple, compound, and cumulative accrual. Rounding errors never add up in cumulative
// accrual.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { addMoney, fromDecimal, type Money, toDecimal } from '../../../platform/money/money.js';
import { netOfTax, type WithholdingRule } from '../tax/withholding-tax.js';
import { type DayCount, type YearFraction, yearFraction } from './day-count.js';

/** A date on which the net interest earned since the previous one is added to the principal. */
type Capitalisation = {
  readonly date: BusinessDate;
  readonly withholding: readonly WithholdingRule[];
};

/**
 * How an instrument earns interest: percent per year on the principal, from the start to the end of
 * accrual. Without `compoundingsPerYear`, interest is simple. Capitalisations are in date order and
 * within the term.
 */
export type InterestTerms = {
  readonly principal: Money;
  readonly ratePercent: Decimal;
  readonly start: BusinessDate;
  readonly end: BusinessDate;
  readonly dayCount: DayCount;
  readonly compoundingsPerYear?: number;
  readonly capitalisations?: readonly Capitalisation[];
};

/** Returns simple interest, unrounded: principal × rate × fraction of the year. */
export function simpleInterest(
  principal: Decimal,
  ratePercent: Decimal,
  fraction: YearFraction,
): Decimal {
  const product = principal.times(ratePercent).times(fraction.numerator);
  return product.dividedBy(fraction.denominator).dividedBy(100);
}

/**
 * Returns principal plus compound interest, unrounded, after a number of compoundings at a yearly
 * rate.
 */
export function compoundAmount(
  principal: Decimal,
  ratePercent: Decimal,
  compounding: { readonly perYear: number; readonly years: Decimal },
): Decimal {
  const growth = ratePercent.dividedBy(100).dividedBy(compounding.perYear).plus(1);
  return principal.times(growth.pow(compounding.years.times(compounding.perYear)));
}

/** Returns the whole term's gross interest, rounded half-up to the minor unit. */
export function expectedInterest(terms: InterestTerms): Money {
  return accruedInterest(terms, terms.end);
}

/**
 * Returns the gross interest A(k) from the start to a date, rounded half-up to the minor unit. It
 * is zero before the start and constant after the end of the term.
 */
export function accruedInterest(terms: InterestTerms, date: BusinessDate): Money {
  return accrualOf(terms)(date);
}

/** Returns A(k) as a function of the date, for callers that need many dates of one term. */
export function accrualOf(terms: InterestTerms): (date: BusinessDate) => Money {
  const legs = legsOf(terms);
  return (date) => {
    const leg = legs.findLast(({ terms: { start } }) => start <= date) ?? present(legs[0], 'a leg');
    return addMoney(leg.earnedBefore, roundedInterest(leg.terms, date));
  };
}

/** A part of a term with constant principal, and the interest of all earlier parts. */
interface Leg {
  readonly terms: InterestTerms;
  readonly earnedBefore: Money;
}

function legsOf(terms: InterestTerms): readonly Leg[] {
  const { capitalisations = [], end } = terms;
  const nothing: Money = { minor: 0n, currency: terms.principal.currency };
  const legs: Leg[] = [];
  let next: Leg = { terms, earnedBefore: nothing };
  for (const { date, withholding } of capitalisations) {
    const { gross, net } = netOfTax(roundedInterest(next.terms, date), withholding);
    legs.push({ ...next, terms: { ...next.terms, end: date } });
    const principal = addMoney(next.terms.principal, net);
    next = {
      terms: { ...terms, principal, start: date, end },
      earnedBefore: addMoney(next.earnedBefore, gross),
    };
  }
  return [...legs, next];
}

function roundedInterest(terms: InterestTerms, date: BusinessDate): Money {
  return fromDecimal(exactInterest(terms, date), terms.principal.currency, 'HALF_UP');
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
