// Abortable pauses, and the calculation of their length.

/** Resolves after the delay. Rejects with the signal's reason if the signal aborts first. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Pauses with the platform's timers. */
export const pause: Pause = (ms, signal) => {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
};

/**
 * Returns a delay that doubles with each attempt. Half of it is random, so that callers spread out.
 */
export function waitBefore(
  attempt: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
): number {
  const whole = Math.min(mostMs, firstMs * 2 ** (attempt - 1));
  return whole / 2 + (whole / 2) * Math.random();
}
