// The outcome of a return: a number, or the reason why there is none. A missing return is never
// shown as zero.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The reason why there is no return. */
export const UNAVAILABLE_REASONS = [
  'PRICE_MISSING',
  'NAV_MISSING',
  'RATE_MISSING',
  'VALUE_WITHOUT_FLOW',
  'NEGATIVE_CAPITAL',
  'NO_CAPITAL',
  'HISTORY_TOO_SHORT',
  'TOO_SHORT',
  'NO_RATE',
  'RATE_OUT_OF_RANGE',
  'SEVERAL_RATES',
  'TOTAL_LOSS',
] as const;

export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/** A return that cannot be computed, with the reason. */
export interface Unavailable {
  readonly status: 'UNAVAILABLE';
  readonly reason: UnavailableReason;
  /** The date for which the return cannot be computed. */
  readonly date?: BusinessDate | undefined;
  /** All valid rates, as fractions. */
  readonly candidates?: readonly Decimal[] | undefined;
}

/** Returns the reason why there is no return, with its date if it has one. */
export function unavailable(reason: UnavailableReason, date?: BusinessDate): Unavailable {
  return { status: 'UNAVAILABLE', reason, date };
}
