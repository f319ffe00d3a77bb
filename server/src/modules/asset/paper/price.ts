// Prices a discounted instrument, per 100 of its face value, from the quoted rate.

import { unreachable } from '../../../platform/assert.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { fromDecimal, type Money, toDecimal } from '../../../platform/money/money.js';
import { type RoundingMode, roundTo } from '../../../platform/money/rounding.js';
import type { YearFraction } from '../instrument/day-count.js';
import { DISCOUNTED } from '../limits.js';
import { discountPercentOf, priceFromDiscount, priceFromYield } from './discount.js';

/** How a market quotes: a discount rate on the face value, or a true yield on the price. */
export type Quotation = 'DISCOUNT_RATE' | 'TRUE_YIELD';

/**
 * The quoted rate of a purchase, and how the price is rounded. If `priceDecimals` is null, only the
 * cost is rounded.
 */
export interface PriceTerms {
  readonly quotation: Quotation | 'PRICE';
  readonly ratePercent: Decimal;
  readonly priceDecimals: number | null;
  readonly priceRounding: RoundingMode;
}

/**
 * A priced purchase: the displayed price, the exact price per 100, the cost, and the discount rate
 * computed from the cost.
 */
export interface DiscountQuote {
  readonly price: Decimal;
  readonly exactPrice: Decimal;
  readonly cost: Money;
  readonly discountPercent: Decimal;
}

const HUNDRED = new Decimal(100);

/**
 * Prices a face value for a fraction of a year. The cost is rounded half-up to the minor unit.
 * Returns undefined if the price would not be above zero.
 */
export function quoteDiscount(
  terms: PriceTerms,
  face: Money,
  fraction: YearFraction,
): DiscountQuote | undefined {
  const exact = priceOf(terms, HUNDRED, fraction);
  const { priceDecimals } = terms;
  const rounded =
    priceDecimals === null ? undefined : roundTo(exact, priceDecimals, terms.priceRounding);
  if (!(rounded ?? exact).greaterThan(0)) return undefined;
  const cost =
    rounded === undefined
      ? priceOf(terms, toDecimal(face), fraction)
      : toDecimal(face).times(rounded).dividedBy(100);
  const quotedAsDiscount = rounded === undefined && terms.quotation === 'DISCOUNT_RATE';
  return {
    exactPrice: rounded ?? exact,
    price: rounded ?? roundTo(exact, DISCOUNTED.priceDecimalsShown, 'HALF_UP'),
    cost: fromDecimal(cost, face.currency, 'HALF_UP'),
    discountPercent: quotedAsDiscount
      ? terms.ratePercent
      : roundTo(
          discountPercentOf(HUNDRED, rounded ?? exact, fraction),
          DISCOUNTED.rateDecimalsKept,
          'HALF_UP',
        ),
  };
}

function priceOf(terms: PriceTerms, face: Decimal, fraction: YearFraction): Decimal {
  switch (terms.quotation) {
    case 'DISCOUNT_RATE':
      return priceFromDiscount(face, terms.ratePercent, fraction);
    case 'TRUE_YIELD':
      return priceFromYield(face, terms.ratePercent, fraction);
    case 'PRICE':
      return face.times(terms.ratePercent).dividedBy(100);
    default:
      return unreachable(terms.quotation);
  }
}
