// SQL for header mappings of row files.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { StatedReading } from '../../../platform/row-file/reading.js';
import { ROW_MAPPING } from '../limits.js';

export const IMPORT_KINDS = [
  ...(['BANK_STATEMENT', 'JOURNAL', 'CASH_BATCH', 'LEAD', 'PRICE', 'CERTIFICATE'] as const),
  ...(['MARKET_YIELD', 'HOLDING_TRANSFER'] as const),
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

interface RowMapping {
  readonly id: bigint;
  readonly kind: ImportKind;
  readonly label: string;
  readonly mapping: readonly MappedHeader[];
  readonly reading: StatedReading | null;
}

export interface RowMappingRow extends RowMapping {
  readonly principal_id: bigint;
  readonly owner: string;
  readonly created_at: Instant;
  readonly modified_at: Instant;
}

/** The caller and their offices. Undefined `offices` means every office. */
interface Viewer {
  readonly id: bigint;
  readonly offices: readonly bigint[] | undefined;
}

/**
 * Lists the caller's mappings for a kind of import, and those of users who share an office with the
 * caller. The caller's own mappings come first. Each group is sorted by name.
 */
export function listRowMappings(
  db: Database,
  viewer: Viewer,
  kind: ImportKind,
): Promise<RowMappingRow[]> {
  const offices = viewer.offices ?? null;
  return db.query<RowMappingRow>(sql`
    select m.*, p.label as owner from row_mapping m join principal p on p.id = m.principal_id
    where m.kind = ${kind} and (m.principal_id = ${viewer.id} or ${offices}::bigint[] is null
      or p.office_ids is null or p.office_ids && ${offices}::bigint[])
    order by m.principal_id <> ${viewer.id}, lower(m.label), m.id
    limit ${ROW_MAPPING.shownMax}`);
}

/** Stores a mapping. Replaces the owner's mapping with the same name, which keeps its id. */
export async function putRowMapping(
  tx: Tx,
  row: RowMapping & { readonly principalId: bigint; readonly now: Instant },
): Promise<RowMappingRow | undefined> {
  const reading = row.reading === null ? null : toJson(row.reading);
  const [stored] = await tx.query<RowMappingRow>(sql`
    with stored as (
      insert into row_mapping (id, principal_id, kind, label, mapping, reading, created_at,
        modified_at)
      values (${row.id}, ${row.principalId}, ${row.kind}, ${row.label}, ${toJson(row.mapping)},
        ${reading}, ${row.now}, ${row.now})
      on conflict (principal_id, kind, lower(label)) do update
        set label = excluded.label, mapping = excluded.mapping, reading = excluded.reading,
          modified_at = excluded.modified_at
      returning *)
    select m.*, p.label as owner from stored m join principal p on p.id = m.principal_id`);
  return stored;
}

/**
 * Removes one of the owner's mappings. Returns undefined if the owner has no mapping with the id.
 */
export async function deleteRowMapping(
  tx: Tx,
  of: { readonly id: bigint; readonly principalId: bigint },
): Promise<Pick<RowMapping, 'label'> | undefined> {
  const [row] = await tx.query<Pick<RowMapping, 'label'>>(sql`
    delete from row_mapping where id = ${of.id} and principal_id = ${of.principalId}
    returning label`);
  return row;
}

/** Counts a user's mappings. */
export async function countRowMappings(tx: Tx, principalId: bigint): Promise<bigint> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    select count(*) as count from row_mapping where principal_id = ${principalId}`);
  return row?.count ?? 0n;
}
