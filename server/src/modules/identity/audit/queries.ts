// SQL for audit log entries and their recorded changes.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';

interface NewSecurityEntry {
  readonly at: Instant;
  readonly kind: string;
  readonly id: bigint;
  readonly name: string;
  readonly operation: string;
  readonly msgCode: string;
  readonly requestId: string;
  readonly address: string;
}

/** Stores the audit log entry for a security event. */
export async function insertSecurityEvent(
  db: Pick<Database | Tx, 'query'>,
  entry: NewSecurityEntry,
): Promise<void> {
  await db.query(sql`
    insert into audit_entry (at, principal_kind, principal_id, principal_name, operation,
      subject_id, msg_code, request_id, address)
    values (${entry.at}, ${entry.kind}, ${entry.id}, ${entry.name},
      ${entry.operation}, null, ${entry.msgCode}, ${entry.requestId}, ${entry.address})`);
}

/** Filters for the audit log. Both dates are inclusive UTC days. */
export interface AuditFilter {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly user: string | undefined;
  readonly event: string | undefined;
  readonly subjectId?: bigint | undefined;
  readonly kind?: string | undefined;
  readonly address?: string | undefined;
}

export interface AuditRow {
  readonly id: bigint;
  readonly at: Instant;
  readonly principalKind: string;
  readonly principalId: bigint;
  readonly principalName: string;
  readonly operation: string;
  readonly subjectId: bigint | null;
  readonly msgCode: string;
  readonly requestId: string;
  readonly address: string | null;
  /** The number of members that the write changed. */
  readonly changes: bigint;
  readonly position: bigint | null;
  readonly hash: string | null;
}

const SELECT_ENTRY: Sql = sql`
  select e.id, e.at, e.principal_kind as "principalKind", e.principal_id as "principalId",
    e.principal_name as "principalName", e.operation, e.subject_id as "subjectId",
    e.msg_code as "msgCode", e.request_id as "requestId", e.address, c.position, c.hash,
    (select coalesce(sum(jsonb_array_length(d.changes)), 0) from audit_change d
      where d.transaction_id = e.transaction_id)::bigint as changes
  from audit_entry e left join audit_chain c on c.audit_entry_id = e.id`;

/** Counts the entries that match a filter. */
export async function countEntries(db: Database, filter: AuditFilter): Promise<bigint> {
  const [counted] = await db.query<{ count: bigint }>(
    sql`select count(*) as count from audit_entry e where ${matchingSql(filter)}`,
  );
  return counted?.count ?? 0n;
}

/** Reads the entries that match a filter, newest first, starting before the entry `after`. */
export function selectEntries(
  db: Database,
  filter: AuditFilter,
  page: { readonly after: bigint | null; readonly offset: bigint | number; readonly max: number },
): Promise<AuditRow[]> {
  return db.query(sql`${SELECT_ENTRY}
    where ${matchingSql(filter)} and (${page.after}::bigint is null or e.id < ${page.after})
    order by e.id desc offset ${page.offset} limit ${page.max}`);
}

/** Reads one entry. */
export async function selectEntry(db: Database, id: bigint): Promise<AuditRow | undefined> {
  const [row] = await db.query<AuditRow>(sql`${SELECT_ENTRY} where e.id = ${id}`);
  return row;
}

function matchingSql(filter: AuditFilter): Sql {
  return joinSql([sql`true`, ...conditionsOf(filter)], ' and ');
}

function conditionsOf(filter: AuditFilter): Sql[] {
  const conditions: Sql[] = [];
  if (filter.from) conditions.push(sql`e.at >= ${filter.from}::date::timestamp at time zone 'UTC'`);
  if (filter.to) {
    conditions.push(sql`e.at < (${filter.to}::date + 1)::timestamp at time zone 'UTC'`);
  }
  if (filter.user) conditions.push(sql`lower(e.principal_name) = lower(${filter.user})`);
  if (filter.event) {
    conditions.push(sql`(e.operation = ${filter.event} or e.msg_code = upper(${filter.event}))`);
  }
  if (filter.subjectId) conditions.push(sql`e.subject_id = ${filter.subjectId}`);
  if (filter.kind) conditions.push(sql`e.principal_kind = ${filter.kind.toLowerCase()}`);
  if (filter.address) conditions.push(sql`e.address = ${filter.address}`);
  return conditions;
}

/** The changes that one write made in one row, as stored by the trigger. */
export interface EntryChangeRow {
  readonly table_name: string;
  readonly record_id: bigint;
  readonly currency: string | null;
  readonly changes: readonly ColumnChange[];
}

export interface ColumnChange {
  readonly column: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly hidden?: boolean;
}

/** Reads the changes in the entry's transaction, in the order of the writes. */
export function selectEntryChanges(db: Database, entryId: bigint): Promise<EntryChangeRow[]> {
  return db.query<EntryChangeRow>(sql`
    select c.table_name, c.record_id, c.currency, c.changes
    from audit_entry e join audit_change c on c.transaction_id = e.transaction_id
    where e.id = ${entryId} order by c.id`);
}
