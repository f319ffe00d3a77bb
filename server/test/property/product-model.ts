// A model of the books in which customers have deposits, loans, commercial paper, bills and units
// of a fund, in plain sums: it shares no code with the modules and reads no table. Amounts are
// kobo, rates hundredths of a percent, units and prices ten-thousandths, days count from 1970.

import type { FundBooks } from './fund-model.js';
import type { Paper } from './paper-model.js';
import type { Term } from './term-model.js';

export interface Products {
  readonly cash: bigint[];
  readonly terms: Term[];
  readonly papers: Paper[];
  readonly fund: FundBooks;
  today: number;
  /**
   * Totals of what has ended so far: interest and discount paid by the firm, interest paid to it,
   * tax.
   */
  expense: bigint;
  income: bigint;
  tax: bigint;
  /** How often each possible effect has happened. */
  readonly effects: Map<string, number>;
}

const TAX = 10n;

/** A fraction of positive numbers, rounded half-up. */
export const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** A tenth is withheld from earnings; a loss bears no tax. */
export const taxOn = (earned: bigint): bigint => (earned > 0n ? rounded(earned, TAX) : 0n);

export const total = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n);

/** Monday to Friday; 1970 began on a Thursday. */
export function nextDay(day: number): number {
  const weekday = (day + 3) % 7;
  return day + (weekday < 4 ? 1 : 7 - weekday);
}

/** The day so many weekdays before one of them. */
export function earlierDay(day: number, count: number): number {
  if (count === 0) return day;
  const weekday = (day + 3) % 7;
  return earlierDay(day - (weekday === 0 ? 3 : 1), count - 1);
}

/** Counts one effect. */
export function happened({ effects }: Pick<Products, 'effects'>, effect: string): void {
  effects.set(effect, (effects.get(effect) ?? 0) + 1);
}

/** Money that orders of the fund hold. */
export function heldOf({ fund }: Products, customer: number): bigint {
  const held = fund.orders.filter(
    (order) =>
      order.customer === customer &&
      order.side === 'SUBSCRIPTION' &&
      (order.state === 'PENDING' || order.state === 'APPROVED'),
  );
  return total(held, ({ amount }) => amount);
}

/** Money that nothing holds. */
export function freeOf(books: Products, customer: number): bigint {
  return (books.cash[customer] ?? 0n) - heldOf(books, customer);
}

export function receive({ cash }: Products, customer: number, amount: bigint): void {
  cash[customer] = (cash[customer] ?? 0n) + amount;
}

/** Takes money that nothing else holds; false if there is less. */
export function spend(books: Products, customer: number, amount: bigint): boolean {
  if (freeOf(books, customer) < amount) return false;
  receive(books, customer, -amount);
  return true;
}
