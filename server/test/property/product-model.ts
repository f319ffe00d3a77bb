// A model of books in which customers have deposits, loans, commercial paper, bills and fund units,
// as plain sums. It shares no code with the modules and reads no table. Amounts are in kobo, rates
// in hundredths of a percent, units and prices in ten-thousandths. Days are counted from 1970.

import type { FundBooks } from './fund-model.js';
import type { Paper } from './paper-model.js';
import type { Term } from './term-model.js';

export interface Products {
  readonly cash: bigint[];
  readonly terms: Term[];
  readonly papers: Paper[];
  readonly fund: FundBooks;
  /** The first business day of the books. */
  readonly first: number;
  today: number;
  /**
   * Totals for everything that has ended so far: interest and discount paid by the firm, interest
   * paid to the firm, and tax.
   */
  expense: bigint;
  income: bigint;
  tax: bigint;
  /** The number of times that each possible effect has occurred. */
  readonly effects: Map<string, number>;
}

const TAX = 10n;

/** Returns the quotient of two positive numbers, rounded half up. */
export const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Returns the tax on earnings: 10 % is withheld from gains, and losses bear no tax. */
export const taxOn = (earned: bigint): bigint => (earned > 0n ? rounded(earned, TAX) : 0n);

export const total = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n);

/** Returns the next weekday, Monday to Friday. 1970 began on a Thursday. */
export function nextDay(day: number): number {
  const weekday = (day + 3) % 7;
  return day + (weekday < 4 ? 1 : 7 - weekday);
}

/** Returns the day that is `count` weekdays before the given weekday. */
export function earlierDay(day: number, count: number): number {
  if (count === 0) return day;
  const weekday = (day + 3) % 7;
  return earlierDay(day - (weekday === 0 ? 3 : 1), count - 1);
}

/** Counts one occurrence of an effect. */
export function happened({ effects }: Pick<Products, 'effects'>, effect: string): void {
  effects.set(effect, (effects.get(effect) ?? 0) + 1);
}

/** Returns the money held by fund orders. */
export function heldOf({ fund }: Products, customer: number): bigint {
  const held = fund.orders.filter(
    (order) =>
      order.customer === customer &&
      order.side === 'SUBSCRIPTION' &&
      (order.state === 'PENDING' || order.state === 'APPROVED'),
  );
  return total(held, ({ amount }) => amount);
}

/** Returns the money that is not on hold. */
export function freeOf(books: Products, customer: number): bigint {
  return (books.cash[customer] ?? 0n) - heldOf(books, customer);
}

export function receive({ cash }: Products, customer: number, amount: bigint): void {
  cash[customer] = (cash[customer] ?? 0n) + amount;
}

/** Spends free money. Returns false if the customer does not have enough. */
export function spend(books: Products, customer: number, amount: bigint): boolean {
  if (freeOf(books, customer) < amount) return false;
  receive(books, customer, -amount);
  return true;
}
