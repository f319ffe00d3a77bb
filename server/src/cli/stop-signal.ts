// The moments at which a running command is asked to end, and the time by which it has ended.

import { STOP } from '../limits.js';

/** What the operating system's signals ask of a command. */
interface StopSignals {
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
  /** Aborts at the second one: nothing is waited for that may be left out. */
  readonly hurry: AbortSignal;
}

/**
 * Listens for SIGINT and SIGTERM. Within ten seconds of the first one, or at the third, the process
 * ends with exit code 1 whatever still runs: a kill at any moment loses nothing that was
 * acknowledged, and a program that does not end is killed anyway.
 * @param extraMs what the command waits for on purpose beyond these ten seconds
 */
export function stopSignals(extraMs = 0): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  const onSignal = () => {
    if (hurry.signal.aborted) endNow('A third signal: it ends without waiting any longer.');
    if (stop.signal.aborted) return hurry.abort();
    setTimeout(() => {
      endNow('Something did not end in time and was left behind.');
    }, STOP.deadlineMs + extraMs).unref();
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return { stop: stop.signal, hurry: hurry.signal };
}

/** Resolves at the first SIGINT or SIGTERM; the process then ends in time, see `stopSignals`. */
export function stopSignal(): Promise<void> {
  return whenAborted(stopSignals().stop);
}

/** Resolves when the signal aborts. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function endNow(sentence: string): never {
  process.stderr.write(`countinghouse: ${sentence}\n`);
  process.exit(1);
}
