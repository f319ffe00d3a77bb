// Interest payment dates and capitalised interest.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accruedInterest } from '../../../src/modules/asset/instrument/interest.js';
import {
  type InterestRhythm,
  interestDates,
} from '../../../src/modules/asset/instrument/interest-payment.js';
import { taxInAll } from '../../../src/modules/asset/tax/withholding-tax.js';
import {
  calendarOf,
  type DayConvention,
} from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const every = (
  interest_frequency: InterestRhythm['interest_frequency'],
  interest_days: number | null = null,
): InterestRhythm => ({ interest_frequency, interest_days });

function datesOf(
  [start, end]: readonly [string, string],
  rhythm: InterestRhythm,
  convention: DayConvention = 'NONE',
): string[] {
  const term = { start: businessDate(start), end: businessDate(end) };
  return interestDates(term, rhythm, { convention, calendar: calendarOf([]) });
}

describe('interest payment dates', () => {
  it('of a term begun on the 31st return to the 31st after February', () => {
    const dates = datesOf(['2026-01-31', '2026-06-01'], every('MONTHLY'));
    assert.deepEqual(dates, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });

  it('come every quarter, half-year and year, and never on the last day', () => {
    const year = ['2026-01-05', '2027-01-05'] as const;
    assert.deepEqual(datesOf(year, every('QUARTERLY')), ['2026-04-05', '2026-07-05', '2026-10-05']);
    assert.deepEqual(datesOf(year, every('HALF_YEARLY')), ['2026-07-05']);
    assert.deepEqual(datesOf(year, every('YEARLY')), []);
  });

  it('move off closed days, and two that fall on one day are one', () => {
    const weekend = ['2026-01-08', '2026-01-14'] as const;
    assert.deepEqual(datesOf(weekend, every('DAYS', 1), 'FOLLOWING'), [
      '2026-01-09',
      '2026-01-12',
      '2026-01-13',
    ]);
    assert.deepEqual(datesOf(weekend, every('DAYS', 2), 'PRECEDING'), ['2026-01-09', '2026-01-12']);
  });

  it('are dropped if they move to the end of the term or beyond, which settles them', () => {
    assert.deepEqual(datesOf(['2026-01-05', '2026-01-12'], every('DAYS', 5), 'FOLLOWING'), []);
  });
});

describe('capitalised interest', () => {
  const quarters = ['2026-04-05', '2026-07-05', '2026-10-05'].map((date) => ({
    date: businessDate(date),
    withholding: [],
  }));
  const terms = {
    principal: naira(10_000_000n),
    ratePercent: new Decimal('7'),
    start: businessDate('2026-01-05'),
    end: businessDate('2027-01-05'),
    dayCount: 'THIRTY_360',
  } as const;

  it('of 100,000 at 7 % by quarters is 7,185.91: each quarter is rounded separately', () => {
    // 1,750.00, 1,780.63, 1,811.79 and 1,843.49. The formula rounds only once and gives 7,185.90.
    const capitalised = { ...terms, capitalisations: quarters };
    assert.equal(accruedInterest(capitalised, terms.end).minor, 718_591n);
    const formula = accruedInterest({ ...terms, compoundingsPerYear: 4 }, terms.end);
    assert.equal(formula.minor, 718_590n);
  });

  it('is simple within a quarter, and continuous at its last day', () => {
    const capitalised = { ...terms, capitalisations: quarters };
    const on = (date: string) => accruedInterest(capitalised, businessDate(date)).minor;
    assert.equal(on('2026-02-05'), accruedInterest(terms, businessDate('2026-02-05')).minor);
    assert.equal(on('2026-04-05'), 175_000n);
    assert.equal(on('2026-05-05'), 175_000n + 59_354n);
  });
});

describe('tax of the whole term', () => {
  const rule = { taxCode: 'WHT', instrumentClass: 'X', percent: '10', isFinal: false };
  const settled = { gross: naira(100_000n), tax: naira(15_000n) };

  it('keeps withheld amounts, and applies the rules of the day to the remainder', () => {
    assert.equal(taxInAll(naira(150_000n), settled, [rule]).minor, 20_000n);
    assert.equal(taxInAll(naira(100_000n), settled, []).minor, 15_000n);
  });

  it('is refunded in proportion if interest is clawed back', () => {
    assert.equal(taxInAll(naira(50_001n), settled, [rule]).minor, 7_500n);
    assert.equal(taxInAll(naira(0n), settled, [rule]).minor, 0n);
  });
});
