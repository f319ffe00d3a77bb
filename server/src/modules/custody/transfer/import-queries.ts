// SQL for transfer files, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';

export const TRANSFER_IMPORT_STATES = ['IMPORTED', 'UNDONE'] as const;
type TransferImportState = (typeof TRANSFER_IMPORT_STATES)[number];

interface StoredImport {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly content_hash: string;
  readonly row_count: number;
  readonly columns: readonly MappedHeader[];
  readonly office_ids: readonly bigint[];
  readonly created_by: string;
  readonly created_at: Instant;
}

/** A transfer file, with the number of its transfers in each state. */
export interface TransferImportRow extends StoredImport {
  readonly state: TransferImportState;
  readonly transfers: bigint;
  readonly pending: bigint;
  readonly settled: bigint;
  readonly version: bigint;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT: Sql = sql`
  select i.*, n.transfers, n.pending, n.settled
  from holding_transfer_import i cross join lateral (
    select count(*) as transfers, count(*) filter (where t.state = 'PENDING') as pending,
      count(*) filter (where t.state = 'SETTLED') as settled
    from holding_transfer t where t.import_id = i.id
  ) n`;

/**
 * Serialises imports of identical files, and returns the number of an earlier import of the same
 * rows.
 */
export async function importOfContent(tx: Tx, hash: string): Promise<string | undefined> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`transfer import ${hash}`}, 0))`);
  const [row] = await tx.query<{ name: string }>(sql`
    select name from holding_transfer_import where content_hash = ${hash} and state = 'IMPORTED'`);
  return row?.name;
}

export async function insertImport(tx: Tx, row: StoredImport): Promise<void> {
  await tx.query(sql`
    insert into holding_transfer_import (id, name, label, content_hash, state, row_count, columns,
      office_ids, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.label}, ${row.content_hash}, 'IMPORTED',
      ${row.row_count}, ${toJson(row.columns)}, ${[...row.office_ids]}::bigint[],
      ${row.created_by}, ${row.created_at}, ${row.created_by}, ${row.created_at})`);
}

/** Stores the offices of an import's transfers, after the transfers are stored. */
export async function storeOffices(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`
    update holding_transfer_import set office_ids = (
      select coalesce(array_agg(distinct o.id order by o.id), '{}')
      from holding_transfer t cross join lateral (
        select t.office_id as id union all
        select t.to_office_id where t.to_office_id is not null
      ) o
      where t.import_id = ${id})
    where id = ${id}`);
}

export async function selectImport(
  on: Database | Tx,
  id: bigint,
): Promise<TransferImportRow | undefined> {
  const [row] = await on.query<TransferImportRow>(sql`${SELECT} where i.id = ${id}`);
  return row;
}

/** Locks an import and returns it; undefined if there is none. */
export async function lockImport(tx: Tx, id: bigint): Promise<TransferImportRow | undefined> {
  await tx.query(sql`select id from holding_transfer_import where id = ${id} for update`);
  return selectImport(tx, id);
}

/** Selects the transfers of an import that are waiting for approval, in id order. */
export async function pendingOfImport(tx: Tx, id: bigint): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from holding_transfer where import_id = ${id} and state = 'PENDING' order by id`);
  return rows.map((row) => row.id);
}

/** Stores the state of an import, and who changed it and when. */
export async function storeImportStep(
  tx: Tx,
  id: bigint,
  step: { readonly state: TransferImportState; readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update holding_transfer_import set state = ${step.state}, version = version + 1,
      modified_by = ${step.by}, modified_at = ${step.at}
    where id = ${id}`);
}

/** Filters for listing imports; undefined members are ignored. */
export interface TransferImportFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly state: TransferImportState | undefined;
}

function matching({ offices, state }: TransferImportFilter): Sql {
  const seen = offices === undefined ? null : [...offices];
  return sql`(${seen}::bigint[] is null or i.office_ids <@ ${seen}::bigint[])
    and (${state ?? null}::text is null or i.state = ${state ?? null})`;
}

/** Selects imports, newest first, plus one extra row to detect a next page. */
export function selectImports(
  on: Database | Tx,
  filter: TransferImportFilter,
  page: Pick<PageRequest, 'after' | 'limit' | 'offset'>,
): Promise<TransferImportRow[]> {
  return on.query(sql`${SELECT}
    where ${matching(filter)} and (${page.after}::bigint is null or i.id < ${page.after})
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countImports(on: Database, filter: TransferImportFilter): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) from holding_transfer_import i where ${matching(filter)}`,
  );
}
