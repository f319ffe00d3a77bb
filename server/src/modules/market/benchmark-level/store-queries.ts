// SQL that stores imports of levels with their rows, and counts, locks and undoes them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Stamped } from '../../../platform/http/reply/stamp.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { LevelKey } from './queries.js';
import type { IndexLevel, LevelCells } from './row.js';

export const LEVEL_IMPORT_STATES = ['IMPORTED', 'UNDONE'] as const;
export type LevelImportState = (typeof LEVEL_IMPORT_STATES)[number];

export const LEVEL_VERDICTS = ['IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED'] as const;

interface LevelImportRow extends Stamped {
  readonly id: bigint;
  readonly state: LevelImportState;
  readonly label: string;
  /** How each column header in the file was interpreted; empty for JSON rows. */
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
}

/** An import with its row counts by outcome. */
export interface CountedLevelImport extends LevelImportRow {
  readonly row_count: bigint;
  readonly imported: bigint;
  readonly unchanged: bigint;
  readonly replaced: bigint;
  readonly refused: bigint;
  readonly undone: bigint;
  readonly kept: bigint;
}

/** A row of an import, as stored. */
export interface ImportedLevel {
  readonly row_no: number;
  readonly cells: LevelCells;
  readonly verdict: (typeof LEVEL_VERDICTS)[number];
  readonly code: string | null;
  readonly detail: string | null;
  readonly benchmark_id: bigint | null;
  readonly level_date: BusinessDate | null;
  readonly level: Decimal | null;
  readonly level_before: Decimal | null;
}

/** A row of an import, as replies show it. */
export interface ShownLevel
  extends Pick<ImportedLevel, 'row_no' | 'cells' | 'verdict' | 'code' | 'detail'> {
  readonly outcome: 'UNDONE' | 'KEPT' | null;
}

export async function insertLevelImport(
  tx: Tx,
  row: LevelImportRow,
  rows: readonly ImportedLevel[],
): Promise<void> {
  const given = await toJsonInTurns(rows);
  await tx.query(sql`
    insert into level_import (id, state, label, columns, version, created_by, created_at,
      modified_by, modified_at)
    values (${row.id}, ${row.state}, ${row.label}, ${toJson(row.columns)}, ${row.version},
      ${row.created_by}, ${row.created_at}, ${row.modified_by}, ${row.modified_at})`);
  await tx.query(sql`
    insert into level_import_row (import_id, row_no, cells, verdict, code, detail, benchmark_id,
      level_date, level, level_before)
    select ${row.id}, r.row_no, r.cells, r.verdict, r.code, r.detail, r.benchmark_id,
      r.level_date, r.level, r.level_before
    from jsonb_to_recordset(${given}::jsonb) as r (row_no integer, cells jsonb, verdict text,
      code text, detail text, benchmark_id bigint, level_date date, level numeric,
      level_before numeric)`);
}

const COUNTED: Sql = sql`
  select i.*, r.* from level_import i
  cross join lateral (
    select count(*) as row_count, count(*) filter (where verdict = 'IMPORTED') as imported,
      count(*) filter (where verdict = 'UNCHANGED') as unchanged,
      count(*) filter (where verdict = 'REPLACED') as replaced,
      count(*) filter (where verdict = 'REFUSED') as refused,
      count(*) filter (where outcome = 'UNDONE') as undone,
      count(*) filter (where outcome = 'KEPT') as kept
    from level_import_row where import_id = i.id) r`;

/** Returns one import, or undefined. */
export async function findLevelImport(
  on: Database | Tx,
  id: bigint,
): Promise<CountedLevelImport | undefined> {
  const [row] = await on.query<CountedLevelImport>(sql`${COUNTED} where i.id = ${id}`);
  return row;
}

/** Locks an import for the rest of the transaction. */
export async function lockLevelImport(tx: Tx, id: bigint): Promise<LevelImportRow | undefined> {
  const [row] = await tx.query<LevelImportRow>(
    sql`select * from level_import where id = ${id} for update`,
  );
  return row;
}

/** Selects an import's rows in order; with `refused`, only the refused rows. */
export function rowsOfLevelImport(
  on: Database | Tx,
  id: bigint,
  refused = false,
): Promise<ShownLevel[]> {
  return on.query(sql`
    select row_no, cells, verdict, code, detail, outcome from level_import_row
    where import_id = ${id} and (verdict = 'REFUSED' or not ${refused}::boolean)
    order by row_no`);
}

interface UndoneLevels {
  /** Levels that the import inserted, to be deleted. */
  readonly made: readonly LevelKey[];
  /** Levels that the import replaced, as they were before. */
  readonly replaced: readonly IndexLevel[];
}

/**
 * Marks an import's rows as UNDONE or KEPT, while the benchmarks are locked, and returns what to
 * undo: levels that still have the import's figure and that no later import contains.
 */
export async function markUndone(tx: Tx, id: bigint): Promise<UndoneLevels> {
  const rows = await tx.query<LevelKey & { readonly level: Decimal | null }>(sql`
    with standing as (
      select r.row_no, r.benchmark_id, r.level_date, r.level_before
      from level_import_row r
      join benchmark_level l on l.benchmark_id = r.benchmark_id and l.level_date = r.level_date
        and l.level = r.level
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
        and not exists (
          select from level_import_row o join level_import i on i.id = o.import_id
          where o.benchmark_id = r.benchmark_id and o.level_date = r.level_date
            and o.verdict <> 'REFUSED' and i.state = 'IMPORTED'
            and i.position > (select position from level_import where id = ${id}))
    ), marked as (
      update level_import_row r
      set outcome = case when r.row_no in (select row_no from standing) then 'UNDONE'
        else 'KEPT' end
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
    )
    select benchmark_id as "benchmarkId", level_date as date, level_before as level
    from standing order by row_no`);
  return {
    made: rows.filter(({ level }) => level === null),
    replaced: rows.flatMap(({ level, ...key }) => (level === null ? [] : { ...key, level })),
  };
}

/** Stores the new state of a locked import. */
export async function updateLevelImport(tx: Tx, row: LevelImportRow): Promise<void> {
  await tx.query(sql`
    update level_import set state = ${row.state}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

function conditionOf(state: LevelImportState | undefined): Sql {
  return state === undefined ? sql`true` : sql`i.state = ${state}`;
}

export function countLevelImports(
  db: Database,
  state: LevelImportState | undefined,
): Promise<bigint> {
  return countRows(db, sql`select count(*) from level_import i where ${conditionOf(state)}`);
}

/** Reads a page plus one row, newest first. */
export function listLevelImportRows(
  db: Database,
  state: LevelImportState | undefined,
  page: PageRequest,
): Promise<CountedLevelImport[]> {
  const start = page.after === null ? sql`true` : sql`i.id < ${page.after}`;
  return db.query(sql`
    ${COUNTED} where ${conditionOf(state)} and ${start}
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
