// SQL statements for running campaigns, one function per statement. Times come from the database,
// so the nodes' clocks need not agree.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { CAMPAIGN, MESSAGE } from '../limits.js';
import type { Moving } from '../message/status.js';

/** Reads the campaigns whose next message or scheduled start is due. */
export async function dueCampaigns(db: Database): Promise<readonly bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from campaign
    where (status = 'RUNNING' and coalesce(next_at, '-infinity') <= clock_timestamp())
      or (status = 'SCHEDULED' and coalesce(scheduled_at, '-infinity') <= clock_timestamp())
    order by next_at nulls first, id limit ${CAMPAIGN.atOnceMax}`);
  return rows.map(({ id }) => id);
}

/** Locks a due campaign. Returns false if another node has locked it or if it is no longer due. */
export async function claimCampaign(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from campaign
    where id = ${id}
      and ((status = 'RUNNING' and coalesce(next_at, '-infinity') <= clock_timestamp())
        or (status = 'SCHEDULED' and coalesce(scheduled_at, '-infinity') <= clock_timestamp()))
    for update skip locked`);
  return rows.length > 0;
}

export interface NextRecipient {
  readonly number: number;
  readonly record_id: bigint;
}

/**
 * Selects the next recipients. The pace allows one message per interval; after a delay, at most one
 * second's worth of messages is sent to catch up. No more than one minute's worth of messages waits
 * for the sender, so that a pause still stops most of the campaign.
 */
export function nextRecipients(tx: Tx, campaignId: bigint): Promise<NextRecipient[]> {
  return tx.query<NextRecipient>(sql`
    with clock as materialized (
      -- Reads the clock once: a second reading would be later and make the difference negative.
      select clock_timestamp() as now
    ), pace as (
      select least(${CAMPAIGN.queuedAtOnceMax},
        1 + floor(extract(epoch from clock.now - greatest(coalesce(next_at, clock.now),
          clock.now - interval '1 second')) * throttle_per_minute / 60),
        throttle_per_minute - (select count(*) from message_transport
          where campaign_id = ${campaignId} and state = 'WAITING'
            and not_before <= clock.now))::integer as allowed
      from campaign cross join clock where id = ${campaignId}
    )
    select number, record_id from campaign_recipient
    where campaign_id = ${campaignId} and message_id is null and left_out is null
    order by number limit (select greatest(allowed, 0) from pace)`);
}

/** Returns whether any recipient still has no message. */
export async function hasWaiting(tx: Tx, campaignId: bigint): Promise<boolean> {
  const rows = await tx.query<{ number: number }>(sql`
    select number from campaign_recipient
    where campaign_id = ${campaignId} and message_id is null and left_out is null limit 1`);
  return rows.length > 0;
}

/** The result for a recipient: a message, or the reason why there is none. */
export interface Turn {
  readonly number: number;
  readonly messageId: bigint | null;
  readonly leftOut: string | null;
}

export async function noteTurns(tx: Tx, campaignId: bigint, turns: readonly Turn[]): Promise<void> {
  await tx.query(sql`
    update campaign_recipient r set message_id = t.message_id, left_out = t.left_out
    from unnest(${turns.map(({ number }) => number)}::integer[],
      ${turns.map(({ messageId }) => messageId && String(messageId))}::bigint[],
      ${turns.map(({ leftOut }) => leftOut)}::text[]) as t(number, message_id, left_out)
    where r.campaign_id = ${campaignId} and r.number = t.number`);
}

/** Advances the time of the next message by one interval per queued message. */
export async function setNext(tx: Tx, campaignId: bigint, queued: number): Promise<void> {
  await tx.query(sql`
    update campaign set next_at = greatest(coalesce(next_at, clock_timestamp()),
        clock_timestamp() - interval '1 second')
      + greatest(${queued}::integer, 1) * interval '1 minute' / throttle_per_minute
    where id = ${campaignId}`);
}

/**
 * A time so far in the future that it means never. The driver cannot read PostgreSQL's infinity.
 */
const NEVER = '9999-01-01T00:00:00.000Z';

/** Holds the waiting messages of paused and cancelled campaigns. */
export async function holdMessages(on: Database | Tx): Promise<void> {
  await on.query(sql`
    update message_transport t set not_before = ${NEVER}, give_up_at = ${NEVER}
    from campaign c
    where c.status in ('PAUSED', 'CANCELLED') and t.campaign_id = c.id and t.state = 'WAITING'
      and t.not_before < ${NEVER}
      and c.modified_at > clock_timestamp()
        - ${MESSAGE.givenUpAfterHours}::integer * interval '1 hour'`);
}

/** Releases the messages that a pause has held. */
export async function releaseMessages(tx: Tx, campaignId: bigint): Promise<void> {
  await tx.query(sql`
    update message_transport set not_before = clock_timestamp(),
      give_up_at = clock_timestamp() + ${MESSAGE.givenUpAfterHours}::integer * interval '1 hour'
    where campaign_id = ${campaignId} and state = 'WAITING' and not_before = ${NEVER}`);
}

/** Removes one batch of cancelled campaigns' messages from the queue. */
export function withdrawMessages(tx: Tx): Promise<Moving[]> {
  return tx.query<Moving>(sql`
    with held as (
      select t.id from campaign c join message_transport t on t.campaign_id = c.id
      where c.status = 'CANCELLED' and t.state = 'WAITING' and t.not_before = ${NEVER}
      order by t.id limit ${CAMPAIGN.withdrawnAtOnceMax} for update of t skip locked
    )
    update message_transport t set state = 'SUPPRESSED', rule = 'CAMPAIGN_CANCELLED'
    from held where t.id = held.id
    returning t.id, t.channel, t.office_id as "officeId",
      t.whatsapp_message_id as "whatsappMessageId"`);
}
