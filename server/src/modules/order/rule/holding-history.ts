// Holdings as of a past date: the current position with every later trade undone. Units that a
// customer transferred in have no trade, so they are treated as always held.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';

/** One order's fills on one trade date, and how they changed the holding. */
export interface HoldingTrade {
  readonly tradeDate: BusinessDate;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  /** The value of the units at the dealt price, in minor units, without charges. */
  readonly valueMinor: bigint;
  /** The cost that a buy added (charges included), or the cost of the units that a sell removed. */
  readonly costMinor: bigint;
}

/** A holding at one moment; amounts are in minor units. */
interface HeldPosition {
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly realisedGainMinor: bigint;
}

/**
 * Returns the position at the end of a date. Quantities are exact. The cost is exact unless a buy's
 * charges were booked after some of its units had been sold. If nothing is held, any remaining cost
 * counts as realised, as it did when it was booked.
 */
export function positionAsOf(
  present: HeldPosition,
  trades: readonly HoldingTrade[],
  date: BusinessDate,
): HeldPosition {
  const later = trades.filter(({ tradeDate }) => tradeDate > date);
  const before = later.reduce(withoutTrade, present);
  if (before.quantity !== 0n) return before;
  const realisedGainMinor = before.realisedGainMinor - before.costMinor;
  return { quantity: 0n, costMinor: 0n, realisedGainMinor };
}

function withoutTrade(position: HeldPosition, trade: HoldingTrade): HeldPosition {
  switch (trade.side) {
    case 'BUY':
      return {
        ...position,
        quantity: position.quantity - trade.quantity,
        costMinor: position.costMinor - trade.costMinor,
      };
    case 'SELL':
      return {
        quantity: position.quantity + trade.quantity,
        costMinor: position.costMinor + trade.costMinor,
        realisedGainMinor: position.realisedGainMinor - (trade.valueMinor - trade.costMinor),
      };
  }
}
