// The growth of blends between the dates on which their weights are set.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rebalancedOn } from '../../../src/modules/wealth/return/benchmark.js';
import { type BlendPart, blendGrowth } from '../../../src/modules/wealth/return/blend.js';
import { calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const day = businessDate;

function part(weight: string, levels: Readonly<Record<string, number>>): BlendPart {
  const known = Object.entries(levels).map(
    ([date, level]) => [day(date), new Decimal(level)] as const,
  );
  return { weight: new Decimal(weight), levels: new Map(known) };
}

describe('the growth of a benchmark', () => {
  const [opening, end] = [day('2026-09-30'), day('2026-11-25')];

  it('of an index is its closing level divided by its opening level', () => {
    const index = part('1', { '2026-09-30': 200, '2026-11-25': 220 });
    const growth = blendGrowth([index], { rebalanced: [opening], opening, end });
    assert.equal(growth.toFixed(4), '1.1000');
  });

  it('of a blend starts each month with its weights', () => {
    const rebalanced = [day('2026-09-30'), day('2026-10-01'), day('2026-11-02')];
    const shares = part('0.6', {
      ...{ '2026-09-30': 100, '2026-10-01': 100, '2026-11-02': 110, '2026-11-25': 99 },
    });
    const bonds = part('0.4', {
      ...{ '2026-09-30': 50, '2026-10-01': 50, '2026-11-02': 50, '2026-11-25': 51 },
    });
    // October: 1 + 0.6 x 10 % = 1.06; November: 1 - 0.6 x 10 % + 0.4 x 2 % = 0.948.
    const growth = blendGrowth([shares, bonds], { rebalanced, opening, end });
    assert.equal(growth.toFixed(6), '1.004880');
  });

  it('of a blend from within a month has the weights that its parts then have', () => {
    const rebalanced = [day('2026-11-02')];
    const shares = part('0.5', { '2026-11-02': 100, '2026-11-10': 120, '2026-11-25': 132 });
    const bonds = part('0.5', { '2026-11-02': 100, '2026-11-10': 100, '2026-11-25': 100 });
    // On the 10th the parts of the blend are 60 and 50; on the 25th 66 and 50.
    const growth = blendGrowth([shares, bonds], { rebalanced, opening: day('2026-11-10'), end });
    assert.equal(growth.toFixed(10), new Decimal(116).dividedBy(110).toFixed(10));
  });
});

describe('the dates on which a blend gets its weights', () => {
  it('are the first business days of months, from before the opening', () => {
    const calendar = calendarOf(['2026-10-01']);
    assert.deepEqual(rebalancedOn(day('2026-09-30'), day('2026-11-25'), calendar), [
      '2026-09-01',
      '2026-10-02',
      '2026-11-02',
    ]);
    assert.deepEqual(rebalancedOn(day('2026-08-01'), day('2026-08-31'), calendar), [
      '2026-07-01',
      '2026-08-03',
    ]);
    assert.deepEqual(rebalancedOn(day('2026-11-02'), day('2026-11-03'), calendar), ['2026-11-02']);
  });
});
