// Money is a whole number of a currency's minor units, with exact arithmetic.

import { assert, present } from '../assert.js';
import { minorUnits } from './currency.js';
import { Decimal } from './decimal.js';
import { type RoundingMode, roundTo } from './rounding.js';

/** An amount in minor units (kobo, cents) of an ISO 4217 currency. It may be negative. */
export type Money = { readonly minor: bigint; readonly currency: string };

/** Converts minor units exactly to a decimal of the major unit: 123450 in NGN is 1234.50. */
export function minorToDecimal(minor: bigint, currency: string): Decimal {
  return new Decimal(`${minor}e-${placesOf(currency)}`);
}

/** Converts an amount exactly to a decimal of the major unit. */
export function toDecimal(money: Money): Decimal {
  return minorToDecimal(money.minor, money.currency);
}

/** Converts a decimal of the major unit to minor units, rounded with the given mode. */
export function decimalToMinor(value: Decimal, currency: string, rounding: RoundingMode): bigint {
  assert(value.isFinite(), 'an amount of money is a finite number');
  const places = placesOf(currency);
  return wholeMinor(roundTo(value, places, rounding), places);
}

/** Converts a decimal of the major unit to money, rounded to the minor unit with the given mode. */
export function fromDecimal(value: Decimal, currency: string, rounding: RoundingMode): Money {
  return { minor: decimalToMinor(value, currency, rounding), currency };
}

/**
 * Converts a decimal of the major unit to minor units without rounding. Returns undefined if the
 * value has more decimals than the currency or is not finite, or if the currency is unknown, so
 * that the caller can refuse it.
 */
export function parseMinor(value: Decimal, currency: string): bigint | undefined {
  const places = minorUnits(currency);
  if (places === undefined || !value.isFinite() || value.decimalPlaces() > places) return undefined;
  return wholeMinor(value, places);
}

/** Formats an amount for people: `NGN 1,234.50`, `NGN -0.05`, `JPY 1,234`. */
export function formatMoney(money: Money): string {
  return `${money.currency} ${formatAmount(money)}`;
}

/** Formats an amount for people without its currency: `1,234.50`. */
export function formatAmount(money: Money): string {
  const [whole, fraction] = digitsOf(money);
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}

/** Formats an amount for programs that parse it after the currency: `NGN 1234.50`, `JPY 1234`. */
export function formatUngrouped(money: Money): string {
  return `${money.currency} ${digitsOf(money).join('')}`;
}

// Returns the whole part with its sign, and the decimal point with the following digits.
function digitsOf({ minor, currency }: Money): readonly [whole: string, fraction: string] {
  const places = placesOf(currency);
  const digits = String(absolute(minor)).padStart(places + 1, '0');
  const whole = `${minor < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}`;
  return [whole, places === 0 ? '' : `.${digits.slice(-places)}`];
}

/** Adds two amounts in the same currency. */
export function addMoney(left: Money, right: Money): Money {
  assert(left.currency === right.currency, 'only amounts of one currency are added');
  return { minor: left.minor + right.minor, currency: left.currency };
}

/** Subtracts the second amount from the first. Both must be in the same currency. */
export function subtractMoney(left: Money, right: Money): Money {
  return addMoney(left, negateMoney(right));
}

/** Returns the amount with the opposite sign. */
function negateMoney(money: Money): Money {
  return { minor: -money.minor, currency: money.currency };
}

/** Returns the sum of amounts in the named currency. Zero if there are none. */
export function sumMoney(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce(addMoney, { minor: 0n, currency });
}

/**
 * Divides an amount in proportion to the weights by the largest remainder method. Each share is
 * rounded towards zero, and the remaining minor units go to the largest remainders, or to the
 * earlier share on a tie. The shares add up to the amount. Weights are zero or more, and not all
 * zero.
 */
export function allocateMoney(money: Money, weights: readonly Decimal[]): Money[] {
  const total = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0));
  const valid = weights.every((weight) => !weight.isNegative()) && total.greaterThan(0);
  assert(valid, 'weights are not negative and have a positive sum');
  const amount = absolute(money.minor);
  const exact = weights.map((weight) => weight.times(String(amount)).dividedBy(total));
  const shares = exact.map((share) => wholeMinor(share.floor(), 0));
  const leftOver = amount - shares.reduce((sum, share) => sum + share, 0n);
  const favoured = new Set(
    exact
      .map((share, index) => ({ index, remainder: share.minus(share.floor()) }))
      .sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index)
      .slice(0, Number(leftOver))
      .map((entry) => entry.index),
  );
  const sign = money.minor < 0n ? -1n : 1n;
  return shares.map((share, index) => ({
    minor: sign * (share + (favoured.has(index) ? 1n : 0n)),
    currency: money.currency,
  }));
}

function placesOf(currency: string): number {
  return present(minorUnits(currency), `currency ${currency} is in ISO 4217`);
}

function wholeMinor(value: Decimal, places: number): bigint {
  return BigInt(value.times(`1e${places}`).toFixed(0));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
