// Formats figures with separated thousands.

import { minorUnits } from './currency.js';
import { Decimal } from './decimal.js';

/** Decimal text with separated thousands and a minimum number of decimals. */
export function grouped(text: string, leastPlaces: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = fraction.padEnd(leastPlaces, '0');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === '' ? thousands : `${thousands}.${decimals}`;
}

/** An amount as text, with the decimals of its currency. */
export function groupedMoney(text: string, currency: string): string {
  const places = minorUnits(currency) ?? 0;
  return grouped(new Decimal(text).toFixed(places), places);
}
