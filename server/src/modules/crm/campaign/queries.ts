// SQL statements for campaigns and their recipients, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import { CAMPAIGN } from '../limits.js';
import { inScope } from '../person/queries.js';
import { audienceSql } from './audience-queries.js';
import type { Audience } from './schema.js';
import type { CampaignStatus } from './state.js';

export interface CampaignRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint | null;
  readonly status: CampaignStatus;
  readonly template_id: bigint;
  readonly audience_kind: Audience['kind'];
  readonly audience: Audience;
  readonly throttle_per_minute: number;
  readonly scheduled_at: Instant | null;
  readonly started_at: Instant | null;
  readonly next_at: Instant | null;
  readonly ended_at: Instant | null;
  readonly audience_count: number | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A row as returned by the driver. Ids inside JSON are numbers. */
type StoredCampaign = Omit<CampaignRow, 'audience'> & {
  readonly audience: Omit<Audience, 'ids' | 'assignedTo' | 'customerId'> & {
    readonly ids?: readonly number[];
    readonly assignedTo?: number;
    readonly customerId?: number;
  };
};

function campaignOf(row: StoredCampaign): CampaignRow {
  const { ids, assignedTo, customerId, ...rest } = row.audience;
  const audience: Audience = {
    ...rest,
    ...(ids === undefined ? {} : { ids: ids.map(BigInt) }),
    ...(assignedTo === undefined ? {} : { assignedTo: BigInt(assignedTo) }),
    ...(customerId === undefined ? {} : { customerId: BigInt(customerId) }),
  };
  return { ...row, audience };
}

/** Stores a new campaign. The row has one member per column. */
export async function insertCampaign(tx: Tx, row: CampaignRow): Promise<void> {
  await tx.query(sql`
    insert into campaign select (jsonb_populate_record(null::campaign, ${toJson(row)}::jsonb)).*`);
}

/** Updates a campaign that the caller has locked. Its code, office and maker never change. */
export async function updateCampaignRow(tx: Tx, row: CampaignRow): Promise<void> {
  await tx.query(sql`
    update campaign set label = ${row.label}, status = ${row.status},
      template_id = ${row.template_id}, audience_kind = ${row.audience_kind},
      audience = ${toJson(row.audience)}::jsonb, throttle_per_minute = ${row.throttle_per_minute},
      scheduled_at = ${row.scheduled_at}, started_at = ${row.started_at},
      next_at = ${row.next_at}, ended_at = ${row.ended_at},
      audience_count = ${row.audience_count}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

export async function lockCampaign(tx: Tx, id: bigint): Promise<CampaignRow | undefined> {
  const [row] = await tx.query<StoredCampaign>(
    sql`select * from campaign where id = ${id} for update`,
  );
  return row && campaignOf(row);
}

export async function findCampaign(
  on: Database | Tx,
  id: bigint,
): Promise<CampaignRow | undefined> {
  const [row] = await on.query<StoredCampaign>(sql`select * from campaign where id = ${id}`);
  return row && campaignOf(row);
}

export interface CampaignFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly status?: string | undefined;
}

function conditionsOf(filter: CampaignFilter): Sql {
  const conditions: Sql[] = [inScope(sql`office_id`, filter.offices)];
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  return joinSql(conditions, ' and ');
}

export function countCampaigns(db: Database, filter: CampaignFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from campaign where ${conditionsOf(filter)}`);
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export async function listCampaignRows(
  db: Database,
  filter: CampaignFilter,
  page: PageRequest,
): Promise<CampaignRow[]> {
  const start = page.after === null ? sql`true` : sql`id < ${page.after}`;
  const rows = await db.query<StoredCampaign>(sql`
    select * from campaign where ${conditionsOf(filter)} and ${start}
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
  return rows.map(campaignOf);
}

/** Counts the people in the audience. */
export async function countAudience(
  tx: Tx,
  row: Pick<CampaignRow, 'audience' | 'office_id'>,
): Promise<number> {
  const people = audienceSql({ audience: row.audience, officeId: row.office_id });
  return Number(await countRows(tx, sql`select count(*) as count from (${people}) as people`));
}

/** Stores a campaign's recipients when it starts, and returns their number. */
export async function freezeAudience(tx: Tx, row: CampaignRow): Promise<number> {
  const people = audienceSql({ audience: row.audience, officeId: row.office_id });
  const made = await tx.query<{ number: number }>(sql`
    insert into campaign_recipient (campaign_id, number, record_id)
    select ${row.id}, row_number() over (order by id), id
    from (${people} order by id limit ${CAMPAIGN.recipientsMax}) as people
    returning number`);
  return made.length;
}

export interface CampaignResults {
  readonly waiting: number;
  /** Number of WhatsApp drafts that refer to the campaign. */
  readonly drafts: number;
  readonly queued: number;
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly left_out: number;
  readonly unsubscribed: number;
  readonly leads: number;
}

/**
 * Counts a campaign's results, both from its queued messages and from WhatsApp messages that refer
 * to it.
 */
export async function readResults(db: Database, id: bigint): Promise<CampaignResults | undefined> {
  const [row] = await db.query<CampaignResults>(sql`
    with told as (
      select coalesce(m.status, w.status) as status, t.id, t.channel, t.recipient_kind,
        t.recipient_id, t.created_at
      from message_transport t left join message m on m.id = t.id
        left join whatsapp_message w on w.id = t.whatsapp_message_id
      where t.campaign_id = ${id} and t.direction = 'OUTBOUND'
      union all
      select case w.status when 'DRAFT' then 'UNSENT' else w.status end, w.id, 'WHATSAPP',
        w.related_to, w.related_to_id, w.created_at
      from whatsapp_message w
      where w.campaign = ${id} and w.direction = 'OUTBOUND' and not exists (
        select from message_transport t
        where t.whatsapp_message_id = w.id and t.campaign_id = ${id})
    )
    select
      (select count(*) from campaign_recipient where campaign_id = ${id} and message_id is null
        and left_out is null)::integer as waiting,
      (select count(*) from campaign_recipient where campaign_id = ${id}
        and left_out is not null)::integer as left_out,
      (count(*) filter (where status = 'UNSENT'))::integer as drafts,
      (count(*) filter (where status in ('QUEUED', 'DRAFT', 'IN_PROGRESS')))::integer as queued,
      (count(*) filter (where status = 'SENT'))::integer as sent,
      (count(*) filter (where status = 'DELIVERED'))::integer as delivered,
      (count(*) filter (where status in ('READ', 'COMPLETED')))::integer as read,
      (count(*) filter (where status = 'FAILED'))::integer as failed,
      (count(*) filter (where status = 'SUPPRESSED'))::integer as suppressed,
      (count(*) filter (where exists (select from consent c
        where c.record_kind = told.recipient_kind and c.record_id = told.recipient_id
          and c.channel = told.channel and not c.granted and c.created_at >= told.created_at
          and c.source in ('UNSUBSCRIBE_LINK', 'KEYWORD'))))::integer as unsubscribed,
      (select count(*) from lead where campaign = ${id})::integer as leads
    from told`);
  return row;
}

export interface RecipientRow {
  /** The recipient's number within the campaign. */
  readonly id: bigint;
  readonly record_id: bigint;
  readonly message_id: bigint | null;
  readonly left_out: string | null;
  readonly status: string | null;
  readonly rule: string | null;
}

/**
 * Selects a page of recipients in the order of their messages, plus one extra row to detect a next
 * page.
 */
export function listRecipientRows(
  db: Database,
  campaignId: bigint,
  page: PageRequest,
): Promise<RecipientRow[]> {
  return db.query<RecipientRow>(sql`
    select r.number::bigint as id, r.record_id, r.message_id, r.left_out, t.rule,
      coalesce(m.status, w.status) as status
    from campaign_recipient r left join message_transport t on t.id = r.message_id
      left join message m on m.id = t.id
      left join whatsapp_message w on w.id = t.whatsapp_message_id
    where r.campaign_id = ${campaignId} and r.number > ${page.after ?? 0n}
    order by r.number limit ${page.limit + 1} offset ${page.offset}`);
}
