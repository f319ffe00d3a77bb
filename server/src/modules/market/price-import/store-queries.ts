// SQL that stores price imports with their rows, and counts, locks and undoes them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Stamped } from '../../../platform/http/reply/stamp.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { Bar } from '../price/history-queries.js';
import type { BarKey } from './queries.js';
import type { PriceCells, SecurityBar } from './row.js';

export const PRICE_IMPORT_STATES = ['IMPORTED', 'UNDONE'] as const;
export type PriceImportState = (typeof PRICE_IMPORT_STATES)[number];

export const PRICE_VERDICTS = ['IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED'] as const;
type PriceVerdict = (typeof PRICE_VERDICTS)[number];

interface PriceImportRow extends Stamped {
  readonly id: bigint;
  readonly state: PriceImportState;
  readonly label: string;
  /** How each column header in the file was interpreted; empty for JSON rows. */
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
}

/** An import with its row counts by outcome. */
export interface CountedPriceImport extends PriceImportRow {
  readonly row_count: bigint;
  readonly imported: bigint;
  readonly unchanged: bigint;
  readonly replaced: bigint;
  readonly refused: bigint;
  readonly undone: bigint;
  readonly kept: bigint;
}

/** The prices and volume of a bar. */
export type BarFigures = Omit<Bar, 'date'>;

/** A row of an import, as stored. */
export interface ImportedPrice {
  readonly row_no: number;
  readonly cells: PriceCells;
  readonly verdict: PriceVerdict;
  readonly code: string | null;
  readonly detail: string | null;
  readonly security_id: bigint | null;
  readonly price_date: BusinessDate | null;
  readonly bar: BarFigures | null;
  readonly bar_before: BarFigures | null;
}

/** A row of an import, as replies show it. */
export interface ShownPrice extends Omit<ImportedPrice, 'bar' | 'bar_before' | 'security_id'> {
  readonly outcome: 'UNDONE' | 'KEPT' | null;
}

export async function insertPriceImport(
  tx: Tx,
  row: PriceImportRow,
  rows: readonly ImportedPrice[],
): Promise<void> {
  const given = await toJsonInTurns(rows);
  await tx.query(sql`
    insert into price_import (id, state, label, columns, version, created_by, created_at,
      modified_by, modified_at)
    values (${row.id}, ${row.state}, ${row.label}, ${toJson(row.columns)}, ${row.version},
      ${row.created_by}, ${row.created_at}, ${row.modified_by}, ${row.modified_at})`);
  await tx.query(sql`
    insert into price_import_row (import_id, row_no, cells, verdict, code, detail, security_id,
      price_date, bar, bar_before)
    select ${row.id}, r.row_no, r.cells, r.verdict, r.code, r.detail, r.security_id, r.price_date,
      nullif(r.bar, 'null'), nullif(r.bar_before, 'null')
    from jsonb_to_recordset(${given}::jsonb) as r (row_no integer, cells jsonb,
      verdict text, code text, detail text, security_id bigint, price_date date, bar jsonb,
      bar_before jsonb)`);
}

const COUNTED: Sql = sql`
  select i.*, r.* from price_import i
  cross join lateral (
    select count(*) as row_count, count(*) filter (where verdict = 'IMPORTED') as imported,
      count(*) filter (where verdict = 'UNCHANGED') as unchanged,
      count(*) filter (where verdict = 'REPLACED') as replaced,
      count(*) filter (where verdict = 'REFUSED') as refused,
      count(*) filter (where outcome = 'UNDONE') as undone,
      count(*) filter (where outcome = 'KEPT') as kept
    from price_import_row where import_id = i.id) r`;

/** Returns one import, or undefined. */
export async function findPriceImport(
  on: Database | Tx,
  id: bigint,
): Promise<CountedPriceImport | undefined> {
  const [row] = await on.query<CountedPriceImport>(sql`${COUNTED} where i.id = ${id}`);
  return row;
}

/** Locks an import for the rest of the transaction. */
export async function lockPriceImport(tx: Tx, id: bigint): Promise<PriceImportRow | undefined> {
  const [row] = await tx.query<PriceImportRow>(
    sql`select * from price_import where id = ${id} for update`,
  );
  return row;
}

/** Selects an import's rows in order; with `refused`, only the refused rows. */
export function rowsOfPriceImport(
  on: Database | Tx,
  id: bigint,
  refused = false,
): Promise<ShownPrice[]> {
  return on.query(sql`
    select row_no, cells, verdict, code, detail, price_date, outcome from price_import_row
    where import_id = ${id} and (verdict = 'REFUSED' or not ${refused}::boolean)
    order by row_no`);
}

/** Returns the securities whose bars an import inserted or replaced. */
export async function securitiesOfPriceImport(tx: Tx, id: bigint): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select distinct security_id as id from price_import_row
    where import_id = ${id} and verdict in ('IMPORTED', 'REPLACED')`);
  return rows.map((row) => row.id);
}

interface UndoneBars {
  /** Bars that the import inserted, to be deleted. */
  readonly made: readonly BarKey[];
  /** Bars that the import replaced, as they were before. */
  readonly replaced: readonly SecurityBar[];
}

/**
 * Marks an import's rows as UNDONE or KEPT, while the prices are locked, and returns what to undo:
 * bars that still have the import's values and that no later import contains. A security keeps at
 * least one bar, because its price depends on it.
 */
export async function markUndone(tx: Tx, id: bigint): Promise<UndoneBars> {
  const rows = await tx.query<SecurityBar & { readonly isMade: boolean }>(sql`
    with standing as (
      select r.row_no, r.security_id, r.price_date, r.bar_before
      from price_import_row r
      join security_price_day d on d.security_id = r.security_id and d.price_date = r.price_date
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
        and (d.open, d.high, d.low, d.close, d.volume) = ((r.bar ->> 'open')::numeric,
          (r.bar ->> 'high')::numeric, (r.bar ->> 'low')::numeric, (r.bar ->> 'close')::numeric,
          (r.bar ->> 'volume')::bigint)
        and not exists (
          select from price_import_row o join price_import i on i.id = o.import_id
          where o.security_id = r.security_id and o.price_date = r.price_date
            and o.verdict <> 'REFUSED' and i.state = 'IMPORTED'
            and i.position > (select position from price_import where id = ${id}))
    ), priced as (
      select s.security_id from standing s
      group by s.security_id
      having count(*) filter (where s.bar_before is null) < (
        select count(*) from security_price_day d where d.security_id = s.security_id)
    ), taken as (
      select * from standing s
      where s.bar_before is not null or s.security_id in (select security_id from priced)
    ), marked as (
      update price_import_row r
      set outcome = case when r.row_no in (select row_no from taken) then 'UNDONE' else 'KEPT' end
      where r.import_id = ${id} and r.verdict in ('IMPORTED', 'REPLACED')
    )
    select t.security_id as "securityId", t.price_date as date, t.bar_before is null as "isMade",
      b.* from taken t
    cross join jsonb_to_record(coalesce(t.bar_before, '{}')) b
      (open numeric, high numeric, low numeric, close numeric, volume bigint)
    order by t.row_no`);
  return {
    made: rows.filter(({ isMade }) => isMade),
    replaced: rows.filter(({ isMade }) => !isMade),
  };
}

export async function deleteBars(tx: Tx, keys: readonly BarKey[]): Promise<void> {
  const given = await toJsonInTurns(keys);
  await tx.query(sql`
    delete from security_price_day d
    using jsonb_to_recordset(${given}::jsonb) as k ("securityId" bigint, date date)
    where d.security_id = k."securityId" and d.price_date = k.date`);
}

/** Stores the new state of a locked import. */
export async function updatePriceImport(tx: Tx, row: PriceImportRow): Promise<void> {
  await tx.query(sql`
    update price_import set state = ${row.state}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

function conditionOf(state: PriceImportState | undefined): Sql {
  return state === undefined ? sql`true` : sql`i.state = ${state}`;
}

export function countPriceImports(
  db: Database,
  state: PriceImportState | undefined,
): Promise<bigint> {
  return countRows(db, sql`select count(*) from price_import i where ${conditionOf(state)}`);
}

/** Reads a page plus one row, newest first. */
export function listPriceImportRows(
  db: Database,
  state: PriceImportState | undefined,
  page: PageRequest,
): Promise<CountedPriceImport[]> {
  const start = page.after === null ? sql`true` : sql`i.id < ${page.after}`;
  return db.query(sql`
    ${COUNTED} where ${conditionOf(state)} and ${start}
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
