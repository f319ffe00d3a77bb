// SQL that compares rows with their row changes.

import type { Database } from '../../../platform/database/database.js';
import type { HashedTable } from '../../../platform/database/hashed-table.js';
import { sql } from '../../../platform/database/sql.js';

/** A row that does not match its row changes. */
export interface RowFault {
  readonly table: string;
  readonly record: string;
  readonly reason: 'ROW_DIFFERS' | 'ROW_UNKNOWN' | 'ROW_MISSING' | 'ROW_WAS_EDITED';
}

/** Reads the number of blocks of each table. */
export async function sizesOf(db: Database, names: readonly string[]): Promise<readonly number[]> {
  const rows = await db.query<{ blocks: bigint }>(sql`
    select coalesce(pg_relation_size(to_regclass(u.name)), 0)
      / current_setting('block_size')::bigint as blocks
    from unnest(${names}::text[]) with ordinality u (name, ordinal) order by u.ordinal`);
  return rows.map(({ blocks }) => Number(blocks));
}

/** A range of blocks in one table. */
export interface Blocks {
  readonly from: number;
  readonly end: number;
  /** The number of differing rows that still fit in the report. */
  readonly room: number;
}

interface Compared {
  readonly rowsChecked: bigint;
  readonly faults: readonly RowFault[];
}

/** Finds a table's rows that differ from their last row change. */
export async function differingRows(
  db: Database,
  { name, keyColumns, leftOut }: HashedTable,
  { from, end, room }: Blocks,
): Promise<Compared> {
  const [found] = await db.query<{
    rowsChecked: bigint;
    faults: readonly Omit<RowFault, 'table'>[];
  }>(sql`
    select rows_checked as "rowsChecked", faults
    from differing_rows(${name}, ${keyColumns}::text[], ${leftOut}::text[], ${from}, ${end},
      ${room})`);
  const faults = (found?.faults ?? []).map((fault) => ({ table: name, ...fault }));
  return { rowsChecked: found?.rowsChecked ?? 0n, faults };
}

/**
 * Finds row changes that do not continue from the previous change's result, and rows that are
 * missing.
 * @param keys the key columns of each hashed table
 */
export async function followedChanges(
  db: Database,
  keys: Readonly<Record<string, readonly string[]>>,
  { from, end, room }: Blocks,
): Promise<Compared> {
  const [found] = await db.query<Compared>(sql`
    select rows_checked as "rowsChecked", faults
    from followed_changes(${JSON.stringify(keys)}::jsonb, ${from}, ${end}, ${room})`);
  return {
    rowsChecked: found?.rowsChecked ?? 0n,
    faults: (found?.faults ?? []).slice(0, room),
  };
}
