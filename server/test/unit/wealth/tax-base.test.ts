// The tax base of disposals: the cost, or the higher of the cost and the close on the reset date.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CostMethod } from '../../../src/modules/wealth/gain/disposal.js';
import { foldBases } from '../../../src/modules/wealth/tax/base.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { buy, type Moved, movementsOf, shown } from './gain-case.js';
import { ruleWith } from './tax-case.js';

const RESET = businessDate('2025-12-31');

/** The rule for computing bases, and the closing prices of securities by id. */
interface Terms {
  readonly per?: 'LOT' | 'HOLDING';
  readonly lotMethod?: CostMethod;
  readonly closes?: Readonly<Record<number, number>>;
  readonly closeDate?: string;
}

/** Returns the tax base and the taxable gain of each disposal. */
function bases(moved: readonly Moved[], terms: Terms = {}) {
  const { per = 'LOT', lotMethod = 'AVERAGE', closes = { 1: 30 }, closeDate = RESET } = terms;
  const rule = ruleWith({
    lotMethod,
    resetBase: { date: RESET, rule: 'HIGHER_OF_COST_AND_CLOSE', per },
  });
  const date = businessDate(closeDate);
  const known = Object.entries(closes).map(
    ([id, close]) => [BigInt(id), { close: new Decimal(close), date }] as const,
  );
  const { disposals, baseOf } = foldBases(movementsOf(moved), { rule, closes: new Map(known) });
  return disposals.map((disposal) => {
    const { baseMinor, closeDate: closed, isUnknown } = baseOf(disposal);
    const { netProceedsMinor } = disposal.outcome[lotMethod];
    const gain = baseMinor === undefined ? undefined : netProceedsMinor - baseMinor;
    return { base: shown(baseMinor), gain: shown(gain), closed, isUnknown };
  });
}

const TWO_LOTS: readonly Moved[] = [
  buy('2025-03-03', 6_000, '150000.00'),
  buy('2025-09-01', 4_000, '140000.00'),
];
const sell = (on: string, quantity: number, proceeds: string): Moved => ({
  ...{ on, kind: 'SELL', quantity: -quantity, proceeds },
});

// 6,000 units cost 150,000, and 4,000 cost 140,000. The close is 30. All are sold at 36, for
// 352,161.20 net.
const ALL_SOLD = [...TWO_LOTS, sell('2026-05-04', 10_000, '352161.20')];

for (const lotMethod of ['AVERAGE', 'FIFO'] as const) {
  describe(`the base of shares held on the reset date, by ${lotMethod}`, () => {
    it('is the sum of the maxima per lot: 180,000 and 140,000', () => {
      const expected = { base: '320000.00', gain: '32161.20', closed: RESET, isUnknown: false };
      assert.deepEqual(bases(ALL_SOLD, { lotMethod }), [expected]);
    });

    it('is the maximum of the sums per holding: 300,000 above 290,000', () => {
      const [sold] = bases(ALL_SOLD, { lotMethod, per: 'HOLDING' });
      assert.deepEqual([sold?.base, sold?.gain], ['300000.00', '52161.20']);
    });

    it('is the cost without a close, so that the gain is that of the books', () => {
      const movements = movementsOf(ALL_SOLD);
      const { disposals, baseOf } = foldBases(movements, {
        rule: ruleWith({ lotMethod }),
        closes: new Map(),
      });
      const [sold] = disposals;
      assert.ok(sold);
      assert.equal(shown(baseOf(sold).baseMinor), '290000.00');
      assert.equal(shown(sold.outcome[lotMethod].gainMinor), '62161.20');
    });

    it('is the cost per holding if the close is below it', () => {
      const [sold] = bases(ALL_SOLD, { lotMethod, per: 'HOLDING', closes: { 1: 28 } });
      assert.equal(sold?.base, '290000.00');
    });

    it('is the cost, and marked as unknown, if there is no close', () => {
      const expected = { base: '290000.00', gain: '62161.20', closed: undefined, isUnknown: true };
      assert.deepEqual(bases(ALL_SOLD, { lotMethod, closes: {} }), [expected]);
    });

    it('names the date of the close that it uses', () => {
      const [sold] = bases(ALL_SOLD, { lotMethod, closeDate: '2025-12-29' });
      assert.equal(sold?.closed, '2025-12-29');
    });

    it('is the value at the close if the cost is not known', () => {
      const opening: Moved = { on: '2025-06-02', kind: 'OPENING', quantity: 1_000, unknown: true };
      const [sold] = bases([opening, sell('2026-05-04', 1_000, '36000.00')], { lotMethod });
      assert.deepEqual([sold?.base, sold?.isUnknown], ['30000.00', false]);
    });

    it('remains the whole base when a bonus multiplies the units', () => {
      const bonus: Moved = { on: '2026-03-02', kind: 'BONUS', quantity: 2_000 };
      const [sold] = bases([...TWO_LOTS, bonus, sell('2026-05-04', 12_000, '352161.20')], {
        lotMethod,
      });
      assert.equal(sold?.base, '320000.00');
    });

    it('is not changed for what was sold before the reset date, or bought after it', () => {
      const sold = bases(
        [
          ...TWO_LOTS,
          sell('2025-12-31', 10_000, '300000.00'),
          buy('2026-01-05', 1_000, '20000.00'),
          sell('2026-02-02', 1_000, '31000.00'),
        ],
        { lotMethod },
      );
      assert.deepEqual(
        sold.map(({ gain, closed }) => [gain, closed]),
        [
          ['10000.00', undefined],
          ['11000.00', undefined],
        ],
      );
      const before = sell('2025-12-31', 3_000, '90000.00');
      const [part] = bases([buy('2025-03-03', 6_000, '150000.00'), before], { lotMethod });
      assert.deepEqual([part?.gain, part?.closed], ['15000.00', undefined]);
    });
  });
}

describe('the pool at average cost after a reset', () => {
  it('continues with later purchases, and the last unit takes the rest', () => {
    const sold = bases([
      ...TWO_LOTS,
      buy('2026-02-02', 1_000, '40000.00'),
      sell('2026-03-02', 7_000, '252000.00'),
      sell('2026-04-01', 4_000, '144000.00'),
    ]);
    // The base is 360,000 for 11,000 units: the 7,000 units sold take 229,090.91, and the remaining
    // units keep 130,909.09.
    assert.deepEqual(
      sold.map(({ base }) => base),
      ['229090.91', '130909.09'],
    );
  });

  it('moves the new base with the cost when a merger exchanges the shares', () => {
    const sold = bases([
      ...TWO_LOTS,
      { on: '2026-03-02', kind: 'MERGER_OUT', quantity: -10_000, cost: '-290000.00', by: 9 },
      {
        ...{ on: '2026-03-02', kind: 'MERGER_IN', quantity: 5_000, cost: '290000.00' },
        ...{ by: 9, line: 2, security: 2 },
      },
      { ...sell('2026-05-04', 5_000, '352161.20'), security: 2 },
    ]);
    assert.deepEqual([sold[0]?.base, sold[0]?.closed], ['320000.00', RESET]);
  });

  it('moves a part of the new base with the part of the cost that a spin-off takes', () => {
    const sold = bases([
      ...TWO_LOTS,
      { on: '2026-03-02', kind: 'SPIN_OFF', cost: '-58000.00', by: 9 },
      {
        ...{ on: '2026-03-02', kind: 'SPIN_OFF', quantity: 1_000, cost: '58000.00' },
        ...{ by: 9, line: 2, security: 2 },
      },
      sell('2026-05-04', 10_000, '352161.20'),
      { ...sell('2026-05-04', 1_000, '70000.00'), security: 2 },
    ]);
    // A fifth of the cost corresponds to a fifth of 320,000.
    assert.deepEqual(
      sold.map(({ base }) => base),
      ['256000.00', '64000.00'],
    );
  });

  it('deducts a capital return from the base, and no gain arises before it is used up', () => {
    const [returned, sold] = bases([
      ...TWO_LOTS,
      {
        ...{ on: '2026-03-02', kind: 'CAPITAL_RETURN', cost: '-290000.00' },
        ...{ proceeds: '310000.00', gain: '20000.00' },
      },
      sell('2026-05-04', 10_000, '352161.20'),
    ]);
    // The cost of 290,000 is used up; the base of 320,000 is not.
    assert.deepEqual([returned?.base, returned?.gain], ['310000.00', '0.00']);
    assert.equal(sold?.base, '10000.00');
  });
});

describe('lots by FIFO after a reset', () => {
  it('have their own base each, the oldest first', () => {
    const sold = bases(
      [...TWO_LOTS, sell('2026-03-02', 7_000, '252000.00'), sell('2026-04-01', 3_000, '108000.00')],
      { lotMethod: 'FIFO' },
    );
    // The first sale takes 6,000 units at the close of 30 and 1,000 at the cost of 35, the second
    // one 3,000 at 35.
    assert.deepEqual(
      sold.map(({ base }) => base),
      ['215000.00', '105000.00'],
    );
  });
});
