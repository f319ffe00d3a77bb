// Rules for wealth statements: which changes are material and how charts are scaled.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMaterial } from '../../../src/modules/wealth/statement/check.js';
import { compactAmount, niceTicks } from '../../../src/modules/wealth/statement/scale.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

describe('a change to a statement', () => {
  const moved = (
    closing: [bigint, bigint],
    percents: readonly (string | undefined)[] = ['1.00', '1.00'],
  ) => {
    const [then, now] = percents.map((text) =>
      text === undefined ? undefined : new Decimal(text),
    );
    return isMaterial(
      { closing_minor: closing[0], return_percent: then ?? null },
      { closingMinor: closing[1], returnPercent: now },
    );
  };

  it('is material from 0.10 percent of the closing value on', () => {
    assert.equal(moved([100_000_000n, 100_099_999n]), false);
    assert.equal(moved([100_000_000n, 100_100_000n]), true);
    assert.equal(moved([100_000_000n, 99_900_000n]), true);
    assert.equal(moved([-100_000_000n, -100_099_999n]), false);
    assert.equal(moved([-100_000_000n, -100_100_000n]), true);
    assert.equal(moved([0n, 0n]), false);
    assert.equal(moved([0n, 1n]), true);
  });

  it('is material from 0.05 points of the return on, or if the return appears', () => {
    assert.equal(moved([1n, 1n], ['1.00', '1.04']), false);
    assert.equal(moved([1n, 1n], ['1.00', '1.05']), true);
    assert.equal(moved([1n, 1n], ['1.00', '0.95']), true);
    assert.equal(moved([1n, 1n], [undefined, '0.00']), true);
    assert.equal(moved([1n, 1n], ['0.00', undefined]), true);
    assert.equal(moved([1n, 1n], [undefined, undefined]), false);
  });
});

describe('the scale of a chart', () => {
  const ticks = (least: number, most: number) =>
    niceTicks(new Decimal(least), new Decimal(most), 4).map(String);

  it('has round numbers around the amounts', () => {
    assert.deepEqual(ticks(0, 100), ['0', '25', '50', '75', '100']);
    assert.deepEqual(ticks(123, 161), ['120', '130', '140', '150', '160', '170']);
    assert.deepEqual(ticks(-30, 10), ['-30', '-20', '-10', '0', '10']);
  });

  it('covers equal amounts and nothing', () => {
    for (const amount of [0, 5, 1_000_000, -7]) {
      const [first, ...rest] = niceTicks(new Decimal(amount), new Decimal(amount), 4);
      assert.ok(first?.lessThanOrEqualTo(amount));
      assert.ok(rest.at(-1)?.greaterThanOrEqualTo(amount));
      assert.ok(rest.length > 0 && rest.length < 10);
    }
  });

  it('writes large amounts in few characters', () => {
    const texts = ['0', '999999', '1000000', '12345678', '-2500000', '1250000000'];
    assert.deepEqual(
      texts.map((text) => compactAmount(new Decimal(text))),
      ['0', '999,999', '1 m', '12.35 m', '-2.5 m', '1.25 bn'],
    );
  });
});
