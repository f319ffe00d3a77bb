// Long work in slices: between two of them the event loop serves other requests.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Waits until what the event loop has ready by now was served. */
export function othersTurn(): Promise<void> {
  return nextTurn();
}
