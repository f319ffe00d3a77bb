// Forward pricing: which day's net asset value an order deals at.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DealingRule, dealingDateOf } from '../../../src/modules/asset/fund/dealing-day.js';
import { calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

const RULE: DealingRule = {
  cutOff: '14:00',
  timeZone: 'Africa/Lagos',
  weekdays: [1, 2, 3, 4, 5],
  calendar: calendarOf(['2026-04-03', '2026-04-06']),
};

interface Given {
  readonly known?: readonly string[];
  readonly rule?: DealingRule;
}

function dealt(today: string, now: string, { known = [], rule = RULE }: Given = {}): string {
  return dealingDateOf({ today: businessDate(today), now }, rule, new Set(known));
}

describe('an order is dealt', () => {
  it('on its own day up to the cut-off, in the time zone of the fund', () => {
    assert.equal(dealt('2026-03-30', '2026-03-30T07:00:00.000Z'), '2026-03-30');
    assert.equal(dealt('2026-03-30', '2026-03-30T13:00:00.000Z'), '2026-03-30');
  });

  it('on the next day a millisecond later', () => {
    assert.equal(dealt('2026-03-30', '2026-03-30T13:00:00.001Z'), '2026-03-31');
  });

  it('after weekend and holidays: from Thursday evening before Easter on Tuesday', () => {
    assert.equal(dealt('2026-04-02', '2026-04-02T18:00:00.000Z'), '2026-04-07');
    assert.equal(dealt('2026-04-03', '2026-04-03T08:00:00.000Z'), '2026-04-07');
  });

  it('on the next day if the calendar is ahead, to prevent late trading', () => {
    assert.equal(dealt('2026-03-30', '2026-03-30T23:30:00.000Z'), '2026-03-31');
  });

  it('on the business date if that is ahead of the calendar', () => {
    assert.equal(dealt('2026-03-30', '2026-03-29T22:00:00.000Z'), '2026-03-30');
  });

  it('never on a day whose value has been entered', () => {
    const known = ['2026-03-30', '2026-03-31'];
    assert.equal(dealt('2026-03-30', '2026-03-30T07:00:00.000Z', { known }), '2026-04-01');
  });

  it('on the weekdays of the fund only', () => {
    const weekly = { ...RULE, weekdays: [3] };
    assert.equal(dealt('2026-03-30', '2026-03-30T07:00:00.000Z', { rule: weekly }), '2026-04-01');
    assert.equal(dealt('2026-04-01', '2026-04-01T15:00:00.000Z', { rule: weekly }), '2026-04-08');
  });
});
