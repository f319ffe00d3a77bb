// Converts the amounts of a valuation over a range to API records.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { convert } from '../valuation/rate.js';
import type { Totals, ValuedLine } from '../valuation/total.js';
import type { DayValue } from './day-value.js';
import type { RangeSpan } from './span.js';

/** A range with its values. */
interface ValuedRange {
  readonly span: RangeSpan;
  readonly days: ReadonlyMap<BusinessDate, DayValue>;
  /** The lines at the end of the range. */
  readonly lines: readonly ValuedLine[];
  readonly valuation: { readonly currency: string; readonly totals: Totals };
  readonly isPortfolio: boolean;
}

/** Returns a range's amounts at its opening, at its end, and for each day. */
export function rangeAmounts({ span, days, lines, valuation, isPortfolio }: ValuedRange): object {
  const { currency, totals } = valuation;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const opening = present(days.get(span.opening), 'the opening is one of the dates');
  const closing = present(days.get(span.end), 'the end is one of the dates');
  const totalMinor = totals.assetsMinor + totals.liabilitiesMinor;
  const gainMinor = sumOf(lines, gainIn);
  return {
    startDate: span.start,
    endDate: span.end,
    openingDate: span.opening,
    openingValue: amount(opening.amountMinor),
    closingValue: amount(totalMinor),
    change: amount(totalMinor - opening.amountMinor),
    ...valueMembers(closing, currency),
    amount: amount(totalMinor),
    ownValue: amount(isPortfolio ? sumOf(lines.filter(isInPortfolio), valueIn) : totalMinor),
    cashOfCustomer: isPortfolio,
    cost: amount(sumOf(lines, costIn)),
    unrealisedGain: amount(gainMinor),
    ...withoutPrice(totals.unvaluedLines),
    values: span.days.map((date) => {
      const day = present(days.get(date), 'each day is one of the dates');
      return {
        date,
        ...valueMembers(day, currency),
        ...withoutPrice(day.unvalued),
        classes: [...day.classes].map(([name, minor]) => ({ class: name, value: amount(minor) })),
      };
    }),
  };
}

function valueMembers(day: DayValue, currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const securities = (day.classes.get('EQUITY') ?? 0n) + (day.classes.get('BOND') ?? 0n);
  return {
    amount: amount(day.amountMinor),
    securitiesValue: amount(securities - day.accruedMinor),
    accruedCoupon: amount(day.accruedMinor),
    cashValue: amount(day.cashMinor),
  };
}

function withoutPrice(lines: number): object {
  return lines === 0 ? {} : { holdingsWithoutPrice: new Decimal(lines) };
}

function isInPortfolio({ portfolioName }: ValuedLine): boolean {
  return portfolioName !== undefined;
}

/** Returns the sum of an amount over lines. Lines without the amount are skipped. */
export function sumOf(
  lines: readonly ValuedLine[],
  part: (line: ValuedLine) => bigint | undefined,
): bigint {
  return lines.reduce((total, line) => total + (part(line) ?? 0n), 0n);
}

function valueIn({ valueInMinor }: ValuedLine): bigint | undefined {
  return valueInMinor;
}

/** Returns the cost of a line in the currency of the valuation; undefined if it has no cost. */
export function costIn({ costMinor, currency, conversion }: ValuedLine): bigint | undefined {
  if (costMinor === undefined || conversion === undefined) return undefined;
  return convert(costMinor, currency, conversion);
}

// The gain of a bond does not include its accrued interest.
function gainIn({ valueMinor, accruedMinor = 0n, costMinor, currency, conversion }: ValuedLine) {
  if (valueMinor === undefined || costMinor === undefined) return undefined;
  if (conversion === undefined) return undefined;
  return convert(valueMinor - accruedMinor - costMinor, currency, conversion);
}
