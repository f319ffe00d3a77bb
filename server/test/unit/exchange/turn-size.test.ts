// The size of the booker's transactions, depending on whether time is spent per message or per
// transaction.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type BookingTurn,
  nextBookingSize,
} from '../../../src/exchanges/fix/session/inbound/turn-size.js';
import { FIX_LIMIT } from '../../../src/exchanges/fix/session/limits.js';

const TURNS = 60;

interface Cost {
  /** The duration of a transaction without its messages, and of each message, in milliseconds. */
  readonly fixedMs: number;
  readonly eachMs: number;
}

/** Returns the last turns of a booker whose queue is never empty. */
function turnsAt({ fixedMs, eachMs }: Cost, first: number): readonly BookingTurn[] {
  const turns: BookingTurn[] = [];
  let size = first;
  for (let count = 0; count < TURNS; count += 1) {
    const turn = { size, booked: size, tookMs: fixedMs + eachMs * size };
    size = nextBookingSize(turn, turns.at(-1));
    turns.push(turn);
  }
  return turns.slice(TURNS / 2);
}

const perSecond = (turns: readonly BookingTurn[]): number =>
  (1_000 * turns.reduce((sum, { booked }) => sum + booked, 0)) /
  turns.reduce((sum, { tookMs }) => sum + tookMs, 0);

describe('the size of a booking transaction', () => {
  const most = FIX_LIMIT.deliveredPerBatchMax;
  for (const fixedMs of [700, 2_500, 5_000, 12_000]) {
    for (const first of [1, 10, most]) {
      it(`is large if each transaction takes ${fixedMs} ms anyway, from ${first}`, () => {
        const cost = { fixedMs, eachMs: 8 };
        const best = (1_000 * most) / (fixedMs + cost.eachMs * most);
        assert.ok(perSecond(turnsAt(cost, first)) > best * 0.6);
      });
    }
  }

  for (const eachMs of [6, 40, 250]) {
    it(`keeps transactions short if each message takes ${eachMs} ms`, () => {
      const longest = Math.max(...turnsAt({ fixedMs: 4, eachMs }, most).map((one) => one.tookMs));
      assert.ok(longest <= FIX_LIMIT.bookingTurnMs * 2, String(longest));
    });
  }

  it('grows to its limit while transactions are quick', () => {
    assert.equal(turnsAt({ fixedMs: 5, eachMs: 1 }, 1).at(-1)?.size, most);
  });

  it('does not change for an empty queue', () => {
    const empty = { size: 40, booked: 0, tookMs: 9_000 };
    assert.equal(nextBookingSize(empty, { size: 80, booked: 80, tookMs: 9_000 }), 40);
  });
});
