// SQL that stores, counts, locks and lists certificate imports with their rows.

import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Stamped } from '../../../platform/http/reply/stamp.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { CertificateCells } from './column.js';

export const CERTIFICATE_IMPORT_STATES = ['IMPORTED', 'UNDONE'] as const;
export type CertificateImportState = (typeof CERTIFICATE_IMPORT_STATES)[number];

export const CERTIFICATE_VERDICTS = ['IMPORTED', 'UNCHANGED', 'REFUSED'] as const;

/** An import as stored. */
export interface CertificateImportRow extends Stamped {
  readonly id: bigint;
  readonly state: CertificateImportState;
  readonly label: string;
  /** The caller's business offices; null if the caller is not restricted. */
  readonly office_ids: readonly bigint[] | null;
  /** How each column header in the file was interpreted; empty for JSON rows. */
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
}

/** An import with its row counts by outcome. */
export interface CountedImport extends CertificateImportRow {
  readonly row_count: bigint;
  readonly imported: bigint;
  readonly unchanged: bigint;
  readonly refused: bigint;
  readonly undone: bigint;
  readonly kept: bigint;
}

/** A row of an import, as stored. */
export interface ImportedCertificate {
  readonly row_no: number;
  readonly cells: CertificateCells;
  readonly verdict: (typeof CERTIFICATE_VERDICTS)[number];
  readonly code: string | null;
  readonly detail: string | null;
  readonly certificate_id: bigint | null;
}

/** A row of an import, as the API returns it. */
export interface ShownRow extends ImportedCertificate {
  readonly outcome: 'UNDONE' | 'KEPT' | null;
}

export async function insertCertificateImport(
  tx: Tx,
  row: CertificateImportRow,
  rows: readonly ImportedCertificate[],
): Promise<void> {
  const given = await toJsonInTurns(rows);
  const { office_ids: offices } = row;
  await tx.query(sql`
    insert into certificate_import (id, state, label, office_ids, columns, version, created_by,
      created_at, modified_by, modified_at)
    values (${row.id}, ${row.state}, ${row.label}, ${offices && [...offices]}::bigint[],
      ${toJson(row.columns)}, ${row.version}, ${row.created_by}, ${row.created_at},
      ${row.modified_by}, ${row.modified_at})`);
  await tx.query(sql`
    insert into certificate_import_row (import_id, row_no, cells, verdict, code, detail,
      certificate_id)
    select ${row.id}, r.row_no, r.cells, r.verdict, r.code, r.detail, r.certificate_id
    from jsonb_to_recordset(${given}::jsonb) as r (row_no integer, cells jsonb, verdict text,
      code text, detail text, certificate_id bigint)`);
}

const COUNTED: Sql = sql`
  select i.*, r.* from certificate_import i
  cross join lateral (
    select count(*) as row_count, count(*) filter (where verdict = 'IMPORTED') as imported,
      count(*) filter (where verdict = 'UNCHANGED') as unchanged,
      count(*) filter (where verdict = 'REFUSED') as refused,
      count(*) filter (where outcome = 'UNDONE') as undone,
      count(*) filter (where outcome = 'KEPT') as kept
    from certificate_import_row where import_id = i.id) r`;

/** Returns one import, or undefined. */
export async function selectImport(
  on: Database | Tx,
  id: bigint,
): Promise<CountedImport | undefined> {
  const [row] = await on.query<CountedImport>(sql`${COUNTED} where i.id = ${id}`);
  return row;
}

/** Locks an import for the rest of the transaction. */
export async function lockImport(tx: Tx, id: bigint): Promise<CertificateImportRow | undefined> {
  const [row] = await tx.query<CertificateImportRow>(
    sql`select * from certificate_import where id = ${id} for update`,
  );
  return row;
}

/** Selects the rows of an import in order. With `refused`, selects only refused rows. */
export function selectRows(on: Database | Tx, id: bigint, refused = false): Promise<ShownRow[]> {
  return on.query(sql`
    select row_no, cells, verdict, code, detail, certificate_id, outcome
    from certificate_import_row
    where import_id = ${id} and (verdict = 'REFUSED' or not ${refused}::boolean)
    order by row_no`);
}

/**
 * Stores which certificates of an import have now been undone. The others had already been undone.
 */
export async function markOutcomes(tx: Tx, id: bigint, undone: readonly bigint[]): Promise<void> {
  await tx.query(sql`
    update certificate_import_row
    set outcome = case when certificate_id = any(${[...undone]}::bigint[]) then 'UNDONE'
      else 'KEPT' end
    where import_id = ${id} and verdict = 'IMPORTED'`);
}

/** Stores the new state of a locked import. */
export async function updateImport(tx: Tx, row: CertificateImportRow): Promise<void> {
  await tx.query(sql`
    update certificate_import set state = ${row.state}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

/**
 * Filters for listing imports. Callers who are restricted to offices see only imports of these
 * offices.
 */
interface ImportFilter {
  readonly state: CertificateImportState | undefined;
  readonly offices: readonly bigint[] | undefined;
}

function conditionOf({ state, offices }: ImportFilter): Sql {
  return sql`(${state ?? null}::text is null or i.state = ${state ?? null})
    and (${offices === undefined}
      or i.office_ids is not null and i.office_ids <@ ${[...(offices ?? [])]}::bigint[])`;
}

export function countImports(db: Database, filter: ImportFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from certificate_import i where ${conditionOf(filter)}`,
  );
}

/** Reads a page, newest first, plus one row if there is a next page. */
export function selectImportPage(
  db: Database,
  filter: ImportFilter,
  page: PageRequest,
): Promise<CountedImport[]> {
  return db.query(sql`
    ${COUNTED} where ${conditionOf(filter)}
      and (${page.after}::bigint is null or i.id < ${page.after})
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
