// Runs long work in slices, so that the event loop can serve other requests between them.

import { TURN } from '../../limits.js';

/** Work that can pause at each `yield`, and that returns a result. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

/** Long-running work waiting for its next slice, in order of arrival. */
const waiting: (() => void)[] = [];

/**
 * Waits until the event loop has served everything that is ready now. Only one piece of long work
 * resumes in each round of the loop, so many of them delay other requests no longer than one does.
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

/** Runs all of the work without a pause. Use it only for work of limited size. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/**
 * Runs the work in slices of a few milliseconds. Other requests are also served after the last
 * slice, so that the caller processes a large result in a fresh slice.
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

/** Maps many items in slices, so that other requests are served in between. */
export function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  return inSlices(mapEach(items, map));
}

/** Maps items, with a pause after each if needed. */
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

/** Yields the items of an iterable, and lets other requests be served every few milliseconds. */
export async function* inTurns<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let end = performance.now() + TURN.sliceMs;
  for await (const item of items) {
    yield item;
    if (performance.now() < end) continue;
    await othersTurn();
    end = performance.now() + TURN.sliceMs;
  }
}
