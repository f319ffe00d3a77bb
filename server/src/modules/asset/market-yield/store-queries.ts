// SQL that stores imports of market discount rates with their rows, and counts and undoes them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Stamped } from '../../../platform/http/reply/stamp.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { YieldKey } from './queries.js';
import type { YieldCells } from './row.js';

export const YIELD_IMPORT_STATES = ['IMPORTED', 'UNDONE'] as const;
export type YieldImportState = (typeof YIELD_IMPORT_STATES)[number];

export const YIELD_VERDICTS = ['IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED'] as const;

interface YieldImportRow extends Stamped {
  readonly id: bigint;
  readonly state: YieldImportState;
  readonly label: string;
  /** How each column header in the file was interpreted; empty for JSON rows. */
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
}

/** An import with its row counts by outcome. */
export interface CountedYieldImport extends YieldImportRow {
  readonly row_count: bigint;
  readonly imported: bigint;
  readonly unchanged: bigint;
  readonly replaced: bigint;
  readonly refused: bigint;
  readonly undone: bigint;
  readonly kept: bigint;
}

/** A row of an import, as stored. */
export interface ImportedYield {
  readonly row_no: number;
  readonly cells: YieldCells;
  readonly verdict: (typeof YIELD_VERDICTS)[number];
  readonly code: string | null;
  readonly detail: string | null;
  readonly type_id: bigint | null;
  readonly yield_date: BusinessDate | null;
  readonly rate: Decimal | null;
  readonly rate_before: Decimal | null;
}

/** A row of an import, as replies show it. */
export interface ShownYield
  extends Pick<ImportedYield, 'row_no' | 'cells' | 'verdict' | 'code' | 'detail'> {
  readonly outcome: 'UNDONE' | 'KEPT' | null;
}

export async function insertYieldImport(
  tx: Tx,
  row: YieldImportRow,
  rows: readonly ImportedYield[],
): Promise<void> {
  const given = await toJsonInTurns(rows);
  await tx.query(sql`
    insert into market_yield_import (id, state, label, columns, version, created_by, created_at,
      modified_by, modified_at)
    values (${row.id}, ${row.state}, ${row.label}, ${toJson(row.columns)}, ${row.version},
      ${row.created_by}, ${row.created_at}, ${row.modified_by}, ${row.modified_at})`);
  await tx.query(sql`
    insert into market_yield_import_row (import_id, row_no, cells, verdict, code, detail, type_id,
      yield_date, rate, rate_before)
    select ${row.id}, r.row_no, r.cells, r.verdict, r.code, r.detail, r.type_id,
      r.yield_date, r.rate, r.rate_before
    from jsonb_to_recordset(${given}::jsonb) as r (row_no integer, cells jsonb, verdict text,
      code text, detail text, type_id bigint, yield_date date, rate numeric,
      rate_before numeric)`);
}

const COUNTED: Sql = sql`
  select i.*, r.* from market_yield_import i
  cross join lateral (
    select count(*) as row_count, count(*) filter (where verdict = 'IMPORTED') as imported,
      count(*) filter (where verdict = 'UNCHANGED') as unchanged,
      count(*) filter (where verdict = 'REPLACED') as replaced,
      count(*) filter (where verdict = 'REFUSED') as refused,
      count(*) filter (where outcome = 'UNDONE') as undone,
      count(*) filter (where outcome = 'KEPT') as kept
    from market_yield_import_row where import_id = i.id) r`;

/** Returns one import, or undefined. */
export async function findYieldImport(
  on: Database | Tx,
  id: bigint,
): Promise<CountedYieldImport | undefined> {
  const [row] = await on.query<CountedYieldImport>(sql`${COUNTED} where i.id = ${id}`);
  return row;
}

/** Locks an import for the rest of the transaction. */
export async function lockYieldImport(tx: Tx, id: bigint): Promise<YieldImportRow | undefined> {
  const [row] = await tx.query<YieldImportRow>(
    sql`select * from market_yield_import where id = ${id} for update`,
  );
  return row;
}

/** Selects an import's rows in order; with `refused`, only the refused rows. */
export function rowsOfYieldImport(
  on: Database | Tx,
  id: bigint,
  refused = false,
): Promise<ShownYield[]> {
  return on.query(sql`
    select row_no, cells, verdict, code, detail, outcome from market_yield_import_row
    where import_id = ${id} and (verdict = 'REFUSED' or not ${refused}::boolean)
    order by row_no`);
}

/** The rate that an undo brings back; null if there was none. */
type RateBefore = YieldKey & { readonly rate: Decimal | null };

/**
 * Marks an import's rows as UNDONE or KEPT, while rates are locked, and returns what to bring back:
 * the rates before those that are still in force and that no later import contains.
 */
export function markUndone(tx: Tx, id: bigint): Promise<RateBefore[]> {
  return tx.query(sql`
    with standing as (
      select r.row_no, r.type_id, r.yield_date, r.rate_before
      from market_yield_import_row r
      cross join lateral (
        select y.rate from market_yield y
        where y.type_id = r.type_id and y.yield_date = r.yield_date
        order by y.id desc limit 1
      ) present
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
        and present.rate = r.rate
        and not exists (
          select from market_yield_import_row o join market_yield_import i on i.id = o.import_id
          where o.type_id = r.type_id and o.yield_date = r.yield_date
            and o.verdict <> 'REFUSED' and i.state = 'IMPORTED'
            and i.position > (select position from market_yield_import where id = ${id}))
    ), marked as (
      update market_yield_import_row r
      set outcome = case when r.row_no in (select row_no from standing) then 'UNDONE'
        else 'KEPT' end
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
    )
    select type_id as "issueId", yield_date as date, rate_before as rate
    from standing order by row_no`);
}

/** Stores the new state of a locked import. */
export async function updateYieldImport(tx: Tx, row: YieldImportRow): Promise<void> {
  await tx.query(sql`
    update market_yield_import set state = ${row.state}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

function conditionOf(state: YieldImportState | undefined): Sql {
  return state === undefined ? sql`true` : sql`i.state = ${state}`;
}

export function countYieldImports(
  db: Database,
  state: YieldImportState | undefined,
): Promise<bigint> {
  return countRows(db, sql`select count(*) from market_yield_import i where ${conditionOf(state)}`);
}

/** Reads a page plus one row, newest first. */
export function listYieldImportRows(
  db: Database,
  state: YieldImportState | undefined,
  page: PageRequest,
): Promise<CountedYieldImport[]> {
  const start = page.after === null ? sql`true` : sql`i.id < ${page.after}`;
  return db.query(sql`
    ${COUNTED} where ${conditionOf(state)} and ${start}
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
