// SQL statements for activities, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PlacedPage } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { RecipientKind } from '../person/recipient.js';
import type { ActivityKind, ActivityStatus } from './state.js';

export interface ActivityRow {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly kind: ActivityKind;
  readonly status: ActivityStatus;
  readonly priority: 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';
  readonly direction: 'INBOUND' | 'OUTBOUND' | null;
  readonly subject: string;
  readonly description: string | null;
  readonly outcome: string | null;
  readonly assigned_to: bigint | null;
  readonly related_to: RecipientKind;
  readonly related_to_id: bigint;
  readonly due_at: Instant | null;
  readonly ended_at: Instant | null;
  readonly due_told_at: Instant | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Stores new activities. Each row has one member per column. */
export async function insertActivities(tx: Tx, rows: readonly ActivityRow[]): Promise<void> {
  await tx.query(sql`
    insert into activity
    select * from jsonb_populate_recordset(null::activity, ${toJson(rows)}::jsonb)`);
}

/** Updates activities that the caller has locked. An activity's record and maker never change. */
export async function updateActivityRows(tx: Tx, rows: readonly ActivityRow[]): Promise<void> {
  await tx.query(sql`
    update activity a set (kind, status, priority, direction, subject, description, outcome,
        assigned_to, due_at, ended_at, due_told_at, version, modified_by, modified_at) =
      (n.kind, n.status, n.priority, n.direction, n.subject, n.description, n.outcome,
        n.assigned_to, n.due_at, n.ended_at, n.due_told_at, n.version, n.modified_by,
        n.modified_at)
    from jsonb_populate_recordset(null::activity, ${toJson(rows)}::jsonb) n
    where a.id = n.id`);
}

/** Locks an activity for the rest of the transaction. */
export async function lockActivity(tx: Tx, id: bigint): Promise<ActivityRow | undefined> {
  const [row] = await tx.query<ActivityRow>(
    sql`select * from activity where id = ${id} for update`,
  );
  return row;
}

export async function findActivity(
  on: Database | Tx,
  id: bigint,
): Promise<ActivityRow | undefined> {
  const [row] = await on.query<ActivityRow>(sql`select * from activity where id = ${id}`);
  return row;
}

/** Moves a converted lead's activities to its customer. */
export async function moveActivities(
  tx: Tx,
  to: { readonly leadId: bigint; readonly customerId: bigint; readonly officeId: bigint },
): Promise<void> {
  await tx.query(sql`
    update activity set related_to = 'CUSTOMER', related_to_id = ${to.customerId},
      office_id = ${to.officeId}, version = version + 1
    where related_to = 'LEAD' and related_to_id = ${to.leadId}`);
}

/** Locks open activities that are due and whose event has not been sent, longest overdue first. */
export async function lockDueActivities(
  tx: Tx,
  { now, most }: { readonly now: Instant; readonly most: number },
): Promise<(ActivityRow & { readonly do_not_call: boolean })[]> {
  return tx.query(sql`
    select a.*, coalesce(
      case a.related_to
        when 'LEAD' then (select l.do_not_call from lead l where l.id = a.related_to_id)
        when 'CONTACT' then (select c.do_not_call from contact c where c.id = a.related_to_id)
        else (select (c.details ->> 'doNotCall')::boolean from customer c
          where c.id = a.related_to_id)
      end, false) as do_not_call
    from activity a
    where a.due_told_at is null and a.status in ('PLANNED', 'IN_PROGRESS') and a.due_at <= ${now}
    order by a.due_at, a.id
    for update of a skip locked
    limit ${most}`);
}

export interface ActivityFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly now: Instant;
  readonly relatedTo?: RecipientKind | undefined;
  readonly relatedToId?: bigint | undefined;
  readonly kind?: ActivityKind | undefined;
  readonly status?: ActivityStatus | undefined;
  readonly assignedTo?: bigint | undefined;
  readonly overdue?: boolean | undefined;
  readonly dueFrom?: Instant | undefined;
  readonly dueTo?: Instant | undefined;
  readonly sort?: 'NEWEST' | 'DUE' | undefined;
}

function conditionsOf(filter: ActivityFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`office_id`, filter.offices)];
  const add = (condition: Sql) => conditions.push(condition);
  if (filter.relatedTo) add(sql`related_to = ${filter.relatedTo}`);
  if (filter.relatedToId) add(sql`related_to_id = ${filter.relatedToId}`);
  if (filter.kind) add(sql`kind = ${filter.kind}`);
  if (filter.status) add(sql`status = ${filter.status}`);
  if (filter.assignedTo) add(sql`assigned_to = ${filter.assignedTo}`);
  if (filter.overdue !== undefined) {
    const isOverdue = sql`coalesce(status in ('PLANNED', 'IN_PROGRESS') and due_at < ${filter.now},
      false)`;
    add(sql`${isOverdue} = ${filter.overdue}`);
  }
  if (filter.dueFrom) add(sql`due_at >= ${filter.dueFrom}`);
  if (filter.dueTo) add(sql`due_at < ${filter.dueTo}`);
  if (filter.sort === 'DUE') add(sql`due_at is not null`);
  return joinSql(conditions, ' and ');
}

export function countActivities(db: Database, filter: ActivityFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from activity where ${conditionsOf(filter)}`);
}

/** Where a page starts: after this activity id and, when sorted by DUE, after its due time. */
export interface ActivityPlace {
  readonly id: bigint;
  readonly dueAt?: Instant | undefined;
}

/** Selects a page, newest first or by due time, plus one extra row to detect a next page. */
export async function listActivityRows(
  db: Database,
  filter: ActivityFilter,
  page: PlacedPage<ActivityPlace>,
): Promise<ActivityRow[]> {
  const { after } = page;
  const byDue = filter.sort === 'DUE';
  const start =
    after === null
      ? sql`true`
      : byDue
        ? sql`(due_at, id) > (${after.dueAt ?? null}::timestamptz, ${after.id}::bigint)`
        : sql`id < ${after.id}`;
  return db.query<ActivityRow>(sql`
    select * from activity where ${conditionsOf(filter)} and ${start}
    order by ${byDue ? sql`due_at, id` : sql`id desc`}
    limit ${page.limit + 1} offset ${page.offset}`);
}
