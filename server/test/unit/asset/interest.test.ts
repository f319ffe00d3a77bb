// Interest: published and derived amounts to the kobo, and accruals without drift.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAY_COUNTS, type DayCount } from '../../../src/modules/asset/instrument/day-count.js';
import {
  accruedInterest,
  compoundAmount,
  expectedInterest,
  type InterestTerms,
  simpleInterest,
} from '../../../src/modules/asset/instrument/interest.js';
import { maturityOf } from '../../../src/modules/asset/instrument/maturity.js';
import {
  NIGERIAN_WITHHOLDING,
  netOfTax,
  type WithholdingRule,
  withholdingRulesFor,
  withholdingTax,
} from '../../../src/modules/asset/tax/withholding-tax.js';
import {
  calendarOf,
  type DayConvention,
} from '../../../src/platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const START = businessDate('2026-01-05');

function deposit(minor: bigint, percent: string, days: number): InterestTerms {
  return {
    principal: naira(minor),
    ratePercent: new Decimal(percent),
    start: START,
    end: addDays(START, days),
    dayCount: 'ACT_365F',
  };
}

const GOLDEN = deposit(500_000_000n, '15', 91);
const TEN_PERCENT = withholdingRulesFor(NIGERIAN_WITHHOLDING, {
  instrumentClass: 'TERM_DEPOSIT',
  paymentDate: START,
});

// Returns the accrual posted for a date. Postings always add up to the accrued interest.
function dayAccrual(terms: Parameters<typeof accruedInterest>[0], date: BusinessDate): bigint {
  return accruedInterest(terms, date).minor - accruedInterest(terms, addDays(date, -1)).minor;
}

describe('simple interest', () => {
  it('of 1,000,000 at 7 % for 30 days is 5,753.42, tax 575.34, net 5,178.08', () => {
    const gross = expectedInterest(deposit(100_000_000n, '7', 30));
    assert.deepEqual(netOfTax(gross, TEN_PERCENT), {
      gross: naira(575_342n),
      tax: naira(57_534n),
      net: naira(517_808n),
    });
  });

  it('of 1,500,000 at 9 % for 90 days is 33,287.67, tax 3,328.77, net 29,958.90', () => {
    const gross = expectedInterest(deposit(150_000_000n, '9', 90));
    assert.deepEqual(netOfTax(gross, TEN_PERCENT), {
      gross: naira(3_328_767n),
      tax: naira(332_877n),
      net: naira(2_995_890n),
    });
  });

  it('depends on the year: 1,000,000 at 4 % for 1 and 31 days', () => {
    const rows: [DayCount, string, bigint, bigint][] = [
      ['ACT_360', '2026-01-05', 11_111n, 344_444n],
      ['ACT_365F', '2026-01-05', 10_959n, 339_726n],
      ['ACT_366_LEAP', '2024-01-05', 10_929n, 338_798n],
    ];
    for (const [dayCount, from, one, month] of rows) {
      const start = businessDate(from);
      const terms = { ...deposit(100_000_000n, '4', 31), dayCount, start, end: addDays(start, 31) };
      assert.equal(accruedInterest(terms, addDays(start, 1)).minor, one, dayCount);
      assert.equal(expectedInterest(terms).minor, month, dayCount);
    }
  });

  it('of a 360-day product uses 360 throughout: 60 days are 1,000.00', () => {
    const fraction = { numerator: 60, denominator: 360 };
    const interest = simpleInterest(new Decimal('100000'), new Decimal('6'), fraction);
    assert.equal(interest.toString(), '1000');
  });
});

describe('compound interest', () => {
  const amount = (principal: string, percent: string, times: readonly [number, string]) => {
    const [perYear, years] = times;
    return compoundAmount(new Decimal(principal), new Decimal(percent), {
      perYear,
      years: new Decimal(years),
    });
  };

  it('gives the published amounts', () => {
    assert.equal(amount('10000', '5', [4, '1']).toString(), '10509.453369140625');
    assert.equal(amount('100', '5', [2, '1']).toString(), '105.0625');
    assert.equal(amount('100000', '7', [4, '1']).toFixed(2), '107185.90');
    assert.equal(amount('100000', '12', [4, '3']).toFixed(2), '142576.09');
  });

  it('accrues along the same curve', () => {
    const terms = { ...deposit(10_000_000n, '7', 365), compoundingsPerYear: 4 };
    assert.deepEqual(expectedInterest(terms), naira(718_590n));
  });
});

describe('the accrual', () => {
  it('of the golden deposit is correct on all listed days, gross and net', () => {
    const rows = [
      [1, 205_479n, 184_931n],
      [30, 6_164_384n, 5_547_946n],
      [45, 9_246_575n, 8_321_917n],
      [90, 18_493_151n, 16_643_836n],
      [91, 18_698_630n, 16_828_767n],
    ] as const;
    for (const [day, gross, net] of rows) {
      const accrued = accruedInterest(GOLDEN, addDays(START, day));
      assert.deepEqual(accrued, naira(gross));
      assert.deepEqual(netOfTax(accrued, TEN_PERCENT).net, naira(net));
    }
  });

  it('does not drift like a rounded daily amount: 0.41 short, 0.28 over', () => {
    const rows = [
      ['500000000', '15', 18_698_630n, 41n],
      ['123456789', '13.75', 4_232_200n, -28n],
    ] as const;
    for (const [minor, percent, expected, drift] of rows) {
      const terms = deposit(BigInt(minor), percent, 91);
      let posted = 0n;
      for (let day = 1; day <= 91; day += 1) {
        posted += dayAccrual(terms, addDays(START, day));
      }
      assert.equal(posted, expected);
      assert.equal(expectedInterest(terms).minor, expected);
      const daily = accruedInterest(terms, addDays(START, 1)).minor;
      assert.equal(expected - daily * 91n, drift);
    }
  });

  it('is zero before the start and constant after the end', () => {
    assert.deepEqual(accruedInterest(GOLDEN, START), naira(0n));
    assert.deepEqual(accruedInterest(GOLDEN, addDays(START, -5)), naira(0n));
    assert.deepEqual(accruedInterest(GOLDEN, addDays(START, 200)), naira(18_698_630n));
    assert.equal(dayAccrual(GOLDEN, addDays(START, 92)), 0n);
  });

  it('sums to the total over any days on which it is posted, for every day count', () => {
    const posted = fc.record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      rate: fc.integer({ min: 0, max: 400_000 }).map((value) => `${value}e-4`),
      gaps: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 10 }),
      dayCount: fc.constantFrom(...DAY_COUNTS),
    });
    fc.assert(
      fc.property(posted, ({ minor, rate, gaps, dayCount }) => {
        const term = gaps.reduce((sum, gap) => sum + gap, 0);
        const terms = { ...deposit(minor, rate, term), dayCount };
        let accrued = naira(0n);
        let date = START;
        for (const gap of gaps) {
          date = addDays(date, gap);
          const due = accruedInterest(terms, date).minor - accrued.minor;
          assert.ok(due >= 0n);
          accrued = naira(accrued.minor + due);
        }
        assert.deepEqual(accrued, expectedInterest(terms));
      }),
    );
  });
});

describe('a maturity', () => {
  const easter = calendarOf(['2026-04-03', '2026-04-06']);
  const of = (convention: DayConvention, accruesOverGap: boolean) =>
    maturityOf(START, 91, { convention, accruesOverGap, calendar: easter });

  it('on Easter Monday is paid the day after, with or without interest for the gap', () => {
    const still = of('FOLLOWING', false);
    assert.deepEqual(
      [still.maturity, still.payment, still.accrualEnd],
      ['2026-04-06', '2026-04-07', '2026-04-06'],
    );
    const earning = of('FOLLOWING', true);
    const interest = (end: typeof still.accrualEnd) => expectedInterest({ ...GOLDEN, end }).minor;
    assert.equal(interest(still.accrualEnd), 18_698_630n);
    assert.equal(interest(earning.accrualEnd), 18_904_110n);
    assert.equal(of('NONE', true).payment, '2026-04-06');
    assert.equal(of('PRECEDING', true).accrualEnd, '2026-04-02');
  });
});

describe('withholding tax', () => {
  const on = (instrumentClass: string, date: string) =>
    withholdingRulesFor(NIGERIAN_WITHHOLDING, { instrumentClass, paymentDate: businessDate(date) });

  it('depends on the instrument and the date of payment', () => {
    assert.equal(on('TERM_DEPOSIT', '2001-01-01').length, 1);
    assert.equal(on('TREASURY_BILL', '2025-09-01').length, 0);
    assert.equal(on('TREASURY_BILL', '2025-10-01').length, 1);
    assert.equal(on('GOVERNMENT_BOND', '2026-01-05').length, 0);
    assert.equal(on('OMO_BILL', '2026-01-05').length, 0);
  });

  it('rounds each component separately, within its dates and payer class', () => {
    const rule = { instrumentClass: 'TERM_DEPOSIT', percent: '5', isFinal: true };
    const rules: WithholdingRule[] = [
      { ...rule, taxCode: 'A', validTo: businessDate('2026-12-31') },
      { ...rule, taxCode: 'B', validFrom: businessDate('2026-01-01'), payerClass: 'COMPANY' },
    ];
    const payment = { instrumentClass: 'TERM_DEPOSIT', paymentDate: START };
    const company = withholdingRulesFor(rules, { ...payment, payerClass: 'COMPANY' });
    assert.equal(company.length, 2);
    assert.deepEqual(withholdingTax(naira(10n), company), naira(2n));
    assert.equal(withholdingRulesFor(rules, payment).length, 1);
    const late = { ...payment, paymentDate: businessDate('2027-01-01') };
    assert.equal(withholdingRulesFor(rules, late).length, 0);
  });

  it('and the net amount add up to the gross, and a loss bears no tax', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 15n }), (minor) => {
        const { gross, tax, net } = netOfTax(naira(minor), TEN_PERCENT);
        assert.equal(net.minor + tax.minor, gross.minor);
        assert.ok(tax.minor >= 0n);
        if (minor <= 0n) assert.equal(tax.minor, 0n);
      }),
    );
  });
});
