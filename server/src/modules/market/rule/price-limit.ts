// Price increments and daily price limits, as pure functions of the market's rules.

import { Decimal } from '../../../platform/money/decimal.js';
import type { RuleRow } from './schema.js';

type PriceGroups = Pick<RuleRow<'PRICE_TICK'>, 'groups'>;
type Band = Pick<RuleRow<'PRICE_BAND'>, 'percent'>;

/**
 * Returns a security's price increment. The price group depends on the security's price, not on the
 * order's.
 */
export function tickOf({ groups }: PriceGroups, reference: Decimal): Decimal {
  const fitting = groups.filter(({ from }) => reference.greaterThanOrEqualTo(from));
  const [first, ...others] = fitting;
  const group = others.reduce((best, each) => (each.from.gt(best?.from ?? 0) ? each : best), first);
  return group?.tick ?? new Decimal('0.01');
}

/**
 * Returns a day's lowest and highest price. Both are whole increments within the band around the
 * reference price.
 */
export function priceLimits(
  tick: Decimal,
  { percent }: Band,
  reference: Decimal,
): { readonly low: Decimal; readonly high: Decimal } {
  const share = percent.dividedBy(100);
  const low = reference.times(new Decimal(1).minus(share));
  const high = reference.times(share.plus(1));
  const lowest = low.dividedBy(tick).ceil().times(tick);
  return {
    low: lowest.isZero() ? tick : lowest,
    high: high.dividedBy(tick).floor().times(tick),
  };
}
