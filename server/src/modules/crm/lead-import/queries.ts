// SQL for lead imports: stores, locks and counts imports and their rows.

import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import { CRM } from '../limits.js';
import type { LeadCells } from './column.js';
import { openCells, sealedCells } from './secret.js';

export const LEAD_IMPORT_STATES = ['PREVIEWED', 'COMMITTED', 'UNDONE'] as const;

export type LeadImportState = (typeof LEAD_IMPORT_STATES)[number];

export interface LeadImportRow {
  readonly id: bigint;
  readonly state: LeadImportState;
  readonly office_id: bigint;
  readonly label: string;
  readonly fingerprint: string;
  /** The file's headers and the members that they were mapped to. Empty for rows sent as JSON. */
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** An import with its row counts by verdict and by outcome. */
export interface CountedImport extends LeadImportRow {
  readonly office_name: string;
  readonly row_count: bigint;
  readonly accepted: bigint;
  readonly duplicates: bigint;
  readonly refused: bigint;
  readonly captured: bigint;
  readonly undone: bigint;
  readonly kept: bigint;
}

/** A row as stored. */
export interface ImportedLead {
  readonly row_no: number;
  readonly cells: LeadCells;
  readonly verdict: 'ACCEPTED' | 'DUPLICATE' | 'REFUSED';
  readonly code: string | null;
  readonly member: string | null;
  readonly detail: string | null;
  readonly matches: readonly object[];
  readonly outcome: 'CAPTURED' | 'SKIPPED' | 'UNDONE' | 'KEPT' | null;
  readonly lead_id: bigint | null;
}

const COUNTED: Sql = sql`
  select i.*, o.name as office_name, r.* from lead_import i
  join business_office o on o.id = i.office_id
  cross join lateral (
    select count(*) as row_count, count(*) filter (where verdict = 'ACCEPTED') as accepted,
      count(*) filter (where verdict = 'DUPLICATE') as duplicates,
      count(*) filter (where verdict = 'REFUSED') as refused,
      count(*) filter (where lead_id is not null) as captured,
      count(*) filter (where outcome = 'UNDONE') as undone,
      count(*) filter (where outcome = 'KEPT') as kept
    from lead_import_row where import_id = i.id) r`;

/** Finds an import by its id. */
export async function findLeadImport(
  on: Database | Tx,
  id: bigint,
): Promise<CountedImport | undefined> {
  const [row] = await on.query<CountedImport>(sql`${COUNTED} where i.id = ${id}`);
  return row;
}

/** Locks an import for the rest of the transaction. */
export async function lockLeadImport(tx: Tx, id: bigint): Promise<LeadImportRow | undefined> {
  const [row] = await tx.query<LeadImportRow>(
    sql`select * from lead_import where id = ${id} for update`,
  );
  return row;
}

/** Finds the latest import with the given rows that has not been undone. */
export async function findSameLeadImport(
  tx: Tx,
  fingerprint: string,
): Promise<Pick<LeadImportRow, 'id' | 'state'> | undefined> {
  const [row] = await tx.query<Pick<LeadImportRow, 'id' | 'state'>>(sql`
    select id, state from lead_import
    where fingerprint = ${fingerprint} and state <> 'UNDONE' order by id desc limit 1`);
  return row;
}

export async function insertLeadImport(
  work: Work,
  row: LeadImportRow,
  rows: readonly ImportedLead[],
): Promise<void> {
  const { vault } = work.context;
  await work.tx.query(sql`
    insert into lead_import
    select (jsonb_populate_record(null::lead_import, ${toJson(row)}::jsonb)).*`);
  const stored = await mapInTurns(rows, (one) => ({
    ...one,
    ...sealedCells(vault, { importId: row.id, rowNo: one.row_no }, one.cells),
  }));
  const given = await toJsonInTurns(stored);
  await work.tx.query(sql`
    insert into lead_import_row (import_id, row_no, cells, identifier, verdict, code, member,
      detail, matches)
    select ${row.id}, r.row_no, r.cells, r.identifier, r.verdict, r.code, r.member, r.detail,
      r.matches
    from jsonb_to_recordset(${given}::jsonb) as r (row_no integer, cells jsonb,
      identifier text, verdict text, code text, member text, detail text, matches jsonb)`);
}

/**
 * Selects an import's rows in order. With `wanting`, selects only rows that did not become leads.
 */
export async function rowsOfLeadImport(
  on: { readonly context: Pick<Context, 'vault'>; readonly db: Call['db'] | Tx },
  id: bigint,
  wanting = false,
): Promise<ImportedLead[]> {
  const rows = await on.db.query<ImportedLead & { readonly identifier: string | null }>(sql`
    select row_no, cells, identifier, verdict, code, member, detail, matches, outcome, lead_id
    from lead_import_row
    where import_id = ${id} and (not ${wanting}::boolean or lead_id is null) order by row_no`);
  return mapInTurns(rows, ({ identifier, ...row }) => {
    const place = { importId: id, rowNo: row.row_no };
    return { ...row, cells: openCells(on.context.vault, place, { cells: row.cells, identifier }) };
  });
}

/** The outcome of a row. */
export type RowEnd = Omit<ImportedLead, 'cells'>;

/**
 * Stores the outcomes of rows. The cells of a captured row are deleted, because its lead contains
 * them.
 */
export async function updateImportRows(
  tx: Tx,
  importId: bigint,
  ends: readonly RowEnd[],
): Promise<void> {
  const given = await toJsonInTurns(ends);
  await tx.query(sql`
    update lead_import_row r set verdict = e.verdict, code = e.code, member = e.member,
      detail = e.detail, matches = e.matches, outcome = e.outcome, lead_id = e.lead_id,
      cells = case when e.lead_id is null then r.cells else '{}' end,
      identifier = case when e.lead_id is null then r.identifier end
    from jsonb_to_recordset(${given}::jsonb) as e (row_no integer, verdict text,
      code text, member text, detail text, matches jsonb, outcome text, lead_id bigint)
    where r.import_id = ${importId} and r.row_no = e.row_no`);
}

/** Changes the state of an import. The caller has locked the import. */
export async function updateLeadImport(tx: Tx, row: LeadImportRow): Promise<void> {
  await tx.query(sql`
    update lead_import set state = ${row.state}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

/** Locks an office's imports until the transaction ends, so that commits run one after another. */
export async function lockImportsOf(tx: Tx, officeId: bigint): Promise<void> {
  const name = `lead import ${officeId}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Returns the given leads that have messages or activities. */
export async function leadsWorkedOn(tx: Tx, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select l.id from lead l where l.id = any(${ids}::bigint[]) and (
      exists (select from activity a where a.related_to = 'LEAD' and a.related_to_id = l.id)
      or exists (select from whatsapp_message w
        where w.related_to = 'LEAD' and w.related_to_id = l.id)
      or exists (select from message m where m.related_to = 'LEAD' and m.related_to_id = l.id)
      or exists (select from message_transport t
        where t.recipient_kind = 'LEAD' and t.recipient_id = l.id))`);
  return new Set(rows.map(({ id }) => id));
}

interface ImportFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly state: LeadImportState | undefined;
}

function conditionOf({ offices, state }: ImportFilter): Sql {
  const isWanted = state === undefined ? sql`true` : sql`i.state = ${state}`;
  return sql`${inOffices(sql`i.office_id`, offices)} and ${isWanted}`;
}

export function countLeadImports(db: Database, filter: ImportFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from lead_import i where ${conditionOf(filter)}`,
  );
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listLeadImportRows(
  db: Database,
  filter: ImportFilter,
  page: PageRequest,
): Promise<CountedImport[]> {
  const start = page.after === null ? sql`true` : sql`i.id < ${page.after}`;
  return db.query(sql`
    ${COUNTED} where ${conditionOf(filter)} and ${start}
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

interface SealableRow {
  readonly id: bigint;
  readonly import_id: bigint;
  readonly row_no: number;
  readonly identifier: string;
}

/** Locks the next rows whose identifiers are not encrypted under the current key. */
export function lockImportRowsToSeal(
  tx: Tx,
  { after, prefix }: { readonly after: bigint; readonly prefix: string },
): Promise<SealableRow[]> {
  return tx.query<SealableRow>(sql`
      select id, import_id, row_no, identifier from lead_import_row
      where id > ${after} and not starts_with(identifier, ${prefix})
      order by id limit ${CRM.sealedAtOnce} for update`);
}

export async function sealImportRow(
  tx: Tx,
  { id, identifier }: Pick<SealableRow, 'id' | 'identifier'>,
): Promise<void> {
  await tx.query(sql`update lead_import_row set identifier = ${identifier} where id = ${id}`);
}
