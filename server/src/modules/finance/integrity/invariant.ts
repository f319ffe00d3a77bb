// An invariant of the books: what must hold, and the query that finds violations.

import type { Sql } from '../../../platform/database/sql.js';

/**
 * What must always hold. `broken` selects what does not: `id`, and what was found, as `finding`.
 */
export interface Invariant {
  readonly number: number;
  readonly name: string;
  /** How many rows the check looked at. */
  readonly checked: Sql;
  readonly broken: Sql;
}
