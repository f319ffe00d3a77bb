// The type of a step that creates demonstration data.

import type { Work } from '../platform/context.js';

/** One part of the data. It runs once per database, in the transaction of the whole fill. */
export interface DemoStep {
  /**
   * The name must never change after a release, because a database stores the names of its
   * completed steps.
   */
  readonly name: string;
  readonly run: (work: Work) => Promise<void>;
}
