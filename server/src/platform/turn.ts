// Long work in slices: between two of them the event loop serves other requests.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Waits until what the event loop has ready by now was served. */
export function othersTurn(): Promise<void> {
  return nextTurn();
}

/** Maps many items, so many of them between two turns of other requests. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  perTurn: number,
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurn === 0) await othersTurn();
    results.push(map(item, index));
  }
  return results;
}

/** Yields the items as they come; after so many of them other requests have a turn. */
export async function* inTurns<Item>(
  items: AsyncIterable<Item>,
  perTurn: number,
): AsyncGenerator<Item> {
  let given = 0;
  for await (const item of items) {
    yield item;
    given += 1;
    if (given % perTurn === 0) await othersTurn();
  }
}
