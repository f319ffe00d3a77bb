// Long work in slices: between two slices the event loop serves other requests.

import { TURN } from '../../limits.js';

/** Work that can pause at each `yield` and returns a result. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

/** Pieces of long work that wait for their next slice, first come first served. */
const waiting: (() => void)[] = [];

/**
 * Waits until the event loop has served what is ready now. Only one piece of long work continues in
 * each round of the loop, so that many pieces delay other requests no longer than one.
 */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const [next] = waiting;
  next?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Runs the whole work at once; only for work whose limits keep it small. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/**
 * Runs the work in slices of a few milliseconds. Other requests also get a turn after the last
 * slice, so that the caller starts a new slice with a large result.
 */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  let end = performance.now() + TURN.sliceMs;
  let isLong = false;
  for (;;) {
    const step = work.next();
    if (step.done === true) {
      if (isLong) await othersTurn();
      return step.value;
    }
    if (performance.now() < end) continue;
    isLong = true;
    await othersTurn();
    end = performance.now() + TURN.sliceMs;
  }
}

/** Maps many items in slices. */
export function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  return inSlices(mapEach(items, map));
}

/** Maps items and can pause after each. */
export function* mapEach<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Sliced<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    yield;
  }
  return results;
}

/** Yields the items of an iterable; other requests get a turn every few milliseconds. */
export async function* inTurns<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let end = performance.now() + TURN.sliceMs;
  for await (const item of items) {
    yield item;
    if (performance.now() < end) continue;
    await othersTurn();
    end = performance.now() + TURN.sliceMs;
  }
}
