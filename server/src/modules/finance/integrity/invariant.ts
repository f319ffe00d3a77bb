// An invariant of the books: its condition, and the query that finds violations.

import type { Sql } from '../../../platform/database/sql.js';

/**
 * A rule that must always hold. `broken` selects its violations, each with an `id` and a message,
 * `finding`.
 */
export interface Invariant {
  readonly number: number;
  readonly name: string;
  /** Counts the rows that the check reads. */
  readonly checked: Sql;
  readonly broken: Sql;
}
