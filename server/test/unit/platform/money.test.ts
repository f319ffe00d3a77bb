// Money: exact conversion, formatting, sums and allocation.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minorUnits } from '../../../src/platform/money/currency.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import {
  addMoney,
  allocateMoney,
  decimalToMinor,
  formatMoney,
  formatUngrouped,
  fromDecimal,
  minorToDecimal,
  parseMinor,
  subtractMoney,
  sumMoney,
  toDecimal,
} from '../../../src/platform/money/money.js';
import { roundTo, roundToUnit } from '../../../src/platform/money/rounding.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const minorArbitrary = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });

describe('currencies', () => {
  it('have their minor units', () => {
    assert.equal(minorUnits('NGN'), 2);
    assert.equal(minorUnits('JPY'), 0);
    assert.equal(minorUnits('KWD'), 3);
    assert.equal(minorUnits('CLF'), 4);
  });

  it('are unknown when ISO 4217 does not list them', () => {
    for (const code of ['', 'ngn', 'XXX', 'NG', ' ']) assert.equal(minorUnits(code), undefined);
  });
});

describe('money', () => {
  it('is printed with its currency, grouped', () => {
    assert.equal(formatMoney(naira(123450n)), 'NGN 1,234.50');
    assert.equal(formatMoney(naira(-5n)), 'NGN -0.05');
    assert.equal(formatMoney(naira(0n)), 'NGN 0.00');
    assert.equal(formatMoney(naira(100_000_000n)), 'NGN 1,000,000.00');
    assert.equal(formatMoney(naira(-12_345_600n)), 'NGN -123,456.00');
    assert.equal(formatMoney({ minor: 1234n, currency: 'JPY' }), 'JPY 1,234');
    assert.equal(formatMoney({ minor: 1_234_567n, currency: 'KWD' }), 'KWD 1,234.567');
  });

  it('is printed without grouping for programs', () => {
    assert.equal(formatUngrouped(naira(123_456_780n)), 'NGN 1234567.80');
    assert.equal(formatUngrouped(naira(-1250n)), 'NGN -12.50');
    assert.equal(formatUngrouped(naira(-100_000_005n)), 'NGN -1000000.05');
    assert.equal(formatUngrouped({ minor: 1_234_567n, currency: 'JPY' }), 'JPY 1234567');
  });

  it('is read only when the currency has enough decimals', () => {
    assert.equal(parseMinor(new Decimal('10.50'), 'NGN'), 1050n);
    assert.equal(parseMinor(new Decimal('-10.5'), 'NGN'), -1050n);
    assert.equal(parseMinor(new Decimal('10.505'), 'NGN'), undefined);
    assert.equal(parseMinor(new Decimal('10.5'), 'JPY'), undefined);
    assert.equal(parseMinor(new Decimal('10'), 'ZZZ'), undefined);
    assert.equal(parseMinor(new Decimal('Infinity'), 'NGN'), undefined);
    assert.equal(parseMinor(new Decimal('NaN'), 'NGN'), undefined);
    assert.equal(parseMinor(new Decimal('-0'), 'NGN'), 0n);
  });

  it('is rounded as the call says', () => {
    assert.equal(decimalToMinor(new Decimal('253.125'), 'NGN', 'HALF_UP'), 25313n);
    assert.equal(decimalToMinor(new Decimal('253.125'), 'NGN', 'HALF_EVEN'), 25312n);
    assert.equal(decimalToMinor(new Decimal('-253.125'), 'NGN', 'HALF_UP'), -25313n);
    assert.deepEqual(fromDecimal(new Decimal('1.001'), 'NGN', 'UP'), naira(101n));
  });

  it('adds and subtracts within one currency only', () => {
    assert.deepEqual(addMoney(naira(1n), naira(2n)), naira(3n));
    assert.deepEqual(subtractMoney(naira(1n), naira(2n)), naira(-1n));
    assert.deepEqual(sumMoney([], 'NGN'), naira(0n));
    assert.throws(() => addMoney(naira(1n), { minor: 1n, currency: 'USD' }));
  });

  it('allocates by largest remainder, the earlier share first on a tie', () => {
    const ones = [1, 1, 1].map((weight) => new Decimal(weight));
    assert.deepEqual(allocateMoney(naira(100n), ones), [34n, 33n, 33n].map(naira));
    assert.deepEqual(allocateMoney(naira(-100n), ones), [-34n, -33n, -33n].map(naira));
    assert.throws(() => allocateMoney(naira(1n), [new Decimal(0)]));
    assert.throws(() => allocateMoney(naira(1n), []));
  });

  it('is unchanged when it is read from its decimal', () => {
    fc.assert(
      fc.property(
        minorArbitrary,
        fc.constantFrom('NGN', 'JPY', 'KWD', 'CLF'),
        (minor, currency) => {
          const decimal = minorToDecimal(minor, currency);
          assert.equal(parseMinor(decimal, currency), minor);
          assert.deepEqual(fromDecimal(decimal, currency, 'DOWN'), { minor, currency });
          assert.ok(toDecimal({ minor, currency }).equals(decimal));
        },
      ),
    );
  });

  it('allocates without loss, each share within one minor unit of its proportion', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(minorArbitrary, weights, (minor, integers) => {
        fc.pre(integers.some((weight) => weight > 0));
        const total = integers.reduce((sum, weight) => sum + weight, 0);
        const shares = allocateMoney(
          naira(minor),
          integers.map((weight) => new Decimal(weight)),
        );
        assert.deepEqual(sumMoney(shares, 'NGN'), naira(minor));
        shares.forEach((share, index) => {
          const exact = new Decimal(String(minor)).times(integers[index] ?? 0).dividedBy(total);
          assert.ok(exact.minus(String(share.minor)).abs().lessThan(1));
        });
      }),
    );
  });
});

describe('rounding', () => {
  it('supports each mode on both sides of a tie and on both signs', () => {
    const rows = [
      ['HALF_UP', '2.5', '3'],
      ['HALF_UP', '-2.5', '-3'],
      ['HALF_EVEN', '2.5', '2'],
      ['HALF_EVEN', '3.5', '4'],
      ['HALF_DOWN', '2.5', '2'],
      ['HALF_DOWN', '2.51', '3'],
      ['UP', '2.01', '3'],
      ['UP', '-2.01', '-3'],
      ['DOWN', '2.99', '2'],
      ['DOWN', '-2.99', '-2'],
      ['CEILING', '-2.99', '-2'],
      ['FLOOR', '-2.01', '-3'],
    ] as const;
    for (const [mode, value, expected] of rows) {
      assert.equal(roundTo(new Decimal(value), 0, mode).toString(), expected, `${mode} ${value}`);
    }
  });

  it('rounds to a unit: up to the dollar, to the rupee, to a tick', () => {
    const round = (value: string, unit: string, mode: 'UP' | 'HALF_UP' | 'DOWN') =>
      roundToUnit(new Decimal(value), new Decimal(unit), mode).toString();
    assert.equal(round('100.01', '1', 'UP'), '101');
    assert.equal(round('100.00', '1', 'UP'), '100');
    assert.equal(round('12.49', '1', 'HALF_UP'), '12');
    assert.equal(round('25.07', '0.05', 'DOWN'), '25.05');
    assert.throws(() => round('1', '0', 'UP'));
  });
});
