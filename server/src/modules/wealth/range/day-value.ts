// The value of a customer or portfolio at the end of each date of a range, by class.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Worth } from '../return/daily-worth.js';
import type { Rates } from '../return/history.js';
import { WEALTH_CLASSES, type WealthClass } from '../valuation/line.js';
import { convert } from '../valuation/rate.js';

/** The value at the end of a date, in minor units of the valuation's currency. */
export interface DayValue {
  readonly date: BusinessDate;
  readonly amountMinor: bigint;
  /** The accrued interest of bonds after tax, which is part of their value. */
  readonly accruedMinor: bigint;
  /** Cash and unsettled proceeds. */
  readonly cashMinor: bigint;
  /** The classes with a value, and their values. */
  readonly classes: ReadonlyMap<WealthClass, bigint>;
  readonly unvalued: number;
}

/**
 * Returns the value of positions at the end of a date. The number of positions without a value is a
 * separate member.
 */
export function dayValueOf(date: BusinessDate, worths: readonly Worth[], rates: Rates): DayValue {
  const classes = new Map<WealthClass, bigint>();
  let [accruedMinor, cashMinor, unvalued] = [0n, 0n, 0];
  for (const worth of worths) {
    const { currency, minor } = worth;
    if (minor === 0n) continue;
    const rate = rates.get(currency)?.get(date);
    if (typeof minor === 'string' || rate === undefined) {
      unvalued += 1;
      continue;
    }
    const value = convert(minor, currency, rate);
    classes.set(worth.class, (classes.get(worth.class) ?? 0n) + value);
    if (worth.class === 'BOND') accruedMinor += convert(netAccruedOf(worth), currency, rate);
    if (worth.isAccount === true) cashMinor += value;
  }
  return {
    date,
    amountMinor: [...classes.values()].reduce((sum, minor) => sum + minor, 0n),
    accruedMinor,
    cashMinor,
    classes: new Map(
      WEALTH_CLASSES.flatMap((name) => {
        const minor = classes.get(name);
        return minor === undefined ? [] : [[name, minor] as const];
      }),
    ),
    unvalued,
  };
}

function netAccruedOf({ accruedMinor = 0n, taxMinor = 0n }: Worth): bigint {
  return accruedMinor - taxMinor;
}
