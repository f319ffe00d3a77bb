// SQL that finds out whether a job is queued or running.

import type { Database, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import { toJson } from '../json/json.js';

/** Returns whether a job of these kinds, with these members in its data, is queued or running. */
export async function existsJobUnderWay(
  on: Database | Tx,
  kinds: readonly string[],
  data: object,
): Promise<boolean> {
  const [row] = await on.query<{ exists: boolean }>(sql`
    select exists (select from job where state in ('QUEUED', 'RUNNING')
      and kind = any(${[...kinds]}::text[]) and data @> ${toJson(data)}::jsonb) as exists`);
  return row?.exists ?? false;
}
