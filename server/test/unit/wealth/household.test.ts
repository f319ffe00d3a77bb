// The days of a household: joining and leaving, and transfers between members.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DayFlow, sumOfFlows } from '../../../src/modules/wealth/return/day-total.js';
import { householdDays, type MemberDays } from '../../../src/modules/wealth/return/household.js';
import { timeWeightedOf } from '../../../src/modules/wealth/return/rate.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const OPENING = businessDate('2026-11-20');
const RULE = { timing: 'IN_START_OUT_END', smallestCapital: new Decimal(1000) } as const;
const TERMS = { fees: 'ALL', method: 'DAILY', currency: 'NGN' } as const;

const transfer = (minor: bigint, counterpartyId: bigint): DayFlow => ({
  ...{ source: 'CASH_TRANSACTION', counterpartyId, feeMinor: 0n },
  ...{ inMinor: minor > 0n ? minor : 0n, outMinor: minor > 0n ? 0n : -minor },
});

/** A member with the values of each day, the flows of some, and the days of membership. */
function member(
  customerId: bigint,
  values: readonly bigint[],
  {
    flows = {},
    first = 0,
    last = values.length,
  }: {
    readonly flows?: Readonly<Record<number, readonly DayFlow[]>>;
    readonly first?: number;
    readonly last?: number;
  } = {},
): MemberDays {
  const [from, to] = [addDays(OPENING, first), addDays(OPENING, last)];
  const days = values.map((value, index) => {
    const own = flows[index] ?? [];
    return { date: addDays(OPENING, index), value, rule: RULE, flows: own, ...sumOfFlows(own) };
  });
  return { customerId, isIn: (date) => from <= date && date <= to, days };
}

function percentOf(members: readonly MemberDays[]): string {
  const outcome = timeWeightedOf(householdDays(members), TERMS);
  assert.equal(outcome.status, 'AVAILABLE');
  return outcome.rate.times(100).toFixed(4);
}

describe('the days of a household', () => {
  it('are the sums of its members, and a transfer between them is not a flow', () => {
    const days = householdDays([
      member(1n, [100_000_000n, 60_000_000n], { flows: { 1: [transfer(-40_000_000n, 2n)] } }),
      member(2n, [50_000_000n, 91_500_000n], { flows: { 1: [transfer(40_000_000n, 1n)] } }),
    ]);
    assert.deepEqual(
      days.map(({ value, inMinor, outMinor }) => [value, inMinor, outMinor]),
      [
        [150_000_000n, 0n, 0n],
        [151_500_000n, 0n, 0n],
      ],
    );
  });

  it('have a transfer to a customer outside as money out', () => {
    const [, day] = householdDays([
      member(1n, [100_000_000n, 60_000_000n], { flows: { 1: [transfer(-40_000_000n, 9n)] } }),
    ]);
    assert.equal(day?.outMinor, 40_000_000n);
  });

  it('gain nothing from a member who joins until the gain of the following day', () => {
    // At first, the only member has 1,000,000. Then a member with 2,000,000 joins in the morning
    // and earns 1 %.
    const members = [
      member(1n, [100_000_000n, 100_000_000n, 100_000_000n]),
      member(2n, [150_000_000n, 200_000_000n, 202_000_000n], { first: 2 }),
    ];
    const days = householdDays(members);
    assert.deepEqual(
      days.map(({ value }) => value),
      [100_000_000n, 100_000_000n, 302_000_000n],
    );
    assert.equal(days[2]?.inMinor, 200_000_000n);
    // The return is 302 / 300.
    assert.equal(percentOf(members), '0.6667');
  });

  it('lose nothing from a member who leaves, and exclude the member from the next day', () => {
    const members = [
      member(1n, [100_000_000n, 100_000_000n, 103_000_000n]),
      member(2n, [200_000_000n, 200_000_000n, 500_000_000n], { last: 1 }),
    ];
    const days = householdDays(members);
    assert.deepEqual([days[2]?.value, days[2]?.outMinor], [103_000_000n, 200_000_000n]);
    // The return is 103 / 100, because the day's capital is the amount that remains in the morning.
    assert.equal(percentOf(members), '3.0000');
  });

  it('include money that moves to a member on the day on which the member joins', () => {
    // Member 1 pays 50 to member 2, who joins with 200 on the same day.
    const days = householdDays([
      member(1n, [100_000_000n, 95_000_000n], { flows: { 1: [transfer(-5_000_000n, 2n)] } }),
      member(2n, [20_000_000n, 25_000_000n], {
        flows: { 1: [transfer(5_000_000n, 1n)] },
        first: 1,
      }),
    ]);
    assert.deepEqual([days[1]?.value, days[1]?.inMinor], [120_000_000n, 20_000_000n]);
  });
});
