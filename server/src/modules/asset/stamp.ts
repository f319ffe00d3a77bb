// The author and time of a change.

import type { Work } from '../../platform/context.js';
import type { Instant } from '../../platform/database/database.js';

export interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: Instant;
}

/** Returns the stamp for a change that the caller makes now. */
export function stampOf(work: Work, id: bigint): Stamp {
  return { id, by: work.principal.name, at: work.now };
}
