// SQL statements for notifications and their cursor, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { JobState } from '../../../platform/jobs/queries.js';
import { toJson } from '../../../platform/json/json.js';
import { NOTIFICATION } from '../limits.js';
import type { SubjectKind } from '../template/subject.js';
import type { NOTIFICATION_STATES } from './schema.js';

/**
 * The kind of job that sends a notification. Its key is `notification <id>`, followed by `alone`
 * for a notification that has left its batch.
 */
export const NOTIFICATION_JOB = 'notification.send';
/** The kind of job that sends a batch. Its key is `notification batch <id>`. */
export const BATCH_JOB = 'notification.send-batch';

/**
 * Locks the cursor and returns its position. All events up to that position have been handled.
 * Returns undefined if another node has locked it.
 */
export async function lockCursor(tx: Tx): Promise<bigint | undefined> {
  const [row] = await tx.query<{ position: bigint }>(
    sql`select position from notification_cursor for update skip locked`,
  );
  return row?.position;
}

export async function moveCursor(tx: Tx, position: bigint): Promise<void> {
  await tx.query(sql`update notification_cursor set position = ${position}`);
}

/** An event that matches a rule. */
export interface NewNotification {
  readonly rule_id: bigint;
  readonly position: bigint;
  readonly event_type: string;
  readonly office_id: bigint | null;
  readonly related_to: SubjectKind;
  readonly related_to_id: bigint;
}

/** Stores notifications as WAITING and returns the ids of those that are new. */
export async function insertNotifications(
  tx: Tx,
  rows: readonly NewNotification[],
): Promise<readonly bigint[]> {
  const made = await tx.query<{ id: bigint }>(sql`
    insert into notification (rule_id, position, event_type, office_id, related_to, related_to_id,
      state)
    select n.rule_id, n.position, n.event_type, n.office_id, n.related_to, n.related_to_id,
      'WAITING'
    from jsonb_populate_recordset(null::notification, ${toJson(rows)}::jsonb) n
    order by n.position, n.rule_id
    on conflict do nothing returning id`);
  return made.map(({ id }) => id);
}

export interface NotificationRow extends NewNotification {
  readonly id: bigint;
  readonly state: Exclude<(typeof NOTIFICATION_STATES)[number], 'DEAD'>;
  /** Batch of the notification. Null if its rule does not batch. */
  readonly batch_id: bigint | null;
  /** True if the notification has left its batch. It then joins no other batch. */
  readonly alone: boolean;
  readonly reason: string | null;
  readonly created_at: Instant;
  readonly done_at: Instant | null;
}

export async function findNotification(
  on: Database | Tx,
  id: bigint,
): Promise<NotificationRow | undefined> {
  const [row] = await on.query<NotificationRow>(sql`select * from notification where id = ${id}`);
  return row;
}

/** Locks a waiting notification. Returns undefined if it is done. */
export async function lockWaiting(tx: Tx, id: bigint): Promise<NotificationRow | undefined> {
  const [row] = await tx.query<NotificationRow>(
    sql`select * from notification where id = ${id} and state = 'WAITING' for update`,
  );
  return row;
}

/** The outcome of a notification: its messages, or the reason why there are none. */
export interface NoticeOutcome {
  readonly messageIds: readonly bigint[];
  readonly reason: string | undefined;
}

export async function finishNotification(
  tx: Tx,
  id: bigint,
  { messageIds, reason }: NoticeOutcome,
): Promise<void> {
  await tx.query(sql`
    update notification set state = ${reason === undefined ? 'QUEUED' : 'NOBODY'},
      reason = ${reason ?? null}, message_ids = ${messageIds.map(String)}::bigint[],
      done_at = clock_timestamp()
    where id = ${id}`);
}

/** A notification as the API returns it. */
export interface ShownNotification extends Omit<NotificationRow, 'state' | 'alone'> {
  readonly state: (typeof NOTIFICATION_STATES)[number];
  readonly rule_name: string;
  /** Strings, because the driver returns the items of int8 arrays as strings. */
  readonly message_ids: readonly string[];
  readonly job_id: bigint | null;
  readonly job_state: JobState | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

// Finds the job that sends a notification: either the notification's own job or its batch's.
const isJobOf = sql`
  j.kind = case when n.batch_id is null then ${NOTIFICATION_JOB} else ${BATCH_JOB} end
  and j.key = case when n.batch_id is not null then 'notification batch ' || n.batch_id
    when n.alone then 'notification ' || n.id || ' alone'
    else 'notification ' || n.id end`;

// The number of attempts is taken from the job, because a node may crash during the last attempt.
const shown = sql`
  select n.id, n.rule_id, n.position, n.event_type, n.office_id, n.related_to, n.related_to_id,
    n.batch_id, n.reason, n.message_ids::text[] as message_ids, n.created_at, n.done_at,
    r.name as rule_name,
    case when n.done_at is null and j.state = 'DEAD' then 'DEAD' else n.state end as state,
    j.id as job_id, j.state as job_state, coalesce(j.attempts, 0) as attempts, j.last_error
  from notification n join notification_rule r on r.id = n.rule_id
    left join job j on ${isJobOf}`;

export interface NotificationFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly ruleId?: bigint | undefined;
  readonly state?: string | undefined;
  readonly eventType?: string | undefined;
  readonly relatedTo?: string | undefined;
  readonly relatedToId?: bigint | undefined;
}

function conditionsOf(filter: NotificationFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`n.office_id`, filter.offices)];
  if (filter.ruleId) conditions.push(sql`n.rule_id = ${filter.ruleId}`);
  if (filter.state) conditions.push(stateIs(filter.state));
  if (filter.eventType) conditions.push(sql`n.event_type = ${filter.eventType}`);
  if (filter.relatedTo) conditions.push(sql`n.related_to = ${filter.relatedTo}`);
  if (filter.relatedToId) conditions.push(sql`n.related_to_id = ${filter.relatedToId}`);
  return joinSql(conditions, ' and ');
}

// Starts from the dead jobs, which are few and indexed, and finds their notifications by the ids in
// the job data. Looking up the job of each open notification would be slow.
const isDead = sql`n.id in (
  select n.id from job j join notification n on n.id = (j.data ->> 'notificationId')::bigint
  where j.state = 'DEAD' and j.kind = ${NOTIFICATION_JOB} and n.done_at is null and ${isJobOf}
  union all
  select n.id from job j join notification n on n.batch_id = (j.data ->> 'batchId')::bigint
  where j.state = 'DEAD' and j.kind = ${BATCH_JOB} and n.done_at is null and ${isJobOf})`;

function stateIs(state: string): Sql {
  if (state === 'DEAD') return isDead;
  const isState = sql`n.state = ${state}`;
  const isOpen = state === 'WAITING' || state === 'GATHERED';
  // Includes the state as a condition, because the index on open notifications starts with it.
  return isOpen ? sql`${isState} and n.done_at is null and not (${isDead})` : isState;
}

export function countNotifications(db: Database, filter: NotificationFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from notification n where ${conditionsOf(filter)}`,
  );
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listNotificationRows(
  db: Database,
  filter: NotificationFilter,
  page: PageRequest,
): Promise<ShownNotification[]> {
  const start = page.after === null ? sql`true` : sql`n.id < ${page.after}`;
  return db.query<ShownNotification>(sql`
    ${shown} where ${conditionsOf(filter)} and ${start}
    order by n.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export async function findShown(
  on: Database | Tx,
  id: bigint,
): Promise<ShownNotification | undefined> {
  const [row] = await on.query<ShownNotification>(sql`${shown} where n.id = ${id}`);
  return row;
}

/** Deletes one batch of old notifications and returns their number. */
export async function deleteOldNotifications(db: Database): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with old as (
      select id from notification
      where done_at < now() - ${NOTIFICATION.keptDays}::integer * interval '1 day'
      limit ${NOTIFICATION.purgeBatchRows} for update skip locked
    )
    delete from notification n using old where n.id = old.id
    returning n.id`);
  return rows.length;
}
