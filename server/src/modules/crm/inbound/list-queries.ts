// SQL that lists the items of deliveries and queues items for another read.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { InboundChannel } from '../channel/inbound.js';
import type { ItemKind, ItemState } from './queries.js';

/** An item as shown in lists. */
export interface ShownItem {
  readonly id: bigint;
  readonly delivery_id: bigint;
  readonly channel: InboundChannel;
  readonly state: ItemState;
  readonly kind: ItemKind | null;
  readonly reason: string | null;
  readonly attempts: number;
  readonly transport_id: bigint | null;
  readonly office_id: bigint | null;
  readonly sender: string;
  readonly received_at: Instant;
  readonly settled_at: Instant | null;
}

const columns = sql`i.id, i.delivery_id, i.channel, i.state, i.kind, i.reason, i.attempts,
  i.transport_id, i.office_id, i.sender, d.received_at, i.settled_at`;

const joined = sql`inbound_item i join inbound_delivery d on d.id = i.delivery_id`;

export interface ItemFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly channel?: InboundChannel | undefined;
  readonly state?: ItemState | undefined;
  readonly kind?: ItemKind | undefined;
}

// An item without an office belongs to the whole firm.
function conditionsOf({ offices, channel, state, kind }: ItemFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`i.office_id`, offices)];
  if (channel) conditions.push(sql`i.channel = ${channel}`);
  if (state) conditions.push(sql`i.state = ${state}`);
  if (kind) conditions.push(sql`i.kind = ${kind}`);
  return joinSql(conditions, ' and ');
}

export function countShownItems(db: Database, filter: ItemFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from inbound_item i where ${conditionsOf(filter)}`,
  );
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listItems(
  db: Database,
  filter: ItemFilter,
  page: PageRequest,
): Promise<ShownItem[]> {
  const start = page.after === null ? sql`true` : sql`i.id < ${page.after}`;
  return db.query<ShownItem>(sql`
    select ${columns} from ${joined} where ${conditionsOf(filter)} and ${start}
    order by i.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** Reads one item with its content: JSON, or the octets of the delivery in hexadecimal. */
export async function findItem(
  on: Database | Tx,
  id: bigint,
): Promise<(ShownItem & { readonly content: string }) | undefined> {
  const [row] = await on.query<ShownItem & { readonly content: string }>(sql`
    select ${columns}, coalesce(i.content, encode(d.body, 'hex')) as content
    from ${joined} where i.id = ${id}`);
  return row;
}

/** Closes a parked item. Returns false if it was not parked. */
export async function discardItem(tx: Tx, id: bigint, reason: string): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    update inbound_item set state = 'NO_EFFECT', reason = ${reason},
      settled_at = clock_timestamp()
    where id = ${id} and state = 'PARKED' returning id`);
  return rows.length > 0;
}

/**
 * Queues an item for another read if it was parked or had no effect. Returns false for any other
 * item.
 */
export async function requeueItem(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    update inbound_item set state = 'WAITING', settled_at = null, reason = null, kind = null,
      attempts = 1, not_before = clock_timestamp()
    where id = ${id} and state in ('PARKED', 'NO_EFFECT') returning id`);
  return rows.length > 0;
}
