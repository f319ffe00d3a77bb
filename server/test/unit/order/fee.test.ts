// Fee schedules: Nigerian contract notes to the kobo, and every kind of line in the model.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type ChargeableTrade,
  chargesOf,
  netAmount,
  totalCharges,
} from '../../../src/modules/order/fee/charge.js';
import type { ChargeRule, FeeSchedule } from '../../../src/modules/order/fee/charge-rule.js';
import {
  equityTariff,
  NGX_BOND,
  NGX_EQUITY,
  NGX_EQUITY_2017,
} from '../../../src/modules/order/fee/shipped-tariff.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

function trade(overrides: Partial<ChargeableTrade> & { minor?: bigint } = {}): ChargeableTrade {
  const { minor = 25_000_000n, ...rest } = overrides;
  return {
    side: 'BUY',
    consideration: { minor, currency: 'NGN' },
    quantity: 10_000n,
    tradeDate: businessDate('2026-03-02'),
    assetClass: 'EQUITY',
    customerGroup: 'STANDARD',
    executionCount: 1,
    ...rest,
  };
}

function amounts(schedule: FeeSchedule, of: ChargeableTrade): [string, bigint][] {
  return chargesOf(schedule, of).map(({ code, onCode, amount }) => [
    onCode === undefined ? code : `${code} on ${onCode}`,
    amount.minor,
  ]);
}

function schedule(...rules: Partial<ChargeRule>[]): FeeSchedule {
  const standard: ChargeRule = {
    code: 'FEE',
    payee: 'FIRM',
    ledgerAccount: 'INC:FEE',
    base: { kind: 'CONSIDERATION' },
    rate: { kind: 'PERCENT', percent: '1' },
    rounding: { mode: 'HALF_UP' },
  };
  return {
    ...{ name: 'TEST', version: 1, currency: 'NGN', assetClasses: ['EQUITY'] },
    rules: rules.map((rule) => ({ ...standard, ...rule })),
  };
}

const only = (rule: Partial<ChargeRule>, of: ChargeableTrade) =>
  chargesOf(schedule(rule), of)[0]?.amount.minor ?? 0n;

describe('the current Nigerian equity tariff', () => {
  it('charges the golden buy of 10,000 at 25.00', () => {
    const buy = trade();
    assert.deepEqual(amounts(NGX_EQUITY, buy), [
      ['COMMISSION', 337_500n],
      ['SEC', 75_000n],
      ['STAMP', 20_000n],
      ['ALERT', 400n],
      ['VAT on COMMISSION', 25_313n],
      ['VAT on SEC', 5_625n],
      ['VAT on ALERT', 30n],
    ]);
    const lines = chargesOf(NGX_EQUITY, buy);
    assert.equal(totalCharges(lines, 'NGN').minor, 463_868n);
    assert.equal(netAmount(buy, lines).minor, 25_463_868n);
    const vat = lines.filter(({ ledgerAccount }) => ledgerAccount === 'LIAB:VAT');
    assert.equal(totalCharges(vat, 'NGN').minor, 30_968n);
  });

  it('charges the golden sell of 10,000 at 25.00', () => {
    const sell = trade({ side: 'SELL' });
    assert.deepEqual(amounts(NGX_EQUITY, sell), [
      ['COMMISSION', 337_500n],
      ['NGX', 75_000n],
      ['CSCS', 75_000n],
      ['STAMP', 20_000n],
      ['ALERT', 400n],
      ['VAT on COMMISSION', 25_313n],
      ['VAT on NGX', 5_625n],
      ['VAT on CSCS', 5_625n],
      ['VAT on ALERT', 30n],
    ]);
    const lines = chargesOf(NGX_EQUITY, sell);
    assert.equal(totalCharges(lines, 'NGN').minor, 544_493n);
    assert.equal(netAmount(sell, lines).minor, 24_455_507n);
    const vat = lines.filter(({ ledgerAccount }) => ledgerAccount === 'LIAB:VAT');
    assert.equal(totalCharges(vat, 'NGN').minor, 36_593n);
  });

  it('costs 18,541.80 on a buy of a million and 21,766.80 on a sell', () => {
    const million = { minor: 100_000_000n };
    const cost = (side: 'BUY' | 'SELL') =>
      totalCharges(chargesOf(NGX_EQUITY, trade({ ...million, side })), 'NGN').minor;
    assert.equal(cost('BUY'), 1_854_180n);
    assert.equal(cost('SELL'), 2_176_680n);
  });

  it('uses the commission of the customer group, and no VAT without commission', () => {
    const exempt = amounts(NGX_EQUITY, trade({ customerGroup: 'EXEMPT' }));
    assert.deepEqual(
      exempt.map(([code]) => code),
      ['SEC', 'STAMP', 'ALERT', 'VAT on SEC', 'VAT on ALERT'],
    );
    const rates = equityTariff({ STAFF: '0.75' });
    assert.deepEqual(amounts(rates, trade({ customerGroup: 'STAFF' }))[0], [
      'COMMISSION',
      187_500n,
    ]);
    assert.deepEqual(amounts(rates, trade())[0], ['COMMISSION', 337_500n]);
    const { customerGroup: _none, ...ungrouped } = trade();
    assert.deepEqual(amounts(rates, ungrouped)[0], ['COMMISSION', 337_500n]);
  });
});

describe('the shipped tariffs', () => {
  it('of 2017 are 0.375 % on buys, 0.675 % on sells, 1.00 or 0 % commission, 4.00 flat', () => {
    const million = { minor: 100_000_000n, tradeDate: businessDate('2018-05-02') };
    assert.deepEqual(amounts(NGX_EQUITY_2017, trade(million)), [
      ['COMMISSION', 1_000_000n],
      ['LEVIES', 375_000n],
      ['ALERT', 400n],
    ]);
    assert.deepEqual(
      amounts(NGX_EQUITY_2017, trade({ ...million, side: 'SELL', customerGroup: 'EXEMPT' })),
      [
        ['LEVIES', 675_000n],
        ['ALERT', 400n],
      ],
    );
  });

  it('charge bonds commission, depository and alert with VAT', () => {
    const bond = trade({ assetClass: 'BOND', minor: 1_000_000_000n });
    assert.deepEqual(amounts(NGX_BOND, bond), [
      ['COMMISSION', 10_000_000n],
      ['CSCS', 1_000n],
      ['ALERT', 400n],
      ['VAT on COMMISSION', 750_000n],
      ['VAT on CSCS', 75n],
      ['VAT on ALERT', 30n],
    ]);
  });
});

describe('a line of a schedule', () => {
  it('has a minimum and a maximum', () => {
    assert.equal(only({ min: '20' }, trade({ minor: 100_000n })), 2_000n);
    assert.equal(only({ min: '20' }, trade({ minor: 1_000_000n })), 10_000n);
    const lowerOf = { rate: { kind: 'PERCENT', percent: '0.03' }, max: '20' } as const;
    assert.equal(only(lowerOf, trade({ minor: 100_000_000n })), 2_000n);
    assert.equal(only(lowerOf, trade({ minor: 1_000_000n })), 300n);
  });

  it('has a maximum per day over the notes of the day', () => {
    const chargedEarlierToday = new Map([['FEE', 9_900n]]);
    assert.equal(
      only({ maxPerDay: '100' }, trade({ minor: 1_000_000n, chargedEarlierToday })),
      100n,
    );
    const full = new Map([['FEE', 10_000n]]);
    assert.equal(only({ maxPerDay: '100' }, trade({ chargedEarlierToday: full })), 0n);
  });

  it('is rounded by its own mode and unit', () => {
    const stamp = { rate: { kind: 'PERCENT', percent: '0.1' } } as const;
    const up = { ...stamp, rounding: { mode: 'UP', unit: '1' } } as const;
    assert.equal(only(up, trade({ minor: 10_000_100n })), 10_100n);
    assert.equal(only(up, trade({ minor: 10_000_000n })), 10_000n);
    const rupee = { ...stamp, rounding: { mode: 'HALF_UP', unit: '1' } } as const;
    assert.equal(only(rupee, trade({ minor: 10_049_900n })), 10_000n);
  });

  it('is calculated per started unit, per unit of quantity, per execution, per order', () => {
    const flat = (amount: string, base: ChargeRule['base']) =>
      ({ rate: { kind: 'FLAT', amount }, base }) as const;
    const started = flat('2', { kind: 'PER_STARTED', unit: '10000', of: 'CONSIDERATION' });
    assert.equal(only(started, trade({ minor: 1_000_000n })), 200n);
    assert.equal(only(started, trade({ minor: 1_000_001n })), 400n);
    assert.equal(only(flat('0.01', { kind: 'QUANTITY' }), trade()), 10_000n);
    assert.equal(only(flat('5', { kind: 'PER_TRADE' }), trade({ executionCount: 3 })), 1_500n);
    assert.equal(only(flat('5', { kind: 'PER_ORDER' }), trade()), 500n);
    assert.equal(only(flat('5', { kind: 'PER_DAY' }), trade()), 500n);
  });

  it('has tiers by slab or over the whole amount', () => {
    const tiers = [
      { upTo: '100000', percent: '1' },
      { upTo: '200000', percent: '0.5' },
      { percent: '0.1' },
    ];
    const of = trade({ minor: 25_000_000n });
    assert.equal(only({ rate: { kind: 'SLAB', tiers } }, of), 155_000n);
    assert.equal(only({ rate: { kind: 'WHOLE', tiers } }, of), 25_000n);
    const edge = trade({ minor: 10_000_000n });
    assert.equal(only({ rate: { kind: 'WHOLE', tiers } }, edge), 100_000n);
    assert.equal(only({ rate: { kind: 'SLAB', tiers } }, edge), 100_000n);
  });

  it('can tax a set of lines as one base, rounded once', () => {
    const both = schedule(
      { code: 'A', rate: { kind: 'FLAT', amount: '0.06' }, base: { kind: 'PER_CONTRACT_NOTE' } },
      { code: 'B', rate: { kind: 'FLAT', amount: '0.06' }, base: { kind: 'PER_CONTRACT_NOTE' } },
      {
        code: 'ONE',
        base: { kind: 'LINES', codes: ['A', 'B'] },
        rate: { kind: 'PERCENT', percent: '7.5' },
      },
      {
        code: 'EACH',
        base: { kind: 'EACH_LINE', codes: ['A', 'B'] },
        rate: { kind: 'PERCENT', percent: '7.5' },
      },
    );
    assert.deepEqual(amounts(both, trade()), [
      ['A', 6n],
      ['B', 6n],
      ['ONE', 1n],
    ]);
  });

  it('applies to its side, classes, boards, channels, groups and dates', () => {
    const day = businessDate('2026-03-02');
    const before = businessDate('2026-03-01');
    const after = businessDate('2026-03-03');
    const holds = (rule: Partial<ChargeRule>) => only(rule, trade({ board: 'MAIN' })) > 0n;
    assert.equal(holds({ side: 'BUY' }), true);
    assert.equal(holds({ side: 'SELL' }), false);
    assert.equal(holds({ assetClasses: ['BOND'] }), false);
    assert.equal(holds({ boards: ['MAIN'] }), true);
    assert.equal(holds({ boards: ['ASEM'] }), false);
    assert.equal(holds({ channels: ['WEB'] }), false);
    assert.equal(holds({ customerGroups: ['STANDARD'] }), true);
    assert.equal(holds({ validFrom: day, validTo: day }), true);
    assert.equal(holds({ validFrom: after }), false);
    assert.equal(holds({ validTo: before }), false);
  });

  it('refuses a trade in another currency', () => {
    const dollars = { ...trade(), consideration: { minor: 1n, currency: 'USD' } };
    assert.throws(() => chargesOf(NGX_EQUITY, dollars));
  });
});

describe('the charges of any trade', () => {
  const minors = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const sides = fc.constantFrom('BUY' as const, 'SELL' as const);

  it('sum to the difference between the net amount and the consideration, none negative', () => {
    fc.assert(
      fc.property(minors, sides, (minor, side) => {
        const of = trade({ minor, side });
        const lines = chargesOf(NGX_EQUITY, of);
        const total = lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
        const net = netAmount(of, lines).minor;
        assert.equal(side === 'BUY' ? net - minor : minor - net, total);
        assert.ok(lines.every(({ amount }) => amount.minor > 0n));
        assert.equal(total, totalCharges(lines, 'NGN').minor);
      }),
    );
  });

  it('never fall when the consideration rises', () => {
    fc.assert(
      fc.property(minors, minors, sides, (one, other, side) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const cost = (minor: bigint) =>
          totalCharges(chargesOf(NGX_EQUITY, trade({ minor, side })), 'NGN').minor;
        assert.ok(cost(less) <= cost(more));
      }),
    );
  });
});
