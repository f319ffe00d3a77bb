// Table-driven tests of the exchange's rules, phases, prices and random numbers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endsAuction, NGX_HOURS, phaseOf } from '../../../src/exchanges/simulator/phase.js';
import {
  formatAverage,
  formatPrice,
  ONE,
  parsePrice,
  parseQuantity,
  toTick,
} from '../../../src/exchanges/simulator/price.js';
import { randomOf } from '../../../src/exchanges/simulator/random.js';
import {
  bandOf,
  type Listing,
  refuseAmendment,
  refuseOrder,
  type Session,
  type Terms,
  tickOf,
} from '../../../src/exchanges/simulator/rule.js';
import { calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

const LISTING: Listing = {
  previousClose: 22n * ONE,
  tick: 500n,
  bandPoints: 1_000n,
  halted: false,
};
const OPEN: Session = { phase: 'CONTINUOUS', businessDate: businessDate('2026-11-23') };
const DAY: Terms = { orderType: 'LIMIT', price: 22n * ONE, timeInForce: 'DAY', expireDate: null };

interface Row {
  readonly name: string;
  readonly terms?: Partial<Terms>;
  readonly listing?: Partial<Listing>;
  readonly session?: Partial<Session>;
  readonly reason?: string;
}

const ROWS: readonly Row[] = [
  { name: 'a good limit order' },
  { name: 'a price at the top of the band', terms: { price: 242_000n } },
  { name: 'a price above the band', terms: { price: 242_500n }, reason: 'PRICE_BAND' },
  { name: 'a price at the bottom of the band', terms: { price: 198_000n } },
  { name: 'a price below the band', terms: { price: 197_500n }, reason: 'PRICE_BAND' },
  { name: 'a price off the tick', terms: { price: 220_100n }, reason: 'PRICE_INCREMENT' },
  { name: 'a halted security', listing: { halted: true }, reason: 'EXCHANGE_CLOSED' },
  { name: 'a closed market', session: { phase: 'CLOSED' }, reason: 'EXCHANGE_CLOSED' },
  { name: 'a limit order before the open', session: { phase: 'PRE_OPEN' } },
  {
    name: 'a market order before the open',
    terms: { orderType: 'MARKET', price: null },
    session: { phase: 'PRE_OPEN' },
    reason: 'UNSUPPORTED',
  },
  {
    name: 'an immediate order before the close',
    terms: { timeInForce: 'IOC' },
    session: { phase: 'PRE_CLOSE' },
    reason: 'UNSUPPORTED',
  },
  {
    name: 'an order for the open, after it',
    terms: { timeInForce: 'ATO' },
    reason: 'EXCHANGE_CLOSED',
  },
  { name: 'an order for the open', terms: { timeInForce: 'ATO' }, session: { phase: 'PRE_OPEN' } },
  { name: 'a date order without date', terms: { timeInForce: 'GTD' }, reason: 'OTHER' },
  {
    name: 'a date order that has passed',
    terms: { timeInForce: 'GTD', expireDate: businessDate('2026-11-22') },
    reason: 'OTHER',
  },
  {
    name: 'a date order for today',
    terms: { timeInForce: 'GTD', expireDate: businessDate('2026-11-23') },
  },
];

describe('the rules for new orders', () => {
  for (const { name, terms, listing, session, reason } of ROWS) {
    it(`${reason === undefined ? 'accept' : 'refuse'} ${name}`, () => {
      const all = [
        { ...DAY, ...terms },
        { ...LISTING, ...listing },
        { ...OPEN, ...session },
      ] as const;
      assert.equal(refuseOrder(...all)?.reason, reason);
    });
  }

  it('refuse amendments during an auction and a halt', () => {
    assert.equal(refuseAmendment(LISTING, OPEN), undefined);
    assert.ok(refuseAmendment(LISTING, { ...OPEN, phase: 'OPENING_IMBALANCE' }));
    assert.ok(refuseAmendment({ ...LISTING, halted: true }, OPEN));
  });
});

describe('ticks, bands and prices', () => {
  it('give each price group its tick', () => {
    assert.deepEqual([100n * ONE, 99n * ONE, 5n * ONE, 4n * ONE].map(tickOf), [
      1_000n,
      500n,
      500n,
      100n,
    ]);
  });

  it('round the band inwards to the tick', () => {
    assert.deepEqual(bandOf({ previousClose: 220_300n, tick: 500n, bandPoints: 1_000n }), {
      low: 198_500n,
      high: 242_000n,
    });
  });

  it('read and write prices exactly', () => {
    const read = ['22.5', '22.50', '22', '0.0001', '22.500000', '0', '-1', '1e3', '1.00001', ''];
    assert.deepEqual(read.map(parsePrice), [
      225_000n,
      225_000n,
      220_000n,
      1n,
      225_000n,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual([225_000n, 1n, 220_100n].map(formatPrice), ['22.50', '0.0001', '22.01']);
  });

  it('read whole quantities only', () => {
    const read = ['100', '100.00', '0', '1.5', '9999999999', 'x'].map(parseQuantity);
    assert.deepEqual(read, [100n, 100n, undefined, undefined, undefined, undefined]);
  });

  it('average prices to six decimals, half up', () => {
    assert.equal(formatAverage(225_000n * 2n + 225_500n, 3n), '22.516667');
    assert.equal(formatAverage(0n, 0n), '0');
  });

  it('round prices to the tick', () => {
    assert.deepEqual(
      [220_249n, 220_250n, 1n].map((price) => toTick(price, 500n)),
      [220_000n, 220_500n, 500n],
    );
  });
});

describe('the phases of an NGX day', () => {
  const calendar = calendarOf(['2026-12-25']);
  const hours = { ...NGX_HOURS, calendar };
  const phase = (instant: string) =>
    phaseOf(hours, {
      assetClass: 'EQUITY',
      date: businessDate(instant.slice(0, 10)),
      now: instant,
    });

  it('follow the clock in Lagos, one hour ahead of UTC', () => {
    const times = ['08:29', '08:30', '08:55', '09:00', '13:19', '13:20', '13:25', '13:30'];
    assert.deepEqual(
      times.map((time) => phase(`2026-11-23T${time}:00.000Z`)),
      [
        'CLOSED',
        'PRE_OPEN',
        'OPENING_IMBALANCE',
        'CONTINUOUS',
        'CONTINUOUS',
        'PRE_CLOSE',
        'CLOSING_IMBALANCE',
        'CLOSED',
      ],
    );
  });

  it('stay closed on a weekend and a holiday', () => {
    assert.equal(phase('2026-11-22T11:00:00.000Z'), 'CLOSED');
    assert.equal(phase('2026-12-25T11:00:00.000Z'), 'CLOSED');
  });

  it('end an auction at the open and at the close', () => {
    assert.ok(endsAuction('OPENING_IMBALANCE', 'CONTINUOUS'));
    assert.ok(endsAuction('CLOSING_IMBALANCE', 'CLOSED'));
    assert.ok(!endsAuction('PRE_OPEN', 'OPENING_IMBALANCE'));
    assert.ok(!endsAuction('CLOSED', 'CONTINUOUS'));
  });
});

describe('the random numbers', () => {
  it('are the same for the same seed, label and step, and others for another', () => {
    const draw = (step: bigint) => {
      const random = randomOf('seed', 'ACCESS', step);
      return Array.from({ length: 8 }, () => random.below(1_000));
    };
    assert.deepEqual(draw(7n), draw(7n));
    assert.notDeepEqual(draw(7n), draw(8n));
  });

  it('are evenly distributed', () => {
    const random = randomOf('seed', 'even', 0n);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const bucket = random.below(10);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    assert.ok(
      counts.every((count) => count > 850 && count < 1_150),
      counts.join(' '),
    );
  });
});
