// The proof of rows: every row of a hashed table is as its last row change left it, every row that
// was not deleted is there, and each change began with what the one before had left. Rows are read
// block by block, so that the work of one request is bounded.

import type { Database } from '../../../platform/database/database.js';
import { type HashedTable, hashedTables } from '../../../platform/database/hashed-table.js';
import { sql } from '../../../platform/database/sql.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { AUDIT } from '../limits.js';

/** A row that is not as the row changes tell. */
interface RowFault {
  readonly table: string;
  readonly record: string;
  readonly reason: 'ROW_DIFFERS' | 'ROW_UNKNOWN' | 'ROW_MISSING' | 'ROW_WAS_EDITED';
}

interface RowReport {
  readonly valid: boolean;
  readonly rowsChecked: bigint;
  readonly faults: readonly RowFault[];
  /** Where to go on: the table and the block. */
  readonly nextFrom?: string;
}

// The walk over row_change comes last. It finds the rows that are gone, and edits of before.
const CHANGES = 'row_change';

interface Place {
  /** Of the table in the order of the schema; one beyond the last is row_change. */
  readonly index: number;
  readonly block: number;
}

/**
 * Compares the next slice of rows.
 * @param from `nextFrom` of the report before; INVALID_REQUEST where it is none
 */
export async function proveRows(db: Database, from: string | undefined): Promise<RowReport> {
  const tables = hashedTables();
  const sizes = await sizesOf(db, [...tables.map(({ name }) => name), CHANGES]);
  const faults: RowFault[] = [];
  let rowsChecked = 0n;
  let left: number = AUDIT.comparedBlocksMax;
  let { index, block } = placeOf(tables, from);
  while (index <= tables.length) {
    const size = sizes[index] ?? 0;
    if (block >= size) {
      index += 1;
      block = 0;
      continue;
    }
    const room = AUDIT.faultsMax - faults.length;
    if (left <= 0 || room <= 0) {
      const nextFrom = `${tables[index]?.name ?? CHANGES}:${block}`;
      return { valid: faults.length === 0, rowsChecked, faults, nextFrom };
    }
    const end = Math.min(size, block + AUDIT.blocksPerStatementMax);
    const slice = { table: tables[index], from: block, end, room };
    const found = await compare(db, slice);
    faults.push(...found.faults);
    rowsChecked += found.rowsChecked;
    left -= end - block;
    block = end;
  }
  return { valid: faults.length === 0, rowsChecked, faults };
}

function placeOf(tables: readonly HashedTable[], from: string | undefined): Place {
  if (from === undefined) return { index: 0, block: 0 };
  const [, name, block] = /^(\w{1,63}):(\d{1,10})$/.exec(from) ?? [];
  const index = name === CHANGES ? tables.length : tables.findIndex((each) => each.name === name);
  if (block === undefined || index < 0) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'from',
      'not a `nextFrom` of this operation',
    );
  }
  return { index, block: Number(block) };
}

/** Blocks of each table. */
async function sizesOf(db: Database, names: readonly string[]): Promise<readonly number[]> {
  const rows = await db.query<{ blocks: bigint }>(sql`
    select coalesce(pg_relation_size(to_regclass(u.name)), 0)
      / current_setting('block_size')::bigint as blocks
    from unnest(${names}::text[]) with ordinality u (name, ordinal) order by u.ordinal`);
  return rows.map(({ blocks }) => Number(blocks));
}

interface Slice {
  /** Undefined: row_change. */
  readonly table: HashedTable | undefined;
  readonly from: number;
  readonly end: number;
  /** How many faults there is room for. */
  readonly room: number;
}

async function compare(
  db: Database,
  { table, from, end, room }: Slice,
): Promise<Pick<RowReport, 'rowsChecked' | 'faults'>> {
  if (table === undefined) return followChanges(db, { from, end, room });
  const { name, keyColumns, leftOut } = table;
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

async function followChanges(
  db: Database,
  { from, end, room }: Omit<Slice, 'table'>,
): Promise<Pick<RowReport, 'rowsChecked' | 'faults'>> {
  const keys = Object.fromEntries(hashedTables().map((each) => [each.name, each.keyColumns]));
  const [found] = await db.query<{
    rowsChecked: bigint;
    faults: readonly RowFault[];
  }>(sql`
    select rows_checked as "rowsChecked", faults
    from followed_changes(${JSON.stringify(keys)}::jsonb, ${from}, ${end}, ${room})`);
  return {
    rowsChecked: found?.rowsChecked ?? 0n,
    faults: (found?.faults ?? []).slice(0, room),
  };
}
