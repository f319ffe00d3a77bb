// Waits until the page that is opening has its data, for what can load after it.

import { cache } from './api.js';

const POLL_INTERVAL_MS = 300;
/** Some pages poll, so they always have requests in flight. */
const POLLS_MAX = 20;

/** Returns once no read is in flight, or after six seconds. */
export async function untilQuiet(): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (cache.isFetching() === 0) return;
  }
}
