// Holdings on past dates: later trades of every kind are undone.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bookBuy, bookSell, type Position } from '../../../src/modules/order/rule/average-cost.js';
import {
  type HoldingTrade,
  positionAsOf,
} from '../../../src/modules/order/rule/holding-history.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';

const FIRST = businessDate('2026-11-16');
const day = (number: number) => addDays(FIRST, number);

/** A trade, and the holding after it. */
interface Booked {
  readonly trade: HoldingTrade;
  readonly position: Position;
  readonly realised: bigint;
}

function book(before: Booked | undefined, [wanted, minor, date]: [number, number, number]): Booked {
  const held = before?.position ?? { quantity: 0n, cost: { minor: 0n, currency: 'NGN' } };
  const realised = before?.realised ?? 0n;
  const value = { minor: BigInt(minor), currency: 'NGN' };
  const quantity = BigInt(Math.abs(wanted) + 1);
  if (wanted >= 0 || held.quantity === 0n) {
    const cost = { ...value, minor: value.minor + 99n };
    const trade = {
      side: 'BUY',
      quantity,
      valueMinor: value.minor,
      costMinor: cost.minor,
    } as const;
    const position = bookBuy(held, quantity, cost);
    return { trade: { tradeDate: day(date), ...trade }, position, realised };
  }
  const sold = quantity > held.quantity ? held.quantity : quantity;
  const { position, gain, costOfSold } = bookSell(held, sold, value);
  const trade = {
    tradeDate: day(date),
    side: 'SELL',
    quantity: sold,
    valueMinor: value.minor,
    costMinor: costOfSold.minor,
  } as const;
  return { trade, position, realised: realised + gain.minor };
}

describe('a holding as of a date', () => {
  const trades: HoldingTrade[] = [
    { tradeDate: day(0), side: 'BUY', quantity: 100n, valueMinor: 250_000n, costMinor: 253_000n },
    { tradeDate: day(2), side: 'SELL', quantity: 40n, valueMinor: 120_000n, costMinor: 101_200n },
  ];
  const present = { quantity: 60n, costMinor: 151_800n, realisedGainMinor: 18_800n };

  it('is the present one on the day of the last trade and after', () => {
    assert.deepEqual(positionAsOf(present, trades, day(2)), present);
    assert.deepEqual(positionAsOf(present, trades, day(9)), present);
  });
  it('includes the units and cost of a later sale, but not its gain', () =>
    assert.deepEqual(positionAsOf(present, trades, day(1)), {
      quantity: 100n,
      costMinor: 253_000n,
      realisedGainMinor: 0n,
    }));
  it('is empty before the first trade', () =>
    assert.deepEqual(positionAsOf(present, trades, day(-1)), {
      quantity: 0n,
      costMinor: 0n,
      realisedGainMinor: 0n,
    }));
  it('treats units that the customer brought along as always held', () => {
    const more = { ...present, quantity: 560n, costMinor: 1_151_800n };
    assert.deepEqual(positionAsOf(more, trades, day(-1)), {
      quantity: 500n,
      costMinor: 1_000_000n,
      realisedGainMinor: 0n,
    });
  });
  it('realises the remaining cost if nothing is held, as the booking did', () => {
    const sold = { quantity: 0n, costMinor: 0n, realisedGainMinor: 15_800n };
    const late: HoldingTrade[] = [
      { tradeDate: day(1), side: 'BUY', quantity: 9n, valueMinor: 900n, costMinor: 1_000n },
      { tradeDate: day(1), side: 'SELL', quantity: 9n, valueMinor: 16_700n, costMinor: 900n },
    ];
    const before = positionAsOf(sold, late, day(0));
    assert.deepEqual(before, { quantity: 0n, costMinor: 0n, realisedGainMinor: 100n });
  });

  it('equals the actual holding on every date, for any run of trades', () => {
    const step = fc.tuple(
      fc.integer({ min: -200, max: 200 }),
      fc.integer({ min: 1, max: 1_000_000 }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const booked: Booked[] = [];
        steps.forEach(([wanted, minor], index) => {
          booked.push(book(booked.at(-1), [wanted, minor, index]));
        });
        const last = booked.at(-1);
        assert.ok(last);
        const now = {
          quantity: last.position.quantity,
          costMinor: last.position.cost.minor,
          realisedGainMinor: last.realised,
        };
        const all = booked.map(({ trade }) => trade);
        booked.forEach(({ position, realised }, index) => {
          assert.deepEqual(positionAsOf(now, all, day(index)), {
            quantity: position.quantity,
            costMinor: position.cost.minor,
            realisedGainMinor: realised,
          });
        });
      }),
    );
  });
});
