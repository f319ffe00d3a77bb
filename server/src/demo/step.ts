// A step of the demonstration data.

import type { Work } from '../platform/context.js';

/** One part of the data. It runs once per database, in the transaction of the whole fill. */
export interface DemoStep {
  /** Must never change after a release: a database stores the names of the steps that it has. */
  readonly name: string;
  readonly run: (work: Work) => Promise<void>;
}
