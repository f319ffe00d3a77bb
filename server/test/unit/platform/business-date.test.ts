// Business dates: strict parsing and integer day arithmetic, checked against the Temporal library.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  addDays,
  addMonths,
  businessDate,
  compareDates,
  dateOfInstant,
  daysBetween,
  firstOfMonth,
  fromEpochDay,
  isLastOfMonth,
  isLeapYear,
  isWeekend,
  lastOfMonth,
  parseBusinessDate,
  toEpochDay,
  weekdayOf,
} from '../../../src/platform/calendar/business-date.js';

const firstDay = toEpochDay(businessDate('1900-01-01'));
const lastDay = toEpochDay(businessDate('2199-12-31'));
const dates = fc.integer({ min: firstDay, max: lastDay }).map(fromEpochDay);

describe('a business date', () => {
  it('is a real day from 1900 to 2199 in one form', () => {
    for (const text of ['1900-01-01', '2024-02-29', '2199-12-31', '2000-02-29']) {
      assert.equal(parseBusinessDate(text), text);
    }
    const wrong = ['1899-12-31', '2200-01-01', '2026-02-29', '1900-02-29', '2026-13-01'];
    const malformed = ['2026-00-10', '2026-04-31', '2026-1-1', ' 2026-01-01', '2026-01-01\n', ''];
    for (const text of [...wrong, ...malformed, '20260101', '2026-01-01T00:00:00Z']) {
      assert.equal(parseBusinessDate(text), undefined, JSON.stringify(text));
    }
  });

  it('includes the start day and not the end day', () => {
    assert.equal(daysBetween(businessDate('2026-01-05'), businessDate('2026-04-06')), 91);
    assert.equal(addDays(businessDate('2026-01-05'), 91), '2026-04-06');
    assert.equal(addDays(businessDate('2026-03-05'), 364), '2027-03-04');
  });

  it('handles weekdays, leap years and month ends', () => {
    assert.equal(weekdayOf(businessDate('2026-04-06')), 1);
    assert.equal(isWeekend(businessDate('2026-05-30')), true);
    assert.equal(isWeekend(businessDate('2026-05-29')), false);
    assert.deepEqual([1900, 2000, 2024, 2026].map(isLeapYear), [false, true, true, false]);
    assert.equal(lastOfMonth(businessDate('2024-02-10')), '2024-02-29');
    assert.equal(firstOfMonth(businessDate('2024-02-10')), '2024-02-01');
    assert.equal(isLastOfMonth(businessDate('2026-04-30')), true);
    assert.equal(addMonths(businessDate('2026-01-31'), 1), '2026-02-28');
    assert.equal(addMonths(businessDate('2026-01-31'), -2), '2025-11-30');
    assert.equal(addMonths(businessDate('2026-01-31'), 11), '2026-12-31');
  });

  it('refuses to leave the range', () => {
    assert.throws(() => addDays(businessDate('2199-12-31'), 1));
    assert.throws(() => businessDate('2026-02-30'));
  });

  it('is the local day of an instant', () => {
    assert.equal(dateOfInstant('2026-05-31T23:30:00.000Z', 'Africa/Lagos'), '2026-06-01');
    assert.equal(dateOfInstant('2026-05-31T23:30:00.000Z', 'UTC'), '2026-05-31');
  });

  it('agrees with the Temporal library on every date', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -1200, max: 1200 }), (date, count) => {
        const plain = Temporal.PlainDate.from(date);
        assert.equal(weekdayOf(date), plain.dayOfWeek);
        const later = plain.add({ days: count }).toString();
        if (parseBusinessDate(later) !== undefined) assert.equal(addDays(date, count), later);
        const month = plain.add({ months: count }).toString();
        if (parseBusinessDate(month) !== undefined) assert.equal(addMonths(date, count), month);
      }),
    );
  });

  it('orders and counts consistently', () => {
    fc.assert(
      fc.property(dates, dates, (left, right) => {
        const days = daysBetween(left, right);
        assert.equal(addDays(left, days), right);
        assert.equal(Math.sign(compareDates(right, left)), Math.sign(days));
      }),
    );
  });
});
