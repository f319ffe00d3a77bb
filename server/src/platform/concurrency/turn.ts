// Long work in slices: between two of them the event loop serves other requests.

import { TURN } from '../../limits.js';

/** Work that may pause at each `yield`, and comes to a result. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

/** Long works that wait to go on, first come first served. */
const waiting: (() => void)[] = [];

/**
 * Waits until the event loop has served what is ready by now. One long work goes on in each round
 * of the loop, so that many of them at once hold up others no longer than one does.
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

/** Does the whole work at once: for what is small by its limits. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/**
 * Does the work in slices of a few milliseconds. Others have a turn after the last one as well, so
 * that what the caller does with a large result begins a slice of its own.
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

/** Maps items, and may pause after each. */
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

/** Yields the items as they come; other requests have a turn every few milliseconds. */
export async function* inTurns<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let end = performance.now() + TURN.sliceMs;
  for await (const item of items) {
    yield item;
    if (performance.now() < end) continue;
    await othersTurn();
    end = performance.now() + TURN.sliceMs;
  }
}
