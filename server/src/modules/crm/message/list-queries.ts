// SQL for the list of messages in every channel, inbound and outbound, with their attempts.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Channel, Purpose } from '../channel/channel.js';
import type { Direction, MessageStatus } from '../channel/message-state.js';
import { MESSAGE } from '../limits.js';
import type { RecipientKind } from '../person/recipient.js';
import type { SuppressionRule } from './gate.js';
import type { TransportState } from './queries.js';

/** A message with the state of its delivery. */
export interface ShownMessage {
  readonly id: bigint;
  readonly name: string;
  readonly channel: Channel;
  readonly direction: Direction;
  readonly office_id: bigint;
  readonly status: MessageStatus;
  readonly state: TransportState;
  readonly rule: SuppressionRule | null;
  readonly purpose: Purpose;
  readonly whatsapp_message_id: bigint | null;
  readonly recipient_kind: RecipientKind | null;
  readonly recipient_id: bigint | null;
  readonly from_address: string | null;
  readonly to_address: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly html: string | null;
  readonly related_to: string | null;
  readonly related_to_id: bigint | null;
  readonly template_id: bigint | null;
  readonly campaign_id: bigint | null;
  readonly not_before: Instant;
  readonly attempts: number;
  readonly failures: number;
  readonly last_error: string | null;
  readonly reference: string;
  readonly provider_id: string | null;
  readonly started_at: Instant | null;
  readonly ended_at: Instant | null;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

// Each message is in one of two tables: one for e-mails and text messages, one for WhatsApp
// messages.
const joined = sql`message_transport t left join message m on m.id = t.id
  left join whatsapp_message w on w.id = t.whatsapp_message_id`;

const columns = sql`t.id, t.channel, t.direction, t.office_id, t.state, t.rule, t.purpose,
  t.whatsapp_message_id, t.recipient_kind, t.recipient_id, t.template_id, t.campaign_id,
  t.not_before, t.attempts, t.failures, t.last_error, t.reference, t.provider_id,
  lpad(t.id::text, 10, '0') as name, m.html,
  coalesce(m.status, w.status) as status, coalesce(m.subject, w.subject) as subject,
  coalesce(m.body, w.body) as body, coalesce(m.from_address, w.from_address) as from_address,
  coalesce(m.to_address, w.to_address) as to_address,
  coalesce(m.related_to, w.related_to) as related_to,
  coalesce(m.related_to_id, w.related_to_id) as related_to_id,
  coalesce(m.started_at, w.started_at) as started_at, coalesce(m.ended_at, w.ended_at) as ended_at,
  coalesce(m.created_by, w.created_by) as created_by,
  coalesce(m.created_at, w.created_at) as created_at,
  coalesce(m.modified_by, w.modified_by) as modified_by,
  coalesce(m.modified_at, w.modified_at) as modified_at`;

export interface ShownFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly channel?: Channel | undefined;
  readonly direction?: Direction | undefined;
  readonly state?: TransportState | undefined;
  readonly status?: MessageStatus | undefined;
  readonly recipientKind?: RecipientKind | undefined;
  readonly recipientId?: bigint | undefined;
  readonly campaignId?: bigint | undefined;
}

function conditionsOf(filter: ShownFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`t.office_id`, filter.offices)];
  if (filter.channel) conditions.push(sql`t.channel = ${filter.channel}`);
  if (filter.direction) conditions.push(sql`t.direction = ${filter.direction}`);
  if (filter.state) conditions.push(sql`t.state = ${filter.state}`);
  if (filter.status) conditions.push(sql`coalesce(m.status, w.status) = ${filter.status}`);
  if (filter.recipientKind) conditions.push(sql`t.recipient_kind = ${filter.recipientKind}`);
  if (filter.recipientId) conditions.push(sql`t.recipient_id = ${filter.recipientId}`);
  if (filter.campaignId) conditions.push(sql`t.campaign_id = ${filter.campaignId}`);
  return joinSql(conditions, ' and ');
}

export function countShown(db: Database, filter: ShownFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from ${joined} where ${conditionsOf(filter)}`);
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listShown(
  db: Database,
  filter: ShownFilter,
  page: PageRequest,
): Promise<ShownMessage[]> {
  const start = page.after === null ? sql`true` : sql`t.id < ${page.after}`;
  return db.query<ShownMessage>(sql`
    select ${columns} from ${joined} where ${conditionsOf(filter)} and ${start}
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export async function findShown(on: Database | Tx, id: bigint): Promise<ShownMessage | undefined> {
  const [row] = await on.query<ShownMessage>(
    sql`select ${columns} from ${joined} where t.id = ${id}`,
  );
  return row;
}

interface ShownAttempt {
  readonly attempt: number;
  readonly node: string;
  readonly started_at: Instant;
  readonly ended_at: Instant | null;
  readonly outcome: string | null;
  readonly reason: string | null;
}

/** Lists the attempts to send a message, oldest first. */
export function listAttempts(on: Database | Tx, id: bigint): Promise<ShownAttempt[]> {
  return on.query<ShownAttempt>(sql`
    select attempt, node, started_at, ended_at, outcome, reason from message_attempt
    where transport_id = ${id} order by attempt`);
}

interface ShownReceipt {
  readonly status: string;
  readonly at: Instant;
  readonly detail: string | null;
}

/** Selects the receipts for a message. */
export function listReceipts(on: Database | Tx, id: bigint): Promise<ShownReceipt[]> {
  return on.query<ShownReceipt>(sql`
    select status, at, detail from message_receipt where transport_id = ${id} order by at, status`);
}

interface ShownFile {
  readonly file_name: string;
  readonly mime_type: string;
  readonly sha256: string;
  readonly attachment_id: bigint | null;
}

export function listFiles(on: Database | Tx, id: bigint): Promise<ShownFile[]> {
  return on.query<ShownFile>(sql`
    select file_name, mime_type, sha256, attachment_id from message_attachment
    where transport_id = ${id} order by position`);
}

/**
 * Queues failed messages again, oldest first, and resets their failure counts. Returns their ids.
 * Skips messages that another request is replaying.
 */
export async function requeueFailed(
  tx: Tx,
  filter: ShownFilter & { readonly id?: bigint | undefined; readonly most: number },
): Promise<bigint[]> {
  const one = filter.id === undefined ? sql`true` : sql`t.id = ${filter.id}`;
  const rows = await tx.query<{ id: bigint }>(sql`
    with failed as (
      select t.id from message_transport t
        left join message m on m.id = t.id
        left join whatsapp_message w on w.id = t.whatsapp_message_id
      where ${conditionsOf({ ...filter, state: 'FAILED' })} and ${one}
      order by t.id limit ${filter.most} for update of t skip locked
    ), queued as (
      update message_transport t set state = 'WAITING', failures = 0, last_error = null,
        not_before = clock_timestamp(),
        give_up_at = clock_timestamp()
          + ${MESSAGE.givenUpAfterHours}::integer * interval '1 hour'
      from failed where t.id = failed.id returning t.id, t.whatsapp_message_id
    ), mails as (
      update message m set status = 'QUEUED', ended_at = null, version = version + 1
      from queued q where m.id = q.id
    ), whatsapps as (
      update whatsapp_message w set status = 'QUEUED', ended_at = null, version = version + 1
      from queued q where w.id = q.whatsapp_message_id
    )
    select id from queued order by id`);
  return rows.map((row) => row.id);
}
