// Early liquidation: the golden deposit terminated on day 45 under each rule, in full and in part.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Liquidation,
  type LiquidationRule,
  liquidate,
  liquidationError,
} from '../../../src/modules/asset/deposit/early-liquidation.js';
import {
  accruedInterest,
  expectedInterest,
} from '../../../src/modules/asset/instrument/interest.js';
import {
  NIGERIAN_WITHHOLDING,
  netOfTax,
  withholdingRulesFor,
} from '../../../src/modules/asset/tax/withholding-tax.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const START = businessDate('2026-01-05');
const DAY_45 = addDays(START, 45);
const DEPOSIT = {
  principal: naira(500_000_000n),
  ratePercent: new Decimal('15'),
  start: START,
  end: addDays(START, 91),
  dayCount: 'ACT_365F',
} as const;
const withholding = withholdingRulesFor(NIGERIAN_WITHHOLDING, {
  instrumentClass: 'TERM_DEPOSIT',
  paymentDate: DAY_45,
});

function terminated(rule: LiquidationRule, more: Partial<Liquidation> = {}) {
  return liquidate(DEPOSIT, { date: DAY_45, ...more }, { rule, withholding });
}

describe('5,000,000 at 15 % terminated on day 45', () => {
  const cardPercent = new Decimal('10');
  const rows: readonly [string, LiquidationRule, Partial<Liquidation>, readonly bigint[]][] = [
    [
      'three points off',
      { kind: 'TERM_RATE', penaltyPoints: '3' },
      {},
      [7_397_260n, 739_726n, 6_657_534n, 506_657_534n, 1_849_315n],
    ],
    [
      'a quarter of the accrued forfeited',
      { kind: 'ACCRUED_PERCENT', percent: '25' },
      {},
      [6_934_931n, 693_493n, 6_241_438n, 506_241_438n, 2_311_644n],
    ],
    [
      'the card less one point',
      { kind: 'LOWER_RATE', penaltyPoints: '1' },
      { cardPercent },
      [5_547_945n, 554_795n, 4_993_150n, 504_993_150n, 3_698_630n],
    ],
    ['all forfeited', { kind: 'FORFEIT_ALL' }, {}, [0n, 0n, 0n, 500_000_000n, 9_246_575n]],
    [
      'all interest earned',
      { kind: 'EARNED' },
      {},
      [9_246_575n, 924_658n, 8_321_917n, 508_321_917n, 0n],
    ],
  ];
  for (const [name, rule, more, expected] of rows) {
    it(`pays ${name}`, () => {
      const settled = terminated(rule, more);
      const { gross, tax, net, payout, accrualReversed } = settled;
      const actual = [gross, tax, net, payout, accrualReversed].map(({ minor }) => minor);
      assert.deepEqual(actual, expected);
      assert.equal(settled.remaining, undefined);
      assert.equal(settled.remainingAccrued.minor, 0n);
    });
  }

  it('charges a percentage of the principal, and pays all interest earned', () => {
    const settled = terminated({ kind: 'PRINCIPAL_PERCENT', percent: '1' });
    assert.equal(settled.charge.minor, 5_000_000n);
    assert.equal(settled.payout.minor, 508_321_917n - 5_000_000n);
  });

  it('charges the rise of market rates for the remaining days, and nothing if they fell', () => {
    const risen = terminated({ kind: 'BREAK_COST' }, { marketPercent: new Decimal('18') });
    assert.equal(risen.gross.minor, 9_246_575n - 1_890_411n);
    const fallen = terminated({ kind: 'BREAK_COST' }, { marketPercent: new Decimal('12') });
    assert.equal(fallen.gross.minor, 9_246_575n);
  });

  it('never pays a negative rate, and takes the lower of contract and card', () => {
    assert.equal(terminated({ kind: 'TERM_RATE', penaltyPoints: '20' }).gross.minor, 0n);
    const rich = { cardPercent: new Decimal('30') };
    const lower = terminated({ kind: 'LOWER_RATE', penaltyPoints: '0' }, rich);
    assert.equal(lower.gross.minor, 9_246_575n);
    const card = terminated({ kind: 'CARD_RATE', penaltyPoints: '1' }, { cardPercent });
    assert.equal(card.gross.minor, 5_547_945n);
  });

  it('claws back interest that was paid before', () => {
    const settled = terminated(
      { kind: 'FORFEIT_ALL' },
      {
        settled: { gross: naira(1_000_000n), tax: naira(0n), inCash: true },
      },
    );
    assert.equal(settled.payout.minor, 499_000_000n);
  });

  it('within the cooling-off days pays no interest and takes no penalty', () => {
    const rule = { kind: 'PRINCIPAL_PERCENT', percent: '1' } as const;
    const policy = { rule, withholding, coolingOffDays: 7 };
    const early = liquidate(DEPOSIT, { date: addDays(START, 6) }, policy);
    assert.deepEqual(early.payout, DEPOSIT.principal);
    const late = liquidate(DEPOSIT, { date: addDays(START, 7) }, policy);
    assert.equal(late.charge.minor, 5_000_000n);
  });

  it('is refused outside the deposit and its term', () => {
    const fault = (more: Partial<Liquidation>) =>
      liquidationError(DEPOSIT, { date: DAY_45, ...more });
    assert.equal(fault({}), undefined);
    assert.equal(fault({ face: naira(0n) }), 'FACE');
    assert.equal(fault({ face: naira(500_000_001n) }), 'FACE');
    assert.equal(fault({ date: DEPOSIT.end }), 'DATE');
    assert.equal(fault({ date: addDays(START, -1) }), 'DATE');
    assert.throws(() => terminated({ kind: 'EARNED' }, { face: naira(0n) }));
  });
});

describe('a part of 2,000,000 terminated on day 45 at three points off', () => {
  it('pays 2,026,630.14 and leaves 3,000,000 that earn 112,191.78', () => {
    const rule = { kind: 'TERM_RATE', penaltyPoints: '3' } as const;
    const settled = terminated(rule, { face: naira(200_000_000n) });
    assert.equal(settled.gross.minor, 2_958_904n);
    assert.equal(settled.tax.minor, 295_890n);
    assert.equal(settled.payout.minor, 202_663_014n);
    assert.equal(settled.accrued.minor, 3_698_630n);
    assert.equal(settled.accrualReversed.minor, 739_726n);
    assert.ok(settled.remaining !== undefined);
    assert.deepEqual(settled.remaining.principal, naira(300_000_000n));
    const rest = netOfTax(expectedInterest(settled.remaining), withholding);
    assert.equal(rest.gross.minor, 11_219_178n);
    assert.equal(rest.net.minor, 10_097_260n);
  });
});

describe('any part of any deposit', () => {
  it('and its remainder add up to the whole, in face value and interest without penalty', () => {
    const terminated = fc.record({
      minor: fc.bigInt({ min: 2n, max: 10n ** 13n }),
      share: fc.integer({ min: 1, max: 99 }),
      day: fc.integer({ min: 0, max: 90 }),
      rate: fc.integer({ min: 0, max: 40_000 }),
    });
    fc.assert(
      fc.property(terminated, ({ minor, share, day, rate }) => {
        const ratePercent = new Decimal(`${rate}e-3`);
        const deposit = { ...DEPOSIT, principal: naira(minor), ratePercent };
        const face = (minor * BigInt(share)) / 100n;
        fc.pre(face > 0n);
        const date = addDays(START, day);
        const policy = { rule: { kind: 'EARNED' }, withholding } as const;
        const settled = liquidate(deposit, { date, face: naira(face) }, policy);
        const left = settled.remaining?.principal.minor ?? 0n;
        assert.equal(left + face, minor);
        const undivided = accruedInterest(deposit, date).minor;
        assert.equal(settled.gross.minor + settled.remainingAccrued.minor, undivided);
        assert.equal(settled.payout.minor, face + settled.gross.minor - settled.tax.minor);
      }),
    );
  });
});
