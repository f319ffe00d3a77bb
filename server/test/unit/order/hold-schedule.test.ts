// The hold of an order whose charges change during its life. For random schedules with several
// versions and fills on random dates, the charges never exceed the hold.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type {
  ChargeBase,
  ChargeRule,
  ChargeSpan,
} from '../../../src/modules/order/fee/charge-rule.js';
import type { ChargedNote } from '../../../src/modules/order/fee/charge-span.js';
import { notedAs, placeOf, tradeOfDay } from '../../../src/modules/order/fee/order-charge.js';
import { scheduleError } from '../../../src/modules/order/fee/schedule-error.js';
import type { ScheduleVersion, Tariff } from '../../../src/modules/order/fee/tariff.js';
import { costOf, scheduleToCharge } from '../../../src/modules/order/fee/trade-cost.js';
import type { TradeDay } from '../../../src/modules/order/rule/trade-day.js';
import { totalsOf } from '../../../src/modules/order/trade/hold.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { bases, bound, percent, rateBelow, rounding } from './charge-arbitrary.js';

type HeldOrder = Parameters<typeof totalsOf>[0];

const FIRST = businessDate('2026-11-16');
const LIFE_DAYS = 4;

const FEE: ChargeRule = {
  code: 'FEE',
  payee: 'FIRM',
  ledgerAccount: 'INC:FEE',
  base: { kind: 'CONSIDERATION' },
  rate: { kind: 'PERCENT', percent: '1' },
  rounding: { mode: 'HALF_UP' },
};

/**
 * A schedule version: its rules and the day of the order's life from which they apply. The first
 * version also applies before its day.
 */
interface Version {
  readonly from: number;
  readonly rules: readonly Partial<ChargeRule>[];
}

function tariffOf(versions: readonly Version[]): Tariff {
  const schedules = versions.map(
    ({ from, rules }, index): ScheduleVersion => ({
      ...{ id: BigInt(index + 1), label: 'Test', name: 'TEST', version: index + 1 },
      ...{ currency: 'NGN', assetClasses: ['EQUITY'], validTo: undefined },
      validFrom: index === 0 ? undefined : addDays(FIRST, from),
      rules: rules.map((rule) => ({ ...FEE, ...rule })),
    }),
  );
  return { stamp: BigInt(versions.length), schedules: schedules.reverse() };
}

/** The units filled on a day, and whether the end of day issues the notes that are due. */
interface Day {
  readonly units: number;
  readonly isNoted: boolean;
}

interface Life {
  readonly side: 'BUY' | 'SELL';
  readonly versions: readonly Version[];
  readonly price: string;
  readonly open: number;
  readonly days: readonly Day[];
}

/**
 * Returns the hold of an order (or its minimum proceeds) plus the net amount of its notes, after
 * each step.
 */
function stepsOf({ side, versions, price, open, days: plan }: Life): bigint[] {
  const tariff = tariffOf(versions);
  const days: TradeDay[] = [];
  const notes: ChargedNote[] = [];
  let net = 0n;
  let filled = 0n;
  const quantity = BigInt(plan.reduce((sum, { units }) => sum + units, open));
  const terms = {
    ...{ quantity, worstPrice: new Decimal(price), worstAccrued: new Decimal(0) },
    ...{ tradeDatesMax: LIFE_DAYS, expireDate: addDays(FIRST, LIFE_DAYS - 1) },
  };
  const totalOn = (order: HeldOrder, isLive = true) =>
    net +
    totalsOf(
      order,
      {
        ...{ isLive, quantityFilled: filled, terms },
        noted: days.filter(({ isNoted }) => isNoted),
        unnoted: days.filter(({ isNoted }) => !isNoted),
      },
      tariff,
    ).openMinor;
  const note = (order: HeldOrder) => {
    for (const [index, day] of days.entries()) {
      if (day.isNoted) continue;
      const trade = { ...tradeOfDay(order, day), ofOrder: [...notes] };
      const schedule = scheduleToCharge(tariff, trade, placeOf(order));
      net += costOf(trade, schedule).netMinor;
      notes.push(notedAs(trade, schedule));
      days[index] = { ...day, isNoted: true };
    }
  };
  const steps = [totalOn(orderOf(side, 0))];
  for (const [index, { units, isNoted }] of plan.entries()) {
    const order = orderOf(side, index);
    if (units > 0) {
      filled += BigInt(units);
      days.push({
        ...{ tradeDate: order.today, quantity: BigInt(units), fills: 1, stated: new Map() },
        ...{ value: new Decimal(price).times(units), isNoted: false, hasNews: true },
      });
    }
    steps.push(totalOn(order));
    // On the last day the order ends before its note is issued.
    if (isNoted && index < LIFE_DAYS - 1) note(order);
    steps.push(totalOn(order));
  }
  const last = orderOf(side, LIFE_DAYS - 1);
  steps.push(totalOn(last, false));
  note(last);
  return [...steps, totalOn(last, false)];
}

function orderOf(side: 'BUY' | 'SELL', day: number): HeldOrder {
  return {
    ...{ order_type: side, currency: 'NGN', instrument_type: 'EQUITY', face_value: null },
    ...{ exchange_id: 1n, office_id: 1n, commission_group_name: '', order_origin: 'API' },
    today: addDays(FIRST, day),
  };
}

const rate = rateBelow(60_000);
const span = fc.constantFrom<ChargeSpan>('ORDER', 'NOTE');
const fee = fc
  .record({ base: bases, rate, rounding, min: bound(1_000), max: bound(3_000), per: span })
  .map(({ min, max, per, ...rule }): Partial<ChargeRule> => {
    const isOwn = rule.base.kind === 'PER_ORDER' || rule.base.kind === 'PER_CONTRACT_NOTE';
    return {
      ...rule,
      ...(isOwn ? {} : { per }),
      ...(min === null ? {} : { min }),
      ...(max === null || Number(max) < Number(min ?? 0) ? {} : { max }),
    };
  });
const LEVY = { code: 'LEVY', rate: { kind: 'PERCENT', percent: '0.3' } } as const;
const tax = fc
  .record({
    code: fc.constant('VAT'),
    base: fc.constantFrom<ChargeBase>(
      { kind: 'EACH_LINE', codes: ['FEE'] },
      { kind: 'LINES', codes: ['FEE', 'LEVY'] },
    ),
    rate: percent.map((each) => ({ kind: 'PERCENT' as const, percent: each })),
    rounding,
    per: span,
    min: bound(5),
  })
  .map(({ min, ...rule }): Partial<ChargeRule> => ({ ...rule, ...(min === null ? {} : { min }) }));

const versions = fc
  .array(fc.tuple(fc.integer({ min: -1, max: LIFE_DAYS }), fee, tax, fc.boolean()), {
    minLength: 1,
    maxLength: 3,
  })
  .map((made) => made.sort(([one], [other]) => one - other))
  .map((made) =>
    made.map(([from, own, vat, isAsFirst]): Version => {
      // In many cases only the tax changes, so that the same fee continues across versions.
      const [, first = own] = made[0] ?? [];
      return { from, rules: [isAsFirst ? first : own, LEVY, vat] };
    }),
  )
  .filter((made) =>
    tariffOf(made).schedules.every((schedule) => scheduleError(schedule) === undefined),
  );

const lives: fc.Arbitrary<Life> = fc.record({
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  versions,
  price: fc.constantFrom('25.00', '24.37', '10.0025'),
  open: fc.nat({ max: 500 }),
  days: fc.array(fc.record({ units: fc.nat({ max: 900 }), isNoted: fc.boolean() }), {
    minLength: LIFE_DAYS,
    maxLength: LIFE_DAYS,
  }),
});

// A sell order that ends unfilled loses its remaining proceeds, so sell orders are always filled
// completely.
const life = lives.map((each) => (each.side === 'BUY' ? each : { ...each, open: 0 }));

const flat = (percentage: string, more: Partial<ChargeRule>) => ({
  ...more,
  rate: { kind: 'PERCENT', percent: percentage } as const,
});

describe('the hold of an order whose charges change', () => {
  it('is never below the charges, for random schedules and fills', () => {
    fc.assert(
      fc.property(life, (each) => {
        const steps = stepsOf(each);
        const charged = steps.at(-1) ?? 0n;
        const isCovered = (total: bigint) =>
          each.side === 'BUY' ? charged <= total : charged >= total;
        assert.ok(steps.every(isCovered), String(steps));
      }),
      { numRuns: 1_000 },
    );
  });

  const BUY = { side: 'BUY', price: '25.00', open: 0 } as const;
  const noted = (...units: number[]): Day[] =>
    units.map((each) => ({ units: each, isNoted: true }));

  it('has the minimum of each of two versions of a rule per ORDER', () => {
    const rule = { per: 'ORDER', min: '500' } as const;
    const rates = [
      { from: 0, rules: [flat('0.1', rule)] },
      { from: 1, rules: [flat('0.2', rule)] },
    ];
    const steps = stepsOf({ ...BUY, versions: rates, days: noted(200, 200, 0, 0) });
    assert.deepEqual([steps[0], steps.at(-1)], [1_000_000n + 100_003n, 1_000_000n + 100_000n]);
  });

  it('has a tax that is rounded up on each note, on a fee without a fixed part', () => {
    const fee = { base: { kind: 'QUANTITY' }, rate: { kind: 'FLAT', amount: '1.65' } } as const;
    const taxed = (percent: string, more: Partial<ChargeRule>) =>
      flat(percent, { code: 'VAT', base: { kind: 'EACH_LINE', codes: ['FEE'] }, ...more });
    const rates = [
      { from: 0, rules: [fee, taxed('0', { per: 'ORDER' })] },
      { from: 1, rules: [fee, taxed('0.0001', { rounding: { mode: 'UP', unit: '0.05' } })] },
    ];
    const days = [0, 0, 1, 0].map((units) => ({ units, isNoted: false }));
    const steps = stepsOf({ ...BUY, versions: rates, days });
    const charged = 2_500n + 165n + 5n;
    assert.equal(steps.at(-1), charged);
    assert.ok((steps[0] ?? 0n) >= charged, String(steps));
  });

  it('has the higher tax on a fee per ORDER, and on other lines the amount of one schedule', () => {
    const fee = flat('4', { per: 'ORDER', min: '350' });
    const levy = { ...LEVY, rate: { kind: 'PERCENT', percent: '0.5' } } as const;
    const tax = (kind: 'LINES' | 'EACH_LINE', codes: string[], percent: string) =>
      flat(percent, { code: 'VAT', base: { kind, codes } });
    const rates = [
      { from: 0, rules: [fee, levy, tax('LINES', ['FEE', 'LEVY'], '10')] },
      { from: 2, rules: [fee, levy, tax('EACH_LINE', ['FEE'], '40')] },
    ];
    // Only the last fill exceeds the minimum, so the fee increases only under the higher tax.
    const days = [8, 332, 0, 200].map((units) => ({ units, isNoted: false }));
    const steps = stepsOf({ ...BUY, versions: rates, days });
    const charged = steps.at(-1) ?? 0n;
    assert.equal(charged, 1_350_000n + 54_000n + 6_750n + 3_500n + 425n + 7_600n);
    assert.ok(
      steps.every((held) => held >= charged),
      String(steps),
    );
  });

  it('has the percentage of one version and the minimum of another one per NOTE', () => {
    const rates = [
      { from: 0, rules: [flat('1', {})] },
      { from: 1, rules: [flat('0.1', { min: '50' })] },
    ];
    const steps = stepsOf({ ...BUY, versions: rates, days: noted(396, 4, 0, 0) });
    assert.equal(steps.at(-1), 1_000_000n + 9_900n + 5_000n);
    assert.ok((steps[0] ?? 0n) >= 1_000_000n + 14_900n);
  });

  it('uses the charges of their own date for fills without a note', () => {
    const rates = [
      { from: 0, rules: [flat('5', {})] },
      { from: 1, rules: [flat('1', {})] },
    ];
    const days = [{ units: 400, isNoted: false }, ...noted(0, 0, 0)];
    const steps = stepsOf({ ...BUY, open: 4, versions: rates, days });
    // The hold after the first end of day. The open quantity is charged at the rates of the later
    // days.
    assert.ok((steps[3] ?? 0n) >= 1_050_000n, String(steps));
  });

  it('has no minimum for dates that passed unfilled', () => {
    const rules = [flat('0.1', { min: '1000' })];
    const steps = stepsOf({
      ...BUY,
      open: 400,
      versions: [{ from: 0, rules }],
      days: noted(0, 0, 0, 0),
    });
    assert.deepEqual([steps[0], steps[8]], [1_400_002n, 1_100_000n]);
  });

  it('of a sell is no more than its proceeds, with each note rounded', () => {
    const days = noted(1, 1, 0, 0);
    const versions = [{ from: 0, rules: [] }];
    const steps = stepsOf({ side: 'SELL', price: '10.0025', open: 0, versions, days });
    assert.deepEqual([steps[0], steps.at(-1)], [2_000n, 2_000n]);
  });
});
