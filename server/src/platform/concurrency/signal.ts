// Signals within the process that wake a polling worker as soon as there is work. A lost signal
// only causes a short delay, because every worker also polls.

export interface Signals {
  /** Wakes every listener of the topic. Call it after the commit. */
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
