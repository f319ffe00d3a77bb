// The allocation of a statement's assets: by class, currency and issuer, and the largest lines.

import { addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH } from '../limits.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { shareOf, type ValuedLine } from '../valuation/total.js';
import type { Allocation, Share } from './content.js';

/** The lines to divide into parts, and the inputs for grouping them. */
interface Divided {
  readonly lines: readonly ValuedLine[];
  readonly currency: string;
  readonly assetsMinor: bigint;
  readonly issuerOf: (line: ValuedLine) => string;
  readonly maturityOf: (line: ValuedLine) => BusinessDate | undefined;
  readonly to: BusinessDate;
}

/** Returns the allocation. Lines that are not assets, or have no value, are not included. */
export function allocationOf(divided: Divided): Allocation {
  const assets = divided.lines.filter(({ valueInMinor }) => (valueInMinor ?? 0n) > 0n);
  const by = (nameOf: (line: ValuedLine) => string) => sharesBy(assets, nameOf, divided);
  const classes = by((line) => line.class);
  return {
    byClass: WEALTH_CLASSES.flatMap((name) => classes.filter(({ label }) => label === name)),
    byCurrency: by((line) => line.currency),
    byIssuer: by(divided.issuerOf),
    largest: largestOf(assets, divided),
    due: dueOf(assets, divided),
  };
}

// Sorted by value, largest first, then by name.
function sharesBy(
  lines: readonly ValuedLine[],
  nameOf: (line: ValuedLine) => string,
  { currency, assetsMinor }: Divided,
): Share[] {
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const name = nameOf(line);
    sums.set(name, (sums.get(name) ?? 0n) + (line.valueInMinor ?? 0n));
  }
  return [...sums]
    .sort(([left, a], [right, b]) => (a === b ? order(left, right) : order(b, a)))
    .map(([label, minor]) => share(label, minor, { currency, assetsMinor }));
}

function order<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Returns a part of the assets with its percentage. */
function share(
  label: string,
  minor: bigint,
  { currency, assetsMinor }: Pick<Divided, 'currency' | 'assetsMinor'>,
): Share {
  return {
    label,
    value: minorToDecimal(minor, currency).toFixed(),
    percent: shareOf(minor, assetsMinor)?.toFixed(2) ?? '0.00',
  };
}

function largestOf(lines: readonly ValuedLine[], divided: Divided): Share[] {
  return lines
    .toSorted((a, b) => order(b.valueInMinor ?? 0n, a.valueInMinor ?? 0n))
    .slice(0, WEALTH.statementLargestLines)

    .map((line) => share(nameOf(line), line.valueInMinor ?? 0n, divided));
}

// A cash account is named by its currency, because its label is the customer's name.
function nameOf({ class: name, label, currency }: ValuedLine): string {
  return name === 'CASH' ? `Cash in ${currency}` : label;
}

const MONTHS_AHEAD = 12;

// An amount due on the last date of the statement is not included, because it is not due after that
// date.
function dueOf(lines: readonly ValuedLine[], divided: Divided): Allocation['due'] {
  const { to, currency, maturityOf } = divided;
  const until = addMonths(to, MONTHS_AHEAD);
  const due = lines.flatMap((line) => {
    const maturity = maturityOf(line);
    return maturity !== undefined && maturity > to && maturity <= until ? { line, maturity } : [];
  });
  if (due.length === 0) return [];
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, index) =>
    addMonths(to, index).slice(0, 7),
  );
  return months.map((month) => {
    const minor = due
      .filter(({ maturity }) => maturity.startsWith(month))
      .reduce((sum, { line }) => sum + (line.valueInMinor ?? 0n), 0n);
    return { month, value: minorToDecimal(minor, currency).toFixed() };
  });
}
