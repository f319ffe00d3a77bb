// Take-ups: their cost, and the limits set by the rights and the available money.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  affordableTakeUp,
  holdsUnits,
  takeUpOf,
} from '../../../src/modules/custody/rule/election.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const prices = (price: string, additional = price) => ({
  price: new Decimal(price),
  additionalPrice: new Decimal(additional),
  currency: 'NGN',
});

describe('a take-up', () => {
  it('costs its units at both prices, each rounded half-up (G10)', () => {
    const taken = takeUpOf({ quantity: 100n, additional: 200n }, prices('36'));
    assert.deepEqual([taken.costMinor, taken.additionalCostMinor], [360_000n, 720_000n]);
    const odd = takeUpOf({ quantity: 3n, additional: 1n }, prices('0.125', '0.004'));
    assert.deepEqual([odd.costMinor, odd.additionalCostMinor], [38n, 0n]);
  });

  it('is limited by the available rights, and leaves the rest of the money', () => {
    const wanted = { quantity: 100n, additional: 0n };
    const limits = { onHand: 40n, heldMinor: 360_000n };
    const taken = affordableTakeUp(wanted, limits, prices('36'));
    assert.deepEqual([taken.quantity, taken.costMinor], [40n, 144_000n]);
    const none = affordableTakeUp(wanted, { ...limits, onHand: -5n }, prices('36'));
    assert.deepEqual([none.quantity, none.costMinor], [0n, 0n]);
  });

  it('buys fewer units at a higher price, units for rights first', () => {
    const limits = { onHand: 100n, heldMinor: 1_080_000n };
    const wanted = { quantity: 100n, additional: 200n };
    const taken = affordableTakeUp(wanted, limits, prices('40'));
    assert.deepEqual([taken.quantity, taken.additional], [100n, 170n]);
    assert.ok(taken.costMinor + taken.additionalCostMinor <= limits.heldMinor);
  });

  it('never costs more than is on hold, for any price', () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const price = new Decimal((seed * 7_919) % 10_007).plus(1).dividedBy(997).toFixed(6);
      const wanted = { quantity: BigInt(seed % 13), additional: BigInt(seed % 7) };
      const heldMinor = BigInt((seed * 104_729) % 9_973);
      const onHand = BigInt(seed % 11);
      const taken = affordableTakeUp(wanted, { onHand, heldMinor }, prices(price));
      assert.ok(taken.costMinor + taken.additionalCostMinor <= heldMinor, `seed ${seed}`);
      assert.ok(taken.quantity <= onHand && taken.quantity <= wanted.quantity, `seed ${seed}`);
      assert.ok(taken.additional <= wanted.additional, `seed ${seed}`);
    }
  });

  it('reserves units only if the election removes them', () => {
    const tender = { kind: 'TEND', participation: 'VOLU' } as const;
    assert.equal(holdsUnits(tender, 'CASH'), true);
    assert.equal(holdsUnits(tender, 'NOAC'), false);
    assert.equal(holdsUnits({ kind: 'DVOP', participation: 'CHOS' }, 'SECU'), false);
    assert.equal(holdsUnits({ kind: 'EXOF', participation: 'MAND' }, 'SECU'), false);
  });
});
