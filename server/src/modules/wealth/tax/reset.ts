// The holdings at the close of a reset date, and the base that each one receives: its cost or its
// value at that close, whichever is higher.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { type Book, heldUnits } from '../gain/book.js';
import { foldStock } from '../gain/fold.js';
import { costOf } from '../gain/lot.js';
import type { StockMovement } from '../gain/movement.js';
import type { CapitalGainsRule } from '../tax-rule/rule.js';
import { sumOf } from './amount.js';

/** A security's close on the reset date or, if there is none, the latest one before it. */
export interface ResetClose {
  readonly close: Decimal;
  readonly date: BusinessDate;
}

/** The base of a disposal. Amounts are in minor units. */
export interface TaxBase {
  /** The base; undefined if the cost is unknown and no close replaces it. */
  readonly baseMinor: bigint | undefined;
  /** The date of the close, if the disposal includes units held on the reset date. */
  readonly closeDate?: BusinessDate | undefined;
  /** True if units held on the reset date have no close, so that their base is their cost. */
  readonly isUnknown: boolean;
}

/** A holding on the reset date. */
export interface ResetHolding {
  readonly date: BusinessDate;
  readonly close: ResetClose | undefined;
  /** The base under the rule; undefined if neither the cost nor a close is known. */
  readonly baseMinor: bigint | undefined;
  /**
   * Whether the value at the close replaces the cost of the whole holding instead of each lot. Used
   * only if lots are pooled.
   */
  readonly isClosePerHolding: boolean;
}

/** The rule for resetting cost bases, and each security's closing price on the reset date. */
export interface BaseTerms {
  readonly rule: Pick<CapitalGainsRule, 'lotMethod' | 'resetBase' | 'currency'>;
  readonly closes: ReadonlyMap<bigint, ResetClose>;
}

/** Returns the key of a holding. */
export function holdingKey(of: {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
}): string {
  return `${of.portfolioId}/${of.securityId}`;
}

type ResetTerms = BaseTerms & { readonly resetBase: NonNullable<BaseTerms['rule']['resetBase']> };

/** Returns the long holdings on the reset date, by key. */
export function resetHoldings(
  movements: readonly StockMovement[],
  { closes, resetBase, rule }: ResetTerms,
): ReadonlyMap<string, ResetHolding> {
  const { date, per } = resetBase;
  const { books } = foldStock(movements.filter(({ effectiveDate }) => effectiveDate <= date));
  const held = books.filter(({ AVERAGE }) => (AVERAGE[0]?.quantity ?? 0n) > 0n);
  return new Map(
    held.map((book) => {
      const close = closes.get(book.securityId);
      const valued = { book, close, currency: rule.currency };
      const isClosePerHolding = per === 'HOLDING' && isBelow(costOf(book[rule.lotMethod]), valued);
      return [
        holdingKey(book),
        {
          ...{ date, close, isClosePerHolding },
          baseMinor: per === 'LOT' ? sumOfHigher(valued) : higherOf(costOf(book.AVERAGE), valued),
        },
      ];
    }),
  );
}

interface ValuedBook {
  readonly book: Book;
  readonly close: ResetClose | undefined;
  readonly currency: string;
}

function isBelow(costMinor: bigint | undefined, of: ValuedBook): boolean {
  const value = valueAt(heldUnits(of.book), of);
  return value !== undefined && (costMinor === undefined || costMinor < value);
}

function higherOf(costMinor: bigint | undefined, of: ValuedBook): bigint | undefined {
  return isBelow(costMinor, of) ? valueAt(heldUnits(of.book), of) : costMinor;
}

// Without a close, the base is the cost of the holding, which may differ from the sum of its lots'
// costs.
function sumOfHigher(of: ValuedBook): bigint | undefined {
  if (of.close === undefined) return costOf(of.book.AVERAGE);
  const bases = of.book.FIFO.map(({ quantity, costMinor }) => {
    const value = valueAt(quantity, of) ?? 0n;
    return costMinor === undefined || costMinor < value ? value : costMinor;
  });
  return sumOf(bases);
}

// The value is rounded half-up.
function valueAt(quantity: bigint, { close, currency }: ValuedBook): bigint | undefined {
  return close && decimalToMinor(close.close.times(String(quantity)), currency, 'HALF_UP');
}
