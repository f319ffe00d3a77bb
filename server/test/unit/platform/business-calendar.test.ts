// Business calendars: open days, moving by business days, and the four date conventions.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addBusinessDays,
  adjust,
  calendarOf,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
} from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

const easter = calendarOf(['2026-04-03', '2026-04-06']);
const date = businessDate;

describe('a business calendar', () => {
  it('is closed on weekends and holidays', () => {
    assert.equal(isBusinessDay(date('2026-04-02'), easter), true);
    assert.equal(isBusinessDay(date('2026-04-03'), easter), false);
    assert.equal(isBusinessDay(date('2026-04-04'), easter), false);
    assert.equal(nextBusinessDay(date('2026-04-02'), easter), '2026-04-07');
    assert.equal(previousBusinessDay(date('2026-04-07'), easter), '2026-04-02');
  });

  it('supports a weekend of Friday and Saturday', () => {
    const calendar = { holidays: new Set<string>(), weekend: new Set([5, 6]) };
    assert.equal(isBusinessDay(date('2026-04-03'), calendar), false);
    assert.equal(isBusinessDay(date('2026-04-05'), calendar), true);
  });

  it('adds business days forwards and backwards', () => {
    assert.equal(addBusinessDays(date('2026-04-01'), 2, easter), '2026-04-07');
    assert.equal(addBusinessDays(date('2026-04-07'), -2, easter), '2026-04-01');
    assert.equal(addBusinessDays(date('2026-04-04'), 0, easter), '2026-04-04');
    assert.equal(addBusinessDays(date('2026-04-04'), 1, easter), '2026-04-07');
  });

  it('moves a closed day by the convention', () => {
    const monday = date('2026-04-06');
    assert.equal(adjust(monday, 'NONE', easter), '2026-04-06');
    assert.equal(adjust(monday, 'FOLLOWING', easter), '2026-04-07');
    assert.equal(adjust(monday, 'PRECEDING', easter), '2026-04-02');
    assert.equal(adjust(date('2026-05-30'), 'MODIFIED_FOLLOWING', easter), '2026-05-29');
    assert.equal(adjust(date('2026-05-23'), 'MODIFIED_FOLLOWING', easter), '2026-05-25');
    assert.equal(adjust(date('2026-04-07'), 'FOLLOWING', easter), '2026-04-07');
  });

  it('stops on a calendar that never opens, and on too many days', () => {
    const closed = { holidays: new Set<string>(), weekend: new Set([1, 2, 3, 4, 5, 6, 7]) };
    assert.throws(() => nextBusinessDay(date('2026-04-06'), closed));
    assert.throws(() => addBusinessDays(date('2026-04-06'), 3_661, easter));
    assert.throws(() => addBusinessDays(date('2026-04-06'), 1.5, easter));
  });
});
