// An exchange session's hours, in the exchange's local time.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithinHours, type SessionHours } from '../../../src/exchanges/fix/session/peer/hours.js';

const LAGOS = 'Africa/Lagos';
const WEEK = [1, 2, 3, 4, 5];

function within(hours: SessionHours, ...moments: string[]): boolean[] {
  return moments.map((moment) => isWithinHours(hours, Date.parse(moment)));
}

describe('the hours of a session', () => {
  it('begin with their first moment and end before their last', () => {
    const hours = { from: '08:15', until: '17:40', timeZone: LAGOS };
    const moments = ['07:14:59.999Z', '07:15:00Z', '16:39:59.999Z', '16:40:00Z'];
    assert.deepEqual(within(hours, ...moments.map((time) => `2026-08-11T${time}`)), [
      ...[false, true, true, false],
    ]);
  });

  it('apply on the listed days, in the time zone of the exchange', () => {
    const hours = { from: '00:00', until: '23:59', weekdays: WEEK, timeZone: LAGOS };
    // In Lagos, Monday begins while it is still Sunday in UTC, and Saturday begins an hour before
    // it does in UTC.
    assert.deepEqual(
      within(hours, '2026-08-09T22:59:00Z', '2026-08-09T23:00:00Z', '2026-08-14T23:30:00Z'),
      [false, true, false],
    );
  });

  it('pass midnight if they end no later than they begin, and belong to their first day', () => {
    const hours = { from: '22:00', until: '04:00', weekdays: [5], timeZone: LAGOS };
    const moments = ['14T20:59Z', '14T21:00Z', '15T02:59Z', '15T03:00Z', '15T21:30Z', '14T01:00Z'];
    assert.deepEqual(within(hours, ...moments.map((moment) => `2026-08-${moment}`)), [
      ...[false, true, true, false, false, false],
    ]);
    const always = { from: '06:00', until: '06:00', timeZone: LAGOS };
    assert.deepEqual(within(always, '2026-08-14T04:59Z', '2026-08-14T05:00Z'), [true, true]);
  });

  it('follow the clock of a zone that changes its time', () => {
    const hours = { from: '09:00', until: '17:00', timeZone: 'Europe/London' };
    assert.deepEqual(within(hours, '2026-03-27T08:30Z', '2026-03-30T08:30Z'), [false, true]);
  });
});
