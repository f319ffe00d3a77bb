// The windows of a tax year, and the tax base of remaining holdings.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CostMethod } from '../../../src/modules/wealth/gain/disposal.js';
import { openBases } from '../../../src/modules/wealth/tax/base.js';
import { present } from '../../../src/platform/assert.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { buy, type Moved, movementsOf, shown } from './gain-case.js';
import { computed, ruleWith, type Sold } from './tax-case.js';

const TWO_SALES: readonly Sold[] = [
  ['2026-03-10', '90000000.00', '4000000.00'],
  ['2027-02-20', '70000000.00', '5000000.00'],
];

/** Returns the windows of a year: first and last day, proceeds, gain, and whether it is over. */
function windows(sold: readonly Sold[], year: number, window: 'ANY' | 'CALENDAR_YEAR' = 'ANY') {
  const rule = ruleWith();
  const threshold = present(rule.threshold, 'the shipped rule has a threshold');
  const rules = [{ ...rule, threshold: { ...threshold, window } }];
  return computed({ sold, rules }, year).windows.map((each) => [
    ...[each.from, each.until, shown(each.proceedsMinor), shown(each.gainMinor), each.isOver],
  ]);
}

describe('the windows of a year', () => {
  it('have each set of disposals once, and reach into the next year', () => {
    assert.deepEqual(windows(TWO_SALES, 2026), [
      ['2025-03-11', '2026-03-10', '90000000.00', '4000000.00', false],
      ['2026-02-21', '2027-02-20', '160000000.00', '9000000.00', true],
    ]);
    assert.deepEqual(
      windows(TWO_SALES, 2027).map(([from]) => from),
      ['2026-02-21', '2026-03-11'],
    );
  });

  it('are only the calendar year if the rule requires it', () => {
    assert.deepEqual(windows(TWO_SALES, 2026, 'CALENDAR_YEAR'), [
      ['2026-01-01', '2026-12-31', '90000000.00', '4000000.00', false],
    ]);
  });

  it('are none for an exempt payer, and none without a disposal', () => {
    const exempt = computed({ sold: TWO_SALES, payerClass: 'PENSION_FUND' }, 2026);
    assert.deepEqual(exempt.windows, []);
    assert.deepEqual(windows([], 2026), []);
  });

  it('decide as the test of each disposal does', () => {
    const { disposals, windows: all } = computed({ sold: TWO_SALES }, 2026);
    for (const { disposal, test } of disposals) {
      const around = all.filter(
        ({ from, until }) => from <= disposal.tradeDate && disposal.tradeDate <= until,
      );
      assert.equal(
        around.some(({ isOver }) => isOver),
        test.isChargeable,
      );
    }
  });
});

const LOTS: readonly Moved[] = [
  buy('2025-03-03', 6_000, '150000.00'),
  buy('2025-09-01', 4_000, '140000.00'),
];
const SOLD: Moved = { on: '2026-05-04', kind: 'SELL', quantity: -5_000, proceeds: '180000.00' };
const BONUS: Moved = { on: '2026-02-02', kind: 'BONUS', quantity: 10_000 };

/** The base of the holding at the end of 2026. The close on the reset date is 30. */
function held(moved: readonly Moved[], lotMethod: CostMethod, per: 'LOT' | 'HOLDING' = 'LOT') {
  const date = businessDate('2025-12-31');
  const rule = ruleWith({
    lotMethod,
    resetBase: { date, rule: 'HIGHER_OF_COST_AND_CLOSE', per },
  });
  const closes = new Map([[1n, { close: new Decimal(30), date }]]);
  const bases = openBases(movementsOf(moved), { rule, closes }, businessDate('2026-12-31'));
  return shown(bases.get('1/1')?.baseMinor);
}

describe('the base of remaining holdings', () => {
  it('is that of the reset date if nothing moved since', () => {
    // At the close of 30, 6,000 units are worth 180,000, more than their cost of 150,000. The other
    // 4,000 cost 140,000, more than their 120,000 at the close.
    for (const method of ['AVERAGE', 'FIFO'] as const) {
      assert.equal(held(LOTS, method), '320000.00');
      assert.equal(held(LOTS, method, 'HOLDING'), '300000.00');
    }
  });

  it('is half of the pool, or what is left of the lots', () => {
    assert.equal(held([...LOTS, SOLD], 'AVERAGE'), '160000.00');
    // 1,000 units at 30 and the second lot remain.
    assert.equal(held([...LOTS, SOLD], 'FIFO'), '170000.00');
  });

  it('is not changed by a bonus, and has the cost of later purchases', () => {
    const later = buy('2026-06-01', 1_000, '40000.00');
    for (const method of ['AVERAGE', 'FIFO'] as const) {
      assert.equal(held([...LOTS, BONUS], method), '320000.00');
      assert.equal(held([...LOTS, BONUS, later], method), '360000.00');
    }
  });
});
