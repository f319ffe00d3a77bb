// SQL that pauses a channel whose provider first accepts messages and then rejects them.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { milliseconds } from '../../../platform/lease/queries.js';
import type { Channel } from '../channel/channel.js';
import { MESSAGE } from '../limits.js';

// A pause ends after this time without a failure.
const isCurrent = sql`p.failed_at > clock_timestamp() - ${milliseconds(MESSAGE.pauseEndsAfterMs)}`;

/**
 * Pauses a channel on all nodes. If the channel fails again after the pause, the next pause is
 * twice as long. Failures during a pause belong to the same outage.
 */
export async function pauseChannel(tx: Tx, channel: Channel, reason: string): Promise<void> {
  await tx.query(sql`
    insert into message_pause as p (channel, paused_until, wait_ms, reason, failed_at)
    values (${channel}, clock_timestamp() + ${milliseconds(MESSAGE.pauseFirstMs)},
      ${MESSAGE.pauseFirstMs}, ${reason}, clock_timestamp())
    on conflict (channel) do update set reason = excluded.reason, failed_at = excluded.failed_at,
      wait_ms = ${nextWait}, paused_until = greatest(p.paused_until,
        clock_timestamp() + ${nextWait} * interval '1 millisecond')`);
}

const nextWait = sql`case when not ${isCurrent} then ${MESSAGE.pauseFirstMs}::integer
  when p.failed_at + p.wait_ms * interval '1 millisecond' > clock_timestamp() then p.wait_ms
  else least(p.wait_ms * 2, ${MESSAGE.pauseMaxMs}::integer) end`;

/**
 * Ends the pause of a message's channel if the message was sent after the last failure. Its receipt
 * proves that the provider accepts messages again.
 */
export async function endPause(tx: Tx, transportId: bigint): Promise<void> {
  await tx.query(sql`
    delete from message_pause p using message_transport t, message_attempt a
    where t.id = ${transportId} and p.channel = t.channel and a.transport_id = t.id
      and a.attempt = t.attempts and a.started_at > p.failed_at`);
}

/**
 * Requeues a message that the provider first accepted and then refused. Returns false unless the
 * refusal is for the message's last attempt and its status is still SENT.
 */
export async function requeueRefused(
  tx: Tx,
  of: { readonly id: bigint; readonly providerId: string | null; readonly reason: string },
): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    with refused as (
      update message_transport t set state = 'WAITING', last_error = ${of.reason},
        not_before = clock_timestamp() + ${milliseconds(MESSAGE.pauseFirstMs)}
      where t.id = ${of.id} and t.state = 'SENT' and t.provider_id = ${of.providerId}
        and (exists (select from whatsapp_message w
            where w.id = t.whatsapp_message_id and w.status = 'SENT')
          or exists (select from message m where m.id = t.id and m.status = 'SENT'))
      returning t.id, t.attempts
    ), told as (
      update message_attempt a set outcome = 'UNAVAILABLE', reason = ${of.reason}
      from refused r where a.transport_id = r.id and a.attempt = r.attempts
    )
    select id from refused`);
  return rows.length > 0;
}

/** Lists the channels that are paused or being probed. */
export async function pausedChannels(db: Database): Promise<ReadonlySet<Channel>> {
  const rows = await db.query<{ channel: Channel }>(sql`
    select p.channel from message_pause p where ${isCurrent}`);
  return new Set(rows.map(({ channel }) => channel));
}

/**
 * Selects how many of a channel's messages can be claimed: none during a pause, and then one as a
 * probe.
 */
export function claimable(channel: Sql, free: Sql): Sql {
  return sql`coalesce((select case when p.paused_until > clock_timestamp() then 0
      else least(${free}, 1) end
    from message_pause p where p.channel = ${channel} and ${isCurrent}), ${free})`;
}

/** A CTE statement that pauses a probed channel until the next probe. */
export function pauseAfterProbe(taken: Sql): Sql {
  return sql`update message_pause p
    set paused_until = clock_timestamp() + p.wait_ms * interval '1 millisecond'
    where p.channel in (select channel from ${taken})`;
}
