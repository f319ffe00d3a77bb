// SQL for deliveries and their items. Times come from the database.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { milliseconds } from '../../../platform/lease/queries.js';
import type { Delivery, InboundChannel } from '../channel/inbound.js';
import { INBOUND } from '../limits.js';

export const ITEM_STATES = ['WAITING', 'DONE', 'NO_EFFECT', 'PARKED'] as const;

export type ItemState = (typeof ITEM_STATES)[number];

export const ITEM_KINDS = ['MESSAGE', 'RECEIPT', 'CONSENT', 'NOTICE'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/**
 * Stores a delivery and its items in one statement. If a webhook repeats a delivery, it is stored
 * only once.
 */
export async function insertDelivery(
  db: Database,
  { channel, body, digest, session, items }: Delivery,
  lanes: readonly number[],
): Promise<void> {
  await db.query(sql`
    with delivery as (
      insert into inbound_delivery (channel, body, digest, session, received_at)
      values (${channel}, ${body}, ${digest}, ${session ?? null}, clock_timestamp())
      on conflict do nothing returning id
    )
    insert into inbound_item (delivery_id, position, channel, content, sender, lane, state,
      not_before)
    select d.id, i.position, ${channel}, i.content, i.sender, i.lane, 'WAITING', clock_timestamp()
    from delivery d, unnest(${items.map(({ content }) => content ?? null)}::text[],
      ${items.map(({ sender }) => sender)}::text[], ${[...lanes]}::integer[])
      with ordinality as i(content, sender, lane, position)
    order by i.position`);
}

/** An item that is due, with its delivery. */
export interface DueItem {
  readonly id: bigint;
  readonly channel: InboundChannel;
  readonly content: string | null;
  readonly attempts: number;
  /** The whole delivery, if the item is not a part of it. */
  readonly body: Buffer | null;
  /**
   * True if the sender's previous delivery has the same content but came over another connection.
   */
  readonly repeated: boolean;
}

/** Locks a lane until the transaction ends, so that its items are read one after another. */
export async function lockLane(tx: Tx, lane: number): Promise<void> {
  const name = `inbound lane ${lane}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Returns the first due item of a lane. An item waits for earlier items from its sender. The caller
 * has locked the lane.
 */
export async function nextItem(tx: Tx, lane: number): Promise<DueItem | undefined> {
  const [row] = await tx.query<DueItem>(sql`
    select i.id, i.channel, i.content, i.attempts,
      case when i.content is null then d.body end as body,
      i.attempts = 0 and coalesce(last.digest = d.digest and last.session <> d.session
        and last.received_at > d.received_at - ${milliseconds(INBOUND.repeatedWithinMs)},
        false) as repeated
    from inbound_item i join inbound_delivery d on d.id = i.delivery_id
      left join lateral (
        select e.digest, e.session, e.received_at from inbound_item j
          join inbound_delivery e on e.id = j.delivery_id
        where d.session is not null and j.channel = i.channel and j.sender = i.sender
          and j.id < i.id
        order by j.id desc limit 1
      ) last on true
    where i.lane = ${lane} and i.state = 'WAITING' and i.not_before <= clock_timestamp()
      and not exists (select from inbound_item e where e.lane = i.lane and e.state = 'WAITING'
        and e.sender = i.sender and e.id < i.id)
    order by i.id limit 1`);
  return row;
}

/** The outcome of an item. */
export interface Settled {
  readonly state: Exclude<ItemState, 'WAITING'>;
  readonly kind: ItemKind | null;
  readonly reason?: string | undefined;
  readonly transportId?: bigint | undefined;
  readonly officeId?: bigint | undefined;
}

export async function settleItem(tx: Tx, id: bigint, settled: Settled): Promise<void> {
  const { state, kind, reason, transportId, officeId } = settled;
  await tx.query(sql`
    update inbound_item set state = ${state}, kind = ${kind}, reason = ${reason ?? null},
      transport_id = ${transportId ?? null}, office_id = ${officeId ?? null},
      attempts = attempts + 1, settled_at = clock_timestamp()
    where id = ${id} and state = 'WAITING'`);
}

/** Sets the time of an item's next attempt. */
export async function delayItem(
  on: Tx | Database,
  id: bigint,
  { waitMs, reason }: { readonly waitMs: number; readonly reason: string },
): Promise<void> {
  await on.query(sql`
    update inbound_item set attempts = attempts + 1, reason = ${reason},
      not_before = clock_timestamp() + ${milliseconds(waitMs)}
    where id = ${id} and state = 'WAITING'`);
}

/** Lists the lanes in which an item is due. */
export async function dueLanes(db: Database): Promise<readonly number[]> {
  const rows = await db.query<{ lane: number }>(sql`
    select distinct lane from inbound_item
    where state = 'WAITING' and not_before <= clock_timestamp()`);
  return rows.map(({ lane }) => lane);
}

/** Counts the items that are waiting and those that could not be read. */
export async function countItems(
  db: Database,
): Promise<{ readonly waiting: bigint; readonly parked: bigint }> {
  const [row] = await db.query<{ waiting: bigint; parked: bigint }>(sql`
    select (select count(*) from inbound_item where state = 'WAITING') as waiting,
      (select count(*) from inbound_item where state = 'PARKED') as parked`);
  return row ?? { waiting: 0n, parked: 0n };
}

/** Deletes one batch of old deliveries with their items, and returns the number of deliveries. */
export async function deleteOldDeliveries(db: Database, batchRows: number): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with old as (
      select d.id from inbound_delivery d
      where d.received_at < clock_timestamp() - ${INBOUND.keptDays}::integer * interval '1 day'
        and not exists (select from inbound_item i
          where i.delivery_id = d.id and i.state in ('WAITING', 'PARKED'))
      order by d.received_at limit ${batchRows} for update of d skip locked
    )
    delete from inbound_delivery d using old where d.id = old.id returning d.id`);
  return rows.length;
}
