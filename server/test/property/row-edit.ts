// Random edits of single rows, as a database superuser could make with triggers off: an update of
// one column, a deletion, or a copy under another key. Each edit can be undone, and its row change
// can be altered to match.

import type pg from 'pg';
import type { Database } from '../../src/platform/database/database.js';
import { hashedTables } from '../../src/platform/database/hashed-table.js';

type EditKind = 'UPDATE' | 'DELETE' | 'INSERT';

/** A table whose rows are edited, and its name in reports. */
export interface EditedTable {
  readonly name: string;
  readonly keyColumns: readonly string[];
  readonly leftOut: readonly string[];
  readonly kinds: readonly EditKind[];
  /** SQL condition for the rows that are edited. All rows if omitted. */
  readonly chosen?: string;
  /** The table name in reports, if it is not the name of the edited table. */
  readonly reportedAs?: string;
}

export interface Edit {
  readonly kind: EditKind;
  readonly table: EditedTable;
  readonly column: string | undefined;
  /** The record before and after. `before` is absent for a copy, and `after` for a deletion. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly undo: () => Promise<void>;
}

const ALL = ['UPDATE', 'UPDATE', 'UPDATE', 'DELETE', 'INSERT'] as const;

const NO_COPY = ['UPDATE', 'UPDATE', 'UPDATE', 'DELETE'] as const;

/**
 * Tables that links cover without row changes. Copied rows are not tested for all of them: a new
 * journal would be linked like a genuine one, and invariants detect such journals and lines without
 * a journal.
 */
const LINKED: readonly EditedTable[] = [
  {
    name: 'outbox_event',
    keyColumns: ['id'],
    leftOut: [],
    kinds: ALL,
    // A copy of the last event would come after the last link, so it would be linked like a genuine
    // event.
    chosen: 'id < (select max(id) from outbox_event)',
  },
  { name: 'journal', keyColumns: ['id'], leftOut: [], kinds: NO_COPY },
  {
    name: 'journal_line',
    keyColumns: ['journal_id'],
    leftOut: [],
    kinds: NO_COPY,
    reportedAs: 'journal',
  },
];

/** Returns true if links cover the table's rows directly. */
export const isLinked = ({ name }: EditedTable): boolean =>
  LINKED.some((table) => table.name === name);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly unique: boolean;
}

/** For each column type, an SQL expression that yields a different value. `c` is the column. */
const OTHER_VALUE: Readonly<Record<string, string>> = {
  int2: 'coalesce(c + 1, 1)',
  int4: 'coalesce(c + 1, 1)',
  int8: 'coalesce(c + 1000000, 1)',
  numeric: 'coalesce(c + 1, 1)',
  text: "coalesce(c || 'x', 'x')",
  bool: 'coalesce(not c, true)',
  date: "coalesce(c + 1, '2026-01-01')",
  timestamptz: "coalesce(c + interval '1 second', now())",
  jsonb: "coalesce(c || '{\"edited\": true}', '{}')",
  bytea: "coalesce(c || '\\x00', '\\x00')",
  uuid: 'gen_random_uuid()',
  xid8: '(c::text::bigint - 1)::text::xid8',
  _text: "coalesce(array_append(c, 'x'), '{x}')",
  _int8: "coalesce(array_append(c, 1), '{1}')",
  _int4: "coalesce(array_append(c, 1), '{1}')",
  _int2: "coalesce(array_append(c, 1::int2), '{1}')",
};

const otherValue = ({ name, type }: Column): string => {
  const expression = OTHER_VALUE[type];
  if (expression === undefined) throw new Error(`no other value for ${name} of type ${type}`);
  return expression.replaceAll(/\bc\b/g, `"${name}"`);
};

/** Returns all hashed or linked tables that have rows. */
export async function editedTables(db: Database): Promise<EditedTable[]> {
  const tables = [...hashedTables().map((table) => ({ ...table, kinds: ALL })), ...LINKED];
  const filled: EditedTable[] = [];
  for (const table of tables) {
    const { rowCount } = await db.pool.query(`select from ${table.name} limit 1`);
    if (rowCount === 1) filled.push(table);
  }
  return filled;
}

/** Edits one random row of a table. Retries if a constraint rejects the edit. */
export async function editRow(
  client: pg.Client,
  table: EditedTable,
  random: () => number,
): Promise<Edit> {
  await client.query('set session_replication_role = replica');
  const columns = await columnsOf(client, table.name);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const edit = await tryEdit(client, { table, columns, random });
    if (edit !== undefined) return edit;
  }
  throw new Error(`no edit of ${table.name} passes its constraints`);
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.column_name as name, c.udt_name as type, exists (
       select from pg_index i where i.indrelid = $1::text::regclass and i.indisunique
         and pg_get_indexdef(i.indexrelid) ~ ('\\m' || c.column_name || '\\M')) as unique
     from information_schema.columns c
     where c.table_schema = 'public' and c.table_name = $1::text and c.is_generated = 'NEVER'
     order by c.ordinal_position`,
    [table],
  );
  return rows;
}

interface Attempt {
  readonly table: EditedTable;
  readonly columns: readonly Column[];
  readonly random: () => number;
}

async function tryEdit(client: pg.Client, attempt: Attempt): Promise<Edit | undefined> {
  const { table, columns, random } = attempt;
  const { chosen = 'true' } = table;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const kind = pick(table.kinds) ?? 'UPDATE';
  const column = pick(columns.filter(({ name }) => !table.leftOut.includes(name)));
  await client.query('begin');
  try {
    await client.query('drop table if exists saved_row');
    await client.query(
      `create temp table saved_row as select t.ctid as place, t.* from ${table.name} t
       where ${chosen}
       offset (select floor($1::float8 * count(*))::bigint from ${table.name} where ${chosen})
       limit 1`,
      [random()],
    );
    const before = await recordOf(client, table, 'saved_row');
    const made = await client.query<{ place: string; record: string }>(
      `${statementOf(kind, attempt, column)}
       returning ctid::text as place, ${recordSql(table, table.name)} as record`,
    );
    if (made.rowCount !== 1) throw new Unchanged();
    await client.query('commit');
    const row = kind === 'DELETE' ? undefined : made.rows[0];
    return {
      kind,
      table,
      column: kind === 'UPDATE' ? column?.name : undefined,
      before: kind === 'INSERT' ? undefined : before,
      after: row?.record,
      undo: () => undo(client, attempt, { kind, place: row?.place }),
    };
  } catch (error) {
    await client.query('rollback');
    // An edit is not counted if a constraint or type rejects it.
    if (error instanceof Unchanged || isRefused(error)) return undefined;
    throw error;
  }
}

class Unchanged extends Error {}

function isRefused(error: unknown): boolean {
  const code = String(Reflect.get(Object(error), 'code'));
  // 428C9 means an identity column, which an update cannot set.
  return code.startsWith('23') || code.startsWith('22') || code === '428C9';
}

function statementOf(kind: EditKind, { table, columns }: Attempt, column: Column | undefined) {
  const there = `ctid = (select place from saved_row)`;
  if (kind === 'DELETE') return `delete from ${table.name} where ${there}`;
  if (kind === 'UPDATE' && column !== undefined) {
    const value = otherValue(column);
    const differs = `"${column.name}" is distinct from ${value}`;
    return `update ${table.name} set "${column.name}" = ${value} where ${there} and ${differs}`;
  }
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map((each) => (each.unique ? otherValue(each) : `"${each.name}"`));
  return `insert into ${table.name} (${names}) overriding system value
    select ${values.join(', ')} from saved_row`;
}

const recordSql = ({ keyColumns }: EditedTable, row: string): string =>
  `concat_ws('/', ${keyColumns.map((name) => `to_jsonb(${row}) ->> '${name}'`).join(', ')})`;

async function recordOf(client: pg.Client, table: EditedTable, from: string): Promise<string> {
  const { rows } = await client.query<{ record: string }>(
    `select ${recordSql(table, from)} as record from ${from}`,
  );
  if (rows[0] === undefined) throw new Unchanged();
  return rows[0].record;
}

async function undo(
  client: pg.Client,
  { table, columns }: Attempt,
  { kind, place }: { readonly kind: EditKind; readonly place: string | undefined },
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await client.query('begin');
  if (place !== undefined) {
    await client.query(`delete from ${table.name} where ctid = $1::tid`, [place]);
  }
  if (kind !== 'INSERT') {
    await client.query(`insert into ${table.name} (${names}) overriding system value
      select ${names} from saved_row`);
  }
  await client.query('commit');
}

/**
 * Alters the row changes to match an edit of a hashed table, as an attacker who knows their format
 * would. Returns a function that undoes the alteration.
 */
export async function makeChangesFit(
  client: pg.Client,
  { table, before, after }: Edit,
): Promise<() => Promise<void>> {
  await client.query('drop table if exists saved_change');
  await client.query(
    `create temp table saved_change as select * from row_change
     where table_name = $1 and record = any ($2)`,
    [table.name, [before ?? '', after ?? '']],
  );
  const last = `id = (select max(id) from row_change where table_name = $1 and record = $2)`;
  if (before !== undefined && before !== after) {
    await client.query(`update row_change set row_hash = null where ${last}`, [table.name, before]);
  }
  if (after !== undefined) await fitPresent(client, table, after);
  return async () => {
    await client.query('begin');
    await client.query('delete from row_change where table_name = $1 and record = any ($2)', [
      table.name,
      [before ?? '', after ?? ''],
    ]);
    await client.query(`insert into row_change overriding system value
      select * from saved_change`);
    await client.query('commit');
  };
}

async function fitPresent(client: pg.Client, table: EditedTable, record: string): Promise<void> {
  await client.query("set timezone = 'UTC'");
  const text =
    table.leftOut.length === 0 ? 't::text' : `(to_jsonb(t) - '{${table.leftOut}}'::text[])::text`;
  const hash = `(select row_hash_of(${text}) from ${table.name} t
    where ${recordSql(table, 't')} = $2)`;
  const values = [table.name, record];
  const { rowCount } = await client.query(
    `update row_change set row_hash = ${hash}
     where id = (select max(id) from row_change where table_name = $1 and record = $2)`,
    values,
  );
  if (rowCount === 1) return;
  await client.query(
    `insert into row_change (transaction_id, table_name, record, row_hash)
     select min(last_transaction_id::text::bigint)::text::xid8, $1, $2, ${hash}
     from audit_batch where source = 'row_change'`,
    values,
  );
}
