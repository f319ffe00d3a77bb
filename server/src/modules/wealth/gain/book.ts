// The units of a holding with their cost, both at average cost and under FIFO.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { CostMethod, DisposalKind } from './disposal.js';
import { addLot, costOf, type Lot, takeLots, unitsOf } from './lot.js';
import type { ChargedMovement } from './movement.js';
import { shareOut } from './share.js';

/** A holding while its movements are folded. */
export interface Book {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly currency: string;
  /** At average cost, all units form one lot with the date of the first units. */
  readonly AVERAGE: Lot[];
  readonly FIFO: Lot[];
}

/** The part of a disposal that comes from one lot. Amounts are in minor units. */
interface Part {
  readonly acquiredOn: BusinessDate;
  readonly quantity: bigint;
  readonly costMinor: bigint | undefined;
  readonly netProceedsMinor: bigint;
}

/** The outcome of a disposal under one of the methods. */
export interface Outcome {
  readonly netProceedsMinor: bigint;
  readonly costMinor: bigint | undefined;
  readonly gainMinor: bigint | undefined;
  readonly lots: readonly Part[];
}

/** A disposal of a security under both methods. */
export interface FoldedDisposal {
  readonly movement: ChargedMovement;
  readonly kind: DisposalKind;
  readonly quantity: bigint;
  readonly chargesMinor: bigint;
  readonly outcome: Readonly<Record<CostMethod, Outcome>>;
}

/** Returns the units of a holding; negative for a short position. */
export function heldUnits({ AVERAGE }: Book): bigint {
  return unitsOf(AVERAGE);
}

/** Adds units to a holding. The holding must not be short, unless the units are also short. */
export function enterUnits(book: Book, lot: Lot): void {
  addLot(book.FIFO, lot);
  const [pool = { ...lot, quantity: 0n, costMinor: 0n }] = book.AVERAGE;
  const hasCost = pool.costMinor !== undefined && lot.costMinor !== undefined;
  book.AVERAGE[0] = {
    acquiredOn: pool.acquiredOn,
    quantity: pool.quantity + lot.quantity,
    costMinor: hasCost ? pool.costMinor + lot.costMinor : undefined,
  };
}

/**
 * Closes units of a holding for an amount, which is the net proceeds of a sale or the cost of a
 * purchase that covers a short position. The quantity has the sign of the position.
 */
export function closeUnits(
  book: Book,
  quantity: bigint,
  amountMinor: bigint | undefined,
): Record<CostMethod, Outcome> {
  const close = (lots: Lot[]) =>
    quantity > 0n
      ? saleOf(takeLots(lots, quantity), amountMinor ?? 0n)
      : coverOf(takeLots(lots, quantity), amountMinor);
  return { AVERAGE: close(book.AVERAGE), FIFO: close(book.FIFO) };
}

/**
 * Returns the gains of lots. Net proceeds are divided by quantity, by the largest-remainder method.
 */
export function saleOf(lots: readonly Lot[], netProceedsMinor: bigint): Outcome {
  const shares =
    lots.length === 0
      ? []
      : shareOut(
          netProceedsMinor,
          lots.map(({ quantity }) => quantity),
        );
  const costMinor = costOf(lots);
  return {
    netProceedsMinor,
    costMinor,
    gainMinor: costMinor === undefined ? undefined : netProceedsMinor - costMinor,
    lots: lots.map((lot, index) => ({ ...lot, netProceedsMinor: shares[index] ?? 0n })),
  };
}

// The net proceeds of units sold short are stored as their negative cost.
function coverOf(lots: readonly Lot[], paidMinor: bigint | undefined): Outcome {
  const shares = shareOut(
    paidMinor ?? 0n,
    lots.map(({ quantity }) => quantity),
  );
  const netProceedsMinor = -(costOf(lots) ?? 0n);
  return {
    netProceedsMinor,
    costMinor: paidMinor,
    gainMinor: paidMinor === undefined ? undefined : netProceedsMinor - paidMinor,
    lots: lots.map(({ acquiredOn, quantity, costMinor = 0n }, index) => ({
      acquiredOn,
      quantity: -quantity,
      costMinor: paidMinor === undefined ? undefined : (shares[index] ?? 0n),
      netProceedsMinor: -costMinor,
    })),
  };
}
