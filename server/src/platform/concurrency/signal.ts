// Wake-ups inside the process: a worker that would look again later is told that there is work now.
// A lost signal costs a moment, never a record: every worker also looks by itself.

export interface Signals {
  /** Wakes whoever waits for the topic. Call it after the commit. */
  raise(topic: string): void;
  /** Calls back at each signal of the topic until the returned function is called. */
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
