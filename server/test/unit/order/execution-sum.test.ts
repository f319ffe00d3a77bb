// The stored totals always equal the totals over all executions, although an update reads only the
// executions that concern the same fill.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type BookedExecution, fillGroups } from '../../../src/modules/order/rule/execution.js';
import {
  averageOf,
  changedDays,
  daysOf,
  type Executions,
  executionsOf,
  filledInEntry,
  hasExecution,
  NO_EXECUTIONS,
  withExecution,
} from '../../../src/modules/order/rule/execution-sum.js';
import { filledDays } from '../../../src/modules/order/rule/trade-day.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const DATES = ['2026-11-23', '2026-11-24', '2026-11-25'].map(businessDate);

const execution: fc.Arbitrary<BookedExecution> = fc
  .record({
    execId: fc.integer({ min: 1, max: 12 }).map(String),
    kind: fc.constantFrom<BookedExecution['kind']>('TRADE', 'TRADE', 'TRADE', 'CORRECT', 'CANCEL'),
    execRefId: fc.integer({ min: 1, max: 12 }).map(String),
    quantity: fc.bigInt({ min: 1n, max: 1_000n }),
    price: fc.integer({ min: 1, max: 99_999 }).map((cents) => new Decimal(cents).dividedBy(100)),
    tradeDate: fc.constantFrom(...DATES),
    entryNo: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ execRefId, ...fill }) => (fill.kind === 'TRADE' ? fill : { ...fill, execRefId }));

const history = fc.uniqueArray(execution, { maxLength: 30, selector: ({ execId }) => execId });

function assertSums(kept: Executions, all: readonly BookedExecution[]): void {
  const inForce = fillGroups(all).flatMap((group) => group.inForce ?? []);
  const anew = filledDays(all).filter((day) => day.inForce.length > 0);
  const days = daysOf(kept).filter(({ fills }) => fills > 0);
  assert.deepEqual(
    days.map(brief),
    anew.map((day) => briefOf(day.tradeDate, day.inForce)),
  );
  const { quantity, value } = sumsOf(inForce);
  assert.equal(kept.quantity, quantity);
  assert.equal(kept.value.toFixed(), value.toFixed());
}

function brief({ tradeDate, quantity, value, fills }: ReturnType<typeof daysOf>[number]): string {
  return `${tradeDate} ${quantity} ${value.toFixed()} ${fills}`;
}

function briefOf(tradeDate: string, inForce: readonly BookedExecution[]): string {
  const { quantity, value } = sumsOf(inForce);
  return `${tradeDate} ${quantity} ${value.toFixed()} ${inForce.length}`;
}

function sumsOf(inForce: readonly BookedExecution[]) {
  return {
    quantity: inForce.reduce((sum, each) => sum + each.quantity, 0n),
    value: inForce.reduce(
      (sum, each) => sum.plus(each.price.times(String(each.quantity))),
      new Decimal(0),
    ),
  };
}

// Returns the data that the program reads for a report: the daily totals and all reports about the
// same fills.
function readBack(kept: Executions, all: readonly BookedExecution[], added: BookedExecution) {
  const group = fillGroups([...all, added]).find(({ about }) => about.includes(added));
  const found = all.filter((each) => each.execId === added.execId || group?.about.includes(each));
  return executionsOf(daysOf(kept), { list: found, taken: [] });
}

describe('the sums of executions', () => {
  it('equal those of the whole set after each addition', () => {
    fc.assert(
      fc.property(history, (all) => {
        let kept = NO_EXECUTIONS;
        for (const [at, added] of all.entries()) {
          kept = withExecution(kept, added);
          assert.ok(hasExecution(kept, added.execId));
          assert.equal(withExecution(kept, added), kept);
          assertSums(kept, all.slice(0, at + 1));
        }
      }),
    );
  });

  it('need only the single executions about the same fill', () => {
    fc.assert(
      fc.property(history, (all) => {
        let kept = NO_EXECUTIONS;
        for (const [at, added] of all.entries()) {
          const known = all.slice(0, at);
          const before = readBack(kept, known, added);
          kept = withExecution(before, added);
          assertSums(kept, [...known, added]);
          for (const entryNo of [1, 2]) {
            const ofEntry = (list: readonly BookedExecution[]) =>
              sumsOf(
                fillGroups(list.filter((each) => each.entryNo === entryNo)).flatMap(
                  ({ inForce }) => inForce ?? [],
                ),
              ).quantity;
            const moved = ofEntry([...known, added]) - ofEntry(known);
            assert.equal(filledInEntry(before, kept, entryNo), moved);
          }
        }
      }),
    );
  });

  it('do not mix if two sets derive from one', () => {
    fc.assert(
      fc.property(history, (all) => {
        const [one, other, ...rest] = all;
        if (one === undefined || other === undefined) return;
        const base = rest.reduce(withExecution, NO_EXECUTIONS);
        const [left, right] = [withExecution(base, one), withExecution(base, other)];
        assertSums(base, rest);
        assertSums(left, [...rest, one]);
        assertSums(right, [...rest, other]);
        assert.ok(!hasExecution(base, one.execId) && !hasExecution(left, other.execId));
        assert.ok(!hasExecution(right, one.execId));
      }),
    );
  });

  it('mark each date that a late fill or a bust changes', () => {
    const [first, second] = [businessDate('2026-11-23'), businessDate('2026-11-24')];
    const price = new Decimal('22.5');
    const correction = { execId: 'G', kind: 'CORRECT', execRefId: 'F', quantity: 30n } as const;
    const early = withExecution(NO_EXECUTIONS, {
      ...correction,
      price,
      tradeDate: second,
      entryNo: 1,
    });
    const noted = executionsOf(
      daysOf(early).map((day) => ({ ...day, hasNews: false, isNoted: true })),
      { list: [{ ...correction, price, tradeDate: second, entryNo: 1 }], taken: [] },
    );
    const fill = { execId: 'F', kind: 'TRADE', quantity: 40n, price, tradeDate: first } as const;
    const after = withExecution(noted, { ...fill, entryNo: 1 });
    assert.deepEqual(
      changedDays(noted, after).map(({ tradeDate, quantity, isNoted, hasNews }) => {
        return { tradeDate, quantity, isNoted, hasNews };
      }),
      [
        { tradeDate: first, quantity: 30n, isNoted: false, hasNews: true },
        { tradeDate: second, quantity: 0n, isNoted: true, hasNews: true },
      ],
    );
  });

  it('of ten thousand fills are right', () => {
    let kept = NO_EXECUTIONS;
    const price = new Decimal('1.5');
    const [tradeDate = businessDate('2026-11-23')] = DATES;
    for (let count = 0; count < 10_000; count += 1) {
      const fill = { execId: `E${count}`, kind: 'TRADE', quantity: 2n, price } as const;
      kept = withExecution(kept, { ...fill, tradeDate, entryNo: 1 });
    }
    assert.equal(kept.quantity, 20_000n);
    assert.equal(kept.value.toFixed(), '30000');
    assert.equal(averageOf(kept)?.toFixed(), '1.5');
    assert.equal(averageOf(NO_EXECUTIONS), undefined);
  });
});
