// Contributions of lines to a linked return: a known example, and the property that they always add
// up.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ContributionDay,
  linkContributions,
  NO_PARTS,
  totalOf,
} from '../../../src/modules/wealth/contribution/link.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { randomFrom } from '../../support/random.js';

const OPENING = businessDate('2026-10-30');
const percent = (rate: Decimal) => rate.times(100).toFixed(4);

/** Returns days from the values of lines at the end of each; there are no flows. */
function daysOf(lines: Readonly<Record<string, readonly number[]>>): ContributionDay<string>[] {
  const [first = []] = Object.values(lines);
  const totals = first.map((_, index) =>
    Object.values(lines).reduce((sum, values) => sum + (values[index] ?? 0), 0),
  );
  return totals.slice(1).map((total, index) => {
    const capital = new Decimal(totals[index] ?? 0);
    return {
      date: addDays(OPENING, index + 1),
      factor: new Decimal(total).dividedBy(capital),
      capital,
      gains: Object.entries(lines).map(([name, values]) => {
        const price = new Decimal(values[index + 1] ?? 0).minus(values[index] ?? 0);
        return [name, { ...NO_PARTS, price }] as const;
      }),
    };
  });
}

describe('contributions to a return', () => {
  it('of two lines over two months are those of the linked months', () => {
    const linked = linkContributions(daysOf({ A: [600, 630, 598.5], B: [400, 396, 415.8] }));
    assert.equal(linked.status, 'AVAILABLE');
    assert.equal(percent(linked.rate), '1.4300');
    const shares = [...linked.lines].map(([name, parts]) => [name, percent(totalOf(parts))]);
    assert.deepEqual(shares, [
      ['A', '-0.1271'],
      ['B', '1.5571'],
    ]);
  });

  it('of one day are the gains divided by the capital, by their parts', () => {
    const parts = {
      income: new Decimal(20),
      price: new Decimal(-30),
      currency: new Decimal(15),
      costs: new Decimal(1),
    };
    const linked = linkContributions([
      {
        date: OPENING,
        factor: new Decimal('1.004'),
        capital: new Decimal(1_000),
        gains: [['A', parts]],
      },
    ]);
    assert.equal(linked.status, 'AVAILABLE');
    const own = linked.lines.get('A') ?? NO_PARTS;
    assert.deepEqual([own.income, own.price, own.currency, own.costs].map(percent), [
      '2.0000',
      '-3.0000',
      '1.5000',
      '0.1000',
    ]);
    assert.equal(percent(totalOf(own)), '0.4000');
  });

  it('add up to the return, whatever the lines did', () => {
    const random = randomFrom(20_261_127);
    for (let round = 0; round < 60; round += 1) {
      const days = 2 + Math.floor(random() * 30);
      const values = () => Array.from({ length: days }, () => 100 + Math.floor(random() * 900));
      const linked = linkContributions(daysOf({ A: values(), B: values(), C: values() }));
      assert.equal(linked.status, 'AVAILABLE');
      const sum = [...linked.lines.values()].reduce(
        (total, parts) => total.plus(totalOf(parts)),
        new Decimal(0),
      );
      assert.ok(sum.minus(linked.rate).abs().lessThan('1e-40'), `${sum} ${linked.rate}`);
    }
  });

  it('add up to a return of zero', () => {
    const linked = linkContributions(daysOf({ A: [500, 600, 500], B: [500, 500, 500] }));
    assert.equal(linked.status, 'AVAILABLE');
    assert.equal(percent(linked.rate), '0.0000');
    const sum = [...linked.lines.values()].map(totalOf).reduce((a, b) => a.plus(b));
    assert.ok(sum.abs().lessThan('1e-40'));
  });

  it('do not exist after a total loss', () => {
    const linked = linkContributions(daysOf({ A: [500, 0, 0] }).slice(0, 1));
    const date = addDays(OPENING, 1);
    assert.deepEqual(linked, { status: 'UNAVAILABLE', reason: 'TOTAL_LOSS', date });
  });
});
