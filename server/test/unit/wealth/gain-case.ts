// Movements of the stock record in short form, for tests of gains.

import type { CostMethod } from '../../../src/modules/wealth/gain/disposal.js';
import { foldStock, type StockFold } from '../../../src/modules/wealth/gain/fold.js';
import type { StockMovement } from '../../../src/modules/wealth/gain/movement.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

/** A movement in short form; amounts are in major units with two decimals. */
export interface Moved {
  readonly on: string;
  readonly kind: StockMovement['kind'];
  readonly quantity?: number;
  readonly cost?: string;
  readonly unknown?: true;
  readonly proceeds?: string;
  readonly gain?: string;
  readonly security?: number;
  /** The order of a fill and its charges, or the record of a corporate action. */
  readonly by?: number;
  readonly line?: number;
  readonly acquired?: string;
}

/** Converts an amount in major units with two decimals to minor units. */
export function minor(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Shows minor units as an amount with two decimals. */
export function shown(amount: bigint | undefined): string | undefined {
  if (amount === undefined) return undefined;
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const ORDER_KINDS = ['BUY', 'SELL', 'CHARGES'];

/** Builds movements; their ids start at 1. */
export function movementsOf(moved: readonly Moved[]): StockMovement[] {
  return moved.map((each, index) => {
    const hasOrder = ORDER_KINDS.includes(each.kind);
    const by = BigInt(each.by ?? index + 1);
    return {
      id: BigInt(index + 1),
      portfolioId: 1n,
      securityId: BigInt(each.security ?? 1),
      kind: each.kind,
      effectiveDate: businessDate(each.on),
      quantity: BigInt(each.quantity ?? 0),
      costMinor: each.unknown ? undefined : minor(each.cost ?? '0.00'),
      proceedsMinor: minor(each.proceeds ?? '0.00'),
      gainMinor: minor(each.gain ?? '0.00'),
      currency: 'NGN',
      orderId: hasOrder ? by : undefined,
      sourceType: hasOrder ? 'EXECUTION' : 'ENTITLEMENT',
      sourceId: by,
      sourceLine: each.line ?? 1,
      acquiredOn: each.acquired === undefined ? undefined : businessDate(each.acquired),
    };
  });
}

/** Folds movements in short form. */
export function fold(moved: readonly Moved[]): StockFold {
  return foldStock(movementsOf(moved));
}

/** Shows the gain of each disposal by a method. */
export function gains({ disposals }: StockFold, method: CostMethod): (string | undefined)[] {
  return disposals.map(({ outcome }) => shown(outcome[method].gainMinor));
}

/** Shows the open lots of a security: date, units and cost. */
export function lots(
  { books }: StockFold,
  method: CostMethod = 'FIFO',
  security = 1,
): readonly (readonly [string, number, string | undefined])[] {
  const book = books.find(({ securityId }) => securityId === BigInt(security));
  return (book?.[method] ?? []).map(
    ({ acquiredOn, quantity, costMinor }) =>
      [acquiredOn, Number(quantity), shown(costMinor)] as const,
  );
}

/** A purchase whose cost includes its charges. */
export function buy(on: string, quantity: number, cost: string): Moved {
  return { on, kind: 'BUY', quantity, cost };
}

/** A sale whose proceeds are net of its charges. */
export function sell(on: string, quantity: number, proceeds: string): Moved {
  return { on, kind: 'SELL', quantity: -quantity, proceeds };
}
