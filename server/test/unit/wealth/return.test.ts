// Returns in known examples: linked by day, by Modified Dietz, money-weighted, and annualised.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlowTiming } from '../../../src/modules/wealth/policy/schema.js';
import { annualRate } from '../../../src/modules/wealth/return/annual.js';
import { dietzReturn } from '../../../src/modules/wealth/return/dietz.js';
import { rateOfAmounts } from '../../../src/modules/wealth/return/money-weighted.js';
import {
  longestGap,
  type ReturnDay,
  timeWeighted,
} from '../../../src/modules/wealth/return/time-weighted.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const OPENING = businessDate('2026-10-30');

/**
 * The value at the end of a day (or the reason why it is missing), the flow, and excluded costs.
 */
type Given = readonly [value: number | 'PRICE_MISSING', flow?: number, leftOut?: number];

function daysOf(given: readonly Given[], timing: FlowTiming = 'IN_START_OUT_END'): ReturnDay[] {
  const rule = { timing, smallestCapital: new Decimal('0.5') };
  return given.map(([value, flow = 0, leftOut = 0], index) => ({
    date: addDays(OPENING, index),
    value: typeof value === 'number' ? new Decimal(value) : value,
    flow: new Decimal(flow),
    leftOut: new Decimal(leftOut),
    rule,
  }));
}

function linked(given: readonly Given[], timing?: FlowTiming) {
  return timeWeighted(daysOf(given, timing));
}

/** An amount on a date, negative if the customer pays it in. */
type Amount = readonly [date: string, amount: number | string];

const percent = (rate: Decimal, places = 4) => rate.times(100).toFixed(places);

function percentOf(given: readonly Given[], timing?: FlowTiming): string {
  const outcome = linked(given, timing);
  assert.equal(outcome.status, 'AVAILABLE');
  return percent(outcome.rate);
}

function reasonOf(outcome: object): unknown {
  return 'reason' in outcome ? outcome.reason : outcome;
}

describe('the time-weighted return', () => {
  it('depends on when during a day flows are included', () => {
    const days: Given[] = [[10_000], [15_300, 5_000], [13_000, -2_000], [13_390]];
    assert.deepEqual(
      (['IN_START_OUT_END', 'START', 'END', 'MIDDAY'] as const).map((timing) =>
        percentOf(days, timing),
      ),
      ['3.0000', '2.6902', '4.0098', '3.2593'],
    );
  });

  it('links days with money in and out', () => {
    assert.equal(percentOf([[100], [110], [136.5, 20], [117.15, -30]], 'START'), '27.0500');
    assert.equal(percentOf([[177.94], [160.26], [264.57, 84], [426.82, 67]]), '25.5768');
    assert.equal(percentOf([[1_000_000], [1_080_000], [1_500_000, 500_000]]), '2.5316');
    assert.equal(percentOf([[200], [200], [340]]), '70.0000');
  });

  it('adds the costs that it leaves out to the result of their day', () => {
    assert.equal(percentOf([[1_000_000], [1_499_311.32, 500_000]]), '-0.0459');
    assert.equal(percentOf([[1_000_000], [1_499_311.32, 500_000, 50]]), '-0.0426');
  });

  it('starts again after everything was taken out, without a return between', () => {
    const days: Given[] = [[0], [100_500, 100_000], [0, -100_500], [0], [198_000, 200_000]];
    const outcome = linked(days);
    assert.equal(outcome.status, 'AVAILABLE');
    assert.equal(percent(outcome.rate), '-0.5050');
    assert.equal(outcome.investedDays, 3);
    assert.deepEqual(outcome.gaps, [{ from: addDays(OPENING, 2), to: addDays(OPENING, 3) }]);
    assert.equal(longestGap(outcome), 1);
  });

  it('nets the flows of one day', () => {
    assert.equal(percentOf([[100_000], [101_000, 0]]), '1.0000');
  });

  it('bridges days without a complete value', () => {
    const outcome = linked([
      [1_000_000],
      ['PRICE_MISSING'],
      ['PRICE_MISSING', 200_000],
      [1_230_000],
    ]);
    assert.equal(outcome.status, 'AVAILABLE');
    assert.deepEqual([percent(outcome.rate), outcome.bridgedDays], ['2.6471', 2]);
  });

  it('is unavailable if the first or the last day has no complete value', () => {
    const first = linked([['PRICE_MISSING'], [100]]);
    assert.deepEqual(first, { status: 'UNAVAILABLE', reason: 'PRICE_MISSING', date: OPENING });
    const last = linked([[100], ['PRICE_MISSING']]);
    assert.equal(reasonOf(last), 'PRICE_MISSING');
    assert.equal(reasonOf(linked([])), 'TOO_SHORT');
  });

  it('is unavailable if value comes from nothing or capital is below zero', () => {
    assert.equal(reasonOf(linked([[0], [70]])), 'VALUE_WITHOUT_FLOW');
    assert.equal(reasonOf(linked([[100], [-20], [40]])), 'NEGATIVE_CAPITAL');
    assert.equal(reasonOf(linked([[-60], [40, 10]])), 'NEGATIVE_CAPITAL');
  });

  it('remains at -100 % after everything was lost', () => {
    assert.equal(percentOf([[800], [0], [90, 60]]), '-100.0000');
  });

  it('leaves out days with less than the smallest capital', () => {
    const outcome = linked([[0.4], [0.1], [50, 50], [55]]);
    assert.equal(outcome.status, 'AVAILABLE');
    assert.deepEqual(outcome.daysWithoutCapital, [addDays(OPENING, 1)]);
    assert.equal(percent(outcome.rate), '9.7804');
  });

  it('includes a first deposit from the start of its day under every timing', () => {
    for (const timing of ['START', 'END', 'MIDDAY', 'IN_START_OUT_END'] as const) {
      assert.equal(percentOf([[0], [4_999_881.67, 5_000_000]], timing), '-0.0024');
    }
  });
});

describe('the return by Modified Dietz', () => {
  const of = (
    [opening, closing]: readonly [number, number],
    flows: readonly (readonly [day: number, flow: number])[],
    { days, timing = 'IN_START_OUT_END' }: { days: number; timing?: FlowTiming },
  ) => {
    const rate = dietzReturn({
      opening: OPENING,
      end: addDays(OPENING, days),
      openingValue: new Decimal(opening),
      closingValue: new Decimal(closing),
      flows: flows.map(([day, flow]) => ({
        date: addDays(OPENING, day),
        flow: new Decimal(flow),
      })),
      timing,
    });
    return 'status' in rate ? rate.reason : percent(rate);
  };

  it('weights each flow by its part of the period', () => {
    assert.equal(
      of(
        [10_000, 13_390],
        [
          [1, 5_000],
          [2, -2_000],
        ],
        { days: 3 },
      ),
      '2.7209',
    );
    assert.equal(of([1_000_000, 1_500_000], [[10, 500_000]], { days: 30 }), '0.0000');
    const october = [
      [5, -15.05],
      [9, 19.82],
      [15, 16.42],
      [24, -18.96],
    ] as const;
    assert.equal(of([585.6, 602.34], october, { days: 31, timing: 'END' }), '2.4542');
    assert.equal(of([100, 300], [[365, 50]], { days: 730, timing: 'END' }), '120.0000');
  });

  it('is unavailable without capital', () => {
    assert.equal(of([0, 0], [], { days: 5 }), 'NO_CAPITAL');
    assert.equal(of([-10, 20], [[1, 5]], { days: 5 }), 'NEGATIVE_CAPITAL');
    assert.equal(of([0, 7], [], { days: 5 }), 'NEGATIVE_CAPITAL');
  });
});

describe('the money-weighted return', () => {
  const solve = (amounts: readonly Amount[]) =>
    rateOfAmounts(
      amounts.map(([date, amount]) => ({ date: businessDate(date), amount: new Decimal(amount) })),
    );
  const annual = (amounts: readonly Amount[]) => {
    const outcome = solve(amounts);
    assert.equal(outcome.status, 'AVAILABLE', String(reasonOf(outcome)));
    return outcome.annual;
  };
  const back = (days: number) => addDays(businessDate('2026-12-31'), -days);

  it('is the rate of spreadsheet programs', () => {
    const rate = annual([
      ['2008-01-01', -10_000],
      ['2008-03-01', 2_750],
      ['2008-10-30', 4_250],
      ['2009-02-15', 3_250],
      ['2009-04-01', 2_750],
    ]);
    assert.equal(rate?.toFixed(10), '0.3733625335');
  });

  it('is that of published examples', () => {
    const end = '2026-12-31';
    const percents = [
      annual([
        [back(878), -155],
        [end, 190.06],
      ]),
      annual([
        [back(878), -155],
        [back(514), -84],
        [back(255), -67],
        [end, 396.85],
      ]),
      annual([
        [back(878), -155],
        [back(514), -84],
        [back(255), -67],
        [end, 426.82],
      ]),
      annual([
        ['2025-01-01', -200],
        ['2026-01-01', 100],
        ['2027-01-01', 170],
      ]),
      annual([
        ['2025-01-01', -100],
        ['2026-01-01', -118],
        ['2027-01-01', 264],
      ]),
      annual([
        ['2026-01-01', -1_000_000],
        ['2026-07-01', -250_000],
        ['2027-01-01', 1_384_698.38],
      ]),
    ].map((rate) => percent(rate ?? new Decimal(0)));
    assert.deepEqual(percents, ['8.8468', '15.6020', '20.2757', '20.5249', '13.8612', '12.0000']);
  });

  it('is the rate of the period below a year', () => {
    const outcome = solve([
      ['2026-10-30', -10_000],
      ['2026-10-31', -5_000],
      ['2026-11-01', 2_000],
      ['2026-11-02', 13_390],
    ]);
    assert.equal(outcome.status, 'AVAILABLE');
    assert.deepEqual([percent(outcome.rate), outcome.annual], ['3.0814', undefined]);
  });

  it('is unavailable if several rates fit, and lists them', () => {
    const outcome = solve([
      ['2026-01-01', -100],
      ['2027-01-01', 230],
      ['2028-01-01', -132],
    ]);
    assert.equal(outcome.status, 'UNAVAILABLE');
    assert.equal(outcome.reason, 'SEVERAL_RATES');
    assert.deepEqual(
      outcome.candidates?.map((rate) => percent(rate)),
      ['10.0000', '20.0000'],
    );
  });

  it('finds rates near -100 % and of amounts of any size', () => {
    assert.equal(
      annual([
        ['2011-07-01', -10_000],
        ['2014-07-01', 1],
      ])?.toFixed(10),
      '-0.9534539093',
    );
    const fund: [string, string][] = [
      ['2018-06-30', '-84000000'],
      ['2019-03-31', '800000'],
      ['2019-06-30', '760000'],
      ['2019-09-30', '680000'],
      ['2019-12-31', '800000'],
      ['2020-03-31', '280000'],
      ['2020-06-30', '740000'],
      ['2020-09-30', '520000'],
      ['2022-03-31', '-2100000'],
      ['2023-03-31', '-13000000'],
      ['2024-09-30', '-7100000'],
      ['2024-12-31', '-2050000'],
      ['2025-03-31', '-8400000'],
      ['2025-12-31', '1800000'],
      ['2026-03-31', '43000'],
      ['2026-03-31', '-6600'],
    ];
    for (const scale of ['1', '1e-6', '1e9']) {
      const rate = annual(
        fund.map(([date, amount]): Amount => [date, `${new Decimal(amount).times(scale)}`]),
      );
      assert.equal(rate?.toFixed(10), '-0.9127813822');
    }
  });

  it('has a reason if there is no rate', () => {
    assert.equal(
      reasonOf(
        solve([
          ['2026-01-01', 5],
          ['2026-02-01', 7],
        ]),
      ),
      'NO_RATE',
    );
    assert.equal(
      reasonOf(
        solve([
          ['2026-01-01', -5],
          ['2026-02-01', -7],
        ]),
      ),
      'NO_RATE',
    );
    assert.equal(
      reasonOf(
        solve([
          ['2026-01-01', 10],
          ['2027-01-01', -15],
          ['2028-01-01', 10],
        ]),
      ),
      'NO_RATE',
    );
    assert.equal(
      reasonOf(
        solve([
          ['2026-01-01', -1],
          ['2027-01-01', 5_000],
        ]),
      ),
      'RATE_OUT_OF_RANGE',
    );
    assert.equal(
      reasonOf(
        solve([
          ['2026-01-01', 0],
          ['2026-03-01', 0],
        ]),
      ),
      'NO_CAPITAL',
    );
    assert.equal(
      reasonOf(
        solve([
          ['2026-03-01', -5],
          ['2026-03-01', 7],
        ]),
      ),
      'TOO_SHORT',
    );
    const lost = solve([
      ['2026-01-01', -5],
      ['2026-02-01', 0],
    ]);
    assert.equal(lost.status === 'AVAILABLE' && percent(lost.rate), '-100.0000');
  });
});

describe('the return per year', () => {
  const of = (rate: string, opening: string, end: string) => {
    const dates = { opening: businessDate(opening), end: businessDate(end) };
    const annual = annualRate(new Decimal(rate), dates);
    return annual && percent(annual);
  };

  it('uses whole years by anniversaries, and the days of the last part year', () => {
    assert.equal(of('0.3', '2025-01-01', '2027-01-01'), '14.0175');
    assert.equal(of('0.1', '2027-12-31', '2028-12-31'), '10.0000');
    assert.equal(of('0.342', '2024-03-31', '2026-03-31'), '15.8447');
    assert.equal(of('0.21', '2024-02-29', '2026-02-28'), '10.0000');
    assert.equal(of('0.1', '2025-01-01', '2026-07-02'), '6.5664');
  });

  it('is absent below one year', () => {
    assert.equal(of('0.02', '2026-05-01', '2026-05-31'), undefined);
    assert.equal(of('0.2', '2026-05-01', '2027-04-30'), undefined);
  });

  it('of everything lost is -100 %', () => {
    assert.equal(of('-1', '2020-05-01', '2026-05-31'), '-100.0000');
  });
});
