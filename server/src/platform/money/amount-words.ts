// Writes amounts of money in English words, which documents show next to the number.

import { minorUnits } from './currency.js';
import type { Money } from './money.js';

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen'],
  ...['eighteen', 'nineteen'],
];
const TENS = '- ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = [
  '',
  ' thousand',
  ' million',
  ' billion',
  ' trillion',
  ' quadrillion',
  ' quintillion',
];

/**
 * The names of a currency's unit and of its hundredth. Other currencies are named by their code.
 */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  NGN: ['naira', 'kobo'],
  GHS: ['cedi', 'pesewa'],
  KES: ['shilling', 'cent'],
  ZAR: ['rand', 'cent'],
  USD: ['dollar', 'cent'],
  EUR: ['euro', 'cent'],
  GBP: ['pound', 'penny'],
};
const PLURALS: Readonly<Record<string, string>> = {
  naira: 'naira',
  kobo: 'kobo',
  rand: 'rand',
  euro: 'euro',
  penny: 'pence',
};

/**
 * Writes an amount in words: `One thousand two hundred and five naira, four kobo only`. Negative
 * amounts begin with `Minus`. Supports numbers up to the quintillions, more than a bigint column
 * can store.
 */
export function amountInWords({ minor, currency }: Money): string {
  const scale = 10n ** BigInt(minorUnits(currency) ?? 0);
  const absolute = minor < 0n ? -minor : minor;
  const words = [minor < 0n ? 'minus' : '', unitsInWords(absolute / scale, currency)];
  const fraction = fractionInWords(absolute % scale, { scale, currency });
  const text = `${words.join(' ').trim()}${fraction} only`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unitsInWords(units: bigint, currency: string): string {
  const [name] = NAMES[currency] ?? [];
  const words = wholeInWords(units);
  return name === undefined ? `${currency} ${words}` : `${words} ${plural(name, units)}`;
}

function fractionInWords(
  part: bigint,
  { scale, currency }: { readonly scale: bigint; readonly currency: string },
): string {
  if (part === 0n) return '';
  const [, name] = NAMES[currency] ?? [];
  return name === undefined
    ? ` and ${part}/${scale}`
    : `, ${wholeInWords(part)} ${plural(name, part)}`;
}

function plural(name: string, count: bigint): string {
  return count === 1n ? name : (PLURALS[name] ?? `${name}s`);
}

/** Writes a non-negative whole number in words. */
function wholeInWords(value: bigint): string {
  if (value === 0n) return 'zero';
  const groups: string[] = [];
  let rest = value;
  for (const scale of SCALES) {
    const group = Number(rest % 1000n);
    if (group > 0) groups.unshift(`${hundredsInWords(group)}${scale}`);
    rest /= 1000n;
  }
  const last = Number(value % 1000n);
  // "One million and five": the last group gets an "and" if it has no hundreds.
  if (groups.length > 1 && last > 0 && last < 100) groups.push(`and ${groups.pop()}`);
  return groups.join(' ');
}

function hundredsInWords(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const head = hundreds === 0 ? [] : [`${SMALL[hundreds]} hundred`];
  return [...head, ...(rest === 0 ? [] : [tensInWords(rest)])].join(' and ');
}

function tensInWords(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  const unit = value % 10;
  return `${TENS[Math.floor(value / 10)]}${unit === 0 ? '' : `-${SMALL[unit]}`}`;
}
