// The exchange's price rules: increments and daily limits, as pure functions.

import { Decimal } from '../../platform/money/decimal.js';
import { ORDER, TICKS } from './limit.js';

/** The price increment of a security; its group follows its price, not that of the single order. */
export function tickOf(previousClose: Decimal): Decimal {
  const group = TICKS.find(({ from }) => previousClose.greaterThanOrEqualTo(from));
  return group?.tick ?? new Decimal('0.01');
}

/**
 * The lowest and highest price of a day, on the increments inside the band around the previous
 * close.
 */
export function priceBand(previousClose: Decimal): {
  readonly low: Decimal;
  readonly high: Decimal;
} {
  const tick = tickOf(previousClose);
  const low = previousClose.times(new Decimal(1).minus(ORDER.priceBand));
  const high = previousClose.times(new Decimal(1).plus(ORDER.priceBand));
  return {
    low: low.dividedBy(tick).ceil().times(tick),
    high: high.dividedBy(tick).floor().times(tick),
  };
}

/** True when the price is a multiple of the security's increment. */
export function isOnTick(price: Decimal, previousClose: Decimal): boolean {
  return price.modulo(tickOf(previousClose)).isZero();
}

/** What the value of units follows from beside their price. */
export interface PricedBond {
  readonly securityType: string;
  readonly faceValue: Decimal | null;
}

/**
 * What units are worth at a price. A bond's price is per 100 of its face value, a share's per unit.
 */
export function tradeValue(price: Decimal, quantity: bigint, bond: PricedBond): Decimal {
  const units = price.times(String(quantity));
  if (bond.securityType === 'EQUITY') return units;
  return units.times(bond.faceValue ?? 100).dividedBy(100);
}
