// Batching: items that arrive during a run are processed by the next run.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batcher, type Settled } from '../../../src/platform/concurrency/batch.js';
import { until } from '../../support/wait.js';

const LIMITS = { itemsPerRunMax: 4, runsAtOnceMax: 1, itemsWaitingMax: 10 };

interface Log {
  readonly groups: number[][];
  readonly alone: number[];
  /** Delays the runs of single items until it resolves. */
  readonly mayEnd: Promise<void>;
}

/**
 * Returns a batcher that refuses negative items, runs items above 100 alone, and fails any run that
 * contains 99.
 */
function logged(log: Log, limits = LIMITS) {
  return batcher<number, string>(
    {
      batch: async (items) => {
        log.groups.push([...items]);
        await nextTurn();
        if (items.includes(99)) throw new RangeError('the run broke off');
        return items.map((item): Settled<string> | undefined => {
          if (item < 0) return { reason: new TypeError(`refused ${item}`) };
          return item > 100 ? undefined : { value: `together ${item}` };
        });
      },
      alone: async (item) => {
        log.alone.push(item);
        await log.mayEnd;
        if (item < 0) throw new TypeError(`refused ${item}`);
        return `alone ${item}`;
      },
    },
    limits,
  );
}

const freshLog = (mayEnd = nextTurn()): Log => ({ groups: [], alone: [], mayEnd });

async function said(asked: readonly Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(asked);
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
}

describe('batching', () => {
  it('runs items that arrive in one turn as a batch, and a single item alone', async () => {
    const log = freshLog();
    const ask = logged(log);
    assert.deepEqual(await said([ask(1)]), ['alone 1']);
    assert.deepEqual(await said([ask(2), ask(3)]), ['together 2', 'together 3']);
    assert.deepEqual([log.groups, log.alone], [[[2, 3]], [1]]);
  });

  it('batches items during a run, in order and up to the limit of a run', async () => {
    let end = (): void => undefined;
    const log = freshLog(
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    const ask = logged(log);
    const first = ask(1);
    await until(() => log.alone.length > 0);
    const rest = [2, 3, 4, 5, 6, 7].map(ask);
    end();
    await said([first, ...rest]);
    assert.deepEqual(log.alone, [1]);
    assert.deepEqual(log.groups, [
      [2, 3, 4, 5],
      [6, 7],
    ]);
  });

  it('settles each item separately, and runs alone what cannot share a run', async () => {
    const log = freshLog();
    const ask = logged(log);
    assert.deepEqual(await said([ask(1), ask(-2), ask(103), ask(4)]), [
      'together 1',
      'TypeError: refused -2',
      'alone 103',
      'together 4',
    ]);
    assert.deepEqual(await said([ask(-5)]), ['TypeError: refused -5']);
  });

  it('continues after a run that failed, whose items all get its error', async () => {
    const log = freshLog();
    const ask = logged(log);
    const asked = [1, 99, 3, 4, 5, 6].map(ask);
    const broke = 'RangeError: the run broke off';
    assert.deepEqual(await said(asked), [broke, broke, broke, broke, 'together 5', 'together 6']);
  });

  it('runs an item alone if the queue is full', async () => {
    const log = freshLog();
    const ask = logged(log, { ...LIMITS, itemsWaitingMax: 2 });
    assert.deepEqual(await said([1, 2, 3].map(ask)), ['together 1', 'together 2', 'alone 3']);
  });

  it('runs as many at once as allowed', async () => {
    const log = freshLog();
    const ask = logged(log, { ...LIMITS, itemsPerRunMax: 2, runsAtOnceMax: 2 });
    await said([1, 2, 3, 4].map(ask));
    assert.deepEqual(log.groups, [
      [1, 2],
      [3, 4],
    ]);
  });
});
