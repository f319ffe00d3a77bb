// Fee schedules of eight markets, with notes calculated by hand. They cover every kind of rule that
// the model must support.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChargeableTrade, chargesOf } from '../../../src/modules/order/fee/charge.js';
import type { ChargeRule, FeeSchedule } from '../../../src/modules/order/fee/charge-rule.js';
import { scheduleError } from '../../../src/modules/order/fee/schedule-error.js';
import { dayTradedOf } from '../../../src/modules/order/rule/day-trade.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../src/platform/money/money.js';

const ROUND = { mode: 'HALF_UP' } as const;

function line(code: string, more: Partial<ChargeRule>): ChargeRule {
  return {
    ...{ code, payee: code, ledgerAccount: 'LIAB:LEVIES', rounding: ROUND },
    base: { kind: 'CONSIDERATION' },
    rate: { kind: 'PERCENT', percent: '0' },
    ...more,
  };
}

const percent = (code: string, rate: string, more: Partial<ChargeRule> = {}) =>
  line(code, { rate: { kind: 'PERCENT', percent: rate }, ...more });

const taxOn = (code: string, rate: string, codes: readonly string[]) =>
  percent(code, rate, { base: { kind: 'EACH_LINE', codes } });

function schedule(currency: string, ...rules: readonly ChargeRule[]): FeeSchedule {
  const made: FeeSchedule = {
    ...{ name: currency, version: 1, currency, assetClasses: ['EQUITY'] },
    rules,
  };
  assert.equal(scheduleError(made), undefined);
  return made;
}

type Dealt = Partial<Omit<ChargeableTrade, 'tradeDate'>> & { readonly on?: string };

/** Returns the lines of a note as text, and their sum. */
function noteOf(of: FeeSchedule, value: string, dealt: Dealt = {}) {
  const { on = '2026-03-02', ...rest } = dealt;
  const { currency } = of;
  const lines = chargesOf(of, {
    side: 'BUY',
    consideration: { minor: decimalToMinor(new Decimal(value), currency, 'HALF_UP'), currency },
    quantity: 100n,
    tradeDate: businessDate(on),
    assetClass: 'EQUITY',
    executionCount: 1,
    ...rest,
  });
  const shown = lines.map(({ code, onCode, amount }) => {
    const name = onCode === undefined ? code : `${code} on ${onCode}`;
    return `${name} ${minorToDecimal(amount.minor, currency).toFixed(2)}`;
  });
  const total = lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
  return [...shown, minorToDecimal(total, currency).toFixed(2)];
}

describe('a note of Nairobi', () => {
  const nairobi = schedule(
    'KES',
    percent('BROKERAGE', '1.5', { min: '100' }),
    percent('NSE', '0.12'),
    percent('CDSC', '0.08'),
    percent('FUND', '0.01'),
    percent('GUARANTEE', '0.01'),
    percent('CMA', '0.12'),
    line('STAMP', {
      base: { kind: 'PER_STARTED', unit: '10000', of: 'CONSIDERATION' },
      rate: { kind: 'FLAT', amount: '2' },
    }),
    taxOn('VAT', '16', ['BROKERAGE']),
  );

  it('of 85,000 has stamp duty on nine started units', () => {
    assert.deepEqual(noteOf(nairobi, '85000'), [
      'BROKERAGE 1275.00',
      'NSE 102.00',
      'CDSC 68.00',
      'FUND 8.50',
      'GUARANTEE 8.50',
      'CMA 102.00',
      'STAMP 18.00',
      'VAT on BROKERAGE 204.00',
      '1786.00',
    ]);
  });

  it('of 1,000 has the minimum brokerage, and VAT on it', () => {
    assert.deepEqual(noteOf(nairobi, '1000'), [
      'BROKERAGE 100.00',
      'NSE 1.20',
      'CDSC 0.80',
      'FUND 0.10',
      'GUARANTEE 0.10',
      'CMA 1.20',
      'STAMP 2.00',
      'VAT on BROKERAGE 16.00',
      '121.40',
    ]);
  });
});

describe('a note of Accra', () => {
  const accra = schedule(
    'GHS',
    line('COMMISSION', {
      rate: {
        kind: 'WHOLE',
        tiers: [
          { upTo: '10000', percent: '2' },
          { upTo: '100000', percent: '1.5' },
          { percent: '1' },
        ],
      },
    }),
    percent('EXCHANGE', '0.35'),
    percent('DEPOSITORY', '0.15'),
    percent('SEC', '0.15'),
    percent('DEVELOPMENT', '0.05'),
  );

  it('has levies of 0.7 %, and a commission that falls with size', () => {
    assert.deepEqual(noteOf(accra, '50000'), [
      'COMMISSION 750.00',
      'EXCHANGE 175.00',
      'DEPOSITORY 75.00',
      'SEC 75.00',
      'DEVELOPMENT 25.00',
      '1100.00',
    ]);
    assert.equal(noteOf(accra, '10000')[0], 'COMMISSION 200.00');
    assert.equal(noteOf(accra, '10000.01')[0], 'COMMISSION 150.00');
    assert.equal(noteOf(accra, '200000', { side: 'SELL' })[0], 'COMMISSION 2000.00');
  });
});

describe('a note of Johannesburg', () => {
  const johannesburg = schedule(
    'ZAR',
    percent('BROKERAGE', '0.5'),
    percent('TRANSFER', '0.25', { side: 'BUY' }),
    taxOn('VAT', '15', ['BROKERAGE']),
  );

  it('has transfer tax on buys alone', () => {
    const [brokerage, vat] = ['BROKERAGE 500.00', 'VAT on BROKERAGE 75.00'];
    assert.deepEqual(noteOf(johannesburg, '100000'), [brokerage, 'TRANSFER 250.00', vat, '825.00']);
    assert.deepEqual(noteOf(johannesburg, '100000', { side: 'SELL' }), [brokerage, vat, '575.00']);
  });
});

describe('a note of Mumbai', () => {
  const mumbai = schedule(
    'INR',
    percent('BROKERAGE', '0.03', { max: '20' }),
    percent('STT', '0.1', { rounding: { mode: 'HALF_UP', unit: '1' } }),
    percent('STAMP', '0.015', { side: 'BUY' }),
    percent('EXCHANGE', '0.00307'),
    percent('REGULATOR', '0.0001'),
    percent('GST', '18', {
      base: { kind: 'LINES', codes: ['BROKERAGE', 'EXCHANGE', 'REGULATOR'] },
    }),
  );

  it('has the lower of 0.03 % and 20, and one tax on three lines', () => {
    assert.deepEqual(noteOf(mumbai, '100000'), [
      'BROKERAGE 20.00',
      'STT 100.00',
      'STAMP 15.00',
      'EXCHANGE 3.07',
      'REGULATOR 0.10',
      'GST 4.17',
      '142.34',
    ]);
    assert.equal(noteOf(mumbai, '50000')[0], 'BROKERAGE 15.00');
  });

  it('has its transaction tax in whole rupees, and stamp duty on buys alone', () => {
    assert.deepEqual(noteOf(mumbai, '123456', { side: 'SELL' }), [
      'BROKERAGE 20.00',
      'STT 123.00',
      'EXCHANGE 3.79',
      'REGULATOR 0.12',
      'GST 4.30',
      '151.21',
    ]);
  });
});

describe('a note of Manila', () => {
  const since = (from: string) => ({ validFrom: businessDate(from) });
  const manila = schedule(
    'PHP',
    percent('COMMISSION', '0.25', { min: '20' }),
    percent('EXCHANGE', '0.005'),
    percent('CLEARING', '0.01'),
    percent('SALES', '0.6', { side: 'SELL', validTo: businessDate('2025-06-30') }),
    percent('SALES', '0.1', { side: 'SELL', ...since('2025-07-01') }),
    taxOn('VAT', '12', ['COMMISSION']),
    { ...taxOn('VAT_EXCHANGE', '12', ['EXCHANGE']), ...since('2025-09-01') },
  );

  it('has a minimum commission, and VAT on the exchange fee since September 2025', () => {
    assert.deepEqual(noteOf(manila, '5000', { side: 'SELL', on: '2025-09-01' }), [
      'COMMISSION 20.00',
      'EXCHANGE 0.25',
      'CLEARING 0.50',
      'SALES 5.00',
      'VAT on COMMISSION 2.40',
      'VAT_EXCHANGE on EXCHANGE 0.03',
      '28.18',
    ]);
    assert.equal(noteOf(manila, '5000', { on: '2025-09-01' }).at(-1), '23.18');
  });

  it('has the sales tax of its trade date', () => {
    const of = (on: string) => noteOf(manila, '5000', { side: 'SELL', on });
    assert.deepEqual([of('2025-06-30')[3], of('2025-06-30').at(-1)], ['SALES 30.00', '53.15']);
    assert.deepEqual([of('2025-07-01')[3], of('2025-07-01').at(-1)], ['SALES 5.00', '28.15']);
  });
});

describe('a note of Kuala Lumpur', () => {
  const kualaLumpur = schedule(
    'MYR',
    line('BROKERAGE', {
      rate: { kind: 'WHOLE', tiers: [{ upTo: '100000', percent: '0.6' }, { percent: '0.3' }] },
      min: '40',
    }),
    percent('CLEARING', '0.03', { max: '1000' }),
    line('STAMP', {
      base: { kind: 'PER_STARTED', unit: '1000', of: 'CONSIDERATION' },
      rate: { kind: 'FLAT', amount: '1' },
      max: '1000',
    }),
  );

  it('has a tier at 100,000, a minimum brokerage, and capped clearing fee and stamp duty', () => {
    const of = (value: string) => noteOf(kualaLumpur, value);
    assert.deepEqual(of('1000.01'), ['BROKERAGE 40.00', 'CLEARING 0.30', 'STAMP 2.00', '42.30']);
    assert.deepEqual(of('150000'), [
      ...['BROKERAGE 450.00', 'CLEARING 45.00', 'STAMP 150.00'],
      '645.00',
    ]);
    assert.deepEqual(of('5000500'), [
      ...['BROKERAGE 15001.50', 'CLEARING 1000.00', 'STAMP 1000.00'],
      '17001.50',
    ]);
  });
});

describe('a note of Hong Kong', () => {
  const hongKong = schedule(
    'HKD',
    percent('COMMISSION', '0.25', { min: '100' }),
    percent('STAMP', '0.1', { rounding: { mode: 'UP', unit: '1' } }),
    percent('SFC', '0.0027'),
    percent('EXCHANGE', '0.00565'),
    percent('COUNCIL', '0.00015'),
    percent('SETTLEMENT', '0.002', { min: '2', max: '100' }),
  );

  it('has stamp duty rounded up to the dollar, and a settlement fee from 2 to 100', () => {
    assert.deepEqual(noteOf(hongKong, '123450'), [
      'COMMISSION 308.63',
      'STAMP 124.00',
      'SFC 3.33',
      'EXCHANGE 6.97',
      'COUNCIL 0.19',
      'SETTLEMENT 2.47',
      '445.59',
    ]);
    assert.deepEqual(noteOf(hongKong, '10000'), [
      'COMMISSION 100.00',
      'STAMP 10.00',
      'SFC 0.27',
      'EXCHANGE 0.57',
      'COUNCIL 0.02',
      'SETTLEMENT 2.00',
      '112.86',
    ]);
    assert.equal(noteOf(hongKong, '10000000')[5], 'SETTLEMENT 100.00');
  });
});

describe('day trades', () => {
  const nairobi = schedule(
    'KES',
    percent('BROKERAGE', '1.5', { base: { kind: 'CARRIED' } }),
    percent('BROKERAGE_DAY', '1.425', { base: { kind: 'DAY_TRADED' } }),
    percent('NSE', '0.12'),
    taxOn('VAT', '16', ['BROKERAGE', 'BROKERAGE_DAY']),
  );
  const mumbai = schedule(
    'INR',
    percent('STT', '0.1', { base: { kind: 'CARRIED' }, rounding: { mode: 'HALF_UP', unit: '1' } }),
    percent('STT_DAY', '0.025', {
      base: { kind: 'DAY_TRADED' },
      side: 'SELL',
      rounding: { mode: 'HALF_UP', unit: '1' },
    }),
  );
  const kualaLumpur = schedule(
    'MYR',
    percent('BROKERAGE', '0.6', { base: { kind: 'CARRIED' }, min: '40' }),
    percent('BROKERAGE_DAY', '0.15', { base: { kind: 'DAY_TRADED' }, min: '12' }),
    percent('CLEARING', '0.03', { max: '1000' }),
  );
  const split = (day: bigint, quantity = 1000n) => ({ quantity, dayTradedQuantity: day });

  it('of Nairobi rebate 5 % of the brokerage on 600 of 1,000 units', () => {
    assert.deepEqual(noteOf(nairobi, '85000', split(600n)), [
      ...['BROKERAGE 510.00', 'BROKERAGE_DAY 726.75', 'NSE 102.00'],
      ...['VAT on BROKERAGE 81.60', 'VAT on BROKERAGE_DAY 116.28', '1536.63'],
    ]);
  });

  it('of Mumbai pay 0.1 % on carried units, and 0.025 % on the sale of the others', () => {
    const of = (side: 'BUY' | 'SELL', day: bigint) =>
      noteOf(mumbai, '500000', { ...split(day), side });
    assert.deepEqual(of('BUY', 0n), ['STT 500.00', '500.00']);
    assert.deepEqual(of('SELL', 0n), ['STT 500.00', '500.00']);
    assert.deepEqual(of('BUY', 1000n), ['0.00']);
    assert.deepEqual(of('SELL', 1000n), ['STT_DAY 125.00', '125.00']);
    assert.deepEqual(of('BUY', 600n), ['STT 200.00', '200.00']);
    assert.deepEqual(of('SELL', 600n), ['STT 200.00', 'STT_DAY 75.00', '275.00']);
  });

  it('of Kuala Lumpur have their own brokerage with its own minimum', () => {
    assert.deepEqual(noteOf(kualaLumpur, '150000', split(1000n)), [
      ...['BROKERAGE_DAY 225.00', 'CLEARING 45.00', '270.00'],
    ]);
    assert.deepEqual(noteOf(kualaLumpur, '5000', split(1000n)), [
      ...['BROKERAGE_DAY 12.00', 'CLEARING 1.50', '13.50'],
    ]);
    assert.deepEqual(noteOf(kualaLumpur, '5000'), [
      ...['BROKERAGE 40.00', 'CLEARING 1.50', '41.50'],
    ]);
  });

  it('split to the minor unit half-up, so that both parts are the whole', () => {
    const whole = schedule(
      'KES',
      percent('CARRIED', '100', { base: { kind: 'CARRIED' } }),
      percent('DAY', '100', { base: { kind: 'DAY_TRADED' } }),
    );
    assert.deepEqual(noteOf(whole, '0.05', split(1n, 2n)), [
      ...['CARRIED 0.02', 'DAY 0.03', '0.05'],
    ]);
    assert.deepEqual(noteOf(whole, '100', split(1n, 3n)), [
      ...['CARRIED 66.67', 'DAY 33.33', '100.00'],
    ]);
  });

  it('take the earliest orders of each side first, as many units as both sides dealt', () => {
    const orders = [
      { id: 1n, side: 'BUY', quantity: 400n },
      { id: 2n, side: 'SELL', quantity: 500n },
      { id: 3n, side: 'BUY', quantity: 300n },
      { id: 4n, side: 'SELL', quantity: 100n },
      { id: 5n, side: 'BUY', quantity: 300n },
    ] as const;
    const of = (given: typeof orders | []) => orders.map(({ id }) => dayTradedOf(given, id));
    assert.deepEqual(of(orders), [400n, 500n, 200n, 100n, 0n]);
    assert.deepEqual(of([]), [0n, 0n, 0n, 0n, 0n]);
    assert.equal(dayTradedOf(orders.slice(0, 1), 1n), 0n);
  });
});
