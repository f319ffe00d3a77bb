// SQL statements for WhatsApp messages, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { ReceivedContent } from '../channel/inbound.js';
import type { Direction, MessageStatus } from '../channel/message-state.js';
import type { RelatedKind } from '../person/related-kind.js';

export interface MessageRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string | null;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly direction: Direction;
  readonly status: MessageStatus;
  readonly from_address: string | null;
  readonly to_address: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly workflow_notes: string | null;
  readonly assigned_to: bigint | null;
  readonly campaign: bigint | null;
  readonly template: bigint | null;
  readonly related_to: RelatedKind | null;
  readonly related_to_id: bigint | null;
  readonly started_at: Instant | null;
  readonly ended_at: Instant | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
  /** Content other than the text. Null for a message that was not delivered by a provider. */
  readonly received: ReceivedContent | null;
}

/** Stores a new message. The row has one member per column. */
export async function insertMessage(tx: Tx, row: MessageRow): Promise<void> {
  await tx.query(sql`
    insert into whatsapp_message
    select (jsonb_populate_record(null::whatsapp_message, ${toJson(row)}::jsonb)).*`);
}

/**
 * Updates a message that the caller has locked. Its code, office, maker and received content never
 * change.
 */
export async function updateMessageRow(tx: Tx, row: MessageRow): Promise<void> {
  await tx.query(sql`
    update whatsapp_message set (label, active, direction, status, from_address, to_address,
        subject, body, workflow_notes, assigned_to, campaign, template, related_to,
        related_to_id, started_at, ended_at, version, modified_by, modified_at) =
      (select n.label, n.active, n.direction, n.status, n.from_address, n.to_address, n.subject,
        n.body, n.workflow_notes, n.assigned_to, n.campaign, n.template, n.related_to,
        n.related_to_id, n.started_at, n.ended_at, n.version, n.modified_by, n.modified_at
       from jsonb_populate_record(null::whatsapp_message, ${toJson(row)}::jsonb) n)
    where id = ${row.id}`);
}

export interface MessageKey {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/** Locks a message for the rest of the transaction. */
export async function lockMessage(tx: Tx, by: MessageKey): Promise<MessageRow | undefined> {
  const [row] = await tx.query<MessageRow>(
    by.id === undefined
      ? sql`select * from whatsapp_message where name = ${by.name ?? ''} for update`
      : sql`select * from whatsapp_message where id = ${by.id} for update`,
  );
  return row;
}

export async function findMessage(db: Database, id: bigint): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>(sql`select * from whatsapp_message where id = ${id}`);
  return row;
}

export interface MessageFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly direction?: string | undefined;
  readonly status?: string | undefined;
  readonly relatedTo?: string | undefined;
  readonly relatedToId?: bigint | undefined;
}

function conditionsOf(filter: MessageFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`office_id`, filter.offices)];
  if (filter.direction) conditions.push(sql`direction = ${filter.direction}`);
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  if (filter.relatedTo) conditions.push(sql`related_to = ${filter.relatedTo}`);
  if (filter.relatedToId) conditions.push(sql`related_to_id = ${filter.relatedToId}`);
  return joinSql(conditions, ' and ');
}

export function countMessages(db: Database, filter: MessageFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from whatsapp_message where ${conditionsOf(filter)}`,
  );
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export async function listMessageRows(
  db: Database,
  filter: MessageFilter,
  page: PageRequest,
): Promise<MessageRow[]> {
  const start = page.after === null ? sql`true` : sql`id < ${page.after}`;
  return db.query<MessageRow>(sql`
    select * from whatsapp_message where ${conditionsOf(filter)} and ${start}
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
}
