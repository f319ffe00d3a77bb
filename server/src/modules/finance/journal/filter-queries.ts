// SQL that filters lists of pending journals by state and by the caller's offices.

import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

export interface StateFilter<State extends string> {
  readonly offices: readonly bigint[] | undefined;
  readonly state?: State | undefined;
}

/** The condition on the rows of the table with alias `d`. */
export function narrowed({ offices, state }: StateFilter<string>): Sql {
  const inState = state === undefined ? sql`true` : sql`d.state = ${state}`;
  return sql`${inOffices(sql`d.office_id`, offices)} and ${inState}`;
}

/** One page by id, with one row more if there is a next page. */
export function pageBy(filter: StateFilter<string>, page: PageRequest): Sql {
  return sql`where ${narrowed(filter)} and d.id > ${page.after ?? 0n}
    order by d.id limit ${page.limit + 1} offset ${page.offset}`;
}
