// The order of the end-of-day steps: it has not changed, every step has a position, and every
// position has a step.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { END_OF_DAY_ORDER, inDayOrder } from '../../../src/app/end-of-day-order.js';
import { AssertionFailed } from '../../../src/platform/assert.js';
import type { EndOfDayStep } from '../../../src/platform/end-of-day/step.js';

/** The order of the steps, checked against their dependencies. */
const ALWAYS = [
  'close-exchange',
  'release-value-dates',
  'expire-orders',
  'issue-contract-notes',
  'settle-trades',
  'announce-bond-income',
  'entitle-holders',
  'deliver-entitlements',
  'instruct-elections',
  'lapse-elections',
  'remind-elections',
  'adjust-orders',
  'pay-entitlements',
  'detect-claims',
  'close-events',
  'accrue-term-instruments',
  'pay-term-interest',
  'mature-term-instruments',
  'report-starts',
  'accrue-discounted-instruments',
  'mature-discounted-instruments',
  'price-fund-orders',
  'pay-fund-income',
  'close-books',
  'roll-prices',
  'restate-values',
  'value-customers',
  'adjust-ex-prices',
  'change-securities',
  'open-exchange',
];

const step = (name: string): EndOfDayStep => ({ name, run: async () => 0 });
const offered = ALWAYS.toReversed().map(step);
const refused = (steps: readonly EndOfDayStep[], because: RegExp) =>
  assert.throws(
    () => inDayOrder(steps),
    (error) => error instanceof AssertionFailed && because.test(error.message),
  );

describe('the order of the end of a day', () => {
  it('does not depend on the order in which the modules offer their steps', () => {
    assert.deepEqual(
      inDayOrder(offered).map(({ name }) => name),
      ALWAYS,
    );
  });

  it('has a reason for each position', () => {
    for (const { name, because } of END_OF_DAY_ORDER) assert.match(because, /\w+ \w+/, name);
  });

  it('reports a step without a position', () => {
    refused([...offered, step('sweep-cash')], /: sweep-cash has no position$/);
  });

  it('reports a position without a step', () => {
    const without = offered.filter(({ name }) => name !== 'settle-trades');
    refused(without, /: no module provides settle-trades$/);
  });

  it('refuses a step that two modules offer', () => {
    refused([...offered, step('roll-prices')], /: a step is provided twice$/);
  });
});
