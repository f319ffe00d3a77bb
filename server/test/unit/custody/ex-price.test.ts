// Golden examples of reference prices and live orders on an ex-date. G7 uses the actual prices on
// the Nigerian exchange on 19 June 2024. G8 and G26 are derived with exact fractions.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventKind, EventOptionRow } from '../../../src/modules/custody/record/queries.js';
import {
  exPriceOf,
  type PriceEffect,
  policyOf,
  priceEffect,
  roundedToTick,
} from '../../../src/modules/custody/rule/ex-price.js';
import { adjustBars } from '../../../src/modules/market/price/adjustment.js';
import {
  type CuttableTerms,
  cutTerms,
  withoutDividend,
} from '../../../src/modules/order/rule/price-cut.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const OPTION: EventOptionRow = {
  ...{ corporate_action_id: 1n, number: 1, type: 'CASH', is_default: true, currency: 'NGN' },
  ...{ cash_per_unit: null, new_units: null, old_units: null, new_security_id: null },
  ...{ cost_percent: null, first_day_price: null, ex_price: null, price: null },
  ...{ price_per_100: null, percent: null, fractions: 'RDDN', fraction_price: null },
  available_date: null,
};

interface Told {
  readonly cash?: string;
  readonly ratio?: readonly [added: bigint, old: bigint];
  readonly exPrice?: string;
  readonly rightsPrice?: string;
}

function effect(kind: EventKind, { cash, ratio, exPrice, rightsPrice }: Told): PriceEffect {
  const found = priceEffect({
    event: { kind, ex_price: decimal(exPrice) ?? null, order_policy: null },
    options: [
      {
        ...OPTION,
        cash_per_unit: decimal(cash) ?? null,
        new_units: ratio?.[0] ?? null,
        old_units: ratio?.[1] ?? null,
      },
    ],
    currency: 'NGN',
    rightsPrice: decimal(rightsPrice),
  });
  return found ?? assert.fail('the kind has an effect on the price');
}

const decimal = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));

const reference = (close: string, tick: string, effects: readonly PriceEffect[]) =>
  roundedToTick(exPriceOf(new Decimal(close), effects).price, new Decimal(tick)).toFixed(2);

const dividend = (cash: string) => effect('DVCA', { cash });
const bonus = (added: bigint, old: bigint) => effect('BONU', { ratio: [added, old] });

describe('the reference price of an ex-date', () => {
  const cases: readonly (readonly [string, string, string, readonly PriceEffect[], string])[] = [
    ['G7 dividend of 0.05', '1.44', '0.01', [dividend('0.05')], '1.39'],
    ['G7 bonus of 4 for 1', '202.90', '0.10', [bonus(4n, 1n)], '40.60'],
    ['G7 dividend of 1.40', '59.40', '0.05', [dividend('1.40')], '58.00'],
    ['G7 dividend of 0.60', '14.55', '0.05', [dividend('0.60')], '13.95'],
    ['G8 dividend and bonus', '41.00', '0.05', [dividend('0.50'), bonus(1n, 4n)], '32.40'],
    [
      'the same, told the other way round',
      '41.00',
      '0.05',
      [bonus(1n, 4n), dividend('0.50')],
      '32.40',
    ],
    ['G8 reverse 1 for 4', '1.38', '0.05', [effect('SPLR', { ratio: [1n, 4n] })], '5.50'],
    ['G8 bonus of 1 for 1', '589.50', '0.10', [bonus(1n, 1n)], '294.80'],
    [
      'G10 rights of 1 for 6 at 36.00',
      '38.50',
      '0.05',
      [effect('RHDI', { ratio: [1n, 6n], rightsPrice: '36.00' })],
      '38.15',
    ],
    [
      'rights above the price',
      '38.50',
      '0.05',
      [effect('RHDI', { ratio: [1n, 6n], rightsPrice: '40.00' })],
      '38.50',
    ],
    ['a split of 3 for 2', '30.05', '0.05', [effect('SPLF', { ratio: [3n, 2n] })], '20.05'],
    ['a price that a person set', '41.00', '0.05', [effect('SOFF', { exPrice: '33.30' })], '33.30'],
    ['an amount that takes all', '0.50', '0.01', [dividend('0.80')], '0.01'],
  ];
  for (const [name, close, tick, effects, expected] of cases) {
    it(`after ${name} on ${close} is ${expected}`, () => {
      assert.equal(reference(close, tick, effects), expected);
    });
  }

  it('is not computed for bonds, and not for a spin-off without a price', () => {
    const of = (kind: EventKind) =>
      priceEffect({
        event: { kind, ex_price: null, order_policy: null },
        options: [{ ...OPTION, cash_per_unit: new Decimal('8.1442') }],
        currency: 'NGN',
      });
    assert.equal(of('INTR'), undefined);
    assert.equal(of('SOFF'), undefined);
  });

  it('ignores a dividend in another currency', () => {
    const usd = { ...OPTION, currency: 'USD', cash_per_unit: new Decimal('0.10') };
    const event = { kind: 'DVCA', ex_price: null, order_policy: null } as const;
    assert.equal(priceEffect({ event, options: [usd], currency: 'NGN' }), undefined);
  });
});

describe('a live order on an ex-date', () => {
  const order = (
    side: 'BUY' | 'SELL',
    open: bigint,
    [limit, stop]: readonly (string | undefined)[],
  ) => ({
    ...{ side, open, limitPrice: decimal(limit), stopPrice: decimal(stop) },
  });
  const told = (terms: CuttableTerms | undefined) =>
    terms && [terms.open, terms.limitPrice?.toFixed(2), terms.stopPrice?.toFixed(2)];
  const cash = (text: string) => ({
    ...{ amount: new Decimal(text), dividend: new Decimal(0), oldUnits: 1n, newUnits: 1n },
  });
  const ratio = (oldUnits: bigint, newUnits: bigint) => ({
    ...{ amount: new Decimal(0), dividend: new Decimal(0), oldUnits, newUnits },
  });
  const steps = (tick: string, lotSize = 1n) => ({ tick: new Decimal(tick), lotSize });
  const after = (
    terms: CuttableTerms,
    cut: Parameters<typeof cutTerms>[1],
    step: Parameters<typeof cutTerms>[2],
  ) => told(cutTerms(terms, cut, step));

  it('G26: a dividend lowers buy limits and sell stops only', () => {
    const cut = cash('0.57');
    assert.deepEqual(after(order('BUY', 1000n, ['22.50']), cut, steps('0.05')), [
      ...[1000n, '21.90', undefined],
    ]);
    assert.deepEqual(after(order('SELL', 1000n, [undefined, '20.00']), cut, steps('0.05')), [
      ...[1000n, undefined, '19.40'],
    ]);
    assert.deepEqual(after(order('SELL', 700n, ['25.00']), cut, steps('0.05')), [
      ...[700n, '25.00', undefined],
    ]);
    assert.deepEqual(after(order('BUY', 700n, ['25.10', '25.00']), cut, steps('0.05')), [
      ...[700n, '25.10', '25.00'],
    ]);
  });

  it('G26: a ratio changes every price and the quantity', () => {
    assert.deepEqual(after(order('BUY', 1000n, ['202.90']), ratio(1n, 5n), steps('0.05')), [
      ...[5000n, '40.55', undefined],
    ]);
    assert.deepEqual(after(order('SELL', 500n, ['25.00']), ratio(10n, 11n), steps('0.05')), [
      ...[550n, '22.75', undefined],
    ]);
    assert.equal(after(order('SELL', 3n, ['9.00']), ratio(4n, 1n), steps('0.05')), undefined);
  });

  it('keeps whole lots, and is cancelled without one', () => {
    assert.deepEqual(after(order('BUY', 250n, ['10.00']), ratio(2n, 3n), steps('0.01', 100n)), [
      ...[300n, '6.66', undefined],
    ]);
    assert.equal(
      after(order('BUY', 100n, ['10.00']), ratio(3n, 2n), steps('0.01', 100n)),
      undefined,
    );
    assert.equal(after(order('BUY', 100n, ['0.40']), cash('0.40'), steps('0.01')), undefined);
  });

  it('is lowered by other payments and ratios even if a dividend does not adjust it', () => {
    const paid = { ...cash('0.92'), dividend: new Decimal('0.62') };
    const buy = order('BUY', 300n, ['24.90']);
    assert.deepEqual(after(buy, paid, steps('0.05')), [300n, '23.95', undefined]);
    assert.deepEqual(after(buy, withoutDividend(paid), steps('0.05')), [300n, '24.60', undefined]);
    const both = withoutDividend({ ...paid, oldUnits: 2n, newUnits: 3n });
    assert.deepEqual(after(buy, both, steps('0.05')), [450n, '16.40', undefined]);
  });

  it('is lowered by a cash dividend as such, and by a return of capital as another payment', () => {
    const [paid, returned] = [dividend('0.62'), effect('CAPD', { cash: '0.30' })];
    assert.deepEqual(
      [paid.dividend.toFixed(), returned.dividend.toFixed(), returned.amount.toFixed()],
      ['0.62', '0', '0.3'],
    );
  });

  it('keeps the limit of a sell stop at or below its stop price', () => {
    const both = after(order('SELL', 10n, ['20.00', '20.00']), ratio(2n, 3n), steps('0.05'));
    assert.deepEqual(both, [15n, '13.30', '13.30']);
  });

  it('follows the strictest of the events of one date, unless an event overrides it', () => {
    const event = (kind: EventKind, order_policy: 'ADJUST' | 'CANCEL' | 'KEEP' | null = null) => ({
      ...{ kind, order_policy, ex_price: null },
    });
    const rule = { DVCA: 'ADJUST', RHDI: 'CANCEL', SPLR: 'CANCEL' } as const;
    assert.equal(policyOf([event('DVCA')], rule), 'ADJUST');
    assert.equal(policyOf([event('DVCA'), event('RHDI')], rule), 'CANCEL');
    assert.equal(policyOf([event('SPLR', 'ADJUST')], rule), 'ADJUST');
    assert.equal(policyOf([event('INTR')], rule), 'KEEP');
    assert.equal(policyOf([event('DVCA')], {}), 'KEEP');
    assert.equal(policyOf([event('REDM')], {}), 'CANCEL');
  });
});

describe('bars before an ex-date', () => {
  const bar = (date: string, price: string) => ({
    ...{ date: businessDate(date), volume: 900n },
    ...{ open: new Decimal(price), high: new Decimal(price) },
    ...{ low: new Decimal(price), close: new Decimal(price) },
  });
  const adjustments = [
    {
      ...{ exDate: businessDate('2026-06-08'), factor: new Decimal(1) },
      ...{ amount: new Decimal('2.00'), closeBefore: new Decimal('40.00') },
    },
    {
      ...{ exDate: businessDate('2026-06-10'), factor: new Decimal(1).dividedBy(3) },
      ...{ amount: new Decimal(0), closeBefore: new Decimal('38.00') },
    },
  ];
  const bars = [bar('2026-06-05', '40.00'), bar('2026-06-09', '38.00'), bar('2026-06-10', '12.60')];
  const closes = (mode: 'NONE' | 'SPLIT' | 'ALL') =>
    adjustBars(bars, adjustments, mode).map(({ close }) => close.toFixed(4));

  it('are shown as traded, in units of today, or without what was paid since', () => {
    assert.deepEqual(closes('NONE'), ['40.0000', '38.0000', '12.6000']);
    assert.deepEqual(closes('SPLIT'), ['13.3333', '12.6667', '12.6000']);
    assert.deepEqual(closes('ALL'), ['12.6667', '12.6667', '12.6000']);
    const volumes = adjustBars(bars, adjustments, 'SPLIT').map(({ volume }) => volume);
    assert.deepEqual(volumes, [2700n, 2700n, 900n]);
  });
});
