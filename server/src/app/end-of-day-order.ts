// The order of the end of day, as a list of all steps with the reason for each position. The
// modules provide the steps. If they do not match this list exactly, the startup fails.

import { assert } from '../platform/assert.js';
import type { EndOfDayStep } from '../platform/end-of-day/step.js';

interface PlacedStep {
  readonly name: string;
  /** The reason why the step follows those above it. */
  readonly because: string;
}

/** All steps in order. */
export const END_OF_DAY_ORDER: readonly PlacedStep[] = [
  { name: 'close-exchange', because: 'the last fills of the day are booked on that day' },
  {
    name: 'release-value-dates',
    because: 'money with the next value date is available on that date',
  },
  { name: 'expire-orders', because: 'the exchange has sent all reports of the day' },
  { name: 'issue-contract-notes', because: 'the notes of ended orders are complete' },
  { name: 'settle-trades', because: 'a trade settles only after its note is issued' },
  {
    name: 'announce-bond-income',
    because: 'holders are entitled to income only once it is announced',
  },
  {
    name: 'entitle-holders',
    because: 'positions at the close are complete once notes for the trades of the day are issued',
  },
  { name: 'deliver-entitlements', because: 'units are delivered once all entitlements are known' },
  {
    name: 'instruct-elections',
    because: 'elections made by the deadline create entitlements before anything is paid',
  },
  { name: 'lapse-elections', because: 'rights that no election has taken up lapse' },
  {
    name: 'remind-elections',
    because: 'elections whose deadline has passed have ended',
  },
  {
    name: 'adjust-orders',
    because: 'orders that stay live past an ex-date are adjusted to the new units',
  },
  { name: 'pay-entitlements', because: 'income is paid once all entitlements are known' },
  {
    name: 'detect-claims',
    because: 'reclaimable tax is known once income is paid',
  },
  { name: 'close-events', because: 'an event closes when everything is paid' },
  { name: 'accrue-term-instruments', because: 'trades settle before deposits accrue' },
  { name: 'pay-term-interest', because: 'only accrued interest is paid' },
  { name: 'mature-term-instruments', because: 'interest is paid before the principal' },
  {
    name: 'report-starts',
    because: 'instruments that start on the new day are reported before staff come to work',
  },
  { name: 'accrue-discounted-instruments', because: 'commercial paper accrues after deposits' },
  {
    name: 'mature-discounted-instruments',
    because: 'commercial paper matures once it has accrued',
  },
  {
    name: 'price-fund-orders',
    because: 'money from deposits and paper is available before funds deal',
  },
  { name: 'pay-fund-income', because: "income is reinvested at the day's fund price" },
  { name: 'close-books', because: 'the books close when all steps above have posted' },
  { name: 'roll-prices', because: "all steps above value at the day's close" },
  { name: 'restate-values', because: 'past dates are valued from everything booked so far' },
  {
    name: 'value-customers',
    because: "the day's close is stored, and a snapshot is compared with restated ones",
  },
  { name: 'adjust-ex-prices', because: 'an ex-date reduces the closing price of its security' },
  {
    name: 'change-securities',
    because: 'a new code or the end of a listing takes effect on the new day',
  },
  { name: 'open-exchange', because: 'the exchange opens with the closing prices' },
];

/**
 * Sorts the provided steps. Throws an error that names any step without a position, any position
 * without a step, and any duplicate.
 */
export function inDayOrder(offered: readonly EndOfDayStep[]): EndOfDayStep[] {
  const stepOf = new Map(offered.map((step) => [step.name, step]));
  const places = new Set(END_OF_DAY_ORDER.map(({ name }) => name));
  const errors = [
    ...offered.flatMap(({ name }) => (places.has(name) ? [] : [`${name} has no position`])),
    ...[...places].flatMap((name) => (stepOf.has(name) ? [] : [`no module provides ${name}`])),
    ...(stepOf.size === offered.length ? [] : ['a step is provided twice']),
    ...(places.size === END_OF_DAY_ORDER.length ? [] : ['a step has two positions']),
  ];
  assert(errors.length === 0, `the end of day: ${errors.join(', ')}`);
  return END_OF_DAY_ORDER.flatMap(({ name }) => stepOf.get(name) ?? []);
}
