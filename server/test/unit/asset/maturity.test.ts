// A term's payment dates: whatever the convention and the holidays, a term has at least one day.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maturityOf } from '../../../src/modules/asset/instrument/maturity.js';
import {
  calendarOf,
  type DayConvention,
} from '../../../src/platform/calendar/business-calendar.js';
import {
  addDays,
  businessDate,
  daysBetween,
} from '../../../src/platform/calendar/business-date.js';

const CONVENTIONS: readonly DayConvention[] = [
  'NONE',
  'FOLLOWING',
  'MODIFIED_FOLLOWING',
  'PRECEDING',
];
const FIRST = businessDate('2026-01-01');
const HOLIDAYS = calendarOf([
  businessDate('2026-01-02'),
  businessDate('2026-04-03'),
  businessDate('2026-04-06'),
  businessDate('2026-12-25'),
]);

describe('the maturity of a term', () => {
  it('never gives a term of zero days, for any convention, start and tenure', () => {
    for (const convention of CONVENTIONS) {
      for (const accruesOverGap of [true, false]) {
        for (let day = 0; day < 366; day += 1) {
          const start = addDays(FIRST, day);
          for (let tenure = 1; tenure <= 6; tenure += 1) {
            const rule = { convention, accruesOverGap, calendar: HOLIDAYS };
            const { payment, accrualEnd } = maturityOf(start, tenure, rule);
            const about = `${convention} ${start} ${tenure}`;
            assert.ok(daysBetween(start, payment) > 0, about);
            assert.ok(daysBetween(start, accrualEnd) > 0, about);
          }
        }
      }
    }
  });

  it('moves a one-day term from a Friday under PRECEDING to the Monday', () => {
    const rule = { convention: 'PRECEDING', accruesOverGap: true, calendar: HOLIDAYS } as const;
    const friday = businessDate('2026-01-09');
    assert.equal(maturityOf(friday, 1, rule).payment, '2026-01-12');
    assert.equal(maturityOf(friday, 3, rule).payment, '2026-01-12');
    assert.equal(maturityOf(businessDate('2026-01-07'), 3, rule).payment, '2026-01-09');
  });

  it('moves a one-day term on the last Friday of a month under MODIFIED_FOLLOWING, too', () => {
    const rule = {
      ...({ convention: 'MODIFIED_FOLLOWING', accruesOverGap: true } as const),
      calendar: HOLIDAYS,
    };
    assert.equal(maturityOf(businessDate('2026-01-30'), 1, rule).payment, '2026-02-02');
  });
});
