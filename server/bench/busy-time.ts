// Finds the longest blocks of the event loop: in processor time, which other load does not
// increase, and because of garbage collections.

import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

/** Measures the maximum processor time used between two timer runs of the event loop. */
export function watchBusiness(): { readonly stop: () => number } {
  let most = 0;
  let used = usedMs();
  const timer = setInterval(() => {
    const before = used;
    used = usedMs();
    most = Math.max(most, used - before);
  }, 1);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** Measures the longest garbage collection in wall time. */
export function watchCollections(): { readonly stop: () => number } {
  let most = 0;
  const note = (entries: readonly { readonly duration: number }[]) => {
    for (const { duration } of entries) most = Math.max(most, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    stop: () => {
      note(observer.takeRecords());
      observer.disconnect();
      return most;
    },
  };
}

// Returns the processor time of this thread alone, if the system provides it.
function usedMs(): number {
  try {
    const [ran] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1);
    return Number(ran) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
