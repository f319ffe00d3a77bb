// The contract of a worker, a loop that runs alongside the requests.

import type { Context } from './context.js';

/** A loop that runs alongside the requests, on every node that has its role. */
export interface Worker {
  readonly name: string;
  /** The role whose nodes run the worker. Undefined if all nodes run it. */
  readonly role?: 'http' | 'fix' | 'jobs';
  readonly start: (context: Context) => Promise<RunningWorker>;
}

export interface RunningWorker {
  /** True once the worker is ready for its work, for example when a session is logged on. */
  readonly ready: () => boolean;
  readonly stop: () => Promise<void>;
}
