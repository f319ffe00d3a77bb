// The session and last day of an order under the NGX trading hours, row by row.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AROUND_THE_CLOCK,
  type FixTimeInForce,
  type MarketRules,
  NGX_TRADING_DAY,
  ngxRules,
} from '../../../src/modules/market/index.js';
import { lastDayOf } from '../../../src/modules/order/rule/order-end.js';
import type { PriceType } from '../../../src/modules/order/rule/price-type.js';
import { presentPhase, tradingDateOf } from '../../../src/modules/order/rule/trading-date.js';
import { calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';

const TERMS = { DAY: '0', GTC: '1', ATO: '2', IOC: '3', FOK: '4', GTD: '6', ATC: '7' } as const;
type Term = keyof typeof TERMS;

// Friday, 25 December is a holiday. The business date is Monday, 21 December.
const rulesWith = (hours: typeof NGX_TRADING_DAY): MarketRules => ({
  timeZone: 'Africa/Lagos',
  calendar: calendarOf(['2026-12-25']),
  classes: ngxRules(hours),
});
const NGX = rulesWith(NGX_TRADING_DAY);

interface Row {
  /** The local time in Lagos, which is one hour ahead of UTC. */
  readonly at: string;
  readonly order: readonly [priceType: PriceType, term: Term];
  readonly on?: string;
  readonly starts?: string;
  /** The expected date, or the code of the refusal. */
  readonly is: string;
}

const ROWS: readonly Row[] = [
  { at: '2026-12-21T08:00', order: ['LIMIT', 'DAY'], is: '2026-12-21' },
  { at: '2026-12-21T09:30', order: ['MARKET', 'DAY'], is: '2026-12-21' },
  { at: '2026-12-21T14:19', order: ['MARKET', 'DAY'], is: '2026-12-21' },
  { at: '2026-12-21T14:20', order: ['MARKET', 'DAY'], is: '2026-12-22' },
  { at: '2026-12-21T14:29', order: ['LIMIT', 'DAY'], is: '2026-12-21' },
  { at: '2026-12-21T14:30', order: ['LIMIT', 'DAY'], is: '2026-12-22' },
  { at: '2026-12-21T23:59', order: ['LIMIT', 'GTC'], is: '2026-12-22' },
  { at: '2026-12-22T00:00', order: ['LIMIT', 'DAY'], is: '2026-12-22' },
  { at: '2026-12-20T15:00', order: ['LIMIT', 'DAY'], is: '2026-12-21' },
  { at: '2026-12-24T15:00', on: '2026-12-24', order: ['LIMIT', 'DAY'], is: '2026-12-28' },
  { at: '2026-12-25T11:00', on: '2026-12-25', order: ['LIMIT', 'DAY'], is: '2026-12-28' },
  { at: '2026-12-21T10:00', order: ['LIMIT', 'IOC'], is: '2026-12-21' },
  { at: '2026-12-21T09:59', order: ['LIMIT', 'IOC'], is: 'IMMEDIATE_ORDER_NOT_CONTINUOUS' },
  { at: '2026-12-21T14:20', order: ['MARKET', 'FOK'], is: 'IMMEDIATE_ORDER_NOT_CONTINUOUS' },
  { at: '2026-12-25T11:00', order: ['MARKET', 'IOC'], is: 'IMMEDIATE_ORDER_NOT_CONTINUOUS' },
  {
    at: '2026-12-21T11:00',
    order: ['LIMIT', 'IOC'],
    starts: '2026-12-21T12:00',
    is: 'IMMEDIATE_ORDER_NOT_CONTINUOUS',
  },
  { at: '2026-12-21T20:00', order: ['STOP', 'IOC'], is: '2026-12-22' },
  { at: '2026-12-21T07:00', order: ['LIMIT', 'ATO'], is: '2026-12-21' },
  { at: '2026-12-21T09:59', order: ['LIMIT', 'ATO'], is: '2026-12-21' },
  { at: '2026-12-21T10:00', order: ['LIMIT', 'ATO'], is: 'OPENING_PASSED' },
  { at: '2026-12-25T10:00', on: '2026-12-25', order: ['LIMIT', 'ATO'], is: '2026-12-28' },
  { at: '2026-12-21T14:29', order: ['LIMIT', 'ATC'], is: '2026-12-21' },
  { at: '2026-12-21T14:30', order: ['LIMIT', 'ATC'], is: 'CLOSING_PASSED' },
  { at: '2026-12-21T09:00', order: ['MARKET', 'ATO'], is: 'AUCTION_ORDER_NEEDS_LIMIT' },
  { at: '2026-12-21T11:00', order: ['STOP_LIMIT', 'ATC'], is: 'AUCTION_ORDER_NEEDS_LIMIT' },
  {
    at: '2026-12-21T11:00',
    order: ['LIMIT', 'DAY'],
    starts: '2026-12-23T14:45',
    is: '2026-12-24',
  },
  { at: '2026-12-21T11:00', order: ['LIMIT', 'ATO'], starts: '2026-12-22T07:00', is: '2026-12-22' },
];

const utc = (local: string) => new Date(Date.parse(`${local}:00.000Z`) - 3_600_000).toISOString();

function outcome(work: () => string): string {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error.kind.code;
  }
}

function dateOf(row: Row, rules = NGX): string {
  const [priceType, term] = row.order;
  return outcome(() =>
    tradingDateOf(
      { priceType, timeInForce: TERMS[term], startsAt: row.starts && utc(row.starts) },
      {
        rules,
        assetClass: 'EQUITY',
        businessDate: businessDate(row.on ?? '2026-12-21'),
        now: utc(row.at),
      },
    ),
  );
}

describe('the session of an order', () => {
  for (const row of ROWS) {
    const starts = row.starts === undefined ? '' : ` from ${row.starts}`;
    it(`${row.order.join(' ')} at ${row.at}${starts} is ${row.is}`, () => {
      assert.equal(dateOf(row), row.is);
    });
  }

  it('around the clock is the session of the business date, whatever the clock says', () => {
    const rules = rulesWith(AROUND_THE_CLOCK);
    for (const at of ['2026-12-20T03:00', '2026-12-21T11:00', '2026-12-27T23:00']) {
      assert.equal(dateOf({ at, order: ['MARKET', 'IOC'], is: '' }, rules), '2026-12-21');
      assert.equal(dateOf({ at, order: ['LIMIT', 'ATO'], is: '' }, rules), 'OPENING_PASSED');
    }
  });

  it('finds the market closed before its first hours are in force', () => {
    const hours = { ...NGX_TRADING_DAY, validFrom: businessDate('2026-12-23') };
    const row: Row = { at: '2026-12-21T11:00', order: ['LIMIT', 'DAY'], is: '' };
    assert.equal(dateOf(row, rulesWith(hours)), '2026-12-23');
    const market = { rules: rulesWith(hours), assetClass: 'EQUITY' } as const;
    const moment = { businessDate: businessDate('2026-12-21'), now: utc('2026-12-21T11:00') };
    assert.equal(presentPhase({ ...market, ...moment }), 'CLOSED');
  });
});

describe('the last day of an order', () => {
  const lastDay = (term: Term, ends?: string, defaultLifeDays = 0): string =>
    outcome(() => {
      const timeInForce: FixTimeInForce = TERMS[term];
      const date = businessDate('2026-12-21');
      const life = { timeInForce, defaultLifeDays, tradingDate: date, businessDate: date };
      return lastDayOf({ ...life, endsAt: ends && utc(ends) }, NGX);
    });

  it('is the session of a one-session term, whatever later end is requested', () => {
    for (const term of ['DAY', 'IOC', 'FOK', 'ATO', 'ATC'] as const) {
      assert.equal(lastDay(term), '2026-12-21');
      assert.equal(lastDay(term, '2026-12-26T00:00'), '2026-12-21');
      assert.equal(lastDay(term, '2026-12-20T23:59'), 'ORDER_DATE_PASSED');
    }
  });

  it('is the requested end for GTD, by the date at the exchange', () => {
    assert.equal(lastDay('GTD', '2026-12-23T00:30'), '2026-12-23');
    assert.equal(lastDay('GTD', '2026-12-21T00:00'), '2026-12-21');
    assert.equal(lastDay('GTD', '2026-12-20T12:00'), 'ORDER_DATE_PASSED');
  });

  it('is not on a weekend or holiday, and not beyond the maximum life', () => {
    for (const term of ['GTD', 'GTC'] as const) {
      assert.equal(lastDay(term, '2026-12-25T12:00'), 'ORDER_END_NOT_TRADING_DAY');
      assert.equal(lastDay(term, '2026-12-26T12:00'), 'ORDER_END_NOT_TRADING_DAY');
      assert.equal(lastDay(term, '2027-12-22T12:00'), '2027-12-22');
      assert.equal(lastDay(term, '2027-12-23T12:00'), 'ORDER_END_TOO_FAR');
    }
  });

  it('follows from the days of the term, to the trading day before', () => {
    assert.equal(lastDay('GTD', undefined, 3), '2026-12-24');
    assert.equal(lastDay('GTD', undefined, 5), '2026-12-24');
    assert.equal(lastDay('GTC', undefined, 7), '2026-12-28');
    assert.equal(lastDay('GTC'), '2027-02-19');
    assert.equal(lastDay('GTD'), 'ORDER_END_MISSING');
  });
});
