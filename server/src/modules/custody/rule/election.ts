// Pure functions for the price of an election and the holds that it needs.

import {
  addBusinessDays,
  type BusinessCalendar,
} from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { CUSTODY } from '../limits.js';
import type { EventKind, OptionType } from './kind.js';

/** The prices of a call on rights, in major units. */
export interface TakeUpPrices {
  readonly price: Decimal;
  /** The price of additional units, beyond the rights. */
  readonly additionalPrice: Decimal;
  readonly currency: string;
}

/** Returns the price of units, rounded half-up, in minor units. */
export function takeUpCost(units: bigint, price: Decimal, currency: string): bigint {
  return decimalToMinor(price.times(String(units)), currency, 'HALF_UP');
}

/** Units taken up and additional units applied for, with their cost in minor units. */
interface TakeUp {
  readonly quantity: bigint;
  readonly additional: bigint;
  readonly costMinor: bigint;
  readonly additionalCostMinor: bigint;
}

/** Returns the cost of units taken up and of additional units applied for. */
export function takeUpOf(
  { quantity, additional }: Pick<TakeUp, 'quantity' | 'additional'>,
  { price, additionalPrice, currency }: TakeUpPrices,
): TakeUp {
  return {
    quantity,
    additional,
    costMinor: takeUpCost(quantity, price, currency),
    additionalCostMinor: takeUpCost(additional, additionalPrice, currency),
  };
}

/**
 * Returns the units that can be instructed, limited by the rights held and by the money on hold.
 * Rights come before additional units. If prices have risen, fewer units are bought, because the
 * amount on hold does not increase.
 */
export function affordableTakeUp(
  wanted: Pick<TakeUp, 'quantity' | 'additional'>,
  limits: { readonly onHand: bigint; readonly heldMinor: bigint },
  prices: TakeUpPrices,
): TakeUp {
  const { onHand, heldMinor } = limits;
  const quantity = least(
    least(wanted.quantity, onHand > 0n ? onHand : 0n),
    unitsFor(heldMinor, { units: wanted.quantity, price: prices.price }, prices.currency),
  );
  const left = heldMinor - takeUpCost(quantity, prices.price, prices.currency);
  const applied = { units: wanted.additional, price: prices.additionalPrice };
  return takeUpOf({ quantity, additional: unitsFor(left, applied, prices.currency) }, prices);
}

function unitsFor(
  minor: bigint,
  { units, price }: { readonly units: bigint; readonly price: Decimal },
  currency: string,
): bigint {
  if (takeUpCost(units, price, currency) <= minor) return units;
  const one = takeUpMinor(price, currency);
  return BigInt(new Decimal(String(minor)).dividedToIntegerBy(one).toFixed(0));
}

// The exact price of a unit in minor units, which may have a fraction.
function takeUpMinor(price: Decimal, currency: string): Decimal {
  const hundred = decimalToMinor(new Decimal(1), currency, 'HALF_UP');
  return price.times(String(hundred));
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Returns whether electing the option puts units on hold, because they are surrendered. */
export function holdsUnits(
  event: { readonly kind: EventKind; readonly participation: 'MAND' | 'CHOS' | 'VOLU' },
  option: OptionType,
): boolean {
  if (option === 'NOAC' || option === 'LAPS') return false;
  return event.kind === 'TEND' || (event.kind === 'EXOF' && event.participation === 'VOLU');
}

/**
 * Returns the reminder due on a date: the latest one whose number of business days before the
 * deadline has been reached. Undefined if none has been reached.
 */
export function daysOfReminder(
  deadline: BusinessDate,
  date: BusinessDate,
  calendar: BusinessCalendar,
): number | undefined {
  const due = CUSTODY.electionReminderDays.filter(
    (days) => addBusinessDays(deadline, -days, calendar) <= date,
  );
  return due.length === 0 ? undefined : Math.min(...due);
}
