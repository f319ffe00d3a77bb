// The tax of a year: threshold, reinvestment, losses, exemption and indicative tax.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { shown } from './gain-case.js';
import { chargeable, computed, ruleWith, type TaxCase } from './tax-case.js';

const THRESHOLD = ruleWith().threshold;
const inCalendarYears = ruleWith({
  ...(THRESHOLD && { threshold: { ...THRESHOLD, window: 'CALENDAR_YEAR' as const } }),
});
const ofEither = ruleWith({ ...(THRESHOLD && { threshold: { ...THRESHOLD, both: false } }) });

const sold = (proceeds: string, gain: string | undefined): TaxCase => ({
  sold: [['2026-05-04', proceeds, gain]],
});

describe('the threshold', () => {
  it('exempts proceeds just below its limit and a gain at its limit', () => {
    assert.deepEqual(chargeable(sold('149999999.99', '10000000.00'), 2026), [false]);
  });

  it('is reached by proceeds at the limit, whatever the gain', () => {
    assert.deepEqual(chargeable(sold('150000000.00', '-1.00'), 2026), [true]);
  });

  it('is exceeded by a gain above the limit, whatever the proceeds', () => {
    assert.deepEqual(chargeable(sold('20000000.00', '10000000.01'), 2026), [true]);
  });

  it('exempts what is below one of the limits if the rule requires it', () => {
    const rules = [ofEither];
    assert.deepEqual(chargeable({ ...sold('150000000.00', '1.00'), rules }, 2026), [false]);
    assert.deepEqual(chargeable({ ...sold('150000000.00', '10000000.01'), rules }, 2026), [true]);
  });

  const acrossYears: TaxCase = {
    sold: [
      ['2026-03-10', '90000000.00', '4000000.00'],
      ['2027-02-20', '70000000.00', '5000000.00'],
    ],
  };

  it('tests every window of twelve months, also one that reaches into the next year', () => {
    assert.deepEqual(
      [chargeable(acrossYears, 2026), chargeable(acrossYears, 2027)],
      [[true], [true]],
    );
    const { disposals } = computed(acrossYears, 2026);
    const { window } = disposals[0]?.test ?? {};
    assert.equal(shown(window?.proceedsMinor), '160000000.00');
    assert.ok(window && window.from <= '2026-03-10' && window.until >= '2027-02-20');
  });

  it('tests only calendar years if the rule requires it', () => {
    const of = { ...acrossYears, rules: [inCalendarYears] };
    assert.deepEqual([chargeable(of, 2026), chargeable(of, 2027)], [[false], [false]]);
    const { window } = computed(of, 2026).disposals[0]?.test ?? {};
    assert.deepEqual([window?.from, window?.until], ['2026-01-01', '2026-12-31']);
  });

  it('ends a window on the day before its first day a year later', () => {
    const pair = (on: string): TaxCase => ({
      sold: [
        ['2026-03-10', '90000000.00', '1.00'],
        [on, '60000000.00', '1.00'],
      ],
    });
    assert.deepEqual(chargeable(pair('2027-03-09'), 2026), [true]);
    assert.deepEqual(chargeable(pair('2027-03-10'), 2026), [false]);
  });

  it('finds the window whose net gain is too high although a later loss reduces it', () => {
    const of: TaxCase = {
      sold: [
        ['2026-02-02', '20000000.00', '-6000000.00'],
        ['2026-06-01', '30000000.00', '9000000.00'],
        ['2027-01-12', '20000000.00', '2000000.00'],
        ['2027-05-20', '20000000.00', '-8000000.00'],
      ],
    };
    // From the day after the first loss until the day before the second one: 11 million.
    const { disposals } = computed(of, 2026);
    assert.deepEqual(
      disposals.map(({ test }) => test.isChargeable),
      [false, true],
    );
    const { window } = disposals[1]?.test ?? {};
    assert.equal(shown(window?.gainMinor), '11000000.00');
  });

  it('includes the proceeds of a disposal whose gain is not known', () => {
    const { disposals, unknownGains, chargeableMinor } = computed(
      sold('150000000.00', undefined),
      2026,
    );
    assert.deepEqual([disposals[0]?.test.isChargeable, unknownGains], [true, 1]);
    assert.equal(chargeableMinor, 0n);
  });
});

const LARGE: TaxCase = { sold: [['2026-05-04', '200000000.00', '60000000.00']] };

describe('reinvestment', () => {
  const relieved = (bought: TaxCase['bought'], more: Partial<TaxCase> = {}): string | undefined =>
    shown(computed({ ...LARGE, bought: bought ?? [], ...more }, 2026).relievedMinor);

  it('relieves the gain in proportion to the proceeds: 150 of 200 million leave 15 million', () => {
    const { chargeableMinor, disposals } = computed(
      { ...LARGE, bought: [['2026-08-03', '150000000.00']] },
      2026,
    );
    assert.equal(shown(chargeableMinor), '15000000.00');
    assert.equal(shown(disposals[0]?.relief.reinvestedMinor), '150000000.00');
  });

  it('relieves no more than the gain', () => {
    assert.equal(relieved([['2026-08-03', '900000000.00']]), '60000000.00');
  });

  it('includes purchases from the disposal to the end of the year of assessment', () => {
    assert.equal(relieved([['2026-05-03', '200000000.00']]), '0.00');
    assert.equal(relieved([['2026-05-04', '100000000.00']]), '30000000.00');
    assert.equal(relieved([['2027-01-04', '200000000.00']]), '0.00');
    assert.equal(relieved([['2027-01-04', '200000000.00']], { startMonth: 4 }), '60000000.00');
  });

  it('includes purchases of twelve months if the rule requires it, and their money once', () => {
    const reinvestment = {
      ...{ assetClasses: ['EQUITY' as const], within: 'TWELVE_MONTHS' as const },
      proportionate: true,
    };
    const of: TaxCase = {
      rules: [ruleWith({ reinvestment })],
      sold: [
        ['2026-12-01', '200000000.00', '60000000.00'],
        ['2027-01-04', '200000000.00', '60000000.00'],
      ],
      bought: [['2027-02-01', '300000000.00']],
    };
    assert.equal(shown(computed(of, 2026).relievedMinor), '60000000.00');
    assert.equal(shown(computed(of, 2027).relievedMinor), '30000000.00');
  });

  it('relieves nothing for a part of the proceeds if the rule requires it', () => {
    const reinvestment = {
      ...{ assetClasses: ['EQUITY' as const], within: 'YEAR_OF_ASSESSMENT' as const },
      proportionate: false,
    };
    const rules = [ruleWith({ reinvestment })];
    assert.equal(relieved([['2026-05-04', '199999999.99']], { rules }), '0.00');
    assert.equal(relieved([['2026-05-04', '200000000.00']], { rules }), '60000000.00');
  });

  it('uses each unit of money once, for the oldest disposal first', () => {
    const { disposals } = computed(
      {
        sold: [
          ['2026-02-02', '200000000.00', '60000000.00'],
          ['2026-03-02', '100000000.00', '20000000.00'],
        ],
        bought: [['2026-04-01', '250000000.00']],
      },
      2026,
    );
    assert.deepEqual(
      disposals.map(({ relief }) => shown(relief.relievedMinor)),
      ['60000000.00', '10000000.00'],
    );
  });
});

describe('the indicative tax', () => {
  const taxes = (more: Partial<TaxCase>) =>
    computed({ ...LARGE, bought: [['2026-08-03', '150000000.00']], ...more }, 2026).tax.map(
      ({ basis, taxMinor, isEstimate }) => [basis, shown(taxMinor), isEstimate],
    );

  it('of a company is the rate on the gain: 30 % of 15 million', () => {
    assert.deepEqual(taxes({ payerClass: 'ORGANIZATION' }), [['RATE', '4500000.00', false]]);
    assert.deepEqual(taxes({ payerClass: 'SMALL_COMPANY' }), [['RATE', '0.00', false]]);
  });

  it('of a person is estimated by the bands, alone, at the top, and on top of other income', () => {
    assert.deepEqual(taxes({ otherIncome: '12000000.00' }), [
      ['GAIN_ALONE', '2580000.00', true],
      ['TOP_BAND', '3750000.00', true],
      ['OTHER_INCOME', '3190000.00', true],
    ]);
    assert.equal(taxes({}).length, 2);
  });

  it('is absent for a class of payers without a rate', () => {
    assert.deepEqual(taxes({ payerClass: 'NON_RESIDENT' }), []);
  });

  it('is nothing for an exempt class of payers, of whom nothing is chargeable', () => {
    const { isExempt, chargeableMinor, tax, disposals } = computed(
      { ...LARGE, payerClass: 'PENSION_FUND' },
      2026,
    );
    assert.deepEqual([isExempt, chargeableMinor, tax], [true, 0n, []]);
    assert.equal(disposals[0]?.test.isChargeable, false);
  });
});

describe('losses', () => {
  const of = (members: object): TaxCase => ({
    rules: [ruleWith(members)],
    sold: [
      ['2026-02-02', '200000000.00', '-50000000.00'],
      ['2026-03-02', '200000000.00', '20000000.00'],
      ['2027-06-01', '200000000.00', '12000000.00'],
      ['2028-07-03', '200000000.00', '25000000.00'],
    ],
  });
  const years = (members: object) =>
    [2026, 2027, 2028].map((year) => shown(computed(of(members), year).chargeableMinor));

  it('reduce the gains of the same year, never below zero', () => {
    assert.deepEqual(years({}), ['0.00', '12000000.00', '25000000.00']);
  });

  it('are carried for the number of years in the rule', () => {
    // Losses of 30 million are left from 2026: 12 million reduce the gains of 2027, and 18 million
    // those of 2028.
    assert.deepEqual(years({ lossCarryYears: 1 }), ['0.00', '0.00', '25000000.00']);
    assert.deepEqual(years({ lossCarryYears: 2 }), ['0.00', '0.00', '7000000.00']);
    const { carried, lossUsedMinor } = computed(of({ lossCarryYears: 2 }), 2026);
    assert.deepEqual(
      [carried.map(({ year, lossMinor }) => [year, shown(lossMinor)]), shown(lossUsedMinor)],
      [[[2026, '30000000.00']], '20000000.00'],
    );
  });

  it('reduce nothing if the rule requires it', () => {
    assert.deepEqual(years({ lossOffset: 'NONE', lossCarryYears: 2 }), [
      '20000000.00',
      '12000000.00',
      '25000000.00',
    ]);
  });

  it('of a disposal below the threshold are not used', () => {
    const { chargeableMinor, lossMinor } = computed(
      {
        sold: [
          ['2026-02-02', '200000000.00', '20000000.00'],
          ['2027-06-01', '1000000.00', '-500000.00'],
        ],
      },
      2027,
    );
    assert.deepEqual([chargeableMinor, lossMinor], [0n, 0n]);
  });
});

describe('a disposal', () => {
  it('is tested by the rule in force on its trade date', () => {
    const { threshold: _none, ...first } = ruleWith();
    const later = { ...first, version: 2, validFrom: businessDate('2026-07-01') };
    const of: TaxCase = {
      rules: [ruleWith(), later],
      sold: [
        ['2026-06-30', '100.00', '10.00'],
        ['2026-07-01', '100.00', '10.00'],
      ],
    };
    assert.deepEqual(chargeable(of, 2026), [false, true]);
  });
});
