// The position of a holding after its movements, at average cost. Movements are folded here only if
// no later one exists; `holding_positions` in the database folds all others by the same rules.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { allocateMoney } from '../../../platform/money/money.js';
import { bookBuy, bookBuyBack, bookSell, bookSellShort } from './average-cost.js';

/**
 * A holding's units, their cost, and the gain realised so far, after the charges on sales. Amounts
 * are in minor units.
 */
interface HeldPosition {
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly gainMinor: bigint;
}

/** A position, with the data needed to check whether a movement comes after all earlier ones. */
export interface FoldedHolding extends HeldPosition {
  /** The last date with a movement, and the last date with a sale. */
  readonly movedOn: BusinessDate | undefined;
  readonly soldOn: BusinessDate | undefined;
  /** The position before `movedOn`. */
  readonly dayStart: HeldPosition;
}

/** A movement to add to a holding. Amounts are in minor units. */
export interface AddedMovement {
  readonly kind: 'BUY' | 'SELL' | 'CHARGES';
  readonly effectiveDate: BusinessDate;
  /** The number of units; negative for a sale, zero for charges. */
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly proceedsMinor: bigint;
  readonly currency: string;
  readonly orderId: bigint;
  readonly isReversal: boolean;
  /** Whether all fills that the charges belong to are added together with them. */
  readonly hasItsFills?: boolean;
}

/**
 * Folds movements onto a position, in the order given. Undefined if one of them does not come after
 * all movements already folded, so that the whole holding must be folded again.
 */
export function foldInOrder(
  before: FoldedHolding,
  added: readonly AddedMovement[],
): FoldedHolding | undefined {
  const shares = sharedCharges(added);
  let folded = before;
  for (const movement of added) {
    const next =
      movement.kind === 'CHARGES'
        ? withCharges(folded, movement)
        : withFill(folded, movement, shares.get(movement) ?? 0n);
    if (next === undefined) return undefined;
    folded = next;
  }
  return folded;
}

function withFill(
  before: FoldedHolding,
  fill: AddedMovement,
  chargesMinor: bigint,
): FoldedHolding | undefined {
  const { effectiveDate: date, quantity } = fill;
  if (fill.isReversal) return withSums(before, fill);
  if (before.movedOn !== undefined && date < before.movedOn) return undefined;
  const { costMinor, gainMinor } = before;
  const dayStart =
    date === before.movedOn ? before.dayStart : { quantity: before.quantity, costMinor, gainMinor };
  const soldOn = quantity < 0n ? date : before.soldOn;
  return { ...positionAfter(before, fill, chargesMinor), movedOn: date, soldOn, dayStart };
}

// On a date without sales that does not start with a short position, buys and their charges add up
// in any order. Reversing or charging a buy then takes the same time regardless of the number of
// buys.
function withSums(before: FoldedHolding, added: AddedMovement): FoldedHolding | undefined {
  const { movedOn, soldOn, dayStart } = before;
  const isSum =
    added.kind !== 'SELL' &&
    added.effectiveDate === movedOn &&
    soldOn !== movedOn &&
    dayStart.quantity >= 0n;
  const quantity = before.quantity + added.quantity;
  if (!isSum || quantity <= dayStart.quantity) return undefined;
  return { ...before, quantity, costMinor: before.costMinor + added.costMinor };
}

function positionAfter(
  before: HeldPosition,
  fill: AddedMovement,
  chargesMinor: bigint,
): HeldPosition {
  const { currency, quantity } = fill;
  const position = {
    quantity: before.quantity,
    cost: { minor: before.costMinor, currency },
  };
  const cost = { minor: fill.costMinor + chargesMinor, currency };
  if (quantity > 0n && before.quantity >= 0n) {
    const bought = bookBuy(position, quantity, cost);
    return { ...before, quantity: bought.quantity, costMinor: bought.cost.minor };
  }
  const proceeds = { minor: fill.proceedsMinor, currency };
  const { position: after, gain } =
    quantity > 0n
      ? bookBuyBack(position, quantity, cost)
      : -quantity <= before.quantity
        ? bookSell(position, -quantity, proceeds)
        : bookSellShort(position, -quantity, proceeds);
  return {
    quantity: after.quantity,
    costMinor: after.cost.minor,
    gainMinor: before.gainMinor + gain.minor,
  };
}

function withCharges(before: FoldedHolding, charges: AddedMovement): FoldedHolding | undefined {
  if (charges.costMinor === 0n) return withSaleCharges(before, charges);
  return charges.hasItsFills ? before : withSums(before, charges);
}

// If the date does not end with a short position, any units sold short on it have been covered, so
// the whole result of its sales is in the gain. The gain also includes all charges, however they
// are distributed among the fills.
function withSaleCharges(before: FoldedHolding, charges: AddedMovement): FoldedHolding | undefined {
  if (charges.effectiveDate !== before.movedOn || before.quantity < 0n) return undefined;
  return { ...before, gainMinor: before.gainMinor + charges.proceedsMinor };
}

// Distributes the charges of each order and date over its fills by quantity.
function sharedCharges(added: readonly AddedMovement[]): Map<AddedMovement, bigint> {
  const shares = new Map<AddedMovement, bigint>();
  for (const charges of added) {
    if (!charges.hasItsFills || charges.costMinor === 0n) continue;
    const fills = added.filter(
      ({ kind, orderId, effectiveDate }) =>
        kind === 'BUY' && orderId === charges.orderId && effectiveDate === charges.effectiveDate,
    );
    const weights = fills.map(({ quantity }) => new Decimal(String(quantity)));
    const parts = allocateMoney({ minor: charges.costMinor, currency: charges.currency }, weights);
    for (const [place, fill] of fills.entries()) shares.set(fill, parts[place]?.minor ?? 0n);
  }
  return shares;
}
