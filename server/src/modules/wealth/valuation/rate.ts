// Exchange rates for a valuation, either direct or through the currency of the office.

import { calendarOf } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { fromDecimal, minorToDecimal } from '../../../platform/money/money.js';
import { type DatedRate, selectLatestRates } from '../../finance/index.js';
import { WEALTH } from '../limits.js';
import { ageOf } from './age.js';

/**
 * The value of one unit of a currency in another currency. It is stored as a fraction, so that its
 * inverse is exact.
 */
export interface Conversion {
  readonly to: string;
  readonly numerator: Decimal;
  readonly denominator: Decimal;
  /**
   * The date of the rate, or the earlier date if two rates are combined. Undefined if both
   * currencies are the same.
   */
  readonly date: BusinessDate | undefined;
}

/** The two currencies, and the pivot currency. */
interface Pair {
  readonly from: string;
  readonly to: string;
  readonly through: string;
}

/** The dates, and the time after which rates are left out. */
interface KnownDates {
  readonly dates: readonly BusinessDate[];
  readonly knownAt?: string | undefined;
}

/** Returns the conversion between two currencies on a date; undefined if there is no rate. */
export async function conversionOf(
  tx: Tx,
  pair: Pair,
  { date, knownAt }: { readonly date: BusinessDate; readonly knownAt?: string | undefined },
): Promise<Conversion | undefined> {
  return (await conversionsOn(tx, pair, { dates: [date], knownAt })).get(date);
}

/**
 * Returns the conversions between two currencies on the given dates. Dates without a rate are left
 * out.
 */
export async function conversionsOn(
  tx: Tx,
  pair: Pair,
  on: KnownDates,
): Promise<Map<BusinessDate, Conversion>> {
  const { dates } = on;
  const { from, to, through } = pair;
  if (from === to) return new Map(dates.map((date) => [date, unit(to)]));
  const direct = await directRates(tx, pair, on);
  if (direct.size === dates.length || from === through || to === through) return direct;
  const first = await directRates(tx, { from, to: through }, on);
  const second = await directRates(tx, { from: through, to }, on);
  const conversions = new Map(direct);
  for (const [date, conversion] of first) {
    const further = second.get(date);
    if (further !== undefined && !direct.has(date)) {
      conversions.set(date, chained(conversion, further));
    }
  }
  return conversions;
}

async function directRates(
  tx: Tx,
  { from, to }: Omit<Pair, 'through'>,
  on: KnownDates,
): Promise<Map<BusinessDate, Conversion>> {
  const rows = await selectLatestRates(tx, { from, to }, on);
  return new Map(rows.map((row) => [row.date, conversionBy(row, from, to)]));
}

function conversionBy(row: DatedRate, from: string, to: string): Conversion {
  const one = new Decimal(1);
  const date = row.rate_date;
  return row.base_currency === from
    ? { to, numerator: row.rate, denominator: one, date }
    : { to, numerator: one, denominator: row.rate, date };
}

function unit(to: string): Conversion {
  return { to, numerator: new Decimal(1), denominator: new Decimal(1), date: undefined };
}

function chained(first: Conversion, second: Conversion): Conversion {
  const isOlder = (first.date ?? '') < (second.date ?? '');
  return {
    to: second.to,
    numerator: first.numerator.times(second.numerator),
    denominator: first.denominator.times(second.denominator),
    date: isOlder ? first.date : second.date,
  };
}

/** Converts an amount in minor units. Rounds half-up once. */
export function convert(minor: bigint, from: string, by: Conversion): bigint {
  if (by.date === undefined) return minor;
  const exact = minorToDecimal(minor, from).times(by.numerator).dividedBy(by.denominator);
  return fromDecimal(exact, by.to, 'HALF_UP').minor;
}

/** Formats the rate for a reply. */
export function shownRate({ numerator, denominator }: Conversion): Decimal {
  return numerator.dividedBy(denominator).toSignificantDigits(WEALTH.rateDigitsShown);
}

/** Returns whether the rate is older than this number of weekdays on a date. */
export function isRateStale(by: Conversion, date: BusinessDate, staleDays: number): boolean {
  if (by.date === undefined) return false;
  return ageOf(by.date, { date, calendar: calendarOf([]), staleDays }).isStale;
}
