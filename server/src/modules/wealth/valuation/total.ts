// Adds up the known lines of a valuation, by class and overall.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { type Line, type UnvaluedReason, WEALTH_CLASSES, type WealthClass } from './line.js';
import type { Conversion } from './rate.js';

/** A line with its value in the currency of the valuation. */
export interface ValuedLine extends Line {
  readonly conversion: Conversion | undefined;
  /**
   * The value in minor units of the valuation's currency; undefined if a price or a rate is
   * missing.
   */
  readonly valueInMinor: bigint | undefined;
  readonly isStale: boolean;
  readonly unvalued: UnvaluedReason | undefined;
}

/** The sum of the lines of one class. */
interface ClassTotal {
  readonly class: WealthClass;
  readonly valueMinor: bigint;
  readonly lines: number;
  readonly unvaluedLines: number;
}

/** The totals, in minor units of the valuation's currency. */
export interface Totals {
  readonly classes: readonly ClassTotal[];
  /** The sum of the positive lines. */
  readonly assetsMinor: bigint;
  /** The sum of the negative lines; zero or negative. */
  readonly liabilitiesMinor: bigint;
  readonly unvaluedLines: number;
  readonly staleLines: number;
  /** The date of the oldest market or fund price in the totals. */
  readonly oldestPriceDate: BusinessDate | undefined;
}

/**
 * Returns the totals of lines. The number of lines includes lines without a value, but the sums do
 * not.
 */
export function totalsOf(lines: readonly ValuedLine[]): Totals {
  const known = lines.flatMap((line) => line.valueInMinor ?? []);
  return {
    classes: WEALTH_CLASSES.map((name) => classTotal(name, lines)).filter((each) => each.lines > 0),
    assetsMinor: sum(known.filter((minor) => minor > 0n)),
    liabilitiesMinor: sum(known.filter((minor) => minor < 0n)),
    unvaluedLines: lines.filter(({ unvalued }) => unvalued !== undefined).length,
    staleLines: lines.filter(({ isStale }) => isStale).length,
    oldestPriceDate: oldest(lines),
  };
}

function classTotal(name: WealthClass, lines: readonly ValuedLine[]): ClassTotal {
  const own = lines.filter((line) => line.class === name);
  return {
    class: name,
    valueMinor: sum(own.flatMap((line) => line.valueInMinor ?? [])),
    lines: own.length,
    unvaluedLines: own.filter(({ unvalued }) => unvalued !== undefined).length,
  };
}

const MARKET_SOURCES: ReadonlySet<string> = new Set(['EXCHANGE', 'IMPORT', 'NAV', 'MARKET_YIELD']);

function oldest(lines: readonly ValuedLine[]): BusinessDate | undefined {
  return lines
    .filter((line) => line.valueInMinor !== undefined && MARKET_SOURCES.has(line.priceSource))
    .flatMap(({ age }) => age?.date ?? [])
    .reduce<BusinessDate | undefined>(
      (first, date) => (first === undefined || date < first ? date : first),
      undefined,
    );
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, minor) => total + minor, 0n);
}

/**
 * Returns an amount as a percentage of the assets, with two decimals; undefined if there are no
 * assets.
 */
export function shareOf(minor: bigint, assetsMinor: bigint): Decimal | undefined {
  if (assetsMinor === 0n) return undefined;
  const percent = new Decimal(String(minor)).times(100).dividedBy(String(assetsMinor));
  return roundTo(percent, 2, 'HALF_UP');
}
