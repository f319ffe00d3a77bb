// SQL that stores journal imports with their rows, locks them and stores decisions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import { narrowed, pageBy, type StateFilter } from './filter-queries.js';
import type { JournalCells } from './import-csv.js';
import type { JournalImportState } from './import-schema.js';
import type { JournalStamp } from './manual-queries.js';
import type { PerformanceKind } from './performance-kind.js';
import type { LineAccount } from './queries.js';

/** A stored import. */
export interface JournalImportRow {
  readonly id: bigint;
  readonly state: JournalImportState;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly label: string;
  readonly fingerprint: string;
  /** The interpretation of each column header in the file; empty for JSON rows. */
  readonly columns: readonly MappedHeader[];
  readonly row_count: number;
  readonly refused_count: number;
  readonly journal_count: number;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly undo_kind: string | null;
  readonly undo_id: bigint | null;
  readonly undo_by: string | null;
  readonly undo_decided_by: string | null;
  readonly undo_decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const LOADED: Sql = sql`
  select d.*, o.name as office_name
  from journal_import d join business_office o on o.id = d.office_id`;

/** Returns one import, or undefined. */
export async function findJournalImport(
  on: Database | Tx,
  id: bigint,
): Promise<JournalImportRow | undefined> {
  const [row] = await on.query<JournalImportRow>(sql`${LOADED} where d.id = ${id}`);
  return row;
}

/** Like `findJournalImport`, but locks the row until the transaction ends. */
export async function lockJournalImport(tx: Tx, id: bigint): Promise<JournalImportRow | undefined> {
  const [row] = await tx.query<JournalImportRow>(sql`${LOADED} where d.id = ${id} for update of d`);
  return row;
}

/**
 * Serialises imports of identical rows, so that the second of two concurrent imports finds the
 * first.
 */
export async function lockSameRows(tx: Tx, fingerprint: string): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`journal import ${fingerprint}`}, 0))`);
}

/** Returns the latest pending or posted import of identical rows. */
export async function findSameImport(
  tx: Tx,
  fingerprint: string,
): Promise<Pick<JournalImportRow, 'id' | 'state'> | undefined> {
  const [row] = await tx.query<Pick<JournalImportRow, 'id' | 'state'>>(sql`
    select id, state from journal_import
    where fingerprint = ${fingerprint} and state in ('PENDING', 'POSTED', 'UNDO_PENDING')
    order by id desc limit 1`);
  return row;
}

type NewJournalImport = Pick<
  JournalImportRow,
  | 'id'
  | 'state'
  | 'office_id'
  | 'label'
  | 'fingerprint'
  | 'columns'
  | 'row_count'
  | 'refused_count'
  | 'journal_count'
>;

/** A validated row to store. */
export interface ImportedRow {
  readonly row_no: number;
  readonly cells: JournalCells;
  readonly code: string | null;
  readonly detail: string | null;
  readonly journal_key: string;
  readonly transaction_date: BusinessDate | null;
  readonly value_date: BusinessDate | null;
  readonly narration: string | null;
  readonly account_id: bigint | null;
  readonly amount_minor: bigint | null;
  readonly performance_kind: PerformanceKind | null;
}

/** Stores an import with its rows. */
export async function insertJournalImport(
  tx: Tx,
  row: NewJournalImport,
  on: { readonly rows: readonly ImportedRow[]; readonly by: JournalStamp },
): Promise<void> {
  const { by } = on;
  const rows = await toJsonInTurns(on.rows);
  await tx.query(sql`
    insert into journal_import (id, state, office_id, label, fingerprint, columns, row_count,
      refused_count, journal_count, creator_kind, creator_id, created_by, created_at, modified_by,
      modified_at)
    values (${row.id}, ${row.state}, ${row.office_id}, ${row.label}, ${row.fingerprint},
      ${toJson(row.columns)}, ${row.row_count}, ${row.refused_count}, ${row.journal_count},
      ${by.kind}, ${by.id}, ${by.name}, ${by.at}, ${by.name}, ${by.at})`);
  await tx.query(sql`
    insert into journal_import_row (import_id, row_no, cells, code, detail, journal_key,
      transaction_date, value_date, narration, account_id, amount_minor, performance_kind)
    select ${row.id}, r.row_no, r.cells, r.code, r.detail, r.journal_key, r.transaction_date,
      r.value_date, r.narration, r.account_id, r.amount_minor, r.performance_kind
    from jsonb_to_recordset(${rows}::jsonb) as r (row_no integer, cells jsonb,
      code text, detail text, journal_key text, transaction_date date, value_date date,
      narration text, account_id bigint, amount_minor bigint, performance_kind text)`);
}

/** Selects an import's rows in order; with `refused`, only the refused rows. */
export function rowsOfImport(
  on: Database | Tx,
  id: bigint,
  refused = false,
): Promise<ImportedRow[]> {
  return on.query(sql`
    select row_no, cells, code, detail, journal_key, transaction_date, value_date, narration,
      account_id, amount_minor, performance_kind
    from journal_import_row
    where import_id = ${id} and (code is not null or not ${refused}::boolean) order by row_no`);
}

/** Selects the accounts that an import's rows name. */
export function accountsOfImport(tx: Tx, id: bigint): Promise<LineAccount[]> {
  return tx.query(sql`
    select a.id, a.name, a.acct_type, a.currency, a.office_id, a.active from account a
    where a.id in (select account_id from journal_import_row where import_id = ${id})
    order by a.id`);
}

/** An import's journal, with the data for its reversal. */
interface ImportedJournal {
  readonly id: bigint;
  readonly narration: string;
  readonly lines: readonly { readonly account_id: bigint; readonly amount_minor: bigint }[];
}

/** Returns an import's journals, excluding their reversals. */
export async function journalsOfImport(
  tx: Tx,
  source: { readonly type: string; readonly id: bigint },
): Promise<ImportedJournal[]> {
  const rows = await tx.query<{
    id: bigint;
    narration: string;
    account_id: bigint;
    amount_minor: bigint;
  }>(sql`
    select j.id, j.narration, l.account_id, l.amount_minor
    from journal j join journal_line l on l.journal_id = j.id
    where j.source_type = ${source.type} and j.source_id = ${source.id}
      and j.reversal_of_id is null
    order by j.id, l.line_no`);
  const journals = new Map<bigint, ImportedJournal>();
  for (const { id, narration, ...line } of rows) {
    const lines = journals.get(id)?.lines ?? [];
    journals.set(id, { id, narration, lines: [...lines, line] });
  }
  return [...journals.values()];
}

/** Stores the decision on a pending import. */
export async function storeImportDecision(
  tx: Tx,
  step: {
    readonly id: bigint;
    readonly state: JournalImportState;
    readonly reason: string | null;
  },
  { name, at }: JournalStamp,
): Promise<void> {
  await tx.query(sql`
    update journal_import set state = ${step.state}, decision_reason = ${step.reason},
      decided_by = ${name}, decided_at = ${at}, version = version + 1, modified_by = ${name},
      modified_at = ${at}
    where id = ${step.id}`);
}

/** Stores the request for an undo. */
export async function storeUndoRequest(tx: Tx, id: bigint, by: JournalStamp): Promise<void> {
  await tx.query(sql`
    update journal_import set state = 'UNDO_PENDING', undo_kind = ${by.kind}, undo_id = ${by.id},
      undo_by = ${by.name}, version = version + 1, modified_by = ${by.name},
      modified_at = ${by.at}
    where id = ${id}`);
}

/** Stores the decision on an undo: UNDONE, or POSTED if it was rejected. */
export async function storeUndoDecision(
  tx: Tx,
  step: {
    readonly id: bigint;
    readonly state: 'UNDONE' | 'POSTED';
    readonly reason: string | null;
  },
  { name, at }: JournalStamp,
): Promise<void> {
  await tx.query(sql`
    update journal_import set state = ${step.state}, decision_reason = ${step.reason},
      undo_decided_by = ${name}, undo_decided_at = ${at}, version = version + 1,
      modified_by = ${name}, modified_at = ${at}
    where id = ${step.id}`);
}

type JournalImportFilter = StateFilter<JournalImportState>;

/** Reads a page in id order, plus one extra row to detect a next page. */
export function selectJournalImports(
  db: Database,
  filter: JournalImportFilter,
  page: PageRequest,
): Promise<JournalImportRow[]> {
  return db.query(sql`${LOADED} ${pageBy(filter, page)}`);
}

export function countJournalImports(db: Database, filter: JournalImportFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from journal_import d where ${narrowed(filter)}`);
}
