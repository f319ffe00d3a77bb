// The rates of charges: a percentage of the base, a flat amount, or tiers.

import { unreachable } from '../../../platform/assert.js';
import { Decimal } from '../../../platform/money/decimal.js';

/** One tier of a rate: `percent` applies to the base up to `upTo`. The last tier has no `upTo`. */
export type ChargeTier = { readonly upTo?: string | undefined; readonly percent: string };

/**
 * How an amount is calculated from the base. FLAT is an amount in major units per unit of the base.
 * SLAB charges each part of the base at its own tier's rate; WHOLE charges the whole base at the
 * rate of the tier that it reaches.
 */
export type ChargeRate =
  | { readonly kind: 'PERCENT'; readonly percent: string }
  | { readonly kind: 'FLAT'; readonly amount: string }
  | { readonly kind: 'SLAB' | 'WHOLE'; readonly tiers: readonly ChargeTier[] };

/** Returns the amount that a rate yields on a base, unrounded. */
export function ratedAmount(rate: ChargeRate, base: Decimal): Decimal {
  switch (rate.kind) {
    case 'PERCENT':
      return percentOf(base, rate.percent);
    case 'FLAT':
      return base.times(rate.amount);
    case 'SLAB':
      return slabAmount(rate.tiers, base);
    case 'WHOLE': {
      const tier = rate.tiers.find(
        ({ upTo }) => upTo === undefined || base.lessThanOrEqualTo(upTo),
      );
      return percentOf(base, tier?.percent ?? '0');
    }
    default:
      return unreachable(rate);
  }
}

/**
 * Returns the highest unrounded charge that a rate can yield when its base is split into at most
 * the given number of parts. The parts may add up to less than the whole base.
 */
export function maxRatedAmount(rate: ChargeRate, base: Decimal, parts: number): Decimal {
  if (rate.kind === 'PERCENT' || rate.kind === 'FLAT') return ratedAmount(rate, base);
  const whole = ratedAmount(rate, base);
  const reached = tiersReached(rate.tiers, base);
  if (parts > 1) {
    // Parts can cost more than the whole only if a higher tier has a lower rate.
    if (isRising(reached)) return whole;
    return percentOf(base, Decimal.max(...reached.map(({ percent }) => percent)).toFixed());
  }
  if (rate.kind === 'SLAB') return whole;
  const ends = reached.flatMap(({ upTo, percent }) =>
    upTo === undefined || base.lessThanOrEqualTo(upTo)
      ? []
      : [percentOf(new Decimal(upTo), percent)],
  );
  return Decimal.max(whole, ...ends);
}

/**
 * Returns an unrounded upper bound for a rate. The bound per unit never decreases as the base
 * grows. The sum of several schedules' bounds on parts of a base is therefore at most one
 * schedule's bound on the whole.
 */
export function steadyAmount(rate: ChargeRate, base: Decimal): Decimal {
  if (rate.kind === 'PERCENT' || rate.kind === 'FLAT') return ratedAmount(rate, base);
  if (rate.kind === 'SLAB' && isRising(rate.tiers)) return ratedAmount(rate, base);
  const percents = rate.tiers.map(({ percent }) => percent);
  return percentOf(base, Decimal.max(...percents).toFixed());
}

function tiersReached(tiers: readonly ChargeTier[], base: Decimal): readonly ChargeTier[] {
  const last = tiers.findIndex(({ upTo }) => upTo === undefined || base.lessThanOrEqualTo(upTo));
  return last < 0 ? tiers : tiers.slice(0, last + 1);
}

/** Returns true if every tier has at least the rate of the tier before it. */
export function isRising(tiers: readonly ChargeTier[]): boolean {
  return tiers.every(({ percent }, index) => {
    const before = tiers[index - 1];
    return before === undefined || new Decimal(percent).greaterThanOrEqualTo(before.percent);
  });
}

function slabAmount(tiers: readonly ChargeTier[], base: Decimal): Decimal {
  let from = new Decimal(0);
  let amount = new Decimal(0);
  for (const tier of tiers) {
    const to = tier.upTo === undefined ? base : Decimal.min(base, tier.upTo);
    if (to.greaterThan(from)) amount = amount.plus(percentOf(to.minus(from), tier.percent));
    from = Decimal.max(from, to);
  }
  return amount;
}

function percentOf(base: Decimal, percent: string): Decimal {
  return base.times(percent).dividedBy(100);
}
