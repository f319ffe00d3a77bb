// The income of bonds according to their terms: golden examples, calculated by hand with exact
// fractions.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  accruedToCall,
  couponsWithin,
  facesAfter,
} from '../../../src/modules/custody/rule/bond-schedule.js';
import type { CouponTerms } from '../../../src/modules/order/index.js';
import { adjust, calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { decimalToMinor } from '../../../src/platform/money/money.js';

interface Terms {
  readonly rate: string;
  readonly matures: string;
  readonly perYear?: number;
  readonly issued?: string;
  readonly dayCount?: CouponTerms['dayCount'];
}

function terms({ rate, matures, perYear = 2, issued, dayCount }: Terms): CouponTerms {
  return {
    couponRate: new Decimal(rate),
    couponsPerYear: perYear,
    dayCount: dayCount ?? 'ACT_ACT_ICMA',
    maturityDate: businessDate(matures),
    issueDate: issued === undefined ? null : businessDate(issued),
  };
}

function coupons(of: Terms, first: string, last: string) {
  return couponsWithin(terms(of), { first: businessDate(first), last: businessDate(last) });
}

/** Returns the payment of a rate per 100 on a face value in naira, in kobo. */
function kobo(per100: Decimal | undefined, face: string): bigint {
  assert.ok(per100);
  return decimalToMinor(per100.times(face).dividedBy(100), 'NGN', 'HALF_UP');
}

const FG162027S1 = { rate: '16.2884', matures: '2027-03-17' };

describe('the coupons of a bond', () => {
  it('G18: half of 16.2884 % on 10 units of 1,000 is 814.42, on one unit 81.44', () => {
    const [coupon, ...others] = coupons(FG162027S1, '2027-03-01', '2027-03-31');
    assert.deepEqual(others, []);
    assert.equal(coupon?.date, '2027-03-17');
    assert.equal(kobo(coupon.per100, '10000'), 81_442n);
    assert.equal(kobo(coupon.per100, '1000'), 8_144n);
  });

  it('G19: falls on the date of the terms, and is paid on the next business day', () => {
    const bond = { rate: '16.2884', matures: '2029-03-17' };
    const dates = coupons(bond, '2028-09-01', '2029-04-01').map(({ date }) => date);
    assert.deepEqual(dates, ['2028-09-17', '2029-03-17']);
    const paid = dates.map((date) => adjust(date, 'FOLLOWING', calendarOf([])));
    assert.deepEqual(paid, ['2028-09-18', '2029-03-19']);
  });

  it('G20: a short first period pays 158 of 181 days, later ones the whole coupon', () => {
    const bond = { rate: '17.945', matures: '2030-08-15', issued: '2026-03-10' };
    const [first, second] = coupons(bond, '2026-01-01', '2027-02-15');
    assert.equal(first?.date, '2026-08-15');
    assert.equal(kobo(first.per100, '100000'), 783_235n);
    assert.equal(second?.date, '2027-02-15');
    assert.equal(kobo(second.per100, '100000'), 897_250n);
  });

  it('G20 by 30/360: 155 of 360 days', () => {
    const bond = {
      ...{ rate: '17.945', matures: '2030-08-15', issued: '2026-03-10' },
      dayCount: 'THIRTY_360' as const,
    };
    const [first] = coupons(bond, '2026-01-01', '2026-08-15');
    // 17.945 × 155 / 360 = 7.726319444…
    assert.equal(kobo(first?.per100, '100000'), 772_632n);
  });

  it('G21: a savings bond of 5,000 at 9.07 % pays 113.38 eight times in two years', () => {
    const bond = { rate: '9.07', matures: '2028-11-13', perYear: 4, issued: '2026-11-13' };
    const all = coupons(bond, '2026-11-13', '2030-01-01');
    assert.equal(all.length, 8);
    const paid = all.map(({ per100 }) => kobo(per100, '5000'));
    assert.deepEqual(new Set(paid), new Set([11_338n]));
    assert.equal(
      paid.reduce((sum, minor) => sum + minor, 0n),
      90_704n,
    );
  });

  it('are none before the issue, between coupon dates, after maturity, and without a rate', () => {
    const bond = { rate: '10', matures: '2028-06-30', issued: '2026-06-30' };
    assert.deepEqual(coupons(bond, '2020-01-01', '2026-06-30'), []);
    assert.deepEqual(coupons(bond, '2026-07-01', '2026-12-30'), []);
    assert.deepEqual(coupons(bond, '2028-07-01', '2030-01-01'), []);
    assert.deepEqual(coupons({ ...bond, rate: '0' }, '2026-01-01', '2029-01-01'), []);
    assert.equal(coupons(bond, '2026-12-31', '2026-12-31').length, 1);
  });

  it('are each determined once, however the days are cut into ranges', () => {
    const bond = { rate: '12', matures: '2030-08-31', perYear: 12, issued: '2026-01-31' };
    const whole = coupons(bond, '2026-01-01', '2027-12-31').map(({ date }) => date);
    const cut = [
      ...coupons(bond, '2026-01-01', '2026-02-27'),
      ...coupons(bond, '2026-02-28', '2026-02-28'),
      ...coupons(bond, '2026-03-01', '2027-12-31'),
    ].map(({ date }) => date);
    assert.deepEqual(cut, whole);
    assert.equal(whole.length, 23);
    assert.equal(whole[0], '2026-02-28');
  });
});

describe('a redemption before maturity', () => {
  it('G22: 25 % of 1,000 leaves 750, on which half of 15 % is 11,250.00 for 200 units', () => {
    const date = businessDate('2027-05-20');
    const redemption = { date, percent: new Decimal(25), eventName: 'P1' };
    const [after] = facesAfter(new Decimal(1000), [redemption]);
    assert.equal(String(after?.faceValue), '750');
    const [coupon] = coupons({ rate: '15', matures: '2030-11-20' }, '2027-11-01', '2027-11-30');
    assert.equal(
      kobo(coupon?.per100, String((after?.faceValue.toNumber() ?? 0) * 200)),
      1_125_000n,
    );
    const later = { date: businessDate('2028-05-20'), percent: new Decimal(40), eventName: 'P2' };
    const faces = facesAfter(new Decimal(1000), [redemption, later]);
    assert.deepEqual(
      faces.map(({ faceValue }) => String(faceValue)),
      ['750', '450'],
    );
  });

  it('G23: a call on 1 September pays 104 of 184 days of 7.25: 2,048.91 on 50,000', () => {
    const bond = terms({ rate: '14.5', matures: '2031-05-20' });
    assert.equal(kobo(accruedToCall(bond, businessDate('2026-09-01')), '50000'), 204_891n);
    assert.equal(accruedToCall(bond, businessDate('2026-11-20')), undefined);
  });
});
