// Holdings as of a past date: the present position with every later trade undone. Units that a
// customer brought along have no trade, so they are treated as always held.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';

/** The fills of one order on one trade date, as they changed the holding. */
export interface HoldingTrade {
  readonly tradeDate: BusinessDate;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  /** The value of the units at the dealt price, in minor units, without charges. */
  readonly valueMinor: bigint;
  /** The cost that a buy added (charges included), or that the units of a sell took with them. */
  readonly costMinor: bigint;
}

/** A holding at one moment; amounts in minor units. */
interface HeldPosition {
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly realisedGainMinor: bigint;
}

/**
 * The position at the end of a date. Quantities are exact. Cost is exact unless a buy's charges
 * were booked after some of its units had been sold. If nothing is held, the remaining cost is
 * counted as realised, as it was when it was booked.
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
