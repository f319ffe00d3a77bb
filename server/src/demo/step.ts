// A step of the demonstration data.

import type { Work } from '../platform/context.js';

/**
 * One part of the data. It runs once per database, inside the one transaction of the whole fill.
 */
export interface DemoStep {
  /** Never changes once released: it is how a database knows what it has. */
  readonly name: string;
  readonly run: (work: Work) => Promise<void>;
}
