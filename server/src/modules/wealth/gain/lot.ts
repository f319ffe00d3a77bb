// Lots: the open units of a holding, by date of acquisition. The functions modify the given lots in
// place, because a holding may have thousands.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { absolute, ratioOf, shareOut } from './share.js';

/** Units acquired together. A short position is a lot with negative quantity and cost. */
export interface Lot {
  readonly acquiredOn: BusinessDate;
  readonly quantity: bigint;
  /**
   * The cost in minor units; for units sold short, the negative net proceeds. Undefined if unknown.
   */
  readonly costMinor: bigint | undefined;
}

/** Adds a lot after all lots acquired on or before its date. */
export function addLot(lots: Lot[], lot: Lot): void {
  const place = lots.findLastIndex(({ acquiredOn }) => acquiredOn <= lot.acquiredOn) + 1;
  lots.splice(place, 0, lot);
}

/**
 * Removes units from the oldest lots first, and returns them. A removed part of a lot has a share
 * of the cost by quantity, rounded half-up. The quantity has the sign of the lots.
 */
export function takeLots(lots: Lot[], quantity: bigint): Lot[] {
  const taken: Lot[] = [];
  let left = quantity;
  for (let first = lots[0]; first !== undefined; first = lots[0]) {
    // A lot without units has only a cost, which is removed with the previous lot.
    if (left === 0n && first.quantity !== 0n) break;
    if (absolute(first.quantity) > absolute(left)) {
      const { acquiredOn, quantity: held, costMinor: cost } = first;
      const costMinor = cost === undefined ? undefined : ratioOf(cost, left, held);
      const rest = cost === undefined || costMinor === undefined ? undefined : cost - costMinor;
      taken.push({ acquiredOn, quantity: left, costMinor });
      lots[0] = { acquiredOn, quantity: held - left, costMinor: rest };
      break;
    }
    taken.push(first);
    lots.shift();
    left -= first.quantity;
  }
  return taken;
}

/**
 * Scales the lots to a number of units, by the largest-remainder method. Their costs and dates do
 * not change.
 */
export function scaleLots(lots: Lot[], quantity: bigint): void {
  const quantities = shareOut(
    quantity,
    lots.map((lot) => lot.quantity),
  );
  replace(lots, (lot, index) => ({ ...lot, quantity: quantities[index] ?? 0n }));
}

/**
 * Distributes an amount over the costs of lots in proportion to their costs, or to their units if
 * they have no cost.
 */
export function addCost(lots: Lot[], amountMinor: bigint): void {
  if (amountMinor === 0n || lots.length === 0) return;
  const costs = lots.map(({ costMinor }) => costMinor ?? 0n);
  const hasCost = costs.some((cost) => cost !== 0n);
  const parts = shareOut(amountMinor, hasCost ? costs : lots.map(({ quantity }) => quantity));
  addParts(lots, parts);
}

/**
 * Takes part of the cost of each lot, by the largest-remainder method, and returns the parts as
 * lots.
 */
export function takeCost(lots: Lot[], part: bigint, of: bigint): Lot[] {
  const total = knownCost(lots);
  const costs = lots.map(({ costMinor }) => costMinor ?? 0n);
  const parts = lots.length === 0 ? [] : shareOut(ratioOf(total, part, of), costs);
  const taken = lots.map(({ costMinor, ...lot }, index) => ({
    ...lot,
    costMinor: costMinor === undefined ? undefined : (parts[index] ?? 0n),
  }));
  addParts(
    lots,
    parts.map((each) => -each),
  );
  return taken;
}

/**
 * Deducts an amount from the costs of lots in proportion to their units, but at most the cost of
 * each lot.
 */
export function returnCapital(lots: Lot[], amountMinor: bigint): Lot[] {
  const parts = shareOut(
    amountMinor,
    lots.map(({ quantity }) => quantity),
  );
  const taken = lots.map((lot, index) => ({
    ...lot,
    costMinor: lot.costMinor === undefined ? undefined : lesser(lot.costMinor, parts[index] ?? 0n),
  }));
  addParts(
    lots,
    taken.map(({ costMinor = 0n }) => -costMinor),
  );
  return taken;
}

/** Sums the costs of lots. Returns undefined if any cost is unknown. */
export function costOf(lots: readonly Lot[]): bigint | undefined {
  return lots.some(({ costMinor }) => costMinor === undefined) ? undefined : knownCost(lots);
}

/** Sums the known costs of lots. */
function knownCost(lots: readonly Lot[]): bigint {
  return lots.reduce((sum, { costMinor }) => sum + (costMinor ?? 0n), 0n);
}

/** Sums the units of lots. */
export function unitsOf(lots: readonly Lot[]): bigint {
  return lots.reduce((sum, { quantity }) => sum + quantity, 0n);
}

function addParts(lots: Lot[], parts: readonly bigint[]): void {
  replace(lots, (lot, index) =>
    lot.costMinor === undefined ? lot : { ...lot, costMinor: lot.costMinor + (parts[index] ?? 0n) },
  );
}

function replace(lots: Lot[], change: (lot: Lot, index: number) => Lot): void {
  for (const [index, lot] of lots.entries()) lots[index] = change(lot, index);
}

function lesser(left: bigint, right: bigint): bigint {
  return absolute(left) < absolute(right) ? left : right;
}
