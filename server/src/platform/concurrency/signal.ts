// Signals in this process that wake a polling worker when there is work. Every worker also polls,
// so a lost signal causes only a short delay.

export interface Signals {
  /** Wakes all listeners of the topic. Call it after the commit. */
  raise(topic: string): void;
  /** Calls `wake` on each signal of the topic, until the returned function is called. */
  on(topic: string, wake: () => void): () => void;
}

export function createSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();
  return {
    raise: (topic) => {
      for (const wake of listeners.get(topic) ?? []) wake();
    },
    on: (topic, wake) => {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(wake));
      return () => set.delete(wake);
    },
  };
}
