// Day counts: published values for each convention, and properties that all of them share.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  DAY_COUNTS,
  type DayCount,
  dayCountDays,
  yearFraction,
} from '../../../src/modules/asset/instrument/day-count.js';
import {
  businessDate,
  fromEpochDay,
  toEpochDay,
} from '../../../src/platform/calendar/business-date.js';

const days = (start: string, end: string, dayCount: DayCount) =>
  dayCountDays(businessDate(start), businessDate(end), dayCount);

function years(start: string, end: string, dayCount: DayCount): string {
  const fraction = yearFraction(businessDate(start), businessDate(end), dayCount);
  return (fraction.numerator / fraction.denominator).toFixed(9);
}

describe('a day count', () => {
  it('includes the start and excludes the end: 91 days from 2026-01-05 to 2026-04-06', () => {
    assert.equal(days('2026-01-05', '2026-04-06', 'ACT_365F'), 91);
  });

  it('of ACT/ACT ISDA splits at 1 January', () => {
    assert.equal(years('2003-11-01', '2004-05-01', 'ACT_ACT_ISDA'), '0.497724381');
    assert.equal(years('1999-02-01', '2000-07-01', 'ACT_ACT_ISDA'), '1.412336253');
    assert.equal(years('2006-02-28', '2006-08-31', 'ACT_ACT_ISDA'), '0.504109589');
    assert.equal(years('2008-02-29', '2008-08-31', 'ACT_ACT_ISDA'), '0.502732240');
    assert.equal(years('2007-08-31', '2008-02-29', 'ACT_ACT_ISDA'), '0.498188487');
  });

  it('of the 30/360 bond basis moves the end only when the start is at 30', () => {
    assert.equal(days('2006-08-20', '2007-02-20', 'THIRTY_360'), 180);
    assert.equal(days('2006-08-31', '2007-02-28', 'THIRTY_360'), 178);
    assert.equal(days('2007-02-28', '2007-08-31', 'THIRTY_360'), 183);
    assert.equal(days('2007-01-31', '2007-03-31', 'THIRTY_360'), 60);
  });

  it('of 30E/360 moves any 31', () => {
    assert.equal(days('2007-02-28', '2007-08-31', 'THIRTY_E_360'), 182);
    assert.equal(days('2008-02-29', '2008-08-31', 'THIRTY_E_360'), 181);
  });

  it('has its own year', () => {
    const year = (date: string, dayCount: DayCount) =>
      yearFraction(businessDate(date), businessDate('2026-12-31'), dayCount).denominator;
    assert.equal(year('2026-01-05', 'ACT_365F'), 365);
    assert.equal(year('2026-01-05', 'ACT_360'), 360);
    assert.equal(year('2026-01-05', 'ACT_364'), 364);
    assert.equal(year('2026-01-05', 'ACT_366_LEAP'), 365);
    assert.equal(year('2024-01-05', 'ACT_366_LEAP'), 366);
    assert.equal(year('2026-01-05', 'THIRTY_360'), 360);
  });

  it('is zero for no time and never smaller for more', () => {
    const from = toEpochDay(businessDate('1990-01-01'));
    const start = fc.integer({ min: from, max: from + 20_000 });
    const length = fc.integer({ min: 0, max: 4_000 });
    fc.assert(
      fc.property(start, length, fc.constantFrom(...DAY_COUNTS), (first, more, dayCount) => {
        const at = fromEpochDay(first);
        assert.equal(yearFraction(at, at, dayCount).numerator, 0);
        const shorter = yearFraction(at, fromEpochDay(first + more), dayCount);
        const longer = yearFraction(at, fromEpochDay(first + more + 1), dayCount);
        assert.ok(shorter.numerator <= longer.numerator);
      }),
    );
  });

  it('of calendar days is additive', () => {
    const from = toEpochDay(businessDate('1995-01-01'));
    const parts = fc.integer({ min: 0, max: 3_000 });
    const counts = fc.constantFrom<DayCount>('ACT_365F', 'ACT_360', 'ACT_364', 'ACT_ACT_ISDA');
    fc.assert(
      fc.property(parts, parts, counts, (first, second, dayCount) => {
        const dates = [from, from + first, from + first + second].map(fromEpochDay);
        const [start, middle, end] = dates;
        assert.ok(start !== undefined && middle !== undefined && end !== undefined);
        const one = yearFraction(start, middle, dayCount).numerator;
        const two = yearFraction(middle, end, dayCount).numerator;
        assert.equal(one + two, yearFraction(start, end, dayCount).numerator);
      }),
    );
  });
});
