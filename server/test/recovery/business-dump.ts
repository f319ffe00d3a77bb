// Dumps everything that a business day leaves behind as text, in a canonical order: every table and
// every column. Two dumps are equal if the books are equal.

import type { Database } from '../../src/platform/database/database.js';

/**
 * Tables that record how the work was done rather than its result, each with the reason for leaving
 * it out.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  end_of_day_run: 'one row per attempt that failed',
  end_of_day: 'its fence counts attempts',
  job: 'attempts and leases',
  row_change: 'one row for each change, of which attempts make more',
  ledger_fold: 'derived from the lines behind the postings',
  ledger_fold_state: 'how far that is',
  account_day: 'derived likewise',
  principal_use: 'when callers called',
};

/**
 * Columns that are left out for the same reason. Times and transaction ids are left out everywhere.
 */
const COLUMNS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Values that were estimated or counted when the last attempt began.
  end_of_day_step: ['expected_records', 'begun_records', 'error'],
};

interface Column {
  readonly table: string;
  readonly column: string;
}

/**
 * Reads the rows by table. Fifteen-digit ids created by the day are replaced by their rank in their
 * table, because a rolled-back transaction leaves gaps in a sequence.
 */
export async function dumpBusiness(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: columns } = await db.pool.query<Column>(`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_name)
    where c.table_schema = 'public' and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.udt_name not in ('timestamptz', '_timestamptz', 'xid8')
    order by c.table_name, c.ordinal_position`);
  const tables = new Map<string, string[]>();
  for (const { table, column } of columns) {
    if (table in LEFT_OUT || COLUMNS_LEFT_OUT[table]?.includes(column)) continue;
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  const raw = new Map<string, string[]>();
  for (const [table, names] of tables) {
    const list = names.map((name) => `"${name}"`).join(', ');
    const { rows } = await db.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${list} from "${table}") t`,
    );
    raw.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return ranked(raw);
}

const MADE = /(?<!\d)\d{15}(?!\d)/g;

function ranked(tables: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const made = new Set<string>();
  for (const rows of tables.values()) {
    for (const row of rows) for (const [id] of row.matchAll(MADE)) made.add(id);
  }
  const rank = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const id of [...made].sort()) {
    // The first three digits identify the table: see rich-day.ts.
    const space = id.slice(0, 3);
    const next = (counts.get(space) ?? 0) + 1;
    counts.set(space, next);
    rank.set(id, `#${space}.${next}`);
  }
  const renamed = new Map<string, string[]>();
  for (const [table, rows] of tables) {
    const own = rows.map((row) => row.replaceAll(MADE, (id) => rank.get(id) ?? id));
    renamed.set(table, own.sort());
  }
  return renamed;
}

/**
 * Returns the first rows that only one of the dumps has, by table. Empty if the dumps are equal.
 */
export function differences(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): string[] {
  const told: string[] = [];
  for (const table of new Set([...one.keys(), ...other.keys()])) {
    const left = one.get(table) ?? [];
    const right = other.get(table) ?? [];
    if (left.length === right.length && left.every((row, at) => row === right[at])) continue;
    const more = left.filter((row) => !right.includes(row)).slice(0, 3);
    const less = right.filter((row) => !left.includes(row)).slice(0, 3);
    told.push(`${table}: ${left.length} rows, ${right.length} rows`);
    told.push(...more.map((row) => `  + ${row}`), ...less.map((row) => `  - ${row}`));
  }
  return told;
}
