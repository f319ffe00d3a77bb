// SQL for the demonstration's inbox.

import type { Channel } from '../modules/crm/index.js';
import type { Database, Instant } from '../platform/database/database.js';
import { countRows } from '../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../platform/database/sql.js';
import type { PageRequest } from '../platform/http/reply/paging.js';
import { toJson } from '../platform/json/json.js';

/** A message in the inbox. */
export interface InboxRow {
  readonly id: bigint;
  readonly channel: Channel;
  readonly from_address: string;
  readonly to_address: string;
  readonly subject: string | null;
  readonly body: string;
  readonly html: string | null;
  readonly reference: string;
  readonly copies: number;
  readonly files: readonly { readonly fileName: string; readonly mimeType: string }[];
  readonly received_at: Instant;
}

type NewInboxRow = Omit<InboxRow, 'id' | 'copies' | 'received_at'>;

/** Stores a message. A duplicate, identified by channel and reference, is only counted. */
export async function insertMessage(db: Database, row: NewInboxRow): Promise<void> {
  await db.query(sql`
    insert into demo_inbox (channel, from_address, to_address, subject, body, html, reference,
      files, received_at)
    values (${row.channel}, ${row.from_address}, ${row.to_address}, ${row.subject}, ${row.body},
      ${row.html}, ${row.reference}, ${toJson(row.files)}::jsonb, clock_timestamp())
    on conflict (channel, reference) do update set copies = demo_inbox.copies + 1`);
}

export interface InboxFilter {
  readonly channel?: Channel | undefined;
  readonly to?: string | undefined;
}

function conditionsOf({ channel, to }: InboxFilter): Sql {
  const conditions: Sql[] = [sql`true`];
  if (channel) conditions.push(sql`channel = ${channel}`);
  if (to) conditions.push(sql`to_address = ${to}`);
  return joinSql(conditions, ' and ');
}

export function countInbox(db: Database, filter: InboxFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from demo_inbox where ${conditionsOf(filter)}`);
}

/** Reads a page of messages, newest first, plus one row if there is a next page. */
export function listInbox(
  db: Database,
  filter: InboxFilter,
  page: PageRequest,
): Promise<InboxRow[]> {
  const start = page.after === null ? sql`true` : sql`id < ${page.after}`;
  return db.query<InboxRow>(sql`
    select * from demo_inbox where ${conditionsOf(filter)} and ${start}
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export async function findInInbox(db: Database, id: bigint): Promise<InboxRow | undefined> {
  const [row] = await db.query<InboxRow>(sql`select * from demo_inbox where id = ${id}`);
  return row;
}
