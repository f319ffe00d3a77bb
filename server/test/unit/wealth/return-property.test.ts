// Properties of returns for random values and flows, from a seed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moneyWeighted, rateOfAmounts } from '../../../src/modules/wealth/return/money-weighted.js';
import { type ReturnDay, timeWeighted } from '../../../src/modules/wealth/return/time-weighted.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
  daysBetween,
} from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { randomFrom } from '../../support/random.js';

const OPENING = businessDate('2024-03-28');
const RULE = { timing: 'IN_START_OUT_END', smallestCapital: new Decimal(1) } as const;
const ROUNDS = 120;
const random = randomFrom(20_261_126);
const whole = (most: number) => 1 + Math.floor(random() * most);

interface Range {
  readonly days: readonly ReturnDay[];
  readonly growth: Decimal;
}

/** Returns days with random flows, whose values grow by random factors. */
function randomRange(flowChance = 0.4): Range {
  const days: ReturnDay[] = [];
  const zero = new Decimal(0);
  let value = new Decimal(whole(9_000_000)).plus(5_000_000);
  let growth = new Decimal(1);
  days.push({ date: OPENING, value, flow: zero, leftOut: zero, rule: RULE });
  for (let day = 1; day <= 2 + whole(40); day += 1) {
    const factor = new Decimal((0.9 + random() * 0.2).toFixed(6));
    const isFlow = random() < flowChance;
    const flow = new Decimal(isFlow ? whole(800_000) - 400_000 : 0);
    const start = value.plus(Decimal.max(flow, zero));
    value = start.times(factor).plus(Decimal.min(flow, zero));
    growth = growth.times(factor);
    days.push({ date: addDays(OPENING, day), value, flow, leftOut: zero, rule: RULE });
  }
  return { days, growth };
}

function rateOf(days: readonly ReturnDay[]): Decimal {
  const outcome = timeWeighted(days);
  assert.equal(outcome.status, 'AVAILABLE');
  return outcome.rate;
}

function near(actual: Decimal, expected: Decimal, places = 30): void {
  assert.equal(actual.toFixed(places), expected.toFixed(places));
}

const known = (value: ReturnDay['value']): Decimal => {
  assert.ok(value instanceof Decimal);
  return value;
};

describe('the time-weighted return', () => {
  it('is the product of the growth of days, whatever the flows', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { days, growth } = randomRange();
      near(rateOf(days), growth.minus(1));
    }
  });

  it('of two ranges links to that of both', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { days } = randomRange();
      const at = whole(days.length - 2);
      const first = rateOf(days.slice(0, at + 1)).plus(1);
      const second = rateOf(days.slice(at)).plus(1);
      near(rateOf(days), first.times(second).minus(1));
    }
  });

  it('does not depend on the size of the amounts', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { days } = randomRange();
      const scale = whole(1_000_000);
      const scaled = days.map((day) => ({
        ...day,
        value: known(day.value).times(scale),
        flow: day.flow.times(scale),
      }));
      near(rateOf(scaled), rateOf(days));
    }
  });

  it('of days that are bridged without flows is the growth of both ends', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { days, growth } = randomRange(0);
      const inner = whole(days.length - 2);
      const gaps = days.map((day, index) =>
        index === inner ? { ...day, value: 'PRICE_MISSING' as const } : day,
      );
      near(rateOf(gaps), growth.minus(1));
    }
  });
});

describe('the money-weighted return', () => {
  it('of a constant rate is that rate, at any scale', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const daily = new Decimal(1).plus(new Decimal((random() * 0.004 - 0.002).toFixed(8)));
      const days = 1 + whole(1_500);
      const flows = Array.from({ length: whole(6) }, () => ({
        date: addDays(OPENING, whole(days)),
        flow: new Decimal(whole(900_000)),
      }));
      const openingValue = new Decimal(whole(1_000_000));
      const end = addDays(OPENING, days);
      const grown = (amount: Decimal, from: BusinessDate) =>
        amount.times(daily.pow(daysBetween(from, end)));
      const closingValue = flows.reduce(
        (sum, { date, flow }) => sum.plus(grown(flow, date)),
        grown(openingValue, OPENING),
      );
      const period = {
        opening: OPENING,
        end,
        ...{ openingValue, closingValue, flows },
      };
      const outcome = moneyWeighted(period);
      assert.equal(outcome.status, 'AVAILABLE');
      const expected = daily.pow(days).minus(1);
      assert.ok(outcome.rate.minus(expected).abs().lessThan('1e-8'), `${outcome.rate}`);
    }
  });

  it('without flows is the time-weighted return', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { days } = randomRange(0);
      const last = days.at(-1);
      assert.ok(last !== undefined && days[0] !== undefined);
      const outcome = moneyWeighted({
        opening: OPENING,
        end: last.date,
        openingValue: known(days[0].value),
        closingValue: known(last.value),
        flows: [],
      });
      assert.equal(outcome.status, 'AVAILABLE');
      assert.ok(outcome.rate.minus(rateOf(days)).abs().lessThan('1e-9'));
    }
  });

  it('is a root, several, or has a reason, for any amounts in any order', () => {
    const reasons = new Set<string>();
    for (let round = 0; round < ROUNDS * 4; round += 1) {
      const amounts = Array.from({ length: 1 + whole(7) }, () => ({
        date: addDays(OPENING, whole(2_000)),
        amount: new Decimal(whole(2_000_000) - 1_000_000),
      }));
      const sorted = amounts.toSorted((a, b) => (a.date < b.date ? -1 : 1));
      const outcome = rateOfAmounts(sorted);
      if (outcome.status === 'UNAVAILABLE') {
        reasons.add(outcome.reason);
        continue;
      }
      reasons.add(outcome.status);
      const last = sorted.at(-1)?.date ?? OPENING;
      const first = sorted[0]?.date ?? OPENING;
      const total = daysBetween(first, last);
      const size = sorted.reduce((sum, { amount }) => sum.plus(amount.abs()), new Decimal(0));
      const growth = outcome.rate.plus(1);
      // The rate has only ten decimals, which are too few for an exact growth near zero.
      if (growth.lessThan('1e-4')) continue;
      const value = sorted.reduce(
        (sum, { date, amount }) =>
          sum.plus(amount.times(growth.pow(new Decimal(-daysBetween(first, date)).div(total)))),
        new Decimal(0),
      );
      const bound = growth.greaterThan(1) ? size : size.dividedBy(growth);
      assert.ok(value.abs().lessThan(bound.times('1e-6')), `${value} of ${size}`);
    }
    assert.ok(reasons.has('AVAILABLE') && reasons.has('NO_RATE') && reasons.has('SEVERAL_RATES'));
  });
});
