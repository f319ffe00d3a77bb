// The effect of a corporate action on prices and live orders on its ex-date, as pure functions.

import { Decimal } from '../../../platform/money/decimal.js';

/**
 * The price adjustment for all corporate actions on a security's ex-date: first an amount per unit
 * is subtracted, then a ratio is applied. A price P becomes (P - amount) x oldUnits / newUnits.
 */
export interface PriceCut {
  readonly amount: Decimal;
  /** The part of the amount that is a cash dividend. */
  readonly dividend: Decimal;
  readonly oldUnits: bigint;
  readonly newUnits: bigint;
}

/**
 * Returns a cut without its dividend, for an order whose prices stay unchanged after a cash
 * dividend.
 */
export function withoutDividend(cut: PriceCut): PriceCut {
  return { ...cut, amount: cut.amount.minus(cut.dividend), dividend: new Decimal(0) };
}

/** The increment and the lot to which terms are rounded. */
interface Steps {
  readonly tick: Decimal;
  readonly lotSize: bigint;
}

/** The terms of a live order that a price cut can change. */
export interface CuttableTerms {
  readonly side: 'BUY' | 'SELL';
  /** Units not filled yet. */
  readonly open: bigint;
  readonly limitPrice: Decimal | undefined;
  readonly stopPrice: Decimal | undefined;
}

/**
 * Returns the terms after a cut. An amount lowers only the limits of buys and the prices of sell
 * stops; a ratio changes every price and the quantity. Buy limits and sell stops are rounded down
 * to the increment, sell limits and buy stops are rounded up, and the quantity is rounded down to
 * the lot. Undefined if less than a lot would remain, or the price would not be above zero; the
 * order is then cancelled.
 */
export function cutTerms(
  terms: CuttableTerms,
  cut: PriceCut,
  { tick, lotSize }: Steps,
): CuttableTerms | undefined {
  const { side, limitPrice, stopPrice } = terms;
  const isSellStop = side === 'SELL' && stopPrice !== undefined;
  const isBuyLimit = side === 'BUY' && stopPrice === undefined;
  const amount = isSellStop || isBuyLimit ? cut.amount : new Decimal(0);
  const cutPrice = (price: Decimal, isDown: boolean) => {
    if (amount.isZero() && cut.oldUnits === cut.newUnits) return price;
    const exact = price.minus(amount).times(String(cut.oldUnits)).dividedBy(String(cut.newUnits));
    const ticks = exact.dividedBy(tick);
    return (isDown ? ticks.floor() : ticks.ceil()).times(tick);
  };
  const limit = limitPrice && cutPrice(limitPrice, side === 'BUY');
  const stop = stopPrice && cutPrice(stopPrice, side === 'SELL');
  const open = (terms.open * cut.newUnits) / cut.oldUnits;
  const whole = cut.oldUnits === cut.newUnits ? open : open - (open % lotSize);
  if (whole <= 0n || limit?.lessThanOrEqualTo(0) || stop?.lessThanOrEqualTo(0)) return undefined;
  return { side, open: whole, limitPrice: withinStop(terms.side, limit, stop), stopPrice: stop };
}

// Rounding must not move the limit of a stop order to the wrong side of its stop price.
function withinStop(
  side: 'BUY' | 'SELL',
  limit: Decimal | undefined,
  stop: Decimal | undefined,
): Decimal | undefined {
  if (limit === undefined || stop === undefined) return limit;
  return side === 'SELL' ? Decimal.min(limit, stop) : Decimal.max(limit, stop);
}
