// Finds the longest blocks of this thread's event loop. Measures each of them in three ways: by the
// clock, by the clock without the time spent waiting for a processor, and in processor time. Also
// finds the longest garbage collection.

import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** The longest stalls of the event loop, in milliseconds. */
export interface LoopFigures {
  /** The longest time that the event loop served no request, by its own histogram. */
  readonly blockMs: number;
  /** The longest block, excluding the time that the thread spent waiting for a processor. */
  readonly unqueuedMs: number;
  /**
   * The longest block, in processor time of the loop's thread. Other load on the machine does not
   * increase this time.
   */
  readonly busyMs: number;
  /** The longest garbage collection by the clock. */
  readonly collectionMs: number;
}

interface Watch<Result> {
  readonly stop: () => Result;
}

/** Measures the event loop until it is stopped. */
export function watchLoop(): Watch<LoopFigures> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const rounds = watchRounds();
  const collections = watchCollections();
  return {
    stop: () => {
      delay.disable();
      const { unqueuedMs, busyMs } = rounds.stop();
      const collectionMs = collections.stop();
      return { blockMs: delay.max / 1e6, unqueuedMs, busyMs, collectionMs };
    },
  };
}

// Compares the thread's times between two runs of a timer.
function watchRounds(): Watch<Pick<LoopFigures, 'unqueuedMs' | 'busyMs'>> {
  let unqueuedMs = 0;
  let busyMs = 0;
  let last = threadTimes();
  const timer = setInterval(() => {
    const before = last;
    last = threadTimes();
    const queuedMs = last.queuedMs - before.queuedMs;
    unqueuedMs = Math.max(unqueuedMs, last.atMs - before.atMs - queuedMs);
    busyMs = Math.max(busyMs, last.busyMs - before.busyMs);
  }, 1);
  return {
    stop: () => {
      clearInterval(timer);
      return { unqueuedMs, busyMs };
    },
  };
}

function watchCollections(): Watch<number> {
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

// Returns the processor time of this thread, and how long it waited for a processor, if the system
// provides them (proc(5)). Otherwise returns the processor time of the process.
function threadTimes() {
  const atMs = performance.now();
  try {
    const [busy, queued] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return { atMs, busyMs: Number(busy) / 1e6, queuedMs: Number(queued) / 1e6 };
  } catch {
    const { user, system } = process.cpuUsage();
    return { atMs, busyMs: (user + system) / 1_000, queuedMs: 0 };
  }
}
