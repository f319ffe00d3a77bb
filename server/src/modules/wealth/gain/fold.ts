// Folds the stock record into disposals and open lots, at average cost and under FIFO. At average
// cost, the result agrees with `holding_positions` in the database. An invariant compares them.

import { present } from '../../../platform/assert.js';
import {
  type Book,
  closeUnits,
  enterUnits,
  type FoldedDisposal,
  heldUnits,
  type Outcome,
} from './book.js';
import { foldEvent } from './event-fold.js';
import { addCost, takeLots } from './lot.js';
import {
  type ChargedMovement,
  inSteps,
  isEvent,
  type StockMovement,
  withCharges,
} from './movement.js';
import { ratioOf } from './share.js';

/** The result of folding movements. */
export interface StockFold {
  /** Disposals in the order in which they happened. */
  readonly disposals: readonly FoldedDisposal[];
  /** All holdings that ever had a movement, including empty ones. */
  readonly books: readonly Book[];
}

/**
 * Folds the movements in force of any number of holdings, in the order of their ids. All securities
 * of a portfolio must be included, because cost can move between securities.
 */
export function foldStock(movements: readonly StockMovement[]): StockFold {
  const books = new Map<string, Book>();
  const disposals: FoldedDisposal[] = [];
  const bookOf = (movement: StockMovement): Book => {
    const { portfolioId, securityId, currency } = movement;
    const key = `${portfolioId}/${securityId}`;
    const book = books.get(key) ?? { portfolioId, securityId, currency, AVERAGE: [], FIFO: [] };
    books.set(key, book);
    return book;
  };
  for (const step of inSteps(withCharges(movements))) {
    const first = present(step[0], 'a step has a movement');
    if (isEvent(first)) disposals.push(...foldEvent(step, bookOf));
    else disposals.push(...foldTrade(bookOf(first), first));
  }
  return { disposals, books: [...books.values()] };
}

function foldTrade(book: Book, movement: ChargedMovement): FoldedDisposal[] {
  const { kind, quantity } = movement;
  if (kind === 'CHARGES') return foldBareCharges(book, movement);
  if (kind === 'TRANSFER_OUT') {
    takeLots(book.AVERAGE, -quantity);
    takeLots(book.FIFO, -quantity);
    return [];
  }
  return quantity > 0n ? foldIncoming(book, movement) : foldSale(book, movement);
}

// Incoming units first close a short position. The rest forms a new lot.
function foldIncoming(book: Book, movement: ChargedMovement): FoldedDisposal[] {
  const { quantity, effectiveDate, acquiredOn = effectiveDate, chargesMinor } = movement;
  const costMinor =
    movement.costMinor === undefined ? undefined : movement.costMinor + chargesMinor;
  const covered = lesser(quantity, -heldUnits(book));
  const paid = costMinor === undefined ? undefined : ratioOf(costMinor, covered, quantity);
  const disposals =
    covered === 0n
      ? []
      : [
          {
            movement,
            kind: 'COVER' as const,
            quantity: covered,
            chargesMinor: 0n,
            outcome: closeUnits(book, -covered, paid),
          },
        ];
  if (quantity > covered) {
    const rest = costMinor === undefined ? undefined : costMinor - (paid ?? 0n);
    enterUnits(book, { acquiredOn, quantity: quantity - covered, costMinor: rest });
  }
  return disposals;
}

// Units sold in excess of the holding become a short position whose cost is their net proceeds.
function foldSale(book: Book, movement: ChargedMovement): FoldedDisposal[] {
  const { effectiveDate, proceedsMinor, chargesMinor } = movement;
  const quantity = -movement.quantity;
  const net = proceedsMinor - chargesMinor;
  const closed = lesser(quantity, heldUnits(book));
  const earned = ratioOf(net, closed, quantity);
  const disposals =
    closed === 0n
      ? []
      : [
          {
            movement,
            kind: movement.kind === 'WRITE_OFF' ? ('WRITE_OFF' as const) : ('SELL' as const),
            quantity: closed,
            chargesMinor: ratioOf(chargesMinor, closed, quantity),
            outcome: closeUnits(book, closed, earned),
          },
        ];
  if (quantity > closed) {
    const short = { quantity: closed - quantity, costMinor: earned - net };
    enterUnits(book, { acquiredOn: effectiveDate, ...short });
  }
  return disposals;
}

// The fills for these charges were reversed, but their note is still in force. Purchase charges add
// to the cost of the held units. All other charges are a loss.
function foldBareCharges(book: Book, movement: ChargedMovement): FoldedDisposal[] {
  const { chargesMinor, costMinor } = movement;
  const isOfPurchase = costMinor !== undefined && costMinor !== 0n;
  if (isOfPurchase && heldUnits(book) > 0n) {
    addCost(book.AVERAGE, chargesMinor);
    addCost(book.FIFO, chargesMinor);
    return [];
  }
  const outcome: Outcome = {
    netProceedsMinor: isOfPurchase ? 0n : -chargesMinor,
    costMinor: isOfPurchase ? chargesMinor : 0n,
    gainMinor: -chargesMinor,
    lots: [],
  };
  return [
    {
      movement,
      kind: 'CHARGES',
      quantity: 0n,
      chargesMinor: isOfPurchase ? 0n : chargesMinor,
      outcome: { AVERAGE: outcome, FIFO: outcome },
    },
  ];
}

// Returns the smaller quantity, or zero if it is negative.
function lesser(quantity: bigint, available: bigint): bigint {
  if (available <= 0n) return 0n;
  return quantity < available ? quantity : available;
}
