// Folds corporate actions. A movement contains the units, cost and gain as stored, at average cost.
// Under FIFO, each lot loses or moves the same share of its cost, and keeps its date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Book, type FoldedDisposal, heldUnits, type Outcome, saleOf } from './book.js';
import { DISPOSAL_KINDS, type DisposalKind } from './disposal.js';
import {
  addCost,
  addLot,
  costOf,
  type Lot,
  returnCapital,
  scaleLots,
  takeCost,
  takeLots,
} from './lot.js';
import type { ChargedMovement } from './movement.js';
import { absolute, shareOut } from './share.js';

/** Lots whose cost moves to another security, and the cost moved at average cost. */
interface Carried {
  readonly lots: readonly Lot[];
  readonly averageMinor: bigint;
}

/** The effect of a movement on a holding at average cost. Amounts have the sign of the position. */
interface Facts {
  readonly held: bigint;
  /** The cost before the movement; 0 if unknown. */
  readonly costMinor: bigint;
  /** The cost that is realised by the payment. */
  readonly outMinor: bigint;
  /** The cost that moves to another security; negative if cost is received. */
  readonly movedMinor: bigint;
  /** Whether units of another security replace the outgoing units. */
  readonly isExchanged: boolean;
}

/** The effect of a movement under FIFO. */
interface Effect {
  readonly disposed?: readonly Lot[];
  readonly carried?: Carried;
}

/** Folds all movements that one record caused on a date. */
export function foldEvent(
  step: readonly ChargedMovement[],
  bookOf: (movement: ChargedMovement) => Book,
): FoldedDisposal[] {
  const disposals: FoldedDisposal[] = [];
  let carried: Carried | undefined;
  for (const movement of step) {
    const book = bookOf(movement);
    const isExchanged = step.some(
      ({ securityId, quantity }) => securityId !== movement.securityId && quantity !== 0n,
    );
    const facts = { ...factsOf(book, movement), isExchanged };
    const acquiredOn = book.AVERAGE[0]?.acquiredOn ?? movement.effectiveDate;
    const effect = foldLots(book.FIFO, movement, { facts, carried });
    const isKnown = applyFacts(book, movement);
    carried = effect.carried;
    if (effect.disposed !== undefined) {
      disposals.push(disposalOf(movement, { ...effect, facts, acquiredOn, isKnown }));
    }
  }
  return disposals;
}

function factsOf(book: Book, movement: ChargedMovement): Omit<Facts, 'isExchanged'> {
  const { quantity, costMinor = 0n, proceedsMinor, gainMinor } = movement;
  const held = heldUnits(book);
  const side = (held === 0n ? quantity : held) < 0n ? -1n : 1n;
  const outMinor = proceedsMinor - gainMinor;
  return {
    held,
    costMinor: book.AVERAGE[0]?.costMinor ?? 0n,
    outMinor,
    movedMinor: side * (-costMinor - outMinor),
  };
}

// Updates the units at average cost. Returns whether their cost is known.
function applyFacts({ AVERAGE }: Book, movement: ChargedMovement): boolean {
  const { quantity, costMinor: addedMinor = 0n, effectiveDate } = movement;
  const [pool = { acquiredOn: effectiveDate, quantity: 0n, costMinor: 0n }] = AVERAGE;
  const costMinor = pool.costMinor === undefined ? undefined : pool.costMinor + addedMinor;
  const after = { ...pool, quantity: pool.quantity + quantity, costMinor };
  const isEmpty = after.quantity === 0n && (costMinor === 0n || costMinor === undefined);
  AVERAGE.splice(0, 1, ...(isEmpty ? [] : [after]));
  return costMinor !== undefined;
}

function foldLots(
  lots: Lot[],
  movement: ChargedMovement,
  { facts, carried }: { readonly facts: Facts; readonly carried: Carried | undefined },
): Effect {
  const { kind, quantity, sourceLine } = movement;
  const { held, movedMinor } = facts;
  const isOwn = sourceLine === 1 && held !== 0n;
  if (isOwn && (kind === 'BONUS' || (kind === 'SPLIT' && movedMinor === 0n))) {
    scaleLots(lots, held + quantity);
    return {};
  }
  if (quantity === 0n) return moveCost(lots, movement, { facts, carried });
  if (held === 0n || quantity < 0n === held < 0n) {
    for (const lot of comingLots(movement, carried)) addLot(lots, lot);
    return {};
  }
  return leave(takeLots(lots, -quantity), movement, facts);
}

// Removes outgoing units. Their cost is realised by a payment, moves to another security, or both.
function leave(taken: readonly Lot[], movement: ChargedMovement, facts: Facts): Effect {
  const { outMinor, movedMinor, isExchanged } = facts;
  if (movedMinor === 0n && !isExchanged) return { disposed: taken };
  const of = absolute(outMinor) + absolute(movedMinor);
  const lots = [...taken];
  const out = takeCost(lots, absolute(outMinor), of);
  const carried = { lots, averageMinor: movedMinor };
  const isDisposal = outMinor !== 0n || movement.proceedsMinor !== 0n;
  return isDisposal ? { disposed: out.map(withoutUnits), carried } : { carried };
}

// Handles movements without units. Cost is realised by a payment, moves to another security, or is
// received from another.
function moveCost(
  lots: Lot[],
  movement: ChargedMovement,
  { facts, carried }: { readonly facts: Facts; readonly carried: Carried | undefined },
): Effect {
  const { kind, proceedsMinor, effectiveDate: acquiredOn } = movement;
  const { costMinor, outMinor, movedMinor } = facts;
  if (movedMinor < 0n) {
    const addedMinor = comingCost(movement, carried);
    if (lots.length > 0) addCost(lots, addedMinor);
    else addLot(lots, { acquiredOn, quantity: 0n, costMinor: addedMinor });
    return {};
  }
  if (outMinor !== 0n || proceedsMinor !== 0n) {
    const out =
      kind === 'CAPITAL_RETURN'
        ? returnCapital(lots, proceedsMinor)
        : takeCost(lots, outMinor, costMinor);
    dropEmpty(lots);
    return { disposed: out.map(withoutUnits) };
  }
  if (movedMinor === 0n) return {};
  const moved = takeCost(lots, movedMinor, absolute(costMinor));
  return { carried: { lots: moved, averageMinor: movedMinor } };
}

// Incoming units keep the dates of the lots that their cost comes from. Shares that a holder
// subscribes for are acquired on the date of the movement.
function comingLots(movement: ChargedMovement, carried: Carried | undefined): Lot[] {
  const { kind, quantity, effectiveDate: acquiredOn } = movement;
  if (carried === undefined || carried.lots.length === 0 || kind === 'TAKE_UP') {
    const isUnknown = carried?.lots.some(({ costMinor }) => costMinor === undefined);
    const costMinor = isUnknown ? undefined : comingCost(movement, carried);
    return [{ acquiredOn, quantity, costMinor }];
  }
  const quantities = shareOut(
    quantity,
    carried.lots.map((lot) => lot.quantity),
  );
  return carried.lots.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? 0n }));
}

// Returns the cost that a movement adds under FIFO. This is the cost added at average cost, with
// the moved part replaced by the cost moved under FIFO.
function comingCost(movement: ChargedMovement, carried: Carried | undefined): bigint {
  const addedMinor = (movement.costMinor ?? 0n) + movement.proceedsMinor - movement.gainMinor;
  if (carried === undefined) return addedMinor;
  const side = carried.lots.some(({ quantity }) => quantity < 0n) ? -1n : 1n;
  return addedMinor - side * carried.averageMinor + (costOf(carried.lots) ?? 0n);
}

function dropEmpty(lots: Lot[]): void {
  const kept = lots.filter(({ quantity, costMinor = 0n }) => quantity !== 0n || costMinor !== 0n);
  lots.splice(0, lots.length, ...kept);
}

function withoutUnits(lot: Lot): Lot {
  return { ...lot, quantity: 0n };
}

/** A disposal under FIFO, and the same disposal at average cost. */
interface Disposed {
  readonly disposed?: readonly Lot[];
  readonly carried?: Carried;
  readonly facts: Facts;
  readonly acquiredOn: BusinessDate;
  readonly isKnown: boolean;
}

function disposalOf(movement: ChargedMovement, disposed: Disposed): FoldedDisposal {
  const { facts, acquiredOn, isKnown, carried } = disposed;
  const { proceedsMinor: netProceedsMinor, gainMinor } = movement;
  const quantity = carried === undefined ? absolute(movement.quantity) : 0n;
  const costMinor = isKnown ? facts.outMinor : undefined;
  const average: Outcome = {
    netProceedsMinor,
    costMinor,
    gainMinor: isKnown ? gainMinor : undefined,
    lots: [{ acquiredOn, quantity, costMinor, netProceedsMinor }],
  };
  return {
    movement,
    kind: kindOf(movement),
    quantity,
    chargesMinor: 0n,
    outcome: { AVERAGE: average, FIFO: saleOf(disposed.disposed ?? [], netProceedsMinor) },
  };
}

function kindOf({ kind }: ChargedMovement): DisposalKind {
  return DISPOSAL_KINDS.find((each) => each === kind) ?? 'REDEMPTION';
}
