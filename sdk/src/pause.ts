// Abortable pauses, and their length.

/** Resolves after the delay. Rejects with the signal's reason if that comes first. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** A pause by the timers of the platform. */
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

/** A pause that doubles with each attempt. Half of it is random, so that callers spread out. */
export function waitBefore(
  attempt: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
): number {
  const whole = Math.min(mostMs, firstMs * 2 ** (attempt - 1));
  return whole / 2 + (whole / 2) * Math.random();
}
