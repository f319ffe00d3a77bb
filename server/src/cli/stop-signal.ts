// Signals that end a running command, and the deadline for ending it.

import { STOP } from '../limits.js';

/** The signals of the operating system as abort signals. */
interface StopSignals {
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
  /** Aborts at the second signal. Optional waits are then skipped. */
  readonly hurry: AbortSignal;
}

/**
 * Listens for SIGINT and SIGTERM. Ten seconds after the first signal, or at the third one, the
 * process exits with code 1 even if work is still running. No acknowledged work is lost, and a
 * supervisor would kill the process anyway.
 * @param extraMs the command's planned waits, which extend the ten seconds
 */
export function stopSignals(extraMs = 0): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  const onSignal = () => {
    if (hurry.signal.aborted) endNow('Received a third signal; exiting immediately.');
    if (stop.signal.aborted) return hurry.abort();
    setTimeout(() => {
      endNow('Some work did not end in time and was aborted.');
    }, STOP.deadlineMs + extraMs).unref();
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return { stop: stop.signal, hurry: hurry.signal };
}

/**
 * Resolves at the first SIGINT or SIGTERM. The process then ends within the deadline of
 * `stopSignals`.
 */
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
