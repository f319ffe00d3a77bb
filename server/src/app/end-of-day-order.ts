// The order of the end of a day: the one list of all steps, each with the reason for its place. The
// modules offer the steps; if an offer and this list differ, the start fails.

import { assert } from '../platform/assert.js';
import type { EndOfDayStep } from '../platform/end-of-day/step.js';

interface PlacedStep {
  readonly name: string;
  /** Why it comes after the steps above it. */
  readonly because: string;
}

/** The steps from the first to the last. */
export const END_OF_DAY_ORDER: readonly PlacedStep[] = [
  { name: 'close-exchange', because: 'the last fills of the day are booked on that day' },
  { name: 'release-value-dates', because: 'what counts from the next date on is free for it' },
  { name: 'expire-orders', because: 'the exchange has said all that it had to say of the day' },
  { name: 'issue-contract-notes', because: 'orders that ended are noted in full' },
  { name: 'settle-trades', because: 'a note must stand before it can settle' },
  { name: 'accrue-term-instruments', because: 'trades settle before deposits pay' },
  { name: 'pay-term-interest', because: 'only what has accrued is paid' },
  { name: 'mature-term-instruments', because: 'interest due by then is paid before the principal' },
  { name: 'accrue-discounted-instruments', because: 'paper does as deposits do, after them' },
  { name: 'mature-discounted-instruments', because: 'paper is paid once its days have accrued' },
  { name: 'price-fund-orders', because: 'what deposits and paper pay is there before funds deal' },
  { name: 'pay-fund-income', because: "what is reinvested finds the day's value" },
  { name: 'close-books', because: 'the books are kept when all above have posted' },
  { name: 'roll-prices', because: "all above still value at the day's close" },
  { name: 'open-exchange', because: 'the exchange opens with the closing prices' },
];

/**
 * Puts the steps that are offered into their order. An assertion names a step that has no place, a
 * place that has no step, and a step that is offered twice.
 */
export function inDayOrder(offered: readonly EndOfDayStep[]): EndOfDayStep[] {
  const stepOf = new Map(offered.map((step) => [step.name, step]));
  const places = new Set(END_OF_DAY_ORDER.map(({ name }) => name));
  const errors = [
    ...offered.flatMap(({ name }) => (places.has(name) ? [] : [`${name} has no place`])),
    ...[...places].flatMap((name) => (stepOf.has(name) ? [] : [`no module offers ${name}`])),
    ...(stepOf.size === offered.length ? [] : ['a step is offered twice']),
    ...(places.size === END_OF_DAY_ORDER.length ? [] : ['a step has two places']),
  ];
  assert(errors.length === 0, `the end of day: ${errors.join(', ')}`);
  return END_OF_DAY_ORDER.flatMap(({ name }) => stepOf.get(name) ?? []);
}
