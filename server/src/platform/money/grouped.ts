// Formats numbers with thousands separators.

import { minorUnits } from './currency.js';
import { Decimal } from './decimal.js';

/** Formats decimal text with thousands separators and a minimum number of decimals. */
export function grouped(text: string, leastPlaces: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = fraction.padEnd(leastPlaces, '0');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === '' ? thousands : `${thousands}.${decimals}`;
}

/** Formats an amount with its currency's decimals. */
export function groupedMoney(text: string, currency: string): string {
  const places = minorUnits(currency) ?? 0;
  return grouped(new Decimal(text).toFixed(places), places);
}
