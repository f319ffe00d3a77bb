// The sums of executions that are kept beside them: always those of a set that is summed anew.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Execution } from '../../src/modules/order/order-state.js';
import {
  filled,
  hasExecution,
  standingSum,
  withExecution,
} from '../../src/modules/order/standing-execution.js';
import { Decimal } from '../../src/platform/money/decimal.js';

const execution: fc.Arbitrary<Execution> = fc
  .record({
    execId: fc.integer({ min: 1, max: 12 }).map(String),
    kind: fc.constantFrom<Execution['kind']>('TRADE', 'TRADE', 'TRADE', 'CORRECT', 'CANCEL'),
    execRefId: fc.integer({ min: 1, max: 12 }).map(String),
    quantity: fc.bigInt({ min: 1n, max: 1_000n }),
    price: fc.integer({ min: 1, max: 99_999 }).map((cents) => new Decimal(cents).dividedBy(100)),
  })
  .map(({ execRefId, ...fill }) => (fill.kind === 'TRADE' ? fill : { ...fill, execRefId }));

function assertSame(kept: readonly Execution[]): void {
  const anew = standingSum([...kept]);
  assert.equal(standingSum(kept).quantity, anew.quantity);
  assert.equal(standingSum(kept).value.toFixed(), anew.value.toFixed());
  assert.deepEqual(filled(kept), filled([...kept]));
}

describe('the sums of executions', () => {
  it('are those of the whole set, after each that is added', () => {
    fc.assert(
      fc.property(fc.array(execution, { maxLength: 30 }), (all) => {
        let kept: readonly Execution[] = [];
        for (const added of all) {
          const isNew = !kept.some(({ execId }) => execId === added.execId);
          const grown = withExecution(kept, added);
          assert.equal(grown !== kept, isNew);
          assert.ok(hasExecution(grown, added.execId));
          assertSame(grown);
          kept = grown;
        }
      }),
    );
  });

  it('do not mix where two sets grow out of one', () => {
    fc.assert(
      fc.property(
        fc.array(execution, { maxLength: 8 }),
        execution,
        execution,
        (all, one, other) => {
          const empty: readonly Execution[] = [];
          const base = all.reduce((kept, added) => withExecution(kept, added), empty);
          const isKnown = (id: string) => base.some(({ execId }) => execId === id);
          const [left, right] = [withExecution(base, one), withExecution(base, other)];
          for (const set of [base, left, right]) assertSame(set);
          assert.equal(hasExecution(base, one.execId), isKnown(one.execId));
          assert.equal(
            hasExecution(left, other.execId),
            isKnown(other.execId) || one.execId === other.execId,
          );
          assert.equal(
            hasExecution(right, one.execId),
            isKnown(one.execId) || one.execId === other.execId,
          );
        },
      ),
    );
  });

  it('of ten thousand fills are right', () => {
    let kept: readonly Execution[] = [];
    for (let count = 0; count < 10_000; count += 1) {
      const fill = { execId: `E${count}`, kind: 'TRADE', quantity: 2n } as const;
      kept = withExecution<Execution>(kept, { ...fill, price: new Decimal('1.5') });
    }
    assert.equal(standingSum(kept).quantity, 20_000n);
    assert.equal(standingSum(kept).value.toFixed(), '30000');
  });
});
