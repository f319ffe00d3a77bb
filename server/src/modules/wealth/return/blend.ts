// The growth of a blend of indices that is rebalanced to its weights on given dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';

/** An index in a blend, with its weight as a fraction and its levels on all dates. */
export interface BlendPart {
  readonly weight: Decimal;
  readonly levels: ReadonlyMap<BusinessDate, Decimal>;
}

/** The rebalancing dates, the first of which is on or before the opening, and the range. */
interface BlendRange {
  readonly rebalanced: readonly BusinessDate[];
  readonly opening: BusinessDate;
  readonly end: BusinessDate;
}

/** Returns the value of a blend at the end as a multiple of its value at the opening. */
export function blendGrowth(parts: readonly BlendPart[], range: BlendRange): Decimal {
  const { rebalanced, opening, end } = range;
  return valueOn(end, parts, rebalanced).dividedBy(valueOn(opening, parts, rebalanced));
}

// Between two rebalancing dates, each part grows from its share of the blend.
function valueOn(
  date: BusinessDate,
  parts: readonly BlendPart[],
  rebalanced: readonly BusinessDate[],
): Decimal {
  const dates = [...rebalanced.filter((each) => each < date), date];
  let value = new Decimal(1);
  dates.slice(1).forEach((to, index) => {
    const from = dates[index] ?? to;
    const growth = parts.reduce((sum, { weight, levels }) => {
      const [before, after] = [levels.get(from), levels.get(to)];
      if (before === undefined || after === undefined) return sum;
      return sum.plus(weight.times(after).dividedBy(before));
    }, new Decimal(0));
    value = value.times(growth);
  });
  return value;
}
