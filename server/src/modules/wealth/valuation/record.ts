// Converts valuations and their lines to API records.

import { minorToDecimal } from '../../../platform/money/money.js';
import { shownRate } from './rate.js';
import { shareOf, type Totals, type ValuedLine } from './total.js';

/** A valuation in one currency. */
interface Valuation {
  readonly currency: string;
  readonly totals: Totals;
}

/** Returns the API record of a valuation's totals. */
export function totalsRecord({ currency, totals }: Valuation): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const { assetsMinor, liabilitiesMinor } = totals;
  return {
    currency,
    value: amount(assetsMinor + liabilitiesMinor),
    assets: amount(assetsMinor),
    liabilities: amount(liabilitiesMinor),
    complete: totals.unvaluedLines === 0,
    unvaluedLines: totals.unvaluedLines,
    staleLines: totals.staleLines,
    oldestPriceDate: totals.oldestPriceDate,
    classes: totals.classes.map((each) => ({
      class: each.class,
      value: amount(each.valueMinor),
      share: shareOf(each.valueMinor, assetsMinor),
      lines: each.lines,
      unvaluedLines: each.unvaluedLines,
    })),
  };
}

/** Returns the record of a line. Members without a value are undefined, so the JSON omits them. */
export function lineRecord(line: ValuedLine, { currency, totals }: Valuation): object {
  const own = (minor: bigint | undefined) =>
    minor === undefined ? undefined : minorToDecimal(minor, line.currency);
  const { valueMinor, valueInMinor, costMinor, accruedMinor = 0n, conversion } = line;
  const hasGain = valueMinor !== undefined && costMinor !== undefined;
  return {
    class: line.class,
    subjectType: line.subjectType,
    subjectId: line.subjectId,
    name: line.name,
    label: line.label,
    portfolioName: line.portfolioName,
    currency: line.currency,
    quantity: line.quantity?.toFixed(),
    price: line.price,
    priceSource: line.age === undefined ? undefined : line.priceSource,
    priceDate: line.age?.date,
    daysOld: line.age?.daysOld,
    stale: line.isStale,
    ...cashMembers(line),
    cost: own(costMinor),
    accrued: own(line.accruedMinor),
    value: own(valueMinor),
    unrealisedGain: hasGain ? own(valueMinor - accruedMinor - costMinor) : undefined,
    ...(valueInMinor === undefined ? {} : { valueIn: minorToDecimal(valueInMinor, currency) }),
    ...(conversion?.date === undefined
      ? {}
      : { rate: shownRate(conversion), rateDate: conversion.date }),
    share: valueInMinor === undefined ? undefined : shareOf(valueInMinor, totals.assetsMinor),
    unvalued: line.unvalued,
  };
}

function cashMembers({ cash, valueMinor, currency }: ValuedLine): object {
  if (cash === undefined || valueMinor === undefined) return {};
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    cleared: amount(valueMinor - cash.unclearedMinor),
    uncleared: amount(cash.unclearedMinor),
    held: amount(cash.heldMinor),
    available: amount(valueMinor - cash.heldMinor),
  };
}
