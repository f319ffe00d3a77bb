// Property tests of the tax on gains from seeded random trades. Results are compared with a plain
// search of all windows and with the books.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumOf } from '../../../src/modules/wealth/tax/amount.js';
import { foldBases } from '../../../src/modules/wealth/tax/base.js';
import { addDays, addMonths, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { randomFrom } from '../../support/random.js';
import { type Moved, minor, movementsOf, shown } from './gain-case.js';
import { computed, ruleWith, type Sold, type TaxCase } from './tax-case.js';

const ROUNDS = 60;
const random = randomFrom(20_261_127);
const whole = (most: number) => 1 + Math.floor(random() * most);
const money = (most: number) => shown(BigInt(whole(most * 100))) ?? '';

function randomSales(): Sold[] {
  const days = Array.from({ length: whole(14) }, () => whole(1_100)).sort((a, b) => a - b);
  return days.map((day) => {
    const gain = whole(24_000_000) - 12_000_000;
    return [addDays(businessDate('2025-12-31'), day), money(70_000_000), `${gain}.00`];
  });
}

/** Tries every day as the first of a window of twelve months. */
function isChargeableBySearch(sold: readonly Sold[], date: string): boolean {
  const last = businessDate(date);
  for (let from = addDays(addMonths(last, -12), -2); from <= last; from = addDays(from, 1)) {
    const until = addDays(addMonths(from, 12), -1);
    if (until < last) continue;
    const within = sold.filter(([on]) => from <= on && on <= until);
    const proceeds = sumOf(within.map(([, amount]) => minor(amount)));
    const gain = sumOf(within.map(([, , amount = '0.00']) => minor(amount)));
    if (proceeds >= 15_000_000_000n || gain > 1_000_000_000n) return true;
  }
  return false;
}

describe('the threshold of random disposals', () => {
  it('finds exactly the disposals that a search of every window finds', () => {
    const outcomes = new Set<boolean>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const sold = randomSales();
      for (const year of [2026, 2027, 2028]) {
        for (const { disposal, test } of computed({ sold }, year).disposals) {
          const expected = isChargeableBySearch(sold, disposal.tradeDate);
          assert.equal(test.isChargeable, expected, JSON.stringify([sold, disposal.tradeDate]));
          outcomes.add(expected);
        }
      }
    }
    assert.equal(outcomes.size, 2);
  });
});

describe('the relief of random reinvestments', () => {
  it('never exceeds the gain, nor uses more money than was reinvested', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bought = Array.from({ length: whole(6) }, () => {
        const on = addDays(businessDate('2025-12-31'), whole(365));
        return [on, money(90_000_000)] as const;
      });
      const of: TaxCase = { sold: randomSales(), bought };
      const { disposals, gainMinor, relievedMinor, chargeableMinor } = computed(of, 2026);
      const used = sumOf(disposals.map(({ relief }) => relief.reinvestedMinor));
      assert.ok(used <= sumOf(bought.map(([, cost]) => minor(cost))));
      for (const { disposal, relief } of disposals) {
        assert.ok(relief.reinvestedMinor <= disposal.proceedsMinor);
        assert.ok(
          relief.relievedMinor <= (disposal.gainMinor ?? 0n) || relief.relievedMinor === 0n,
        );
      }
      assert.ok(chargeableMinor >= 0n && chargeableMinor <= gainMinor - relievedMinor);
    }
  });
});

describe('losses carried without end', () => {
  it('leave in all years together the excess of gains over losses, or nothing', () => {
    const { threshold: _none, reinvestment: _no, ...rule } = ruleWith({ lossCarryYears: 20 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const of = { rules: [rule], sold: randomSales() };
      const years = [2026, 2027, 2028].map((year) => computed(of, year));
      const last = years.at(-1);
      assert.ok(last);
      const net = sumOf(years.map(({ gainMinor, lossMinor }) => gainMinor - lossMinor));
      const charged = sumOf(years.map(({ chargeableMinor }) => chargeableMinor));
      assert.equal(charged - sumOf(last.carried.map(({ lossMinor }) => lossMinor)), net);
    }
  });
});

/** Returns trades around the reset date that end without holdings. */
function randomLife(): Moved[] {
  const moved: Moved[] = [];
  let held = 0;
  let day = -200;
  for (let count = 0; count < 12; count += 1) {
    day += whole(40);
    const on = addDays(businessDate('2025-12-31'), day);
    const quantity = whole(5_000);
    if (held > 0 && random() < 0.4) {
      const sold = Math.min(held, quantity);
      moved.push({ on, kind: 'SELL', quantity: -sold, proceeds: money(200_000) });
      held -= sold;
    } else if (held > 0 && day > 0 && random() < 0.2) {
      moved.push({ on, kind: 'BONUS', quantity });
      held += quantity;
    } else {
      moved.push({ on, kind: 'BUY', quantity, cost: money(200_000) });
      held += quantity;
    }
  }
  const end = businessDate('2028-01-03');
  return [...moved, { on: end, kind: 'SELL', quantity: -held, proceeds: money(900_000) }];
}

for (const lotMethod of ['AVERAGE', 'FIFO'] as const) {
  describe(`the bases of random lives, by ${lotMethod}`, () => {
    const basesAt = (moved: readonly Moved[], close: number, per: 'LOT' | 'HOLDING') => {
      const date = businessDate('2025-12-31');
      const resetBase = { date, rule: 'HIGHER_OF_COST_AND_CLOSE' as const, per };
      const closes = new Map([[1n, { close: new Decimal(close), date }]]);
      const rule = ruleWith({ lotMethod, resetBase });
      const { disposals, baseOf } = foldBases(movementsOf(moved), { rule, closes });
      return disposals.map((disposal) => ({
        base: baseOf(disposal).baseMinor ?? 0n,
        cost: disposal.outcome[lotMethod].costMinor ?? 0n,
      }));
    };

    it('are the costs if the close is nearly nothing', () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { base, cost } of basesAt(randomLife(), 0.000001, 'HOLDING')) {
          assert.equal(base, cost);
        }
      }
    });

    it('are in total at least the costs, and per lot at least as high as per holding', () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const life = randomLife();
        const perLot = basesAt(life, 40, 'LOT');
        const perHolding = basesAt(life, 40, 'HOLDING');
        const lot = sumOf(perLot.map(({ base }) => base));
        const holding = sumOf(perHolding.map(({ base }) => base));
        // By FIFO a bonus gives whole units to lots, so a unit held at the close may move to a new
        // lot.
        const bonuses = life.filter(({ kind }) => kind === 'BONUS').length;
        const slack = lotMethod === 'FIFO' ? 60n + 4_000n * BigInt(bonuses) : 1n;
        const cost = sumOf(perHolding.map((each) => each.cost));
        assert.ok(holding >= cost - slack, `${holding} ${cost}`);
        if (!life.some(({ on, kind }) => kind === 'SELL' && on <= '2025-12-31')) {
          assert.ok(lot >= holding - slack, `${lot} ${holding}`);
        }
      }
    });
  });
}
