// Long tasks run in slices, so that other requests are served between them, however long the task.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  atOnce,
  inSlices,
  inTurns,
  mapInTurns,
  othersTurn,
  type Sliced,
} from '../../../src/platform/concurrency/turn.js';

/** Keeps the processor busy for this long, like a slice of a long task. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Runs this many steps of one millisecond and records each under a name. */
function* steps(name: string, count: number, done: string[]): Sliced<string> {
  for (let step = 0; step < count; step += 1) {
    work(1);
    done.push(name);
    yield;
  }
  return name;
}

/** Counts event loop rounds. Other requests can be served in each round. */
function countRounds() {
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isOver = true;
    return rounds;
  };
}

describe('long work', () => {
  it('is done in slices, between which the event loop runs', async () => {
    const rounds = countRounds();
    assert.equal(await inSlices(steps('a', 40, [])), 'a');
    assert.ok(rounds() >= 4);
  });

  it('is done in one slice if it is small by its limits', () => {
    const done: string[] = [];
    assert.equal(atOnce(steps('a', 20, done)), 'a');
    assert.equal(done.length, 20);
  });

  it('takes turns with other long work, one slice in each round of the event loop', async () => {
    const begun: string[] = [];
    const round = async (name: string) => {
      for (let time = 0; time < 3; time += 1) {
        await othersTurn();
        begun.push(name);
      }
    };
    const rounds = countRounds();
    await Promise.all([round('a'), round('b'), round('c')]);
    assert.ok(rounds() >= 8, 'nine slices take nine rounds');
    assert.deepEqual(begun, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('fails only for its own caller', async () => {
    function* failing(): Sliced<string> {
      yield;
      throw new TypeError('broken');
    }
    const others = inSlices(steps('a', 12, []));
    await assert.rejects(inSlices(failing()), TypeError);
    assert.equal(await others, 'a');
  });

  it('maps and passes on many items in order', async () => {
    const items = Array.from({ length: 30 }, (_, at) => at);
    const rounds = countRounds();
    const mapped = await mapInTurns(items, (item, index) => {
      work(1);
      return item + index;
    });
    assert.deepEqual(
      mapped,
      items.map((item) => item * 2),
    );
    const read: number[] = [];
    async function* all() {
      yield* items;
    }
    for await (const item of inTurns(all())) {
      work(1);
      read.push(item);
    }
    assert.deepEqual(read, items);
    assert.ok(rounds() >= 6);
  });
});
