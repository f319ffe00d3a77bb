// Accrued interest compared with an independent whole-number computation, and the properties that
// must hold when trades and dates are split.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { NGX_BOND } from '../../src/modules/order/fee/shipped-tariff.js';
import { costOf, type Trade } from '../../src/modules/order/fee/trade-cost.js';
import {
  accrualOn,
  accruedPer100,
  accruedValue,
  type CouponTerms,
  couponPeriod,
  maxAccrued,
} from '../../src/modules/order/rule/accrued-interest.js';
import { tradeValue } from '../../src/modules/order/rule/price-rule.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../src/platform/calendar/business-date.js';
import { Decimal } from '../../src/platform/money/decimal.js';

const DAY_MS = 86_400_000;
const FIRST = businessDate('2026-01-01');

// Uses only days that occur in every month, so that interest payment dates need no end-of-month
// rule.
const terms: fc.Arbitrary<CouponTerms> = fc.record({
  couponRate: fc.integer({ min: 1, max: 300_000 }).map((e4) => new Decimal(e4).dividedBy(10_000)),
  couponsPerYear: fc.constantFrom(1, 2, 4, 12),
  dayCount: fc.constantFrom('ACT_ACT_ICMA' as const, 'THIRTY_360' as const),
  maturityDate: fc
    .record({
      year: fc.integer({ min: 2030, max: 2055 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map(({ year, month, day }) => businessDate(textOf(year, month, day)))
    // The last day of February follows a special rule, which the golden files cover.
    .filter((date) => !date.endsWith('-02-28')),
});
const date = fc.integer({ min: 0, max: 1_400 }).map((days) => addDays(FIRST, days));

function textOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * Returns the accrued interest on a face value, both in minor units, using only whole-number
 * fractions.
 */
function accruedMinor(bond: CouponTerms, faceMinor: bigint, on: BusinessDate): bigint {
  const [from, to] = periodOf(bond, on);
  const rateE4 = BigInt(bond.couponRate.times(10_000).toFixed(0));
  const perYear = BigInt(bond.couponsPerYear);
  const [days, yearDays] =
    bond.dayCount === 'ACT_ACT_ICMA'
      ? [BigInt(daysApart(from, on)), perYear * BigInt(daysApart(from, to))]
      : [BigInt(thirty(from, on)), 360n];
  const [above, below] = [faceMinor * rateE4 * days, 1_000_000n * yearDays];
  return (2n * above + below) / (2n * below);
}

// Counts forward from an early interest payment date instead of back from maturity.
function periodOf(bond: CouponTerms, on: BusinessDate): readonly [string, string] {
  const [year = 0, month = 0, day = 0] = bond.maturityDate.split('-').map(Number);
  const step = 12 / bond.couponsPerYear;
  const at = (index: number) => {
    const months = (year - 100) * 12 + month - 1 + index * step;
    return textOf(Math.floor(months / 12), (months % 12) + 1, day);
  };
  let index = 0;
  while (at(index + 1) <= on) index += 1;
  return [at(index), at(index + 1)];
}

const daysApart = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

function thirty(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number);
  return (y2 - y1) * 360 + (m2 - m1) * 30 + d2 - d1;
}

const units = fc.bigInt({ min: 1n, max: 1_000_000n });

/** Returns the accrued interest paid when units of 1,000.00 are bought or sold at 100. */
function paid(
  bond: CouponTerms,
  trade: { side: 'BUY' | 'SELL'; quantity: bigint; on: BusinessDate },
) {
  const faced = { securityType: 'BOND_NAT', faceValue: new Decimal(1_000) };
  const dealt: Trade = {
    side: trade.side,
    quantity: trade.quantity,
    value: tradeValue(new Decimal(100), trade.quantity, faced),
    accrued: accruedValue(accrualOn(bond, trade.on), trade.quantity, faced),
    currency: 'NGN',
    tradeDate: trade.on,
    securityType: 'BOND_NAT',
    commissionGroup: 'STANDARD',
    origin: 'API',
    executionCount: 1,
  };
  return costOf(dealt, { ...NGX_BOND, id: 1n });
}

describe('the accrued interest of a trade', () => {
  it('equals exact fractions, to the kobo', () => {
    fc.assert(
      fc.property(terms, date, units, (bond, on, quantity) => {
        const expected = accruedMinor(bond, quantity * 100_000n, on);
        assert.equal(paid(bond, { side: 'BUY', quantity, on }).accruedMinor, expected);
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });

  it('is paid by the buyer and received by the seller, the same to the kobo', () => {
    fc.assert(
      fc.property(terms, date, units, (bond, on, quantity) => {
        const buy = paid(bond, { side: 'BUY', quantity, on });
        const sale = paid(bond, { side: 'SELL', quantity, on });
        const buyers = buy.netMinor - buy.considerationMinor - buy.chargesMinor;
        const sellers = sale.netMinor - sale.considerationMinor + sale.chargesMinor;
        assert.equal(buyers, sellers);
        assert.equal(buyers, buy.accruedMinor);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('of a split trade sums to that of the whole, within half a kobo per part', () => {
    const parts = fc.array(units, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(terms, date, parts, (bond, on, quantities) => {
        const accruedOf = (quantity: bigint) =>
          paid(bond, { side: 'BUY', quantity, on }).accruedMinor;
        const whole = accruedOf(quantities.reduce((sum, quantity) => sum + quantity, 0n));
        const sum = quantities.reduce((total, quantity) => total + accruedOf(quantity), 0n);
        const apart = whole > sum ? whole - sum : sum - whole;
        assert.ok(2n * apart <= BigInt(quantities.length) + 1n, `${apart}`);
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it('never falls within a coupon period, and no date of a range exceeds its maximum', () => {
    fc.assert(
      fc.property(terms, date, fc.nat({ max: 400 }), (bond, first, length) => {
        const last = addDays(first, length);
        const most = maxAccrued(bond, first, last);
        let before = accrualOn(bond, first);
        for (let on = first; on <= last; on = addDays(on, 1)) {
          const accrual = accrualOn(bond, on);
          assert.ok(accruedPer100(accrual).lte(most), `${on}`);
          if (accrual.from === before.from)
            assert.ok(accruedPer100(accrual).gte(accruedPer100(before)), `${on}`);
          else assert.equal(couponPeriod(bond, on)?.start, accrual.from);
          before = accrual;
        }
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});
