// Accrued interest of bonds: values calculated by hand, and properties that hold on every date.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  accrualOn,
  accruedPer100,
  type CouponTerms,
  couponPeriod,
} from '../../../src/modules/order/rule/accrued-interest.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

// 14.55 % FGN APR 2029: coupons on 26 April and 26 October.
const federal: CouponTerms = {
  couponRate: new Decimal('14.55'),
  couponsPerYear: 2,
  dayCount: 'ACT_ACT_ICMA',
  maturityDate: businessDate('2029-04-26'),
};

const on = (date: string, terms: CouponTerms = federal) =>
  String(accruedPer100(accrualOn(terms, businessDate(date))).toDecimalPlaces(6));

describe('a federal bond by ACT/ACT (ICMA)', () => {
  it('has accrued nothing on a coupon date', () => assert.equal(on('2026-10-26'), '0'));
  it('has accrued one of 182 days the day after', () => assert.equal(on('2026-10-27'), '0.039973'));
  it('has accrued 21 of 182 days after three weeks', () =>
    assert.equal(on('2026-11-16'), '0.839423'));
  it('has accrued all but a day of 7.275 before the next coupon', () =>
    assert.equal(on('2027-04-25'), '7.235027'));
  it('counts a period of 183 days by its own length', () =>
    assert.equal(on('2026-04-27'), '0.039754'));
  it('has accrued nothing from maturity on', () => {
    assert.equal(on('2029-04-26'), '0');
    assert.equal(on('2030-01-01'), '0');
  });
  it('accrues from its issue in a short first period, by the whole period', () => {
    const issued = { ...federal, issueDate: businessDate('2026-11-02') };
    assert.equal(on('2026-10-30', issued), '0');
    assert.equal(on('2026-11-02', issued), '0');
    assert.equal(on('2026-11-16', issued), '0.559615');
  });
});

describe('a bond that trades flat', () => {
  const flat = { ...federal, flatFrom: businessDate('2026-11-10') };
  it('accrues until its issuer fails to pay, and nothing from then on', () => {
    assert.equal(on('2026-11-09', flat), on('2026-11-09'));
    assert.equal(on('2026-11-10', flat), '0');
    assert.equal(on('2027-06-01', flat), '0');
  });
});

describe('a bond by 30/360', () => {
  const bond: CouponTerms = {
    couponRate: new Decimal(6),
    couponsPerYear: 2,
    dayCount: 'THIRTY_360',
    maturityDate: businessDate('2030-12-15'),
  };
  it('accrues a twelfth of the year in each month', () => {
    assert.equal(on('2026-07-15', bond), '0.5');
    assert.equal(on('2026-08-15', bond), '1');
  });
  it('counts February as thirty days', () => assert.equal(on('2027-03-01', bond), '1.266667'));
});

describe('a bond by 30/360 that pays on last days', () => {
  it('never accrues more than a coupon, even if the convention yields more days', () => {
    const terms: CouponTerms = {
      couponRate: new Decimal(6),
      couponsPerYear: 2,
      dayCount: 'THIRTY_360',
      maturityDate: businessDate('2030-08-31'),
    };
    assert.equal(on('2027-08-29', terms), '3');
    assert.equal(on('2027-08-30', terms), '3');
    assert.equal(on('2027-08-31', terms), '0');
  });
});

describe('coupon dates', () => {
  it('run back from maturity by whole periods', () => {
    assert.deepEqual(couponPeriod(federal, businessDate('2026-11-16')), {
      start: '2026-10-26',
      end: '2027-04-26',
    });
  });
  it('are last days of months if maturity is one', () => {
    const terms = { ...federal, maturityDate: businessDate('2028-08-31') };
    assert.deepEqual(couponPeriod(terms, businessDate('2028-02-29')), {
      start: '2028-02-29',
      end: '2028-08-31',
    });
    const thirtieth = { ...federal, maturityDate: businessDate('2028-02-29') };
    assert.equal(couponPeriod(thirtieth, businessDate('2027-09-01'))?.start, '2027-08-31');
  });
  it('enclose every date, and the accrual never leaves one coupon', () => {
    for (const couponsPerYear of [1, 2, 4, 12]) {
      for (const dayCount of ['ACT_ACT_ICMA', 'THIRTY_360'] as const) {
        const terms = { ...federal, couponsPerYear, dayCount };
        const coupon = terms.couponRate.dividedBy(couponsPerYear);
        for (let day = 0; day < 900; day += 1) {
          const date = addDays(businessDate('2026-11-16'), day);
          const period = couponPeriod(terms, date);
          const accrued = accruedPer100(accrualOn(terms, date));
          if (period === undefined) {
            assert.ok(date >= terms.maturityDate && accrued.isZero());
            continue;
          }
          assert.ok(period.start <= date && date < period.end, `${date} in its period`);
          assert.ok(accrued.gte(0) && accrued.lt(coupon), `${date} ${accrued}`);
        }
      }
    }
  });
});
