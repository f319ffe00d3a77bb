// SQL that stores dated-value imports with their rows, and counts, locks and undoes them.

import type { BusinessDate } from '../calendar/business-date.js';
import type { Database, Tx } from '../database/database.js';
import { countRows } from '../database/list-query.js';
import { type Sql, sql, sqlName } from '../database/sql.js';
import type { PageRequest } from '../http/reply/paging.js';
import type { Stamped } from '../http/reply/stamp.js';
import { toJson, toJsonInTurns } from '../json/json.js';
import type { MappedHeader } from '../row-file/mapping.js';

export const IMPORT_STATES = ['IMPORTED', 'UNDONE'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const VERDICTS = ['IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED'] as const;

/** The tables for one kind of import. Their names come from source text, not from input. */
export interface ImportTables {
  /** The table of imports. Its rows are in a table with the suffix `_row`. */
  readonly imports: string;
  /** The columns of a row's value: its record, its date and its figures. */
  readonly subject: string;
  readonly date: string;
  /** The figures that a value replaced are in columns with the suffix `_before`. */
  readonly figures: string;
  readonly figuresType: 'numeric' | 'jsonb';
}

interface ImportRow extends Stamped {
  readonly id: bigint;
  readonly state: ImportState;
  readonly label: string;
  /** How each column header in the file was interpreted. Empty for JSON rows. */
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
}

/** An import with its row counts by outcome. */
export interface CountedImport extends ImportRow {
  readonly row_count: bigint;
  readonly imported: bigint;
  readonly unchanged: bigint;
  readonly replaced: bigint;
  readonly refused: bigint;
  readonly undone: bigint;
  readonly kept: bigint;
}

/** The key of a value: its record and its date. */
export interface ValueKey {
  readonly subjectId: bigint;
  readonly date: BusinessDate;
}

/** A row of an import as stored. */
export interface ImportedRow {
  readonly row_no: number;
  readonly cells: { readonly [column: string]: string | undefined };
  readonly verdict: (typeof VERDICTS)[number];
  readonly code: string | null;
  readonly detail: string | null;
  /** Null for a refused row. */
  readonly key: ValueKey | null;
  readonly figures: unknown;
  /** The stored figures that the row replaced. Null if it replaced none. */
  readonly before: unknown;
}

/** A row of an import as returned by the API. */
export interface ShownRow
  extends Pick<ImportedRow, 'row_no' | 'cells' | 'verdict' | 'code' | 'detail'> {
  readonly outcome: 'UNDONE' | 'KEPT' | null;
}

const importsOf = ({ imports }: ImportTables): Sql => sqlName(imports);
const rowsOf = ({ imports }: ImportTables): Sql => sqlName(`${imports}_row`);
const beforeOf = ({ figures }: ImportTables): Sql => sqlName(`${figures}_before`);

export async function insertImport(
  tx: Tx,
  tables: ImportTables,
  { row, rows }: { readonly row: ImportRow; readonly rows: readonly ImportedRow[] },
): Promise<void> {
  const given = await toJsonInTurns(rows);
  const [subject, date] = [sqlName(tables.subject), sqlName(tables.date)];
  const figures = sqlName(tables.figures);
  const type = sqlName(tables.figuresType);
  await tx.query(sql`
    insert into ${importsOf(tables)} (id, state, label, columns, version, created_by, created_at,
      modified_by, modified_at)
    values (${row.id}, ${row.state}, ${row.label}, ${toJson(row.columns)}, ${row.version},
      ${row.created_by}, ${row.created_at}, ${row.modified_by}, ${row.modified_at})`);
  await tx.query(sql`
    insert into ${rowsOf(tables)} (import_id, row_no, cells, verdict, code, detail, ${subject},
      ${date}, ${figures}, ${beforeOf(tables)})
    select ${row.id}, r.row_no, r.cells, r.verdict, r.code, r.detail, k."subjectId", k.date,
      r.figures, r.before
    from jsonb_to_recordset(${given}::jsonb) as r (row_no integer, cells jsonb, verdict text,
      code text, detail text, key jsonb, figures ${type}, before ${type})
    cross join jsonb_to_record(coalesce(r.key, '{}')) as k ("subjectId" bigint, date date)`);
}

function counted(tables: ImportTables): Sql {
  return sql`
    select i.*, r.* from ${importsOf(tables)} i
    cross join lateral (
      select count(*) as row_count, count(*) filter (where verdict = 'IMPORTED') as imported,
        count(*) filter (where verdict = 'UNCHANGED') as unchanged,
        count(*) filter (where verdict = 'REPLACED') as replaced,
        count(*) filter (where verdict = 'REFUSED') as refused,
        count(*) filter (where outcome = 'UNDONE') as undone,
        count(*) filter (where outcome = 'KEPT') as kept
      from ${rowsOf(tables)} where import_id = i.id) r`;
}

/** Returns one import, or undefined. */
export async function findImport(
  on: Database | Tx,
  tables: ImportTables,
  id: bigint,
): Promise<CountedImport | undefined> {
  const [row] = await on.query<CountedImport>(sql`${counted(tables)} where i.id = ${id}`);
  return row;
}

/** Locks an import for the rest of the transaction. */
export async function lockImport(
  tx: Tx,
  tables: ImportTables,
  id: bigint,
): Promise<ImportRow | undefined> {
  const [row] = await tx.query<ImportRow>(
    sql`select * from ${importsOf(tables)} where id = ${id} for update`,
  );
  return row;
}

/** Selects an import's rows in order. With `isRefused`, only the refused rows. */
export function selectRows(
  on: Database | Tx,
  tables: ImportTables,
  { id, isRefused = false }: { readonly id: bigint; readonly isRefused?: boolean },
): Promise<ShownRow[]> {
  return on.query(sql`
    select row_no, cells, verdict, code, detail, outcome from ${rowsOf(tables)}
    where import_id = ${id} and (verdict = 'REFUSED' or not ${isRefused}::boolean)
    order by row_no`);
}

/** Determines which rows an undo affects. */
interface UndoRule {
  readonly id: bigint;
  /** SQL condition: the value of the import's row `r` is stored unchanged. */
  readonly isUnchanged: Sql;
  /**
   * SQL condition: the row `s` of `standing`, which contains the unchanged rows, may be undone. By
   * default all may.
   */
  readonly isRemovable?: Sql;
}

/**
 * Marks an import's rows as UNDONE or KEPT while its values are locked. Returns the keys of those
 * to undo, whose values are stored unchanged and are in no later import.
 */
export function markUndone(
  tx: Tx,
  tables: ImportTables,
  { id, isUnchanged, isRemovable = sql`true` }: UndoRule,
): Promise<ValueKey[]> {
  const [imports, rows] = [importsOf(tables), rowsOf(tables)];
  const [subject, date] = [sqlName(tables.subject), sqlName(tables.date)];
  return tx.query(sql`
    with standing as (
      select r.* from ${rows} r
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED') and ${isUnchanged}
        and not exists (
          select from ${rows} o join ${imports} i on i.id = o.import_id
          where o.${subject} = r.${subject} and o.${date} = r.${date}
            and o.verdict <> 'REFUSED' and i.state = 'IMPORTED'
            and i.position > (select position from ${imports} where id = ${id}))
    ), undone as (
      select s.* from standing s where ${isRemovable}
    ), marked as (
      update ${rows} r
      set outcome = case when r.row_no in (select row_no from undone) then 'UNDONE' else 'KEPT' end
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
    )
    select ${subject} as "subjectId", ${date} as date from undone order by row_no`);
}

/** Stores the new state of a locked import. */
export async function updateImport(tx: Tx, tables: ImportTables, row: ImportRow): Promise<void> {
  await tx.query(sql`
    update ${importsOf(tables)} set state = ${row.state}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

function conditionOf(state: ImportState | undefined): Sql {
  return state === undefined ? sql`true` : sql`i.state = ${state}`;
}

export function countImports(
  db: Database,
  tables: ImportTables,
  state: ImportState | undefined,
): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) from ${importsOf(tables)} i where ${conditionOf(state)}`,
  );
}

/** Reads a page plus one row, newest first. */
export function selectImports(
  db: Database,
  tables: ImportTables,
  { state, page }: { readonly state: ImportState | undefined; readonly page: PageRequest },
): Promise<CountedImport[]> {
  const start = page.after === null ? sql`true` : sql`i.id < ${page.after}`;
  return db.query(sql`
    ${counted(tables)} where ${conditionOf(state)} and ${start}
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
