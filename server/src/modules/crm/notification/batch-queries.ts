// SQL statements for batches of notices, one function per statement. Times come from the database.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { NOTIFICATION } from '../limits.js';
import type { NotificationRow } from './queries.js';
import type { RuleRow } from './rule-queries.js';

/** The batch that a notice was added to. */
interface JoinedBatch {
  readonly id: bigint;
  /** Number of notices in the batch, including the new one. */
  readonly notices: number;
  /** Time until the batch is due. */
  readonly waitMs: number;
}

/**
 * Adds a notice to a customer's open batch, or opens a new batch. A full batch is closed. Locks the
 * batch, so that concurrent changes wait.
 */
export async function joinBatch(
  tx: Tx,
  rule: RuleRow,
  { customerId, officeId }: { readonly customerId: bigint; readonly officeId: bigint },
): Promise<JoinedBatch | undefined> {
  const [batch] = await tx.query<JoinedBatch>(sql`
    insert into notification_batch (rule_id, customer_id, state, notices, due_at)
    values (${rule.id}, ${customerId}, 'OPEN', 1, ${dueAt(rule, officeId)})
    on conflict (rule_id, customer_id) where state = 'OPEN' do update
    set notices = notification_batch.notices + 1,
      state = case when notification_batch.notices + 1 >= ${NOTIFICATION.batchNoticesMax}::integer
        then 'CLOSED' else 'OPEN' end
    returning id, notices,
      greatest(0, ceil(extract(epoch from due_at - clock_timestamp()) * 1000))::integer
        as "waitMs"`);
  return batch;
}

// Computes when a batch is due: either at the rule's time of day in the office's time zone, or
// after the rule's number of minutes.
function dueAt({ gather_minutes, gather_time }: RuleRow, officeId: bigint): Sql {
  if (gather_time === null) {
    return sql`clock_timestamp() + ${gather_minutes ?? 0}::integer * interval '1 minute'`;
  }
  return sql`(
    select (date_trunc('day', here.at) + ${gather_time}::time
        + case when here.at::time < ${gather_time}::time then 0 else 1 end * interval '1 day')
      at time zone here.zone
    from (select clock_timestamp() at time zone time_zone as at, time_zone as zone
      from business_office where id = ${officeId}) here)`;
}

/** Adds a notification to a batch. */
export async function addToBatch(tx: Tx, id: bigint, batchId: bigint): Promise<void> {
  await tx.query(sql`
    update notification set state = 'GATHERED', batch_id = ${batchId} where id = ${id}`);
}

/**
 * Removes a notification from its batch and sets it back to WAITING. The caller has locked the
 * batch.
 */
export async function leaveBatch(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`
    update notification set state = 'WAITING', batch_id = null, alone = true where id = ${id}`);
}

/** Closes a batch to further notices. */
export async function closeBatch(db: Database, id: bigint): Promise<void> {
  await db.query(sql`
    update notification_batch set state = 'CLOSED' where id = ${id} and state = 'OPEN'`);
}

/**
 * Returns the rule of a batch that is closed but not sent, or undefined if there is no such batch.
 */
export async function findClosedBatch(
  db: Database,
  id: bigint,
): Promise<{ readonly rule_id: bigint } | undefined> {
  const [row] = await db.query<{ rule_id: bigint }>(sql`
    select rule_id from notification_batch where id = ${id} and state = 'CLOSED'`);
  return row;
}

/** Locks a batch that is closed but not sent. Returns false if there is no such batch. */
export async function lockClosedBatch(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from notification_batch where id = ${id} and state = 'CLOSED' for update`);
  return rows.length > 0;
}

/** Lists a batch's unsent notifications, in the order of their events. */
export function listBatched(db: Database, batchId: bigint): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(sql`
    select * from notification where batch_id = ${batchId} and state = 'GATHERED'
    order by position, id limit ${NOTIFICATION.batchNoticesMax}`);
}

export async function finishBatch(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`update notification_batch set state = 'DONE' where id = ${id}`);
}

/**
 * Deletes a limited number of sent batches without remaining notifications, and returns how many
 * were deleted.
 */
export async function deleteOldBatches(db: Database): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with old as (
      select id from notification_batch b where state = 'DONE'
        and due_at < now() - ${NOTIFICATION.keptDays}::integer * interval '1 day'
        and not exists (select from notification n where n.batch_id = b.id)
      order by id limit ${NOTIFICATION.purgeBatchRows} for update skip locked
    )
    delete from notification_batch b using old where b.id = old.id
    returning b.id`);
  return rows.length;
}
