// SQL for cash batch imports and their refused rows.

import type { Principal } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import type { RowCells } from '../../../platform/row-file/column.js';

/** A call that created some or all rows of a batch. */
export interface BatchImportRow {
  readonly id: bigint;
  readonly batchName: string;
  readonly rowCount: number;
  readonly done: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly createdBy: string;
  readonly createdDttm: Instant;
}

interface NewBatchImport extends BatchImportRow {
  /** The offices that the caller could see. */
  readonly offices: Principal['offices'];
}

/** A refused row: its number in the batch, its cells as sent, and the refusal. */
export interface BatchRefusal {
  readonly row: number;
  readonly cells: RowCells<string>;
  readonly column: string | null;
  readonly code: string;
  readonly detail: string;
}

/** Stores an import with its refused rows. */
export async function insertBatchImport(
  tx: Tx,
  row: NewBatchImport,
  refused: readonly BatchRefusal[],
): Promise<void> {
  const offices = row.offices === undefined ? null : [...row.offices];
  await tx.query(sql`
    insert into cash_batch_import (id, batch_name, office_ids, row_count, done_count,
      unchanged_count, refused_count, created_by, created_at)
    values (${row.id}, ${row.batchName}, ${offices}::bigint[], ${row.rowCount}, ${row.done},
      ${row.unchanged}, ${row.refused}, ${row.createdBy}, ${row.createdDttm})`);
  if (refused.length === 0) return;
  const rows = await toJsonInTurns(refused);
  await tx.query(sql`
    insert into cash_batch_refused_row (import_id, row_no, cells, wrong_column, code, detail)
    select ${row.id}, r.row, r.cells, r.column, r.code, r.detail
    from jsonb_to_recordset(${rows}::jsonb) as r (row integer, cells jsonb, "column" text,
      code text, detail text)
    order by r.row`);
}

interface BatchImportFilter {
  readonly offices: Principal['offices'];
  readonly batchName?: string | undefined;
}

// A refused row may name records of any office that the caller of the import could see. Only a
// reader who can see all of these offices may therefore see the import.
function visible({ offices, batchName }: BatchImportFilter): Sql {
  const seen = offices === undefined ? null : [...offices];
  return sql`(${seen}::bigint[] is null
      or (cardinality(i.office_ids) > 0 and i.office_ids <@ ${seen}::bigint[]))
    and (${batchName ?? null}::text is null or i.batch_name = ${batchName ?? null})`;
}

const IMPORT = sql`
  select i.id, i.batch_name as "batchName", i.row_count as "rowCount", i.done_count as done,
    i.unchanged_count as unchanged, i.refused_count as refused, i.created_by as "createdBy",
    i.created_at as "createdDttm"
  from cash_batch_import i`;

/** Returns one import if the reader may see it. */
export async function findBatchImport(
  db: Database,
  id: bigint,
  offices: Principal['offices'],
): Promise<BatchImportRow | undefined> {
  const [row] = await db.query<BatchImportRow>(sql`
    ${IMPORT} where i.id = ${id} and ${visible({ offices })}`);
  return row;
}

/** Reads a page of imports, newest first, plus one extra row to detect a next page. */
export function selectBatchImports(
  db: Database,
  filter: BatchImportFilter,
  page: PageRequest,
): Promise<BatchImportRow[]> {
  return db.query(sql`${IMPORT}
    where ${visible(filter)} and (${page.after}::bigint is null or i.id < ${page.after})
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countBatchImports(db: Database, filter: BatchImportFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from cash_batch_import i where ${visible(filter)}`);
}

/** Selects the refused rows of an import, in the order of the batch. */
export function selectBatchRefusals(db: Database, importId: bigint): Promise<BatchRefusal[]> {
  return db.query(sql`
    select row_no as "row", cells, wrong_column as "column", code, detail
    from cash_batch_refused_row where import_id = ${importId} order by row_no`);
}
