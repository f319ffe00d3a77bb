// SQL for the write pipeline: idempotency keys, audit entries and the outbox.

import { JOB } from '../../limits.js';
import type { Principal, Work } from '../context.js';
import type { Database, Instant, Tx } from '../database/database.js';
import { type Sql, sql } from '../database/sql.js';
import { toJson } from '../json/json.js';

/** An idempotency key, which belongs to one caller and operation. */
interface ScopedKey {
  readonly scope: string;
  readonly key: string | undefined;
}

/** The reply stored under a key. */
export interface StoredReply {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reply: string;
}

/** Locks the names that are free, until the transaction ends. Returns the names it locked. */
export async function tryLockKeys(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const locks = await tx.query<{ name: string; locked: boolean }>(sql`
    select name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) as locked
    from unnest(${names}::text[]) name`);
  return new Set(locks.filter((lock) => lock.locked).map(({ name }) => name));
}

export function selectStoredReplies(tx: Tx, keys: readonly ScopedKey[]): Promise<StoredReply[]> {
  return tx.query<StoredReply>(sql`
    select scope, key, fingerprint, status, headers, reply from idempotency_key
    where (scope, key) in (
      select * from unnest(${keys.map(({ scope }) => scope)}::text[],
        ${keys.map(({ key }) => key)}::text[]))`);
}

/** Writes a WAL message that changes no data. The commit then waits for a standby. */
export async function emitReplayMessage(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_logical_emit_message(true, 'countinghouse', 'replay')`);
}

export interface AuditRow {
  readonly at: Instant;
  readonly principal: Principal;
  readonly operation: string;
  readonly subjectId: bigint | null;
  readonly msgCode: string;
  readonly requestId: string;
}

/** A reply to store. `reply` is encrypted if it contains sealed values. */
export interface NewReply extends StoredReply {
  readonly createdAt: Instant;
}

interface NewWrites {
  readonly audit: readonly AuditRow[];
  readonly replies: readonly NewReply[];
  readonly events: readonly (Work['events'][number] & { readonly requestId: string })[];
}

/** Builds the statement that stores the audit entries, replies and events of writes. */
export function insertWrites({ audit, replies, events }: NewWrites): Sql {
  const ofAudit = <Value>(column: (row: AuditRow) => Value) => audit.map(column);
  const ofReply = <Value>(column: (row: NewReply) => Value) => replies.map(column);
  return sql`
    with audit as (
      insert into audit_entry
        (at, principal_kind, principal_id, principal_name, operation, subject_id, msg_code,
          request_id)
      select * from unnest(${ofAudit(({ at }) => at)}::timestamptz[],
        ${ofAudit(({ principal }) => principal.kind)}::text[],
        ${ofAudit(({ principal }) => principal.id)}::bigint[],
        ${ofAudit(({ principal }) => principal.name)}::text[],
        ${ofAudit(({ operation }) => operation)}::text[],
        ${ofAudit(({ subjectId }) => subjectId)}::bigint[],
        ${ofAudit(({ msgCode }) => msgCode)}::text[],
        ${ofAudit(({ requestId }) => requestId)}::text[])
    ), key as (
      insert into idempotency_key (scope, key, fingerprint, status, headers, reply, created_at)
      select * from unnest(${ofReply(({ scope }) => scope)}::text[],
        ${ofReply(({ key }) => key)}::text[],
        ${ofReply(({ fingerprint }) => fingerprint)}::text[],
        ${ofReply(({ status }) => status)}::integer[],
        ${ofReply(({ headers }) => toJson(headers))}::jsonb[],
        ${ofReply(({ reply }) => reply)}::text[],
        ${ofReply(({ createdAt }) => createdAt)}::timestamptz[])
    )
    insert into outbox_event (type, subject_id, office_id, data, request_id)
    select e.type, e."subjectId", e."officeId", coalesce(e.data, '{}'), e."requestId"
    from jsonb_to_recordset(${toJson(events)}::jsonb)
      as e(type text, "subjectId" bigint, "officeId" bigint, data jsonb, "requestId" text)`;
}

/** Deletes a batch of keys stored before the given instant. Returns the number deleted. */
export async function deleteKeys(db: Database, before: string): Promise<number> {
  const rows = await db.query(sql`
    with old as (
      select scope, key from idempotency_key where created_at < ${before}
      order by created_at limit ${JOB.purgeBatchRows} for update skip locked
    )
    delete from idempotency_key k using old where k.scope = old.scope and k.key = old.key
    returning 1 as one`);
  return rows.length;
}

/** The caller, the operation and the record of an audit entry. */
interface AuditEntry {
  readonly principal: Principal;
  readonly operation: string;
  readonly subjectId?: bigint;
  readonly msgCode: string;
}

/**
 * Stores an audit entry in the transaction of the recorded work. Use it for work that is not a
 * write operation. The write pipeline stores its own entries.
 */
export async function recordAudit(
  { tx, now, requestId }: Pick<Work, 'tx' | 'now' | 'requestId'>,
  { principal, operation, subjectId, msgCode }: AuditEntry,
): Promise<void> {
  await tx.query(sql`
    insert into audit_entry (at, principal_kind, principal_id, principal_name, operation,
      subject_id, msg_code, request_id)
    values (${now}, ${principal.kind}, ${principal.id}, ${principal.name}, ${operation},
      ${subjectId ?? null}, ${msgCode}, ${requestId})`);
}
