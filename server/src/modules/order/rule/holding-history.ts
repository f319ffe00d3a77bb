// Holdings as of a past date: the present position with every later trade taken back. What a
// customer brought along has no trade, so it counts as held from the beginning.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';

/** The fills of one order on one trade date, as they moved the holding. */
export interface HoldingTrade {
  readonly tradeDate: BusinessDate;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  /** What the units were dealt for, in minor units, without charges. */
  readonly valueMinor: bigint;
  /** What a buy added to the cost (charges included), or what a sell's units took along of it. */
  readonly costMinor: bigint;
}

/** A holding at one moment, amounts in minor units. */
interface HeldPosition {
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly realisedGainMinor: bigint;
}

/**
 * The position at the end of a date. Quantities are exact, and so is the cost but where a buy's
 * charges came after some of its units were sold. Where nothing is held, what is left of the cost
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
