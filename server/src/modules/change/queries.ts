// SQL for changes to reference data and for its versions, one function per statement.

import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/list-query.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/reply/paging.js';

export const CHANGE_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
type ChangeState = (typeof CHANGE_STATES)[number];

/** A stored change. `before` and `after` are JSON strings. */
export interface ChangeRow {
  readonly id: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly state: ChangeState;
  readonly base_version: number;
  readonly applied_version: number | null;
  readonly before: string | null;
  readonly after: string;
  readonly reason: string | null;
  readonly effective_note: string | null;
  readonly record_id: bigint | null;
  readonly record_name: string | null;
  readonly decision_reason: string | null;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const COLUMNS = sql`c.id, c.kind, c.subject, c.state, c.base_version, c.applied_version,
  c.before::text as before, c.after::text as after, c.reason, c.effective_note, c.record_id,
  c.record_name, c.decision_reason, c.decided_by, c.decided_at, c.creator_kind, c.creator_id,
  c.version, c.created_by, c.created_at, c.modified_by, c.modified_at`;

/**
 * Locks a kind, so that only one transaction at a time decides on its records and a check against
 * other records still holds at the commit.
 */
export async function lockKind(tx: Tx, kind: string): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`reference-change ${kind}`}, 0))`);
}

/** Reads the number of a record's current version; 0 for a new record. */
export async function currentVersion(
  on: Database | Tx,
  record: { readonly kind: string; readonly subject: string },
): Promise<number> {
  const [row] = await on.query<{ version: number }>(sql`
    select coalesce(max(version_no), 0) as version from reference_version
    where kind = ${record.kind} and subject = ${record.subject}`);
  return row?.version ?? 0;
}

type NewChange = Pick<
  ChangeRow,
  'id' | 'kind' | 'subject' | 'base_version' | 'before' | 'after' | 'reason' | 'effective_note'
>;

/** The person who makes a change, and the time. */
export interface ChangeStamp {
  readonly kind: string;
  readonly id: bigint;
  readonly name: string;
  readonly at: Instant;
}

/** Stores a pending change. */
export async function insertChange(tx: Tx, row: NewChange, by: ChangeStamp): Promise<void> {
  await tx.query(sql`
    insert into reference_change (id, kind, subject, state, base_version, before, after, reason,
      effective_note, creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.kind}, ${row.subject}, 'PENDING', ${row.base_version},
      ${row.before}::jsonb, ${row.after}::jsonb, ${row.reason}, ${row.effective_note}, ${by.kind},
      ${by.id}, ${by.name}, ${by.at}, ${by.name}, ${by.at})`);
}

/** Locks a change. Returns undefined if it does not exist. */
export async function lockChange(tx: Tx, id: bigint): Promise<ChangeRow | undefined> {
  const [row] = await tx.query<ChangeRow>(
    sql`select ${COLUMNS} from reference_change c where c.id = ${id} for update`,
  );
  return row;
}

/** Reads one change. */
export async function selectChange(on: Database | Tx, id: bigint): Promise<ChangeRow | undefined> {
  const [row] = await on.query<ChangeRow>(
    sql`select ${COLUMNS} from reference_change c where c.id = ${id}`,
  );
  return row;
}

export interface Decision {
  readonly id: bigint;
  readonly state: Exclude<ChangeState, 'PENDING'>;
  readonly reason: string | null;
  readonly applied: {
    readonly version: number;
    readonly recordId: bigint;
    readonly recordName: string;
  } | null;
}

/** Stores the decision on a locked change. */
export async function decideChange(tx: Tx, decision: Decision, by: ChangeStamp): Promise<void> {
  const { id, state, reason, applied } = decision;
  await tx.query(sql`
    update reference_change set state = ${state}, applied_version = ${applied?.version ?? null},
      record_id = ${applied?.recordId ?? null}, record_name = ${applied?.recordName ?? null},
      decision_reason = ${reason}, decided_by = ${by.name}, decided_at = ${by.at},
      version = version + 1, modified_by = ${by.name}, modified_at = ${by.at}
    where id = ${id}`);
}

export interface ChangeFilter {
  readonly state?: ChangeState | undefined;
  readonly kind?: string | undefined;
  readonly subject?: string | undefined;
}

function matching({ state = null, kind = null, subject = null }: Nullable<ChangeFilter>): Sql {
  return sql`(${state}::text is null or c.state = ${state})
    and (${kind}::text is null or c.kind = ${kind})
    and (${subject}::text is null or c.subject = ${subject})`;
}

type Nullable<Filter> = { readonly [Name in keyof Filter]: Filter[Name] | null };

/** Reads a page of changes, newest first, with one more row if there is a next page. */
export function selectChanges(
  db: Database,
  filter: ChangeFilter,
  page: PageRequest,
): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(sql`
    select ${COLUMNS} from reference_change c
    where ${matching(filter)} and (${page.after}::bigint is null or c.id < ${page.after})
    order by c.id desc offset ${page.offset} limit ${page.limit + 1}`);
}

/** Counts the changes that match a filter. */
export function countChanges(db: Database, filter: ChangeFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from reference_change c where ${matching(filter)}`);
}

/** A stored version. The body is a JSON string. */
export interface VersionRow {
  readonly id: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly version_no: number;
  readonly body: string;
  readonly change_id: bigint | null;
  readonly made_by: string;
  readonly made_at: Instant;
  readonly approved_by: string;
  readonly approved_at: Instant;
}

/** Stores a version. Versions are never changed. */
export async function insertVersion(tx: Tx, row: Omit<VersionRow, 'id'>): Promise<void> {
  await tx.query(sql`
    insert into reference_version (kind, subject, version_no, body, change_id, made_by, made_at,
      approved_by, approved_at)
    values (${row.kind}, ${row.subject}, ${row.version_no}, ${row.body}::jsonb, ${row.change_id},
      ${row.made_by}, ${row.made_at}, ${row.approved_by}, ${row.approved_at})`);
}

export interface VersionFilter {
  readonly kind: string;
  readonly subject: string;
}

/** Reads a page of a record's versions, newest first, with one more row if there is a next page. */
export function selectVersions(
  on: Database | Tx,
  { kind, subject }: VersionFilter,
  page: PageRequest,
): Promise<VersionRow[]> {
  return on.query<VersionRow>(sql`
    select id, kind, subject, version_no, body::text as body, change_id, made_by, made_at,
      approved_by, approved_at
    from reference_version
    where kind = ${kind} and subject = ${subject}
      and (${page.after}::bigint is null or id < ${page.after})
    order by id desc offset ${page.offset} limit ${page.limit + 1}`);
}

/** Counts a record's versions. */
export function countVersions(db: Database, { kind, subject }: VersionFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) from reference_version where kind = ${kind} and subject = ${subject}`,
  );
}

/** Reads the subjects of a kind that have at least one version. */
export async function subjectsOf(on: Database | Tx, kind: string): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ subject: string }>(
    sql`select subject from reference_version where kind = ${kind} and version_no = 1`,
  );
  return new Set(rows.map((row) => row.subject));
}
