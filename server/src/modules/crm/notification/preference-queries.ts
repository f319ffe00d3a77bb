// SQL statements for customers' preferences, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel } from '../channel/channel.js';
import type { EventGroup } from './notifiable-event.js';

export interface PreferenceRow {
  readonly customer_id: bigint;
  readonly language: string | null;
  /**
   * Channels by group. An empty list means no messages. For a group without an entry, the rules'
   * channels apply.
   */
  readonly choices: Readonly<Partial<Record<EventGroup, readonly Channel[]>>>;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

export async function findPreference(
  on: Database | Tx,
  customerId: bigint,
): Promise<PreferenceRow | undefined> {
  const [row] = await on.query<PreferenceRow>(
    sql`select * from notification_preference where customer_id = ${customerId}`,
  );
  return row;
}

/** Stores a customer's preference. The caller has locked the customer. */
export async function storePreference(tx: Tx, row: PreferenceRow): Promise<void> {
  await tx.query(sql`
    insert into notification_preference as p
    select (jsonb_populate_record(null::notification_preference, ${toJson(row)}::jsonb)).*
    on conflict (customer_id) do update set language = excluded.language,
      choices = excluded.choices, version = excluded.version,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at`);
}

/**
 * Returns a customer's office, and locks the customer's preference for the rest of the transaction.
 */
export async function lockCustomerOffice(tx: Tx, id: bigint): Promise<bigint | undefined> {
  const [row] = await tx.query<{ office_id: bigint }>(sql`
    select office_id, pg_advisory_xact_lock(hashtextextended('notification preference ' || id, 0))
    from customer where id = ${id}`);
  return row?.office_id;
}

type Offices = readonly bigint[] | undefined;

export function countPreferences(db: Database, offices: Offices): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from notification_preference p
      join customer c on c.id = p.customer_id where ${inOffices(sql`c.office_id`, offices)}`,
  );
}

/** Selects a page, newest customers first, plus one extra row to detect a next page. */
export function listPreferenceRows(
  db: Database,
  offices: Offices,
  page: PageRequest,
): Promise<(PreferenceRow & { readonly id: bigint })[]> {
  const start = page.after === null ? sql`true` : sql`p.customer_id < ${page.after}`;
  return db.query<PreferenceRow & { readonly id: bigint }>(sql`
    select p.*, p.customer_id as id from notification_preference p
      join customer c on c.id = p.customer_id
    where ${inOffices(sql`c.office_id`, offices)} and ${start}
    order by p.customer_id desc limit ${page.limit + 1} offset ${page.offset}`);
}
