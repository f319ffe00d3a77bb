// Computes the scale of a chart: round numbers between two amounts, and their labels.

import { Decimal } from '../../../platform/money/decimal.js';
import { grouped } from '../../../platform/money/grouped.js';

const STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * Returns round numbers in equal steps. The first is at or below the lowest amount and the last at
 * or above the highest. There are about `count` steps.
 */
export function niceTicks(least: Decimal, most: Decimal, count: number): Decimal[] {
  const range = Decimal.max(most.minus(least), most.abs().times('0.01'), 1);
  const rough = range.dividedBy(count);
  const power = new Decimal(10).pow(rough.log(10).floor());
  const step = STEPS.map((each) => power.times(each)).find((each) =>
    each.greaterThanOrEqualTo(rough),
  );
  const used = step ?? power.times(10);
  const first = least.dividedBy(used).floor();
  const last = Decimal.max(first.plus(1), most.dividedBy(used).ceil());
  const ticks: Decimal[] = [];
  for (let index = first; index.lessThanOrEqualTo(last); index = index.plus(1)) {
    ticks.push(index.times(used));
  }
  return ticks;
}

const UNITS = [
  ['1000000000', 'bn'],
  ['1000000', 'm'],
] as const;

/** Formats an amount in few characters, such as 12.5 m, 1.25 bn or 250,000. Rounds half-up. */
export function compactAmount(amount: Decimal): string {
  const unit = UNITS.find(([size]) => amount.abs().greaterThanOrEqualTo(size));
  const [size, name] = unit ?? ['1', ''];
  const figure = amount.dividedBy(size).toDecimalPlaces(unit === undefined ? 0 : 2, 4);
  return `${grouped(figure.toFixed(), 0)}${name === '' ? '' : ` ${name}`}`;
}
