// SQL that filters lists of pending journals by state and by the caller's offices.

import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

export interface StateFilter<State extends string> {
  readonly offices: readonly bigint[] | undefined;
  readonly state?: State | undefined;
}

/** Returns the condition on rows of the table with alias `d`. */
export function narrowed({ offices, state }: StateFilter<string>): Sql {
  const inState = state === undefined ? sql`true` : sql`d.state = ${state}`;
  return sql`${inOffices(sql`d.office_id`, offices)} and ${inState}`;
}

/**
 * Returns the end of a query that reads a page in id order, plus one extra row to detect a next
 * page.
 */
export function pageBy(filter: StateFilter<string>, page: PageRequest): Sql {
  return sql`where ${narrowed(filter)} and d.id > ${page.after ?? 0n}
    order by d.id limit ${page.limit + 1} offset ${page.offset}`;
}
