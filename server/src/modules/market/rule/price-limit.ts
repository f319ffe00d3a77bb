// Price increments and daily limits, as pure functions of the market's rules.

import { Decimal } from '../../../platform/money/decimal.js';
import type { RuleRow } from './schema.js';

type PriceGroups = Pick<RuleRow<'PRICE_TICK'>, 'groups'>;
type Band = Pick<RuleRow<'PRICE_BAND'>, 'percent'>;

/** The price increment of a security; its group follows its price, not that of the single order. */
export function tickOf({ groups }: PriceGroups, reference: Decimal): Decimal {
  const fitting = groups.filter(({ from }) => reference.greaterThanOrEqualTo(from));
  const [first, ...others] = fitting;
  const group = others.reduce((best, each) => (each.from.gt(best?.from ?? 0) ? each : best), first);
  return group?.tick ?? new Decimal('0.01');
}

/** The lowest and highest price of a day, on the increments inside the band around a reference. */
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
