// Prices and quantities at the exchange: whole ten-thousandths of the currency, and whole units.

import { SIMULATOR } from './limits.js';

/** Four decimals are enough for the ticks in all supported markets. */
export const ONE = 10_000n;

const DECIMALS = 4;
const PRICE = /^(\d{1,12})(?:\.(\d{0,4})0*)?$/;
const QUANTITY = /^(\d{1,12})(?:\.0*)?$/;

/**
 * Reads a FIX price, such as `22.5`, as ten-thousandths; undefined for zero, signs or a fifth
 * decimal.
 */
export function parsePrice(text: string): bigint | undefined {
  const [, whole, fraction = ''] = PRICE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const price = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'));
  return price > 0n ? price : undefined;
}

/** Formats a price with two decimals, or with more if needed: `22.50`, `0.1234`. */
export function formatPrice(price: bigint): string {
  return decimalText(price, DECIMALS);
}

/**
 * Reads a FIX quantity in whole units; undefined for zero, fractions, or more than the exchange
 * accepts.
 */
export function parseQuantity(text: string): bigint | undefined {
  const [, whole] = QUANTITY.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const quantity = BigInt(whole);
  return quantity > 0n && quantity <= SIMULATOR.orderQuantityMax ? quantity : undefined;
}

/**
 * Returns the average price of fills worth `value` (price times units), with six decimals, rounded
 * half up.
 */
export function formatAverage(value: bigint, quantity: bigint): string {
  if (quantity === 0n) return '0';
  return decimalText((value * 200n + quantity) / (quantity * 2n), DECIMALS + 2);
}

/**
 * Returns the nearest price on the tick, at least one tick. If two are equally near, returns the
 * higher one.
 */
export function toTick(price: bigint, tick: bigint): bigint {
  const ticks = (price * 2n + tick) / (tick * 2n);
  return (ticks > 0n ? ticks : 1n) * tick;
}

function decimalText(scaled: bigint, decimals: number): string {
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -decimals)}.${fraction}`;
}
