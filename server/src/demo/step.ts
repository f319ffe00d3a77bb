// The type of a step that creates demonstration data.

import type { Work } from '../platform/context.js';

/**
 * A part of the data. It runs once per database, in the transaction that creates all demonstration
 * data.
 */
export interface DemoStep {
  /**
   * The name must not change after a release, because databases store the names of completed steps.
   */
  readonly name: string;
  readonly run: (work: Work) => Promise<void>;
}
