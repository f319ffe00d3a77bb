// Waits until the page being opened has its data, so that less urgent content can load after it.

import { cache } from './api.js';

const POLL_INTERVAL_MS = 300;
/** Limits the wait, because pages that poll may always have a request in flight. */
const POLLS_MAX = 20;

/** Returns once no read is in flight, or after six seconds. */
export async function untilQuiet(): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (cache.isFetching() === 0) return;
  }
}
