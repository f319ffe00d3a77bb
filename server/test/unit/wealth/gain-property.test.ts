// Properties of gains over random histories of a portfolio, from a seed: trades on both sides, and
// corporate actions whose facts come from a model at average cost.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldStock, type StockFold } from '../../../src/modules/wealth/gain/fold.js';
import { costOf, unitsOf } from '../../../src/modules/wealth/gain/lot.js';
import type { StockMovement } from '../../../src/modules/wealth/gain/movement.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { assertSameLife } from '../../property/lot-proof.js';
import { randomFrom } from '../../support/random.js';

const START = businessDate('2024-01-02');
const SECURITIES = 3;
const LIVES = 60;
const STEPS = 60;
const MANY = 10_000;

/** A portfolio at average cost, computed with exact fractions and without code from the program. */
class Life {
  readonly movements: StockMovement[] = [];
  readonly held = new Map<bigint, { quantity: bigint; cost: bigint; gain: bigint }>();
  readonly #random: () => number;
  #day = 0;
  #source = 0n;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  whole(most: number): number {
    return 1 + Math.floor(this.#random() * most);
  }

  of(securityId: bigint) {
    const found = this.held.get(securityId) ?? { quantity: 0n, cost: 0n, gain: 0n };
    this.held.set(securityId, found);
    return found;
  }

  /** Adds a movement; each is on a separate day, unless it belongs to the previous step. */
  add(kind: StockMovement['kind'], security: bigint, facts: Partial<StockMovement>): void {
    this.movements.push({
      id: BigInt(this.movements.length + 1),
      portfolioId: 1n,
      securityId: security,
      kind,
      effectiveDate: addDays(START, this.#day),
      ...{ quantity: 0n, costMinor: 0n, proceedsMinor: 0n, gainMinor: 0n, currency: 'NGN' },
      ...{ sourceType: 'ENTITLEMENT', sourceId: this.#source, sourceLine: 1 },
      ...facts,
    });
  }

  step(): void {
    this.#day += this.whole(3);
    this.#source += 1n;
    const security = BigInt(this.whole(SECURITIES));
    const chance = this.#random();
    if (chance < 0.4) this.trade(security, BigInt(this.whole(400)));
    else if (chance < 0.75) this.trade(security, -BigInt(this.whole(400)));
    else this.event(security);
  }

  trade(security: bigint, quantity: bigint): void {
    const orderId = this.#source;
    const amount = BigInt(this.whole(900_000));
    const charges = BigInt(this.whole(5_000));
    const isBuy = quantity > 0n;
    const position = this.of(security);
    const closed = closing(position.quantity, quantity);
    const net = isBuy ? -(amount + charges) : amount - charges;
    const ofClosed = closed === 0n ? 0n : half(net * closed, size(quantity));
    const cost = closed === 0n ? 0n : half(position.cost * closed, size(position.quantity));
    position.gain += ofClosed - cost;
    position.cost += -cost - (net - ofClosed);
    position.quantity += quantity;
    const by = { orderId, sourceType: 'EXECUTION' };
    this.add(isBuy ? 'BUY' : 'SELL', security, {
      ...by,
      quantity,
      costMinor: isBuy ? amount : 0n,
      proceedsMinor: isBuy ? 0n : amount,
    });
    const asCost = { costMinor: isBuy ? charges : 0n, proceedsMinor: isBuy ? 0n : -charges };
    this.add('CHARGES', security, { ...by, ...asCost });
  }

  event(security: bigint): void {
    const position = this.of(security);
    if (position.quantity <= 4n) return;
    const kinds = [this.bonus, this.returnCapital, this.spinOff, this.merge, this.redeem];
    kinds[this.whole(kinds.length) - 1]?.call(this, security);
  }

  bonus(security: bigint): void {
    const quantity = this.of(security).quantity / BigInt(this.whole(4) + 1);
    this.move('BONUS', security, { quantity });
  }

  returnCapital(security: bigint): void {
    const { cost } = this.of(security);
    const proceedsMinor = BigInt(this.whole(200_000));
    const out = proceedsMinor < cost ? proceedsMinor : cost;
    const gainMinor = proceedsMinor - out;
    this.move('CAPITAL_RETURN', security, { costMinor: -out, proceedsMinor, gainMinor });
  }

  spinOff(security: bigint): void {
    const { cost, quantity } = this.of(security);
    const moved = half(cost * BigInt(this.whole(40)), 100n);
    this.move('SPIN_OFF', security, { costMinor: -moved });
    const coming = { sourceLine: 2, quantity: quantity / 2n, costMinor: moved };
    this.move('SPIN_OFF', 100n + security, coming);
  }

  // A merger that pays cash in addition to the shares. Part of the cost is set against the cash.
  merge(security: bigint): void {
    const { cost, quantity } = this.of(security);
    const out = half(cost * BigInt(this.whole(30)), 100n);
    const proceedsMinor = BigInt(this.whole(200_000));
    const gainMinor = proceedsMinor - out;
    this.move('MERGER_OUT', security, {
      ...{ quantity: -quantity, costMinor: -cost, proceedsMinor, gainMinor },
    });
    const coming = { sourceLine: 2, quantity: quantity / 2n, costMinor: cost - out };
    this.move('MERGER_IN', 200n + security, coming);
  }

  redeem(security: bigint): void {
    const { cost, quantity } = this.of(security);
    const units = BigInt(this.whole(Number(quantity)));
    const out = half(cost * units, quantity);
    const proceedsMinor = BigInt(this.whole(900_000));
    const gainMinor = proceedsMinor - out;
    this.move('TENDER', security, {
      ...{ quantity: -units, costMinor: -out, proceedsMinor, gainMinor },
    });
  }

  move(kind: StockMovement['kind'], security: bigint, facts: Partial<StockMovement>): void {
    const position = this.of(security);
    position.quantity += facts.quantity ?? 0n;
    position.cost += facts.costMinor ?? 0n;
    position.gain += facts.gainMinor ?? 0n;
    this.add(kind, security, facts);
  }

  closeAll(): void {
    for (const [security, { quantity }] of [...this.held]) {
      this.#day += 1;
      this.#source += 1n;
      if (quantity !== 0n) this.trade(security, -quantity);
    }
  }
}

function closing(held: bigint, traded: bigint): bigint {
  if (held === 0n || held > 0n === traded > 0n) return 0n;
  const [smaller = 0n] = [size(held), size(traded)].sort((a, b) => (a < b ? -1 : 1));
  return smaller;
}

const size = (value: bigint): bigint => (value < 0n ? -value : value);

// Divides and rounds half away from zero.
function half(dividend: bigint, divisor: bigint): bigint {
  const rounded = (2n * size(dividend) + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

function randomLife(seed: number, steps = STEPS): Life {
  const life = new Life(seed);
  for (let count = 0; count < steps; count += 1) life.step();
  return life;
}

function assertAverage({ books, disposals }: StockFold, life: Life, seed: number): void {
  for (const [securityId, expected] of life.held) {
    const book = books.find((each) => each.securityId === securityId);
    const pool = book?.AVERAGE ?? [];
    const gain = disposals
      .filter(({ movement }) => movement.securityId === securityId)
      .reduce((sum, { outcome }) => sum + (outcome.AVERAGE.gainMinor ?? 0n), 0n);
    const actual = { quantity: unitsOf(pool), cost: costOf(pool) ?? 0n, gain };
    assert.deepEqual(actual, expected, `seed ${seed}, security ${securityId}`);
    assert.equal(unitsOf(book?.FIFO ?? []), expected.quantity, `lots of seed ${seed}`);
  }
}

describe('the gains of a random life', () => {
  it('are those of the model at average cost, and the lots are the units held', () => {
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const life = randomLife(seed);
      assertAverage(foldStock(life.movements), life, seed);
    }
  });

  it('lose no cost by FIFO: the gain less the remaining cost is the same sum', () => {
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const fold = foldStock(randomLife(seed).movements);
      assertSameLife(fold);
      for (const { FIFO } of fold.books) {
        const signs = new Set(FIFO.map(({ quantity }) => quantity < 0n));
        assert.ok(signs.size < 2, `lots of seed ${seed} are long or short`);
        const dates = FIFO.map(({ acquiredOn }) => acquiredOn);
        assert.deepEqual(dates, dates.toSorted(), `lots of seed ${seed} are in order`);
      }
    }
  });

  it('are equal by both methods once everything is closed', () => {
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const life = randomLife(seed);
      life.closeAll();
      const fold = foldStock(life.movements);
      assertAverage(fold, life, seed);
      assertSameLife(fold);
      for (const { AVERAGE, FIFO } of fold.books) assert.deepEqual([AVERAGE, FIFO], [[], []]);
    }
  });

  it('share the net proceeds and the cost of a disposal fully over its lots', () => {
    for (let seed = 1; seed <= LIVES; seed += 1) {
      for (const { outcome, quantity, kind } of foldStock(randomLife(seed).movements).disposals) {
        const { lots, netProceedsMinor, costMinor } = outcome.FIFO;
        const sum = (of: (lot: (typeof lots)[number]) => bigint) =>
          lots.reduce((total, lot) => total + of(lot), 0n);
        assert.equal(
          sum((lot) => lot.netProceedsMinor),
          netProceedsMinor,
          kind,
        );
        assert.equal(
          sum((lot) => lot.costMinor ?? 0n),
          costMinor,
          kind,
        );
        assert.equal(
          sum((lot) => lot.quantity),
          quantity,
          kind,
        );
      }
    }
  });

  it('do not depend on the order in which movements were read', () => {
    const life = randomLife(7);
    const reversed = foldStock(life.movements.toReversed());
    assertAverage(reversed, life, 7);
  });

  it('of ten thousand movements agree with the model', () => {
    const life = new Life(4);
    while (life.movements.length < MANY) life.step();
    const fold = foldStock(life.movements);
    assertAverage(fold, life, 4);
    assertSameLife(fold);
  });
});
