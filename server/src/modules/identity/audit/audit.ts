// The audit log: what the write pipeline does not see (logins, tokens), and reading it.

import type { Call, Context } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { changesOfEntry } from './change.js';

/**
 * Something that happened to credentials. Names are only those that exist, never what a guesser
 * typed.
 */
export interface SecurityEvent {
  readonly kind: 'user' | 'client' | 'customer';
  /** 0 and 'unknown' where no principal was found. */
  readonly id: bigint;
  readonly name: string;
  readonly operation: 'login' | 'token' | 'password-reset';
  readonly msgCode:
    | 'LOGIN_FAILED'
    | 'LOGIN_DELAYED'
    | 'LOGIN_WHILE_DELAYED'
    | 'SECOND_FACTOR_FAILED'
    | 'PASSKEY_FAILED'
    | 'CUSTOMER_LOGGED_IN'
    | 'TOKEN_ISSUED'
    | 'TOKEN_REFRESHED'
    | 'TOKEN_REUSED'
    | 'TOKEN_REFUSED'
    | 'TOKEN_REVOKED'
    | 'PASSWORD_LINK_REQUESTED'
    | 'PASSWORD_LINK_NOT_SENT'
    | 'PASSWORD_LINK_REFUSED'
    | 'PASSWORD_LINK_USED';
}

/** Where a security event came from. */
export interface EventSource {
  readonly requestId: string;
  readonly address: string;
  /** The cookies of the request, by which a known device is recognised. */
  readonly cookie?: string | undefined;
}

/** Writes a security event, in a statement of its own or in the transaction of what it tells. */
export async function recordSecurityEvent(
  on: { readonly context: Context; readonly db: Pick<Database | Tx, 'query'> },
  event: SecurityEvent,
  source: EventSource,
): Promise<void> {
  on.context.metrics.events.inc({ name: event.msgCode.toLowerCase() });
  await on.db.query(sql`
    insert into audit_entry (at, principal_kind, principal_id, principal_name, operation,
      subject_id, msg_code, request_id, address)
    values (${on.context.clock.now()}, ${event.kind}, ${event.id}, ${event.name},
      ${event.operation}, null, ${event.msgCode}, ${source.requestId}, ${source.address})`);
}

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
  /** How many members of records it changed. */
  readonly changes: bigint;
  readonly position: bigint | null;
  readonly hash: string | null;
}

/** A page of the log, newest first. Dates are days of UTC, both included. */
export async function listAudit(
  call: Call,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const matching = matchingSql(filter);
  const [counted] = await call.db.query<{ count: bigint }>(
    sql`select count(*) as count from audit_entry e where ${matching}`,
  );
  const { after, offset, limit } = page;
  const fetched = await auditRows(call.db, filter, { after, offset, most: limit + 1 });
  const { rows, nextAfter } = pageFrom(fetched, page);
  return { count: counted?.count ?? 0n, result: rows.map(withoutNulls), nextAfter };
}

/** One entry with what it changed; DOCUMENT_NOT_FOUND. */
export async function readAuditEntry(call: Call, id: bigint): Promise<object> {
  const [row] = await call.db.query<AuditRow>(sql`${SELECT_ENTRY} where e.id = ${id}`);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return { ...withoutNulls(row), differences: await changesOfEntry(call.db, id) };
}

const SELECT_ENTRY: Sql = sql`
  select e.id, e.at, e.principal_kind as "principalKind", e.principal_id as "principalId",
    e.principal_name as "principalName", e.operation, e.subject_id as "subjectId",
    e.msg_code as "msgCode", e.request_id as "requestId", e.address, c.position, c.hash,
    (select coalesce(sum(jsonb_array_length(d.changes)), 0) from audit_change d
      where d.transaction_id = e.transaction_id)::bigint as changes
  from audit_entry e left join audit_chain c on c.audit_entry_id = e.id`;

/** Entries of a filter, the newest first; only those before `after`. */
export function auditRows(
  db: Database,
  filter: AuditFilter,
  page: { readonly after: bigint | null; readonly offset: bigint | number; readonly most: number },
): Promise<AuditRow[]> {
  return db.query(sql`${SELECT_ENTRY}
    where ${matchingSql(filter)} and (${page.after}::bigint is null or e.id < ${page.after})
    order by e.id desc offset ${page.offset} limit ${page.most}`);
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

function withoutNulls(row: AuditRow): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
