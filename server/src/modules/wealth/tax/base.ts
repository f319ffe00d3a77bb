// Computes the tax base of each disposal, which is its cost or, for units held on a reset date, the
// base set on that date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import type { FoldedDisposal } from '../gain/book.js';
import { foldStock } from '../gain/fold.js';
import { costOf, type Lot } from '../gain/lot.js';
import type { StockMovement } from '../gain/movement.js';
import { type Growth, growthOf, type HoldingOn } from './growth.js';
import { foldPools } from './pool.js';
import {
  type BaseTerms,
  holdingKey,
  type ResetClose,
  type ResetHolding,
  resetHoldings,
  type TaxBase,
} from './reset.js';

/** The disposals of a stock record, and the base of each under a rule. */
interface BasedFold {
  readonly disposals: readonly FoldedDisposal[];
  readonly baseOf: (disposal: FoldedDisposal) => TaxBase;
}

/**
 * Folds movements and returns the base of each disposal. All movements of the portfolios must be
 * given, in the order of their ids.
 */
export function foldBases(movements: readonly StockMovement[], terms: BaseTerms): BasedFold {
  const { disposals } = foldStock(movements);
  const { rule } = terms;
  const { resetBase, lotMethod } = rule;
  if (resetBase === undefined) {
    return { disposals, baseOf: ({ outcome }) => known(outcome[lotMethod].costMinor) };
  }
  const holdings = resetHoldings(movements, { ...terms, resetBase });
  if (lotMethod === 'AVERAGE') {
    const { left } = foldPools(movements, resetBase.date, holdings);
    return {
      disposals,
      baseOf: (disposal) =>
        left.get(disposal.movement.id) ?? known(disposal.outcome.AVERAGE.costMinor),
    };
  }
  const growth = growthOf(movements, resetBase.date);
  const reset = { perLot: resetBase.per === 'LOT', currency: rule.currency, holdings, growth };
  return { disposals, baseOf: (disposal) => lotsBase(disposal, resetBase.date, reset) };
}

/**
 * Returns the base of each holding after the last of its movements, by key. All movements up to a
 * date must be given.
 */
export function openBases(
  movements: readonly StockMovement[],
  terms: BaseTerms,
  date: BusinessDate,
): ReadonlyMap<string, TaxBase> {
  const { resetBase, lotMethod, currency } = terms.rule;
  const { books } = foldStock(movements);
  if (resetBase === undefined) {
    return new Map(books.map((book) => [holdingKey(book), known(costOf(book[lotMethod]))]));
  }
  const holdings = resetHoldings(movements, { ...terms, resetBase });
  if (lotMethod === 'AVERAGE') return foldPools(movements, resetBase.date, holdings).held;
  const growth = growthOf(movements, resetBase.date);
  const reset = { perLot: resetBase.per === 'LOT', currency, holdings, growth };
  return new Map(
    books.map((book) => {
      const { FIFO: lots, portfolioId, securityId } = book;
      const held = { lots, costMinor: costOf(lots), portfolioId, securityId, effectiveDate: date };
      return [holdingKey(book), heldBase(held, resetBase.date, reset)];
    }),
  );
}

function known(baseMinor: bigint | undefined): TaxBase {
  return { baseMinor, isUnknown: baseMinor === undefined };
}

interface LotReset {
  readonly perLot: boolean;
  readonly currency: string;
  readonly holdings: ReadonlyMap<string, ResetHolding>;
  readonly growth: (holding: HoldingOn) => Growth;
}

/** The lots of a holding on a date. */
interface HeldLots extends HoldingOn {
  readonly lots: readonly Pick<Lot, 'acquiredOn' | 'quantity' | 'costMinor'>[];
  readonly costMinor: bigint | undefined;
}

function lotsBase(disposal: FoldedDisposal, date: BusinessDate, reset: LotReset): TaxBase {
  const { movement, outcome, kind } = disposal;
  const { lots, costMinor } = outcome.FIFO;
  if (movement.effectiveDate <= date || kind === 'COVER') return known(costMinor);
  const { portfolioId, securityId, effectiveDate } = movement;
  return heldBase({ lots, costMinor, portfolioId, securityId, effectiveDate }, date, reset);
}

// Under FIFO, each lot held on the reset date has its own base.
function heldBase(held: HeldLots, date: BusinessDate, reset: LotReset): TaxBase {
  const { lots, costMinor } = held;
  const old = lots.filter(({ acquiredOn, quantity }) => acquiredOn <= date && quantity > 0n);
  if (old.length === 0) return known(costMinor);
  const holding = reset.holdings.get(holdingKey(held));
  const close = holding?.close;
  if (holding === undefined || close === undefined)
    return { baseMinor: costMinor, isUnknown: true };
  const growth = reset.growth(held);
  let baseMinor: bigint | undefined = 0n;
  for (const lot of lots) {
    const isOld = lot.acquiredOn <= date && lot.quantity > 0n;
    const base = isOld ? lotBase(lot, { ...reset, holding, growth, close }) : lot.costMinor;
    baseMinor = baseMinor === undefined || base === undefined ? undefined : baseMinor + base;
  }
  return { baseMinor, closeDate: close.date, isUnknown: baseMinor === undefined };
}

// After a bonus or a split, the increased number of units has the same value as the original units.
function lotBase(
  { quantity, costMinor }: Pick<Lot, 'quantity' | 'costMinor'>,
  of: Pick<LotReset, 'perLot' | 'currency'> & {
    readonly holding: ResetHolding;
    readonly close: ResetClose;
    readonly growth: Growth;
  },
): bigint {
  const { close, growth, holding, currency } = of;
  const exact = close.close
    .times(String(quantity * growth.unitsBefore))
    .dividedBy(String(growth.unitsAfter));
  const value = decimalToMinor(exact, currency, 'HALF_UP');
  if (costMinor === undefined) return value;
  if (of.perLot) return costMinor < value ? value : costMinor;
  return holding.isClosePerHolding ? value : costMinor;
}
