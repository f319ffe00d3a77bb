// SQL for the sender: claims messages and stores outcomes. All times come from the database.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { heldRows, leaseEnd, milliseconds } from '../../../platform/lease/queries.js';
import type { Channel, Purpose, WhatsAppTemplate } from '../channel/channel.js';
import type { MessageStatus } from '../channel/message-state.js';
import { MESSAGE } from '../limits.js';
import type { RecipientKind } from '../person/recipient.js';
import type { SuppressionRule } from './gate.js';
import { claimable, pauseAfterProbe } from './pause-queries.js';
import type { TransportState } from './queries.js';
import type { Moving } from './status.js';

/** Number of a channel's messages that a node can claim now. */
export interface Offer {
  readonly channel: Channel;
  readonly free: number;
}

/**
 * The key of one attempt. An outcome is stored only if this is still the message's last attempt.
 */
interface AttemptKey {
  readonly id: bigint;
  readonly attempts: number;
}

export interface ClaimedMessage extends AttemptKey {
  readonly channel: Channel;
  readonly office_id: bigint;
  readonly whatsapp_message_id: bigint | null;
  readonly purpose: Purpose;
  readonly recipient_kind: RecipientKind | null;
  readonly recipient_id: bigint | null;
  readonly address: string | null;
  readonly ignores_opt_outs: boolean;
  readonly whatsapp_template: WhatsAppTemplate | null;
  readonly reference: string;
  readonly unsubscribe_token: string;
  readonly secret_id: string | null;
  readonly failures: number;
  readonly late: boolean;
  readonly status: MessageStatus;
  readonly subject: string | null;
  readonly body: string | null;
  readonly html: string | null;
  readonly files: readonly ClaimedFile[];
}

interface ClaimedFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly scanStatus: 'NOT_SCANNED' | 'QUARANTINED' | 'CLEAN' | 'INFECTED' | null;
}

/**
 * Claims due messages for a node, oldest first in each channel. Skips messages that other nodes are
 * claiming. Also stores the attempts, so that they are visible if the node crashes.
 */
export function claimMessages(
  db: Database,
  { offers, node }: { readonly offers: readonly Offer[]; readonly node: string },
): Promise<ClaimedMessage[]> {
  return db.query<ClaimedMessage>(sql`
    with due as (
      select t.id
      from unnest(${offers.map((offer) => offer.channel)}::text[],
        ${offers.map((offer) => offer.free)}::integer[]) as o(channel, free)
      cross join lateral (
        select id from message_transport
        where channel = o.channel and state = 'WAITING' and not_before <= clock_timestamp()
        order by not_before, id limit ${claimable(sql`o.channel`, sql`o.free`)}
        for update skip locked
      ) t
    ), taken as (
      update message_transport t set state = 'SENDING', attempts = attempts + 1, node = ${node},
        lease_until = ${leaseEnd(MESSAGE.leaseMs)}
      from due where t.id = due.id returning t.*
    ), noted as (
      insert into message_attempt (transport_id, attempt, node, started_at)
      select id, attempts, node, clock_timestamp() from taken
    ), probed as (${pauseAfterProbe(sql`taken`)})
    select t.id, t.attempts, t.channel, t.office_id, t.whatsapp_message_id, t.purpose,
      t.recipient_kind, t.recipient_id, t.address, t.ignores_opt_outs, t.whatsapp_template,
      t.reference, t.unsubscribe_token, t.secret_id, t.failures,
      t.give_up_at < clock_timestamp() as late,
      coalesce(m.status, w.status) as status, coalesce(m.subject, w.subject) as subject,
      coalesce(m.body, w.body) as body, m.html,
      coalesce((select jsonb_agg(jsonb_build_object('fileName', f.file_name,
          'mimeType', f.mime_type, 'sha256', f.sha256, 'scanStatus',
          case when a.scan_status = 'QUARANTINED' and a.scan_result is not null then 'INFECTED'
            else a.scan_status end)
          order by f.position)
        from message_attachment f left join attachment a on a.id = f.attachment_id
        where f.transport_id = t.id), '[]') as files
    from taken t left join message m on m.id = t.id
      left join whatsapp_message w on w.id = t.whatsapp_message_id
    order by t.not_before, t.id`);
}

/** Renews the leases on a node's attempts, and returns the ids that the node still holds. */
export async function renewLeases(
  db: Database,
  mine: readonly AttemptKey[],
): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ id: bigint }>(sql`
    update message_transport t set lease_until = ${leaseEnd(MESSAGE.leaseMs)}
    from ${heldRows(mine.map(({ id, attempts: run }) => ({ id, run })))}
    where t.id = mine.id and t.attempts = mine.run and t.state = 'SENDING'
    returning t.id`);
  return new Set(rows.map((row) => row.id));
}

/** Puts messages with an expired lease back in the queue, and returns their number. */
export async function recoverLost(db: Database): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with lost as (
      select id from message_transport where state = 'SENDING' and lease_until < clock_timestamp()
      order by lease_until limit ${MESSAGE.lostPerRoundMax} for update skip locked
    )
    update message_transport t set state = 'WAITING', lease_until = null,
      not_before = clock_timestamp(), failures = failures + 1,
      last_error = 'the node ' || coalesce(t.node, '') || ' stopped responding during the attempt'
    from lost where t.id = lost.id returning t.id`);
  return rows.length;
}

/** Locks messages that could not be sent in time. */
export function lockOverdue(tx: Tx): Promise<(AttemptKey & Moving)[]> {
  return tx.query<AttemptKey & Moving>(sql`
    select id, attempts, channel, office_id as "officeId",
      whatsapp_message_id as "whatsappMessageId"
    from message_transport where state = 'WAITING' and give_up_at < clock_timestamp()
    order by give_up_at limit ${MESSAGE.lostPerRoundMax} for update skip locked`);
}

/** The outcome of an attempt, and the new delivery state of the message. */
export interface Ended {
  readonly state: Exclude<TransportState, 'RECEIVED' | 'SENDING'>;
  readonly outcome: string;
  readonly rule?: SuppressionRule | undefined;
  readonly reason?: string | undefined;
  readonly providerId?: string | undefined;
  /** The address used in this attempt. */
  readonly address: string | undefined;
  readonly countsAsFailure: boolean;
  /** For WAITING: the earliest time of the next attempt, or the delay before it. */
  readonly notBefore?: Instant | undefined;
  readonly waitMs?: number | undefined;
}

/** Ends an attempt. Returns false if a later attempt has replaced it. */
export async function endAttempt(
  tx: Tx,
  { id, attempts }: AttemptKey,
  ended: Ended,
): Promise<boolean> {
  const error = ended.state === 'SENT' ? null : (ended.reason ?? null);
  const wait = sql`coalesce(${ended.notBefore ?? null}::timestamptz,
    clock_timestamp() + ${milliseconds(ended.waitMs ?? 0)})`;
  const rows = await tx.query<{ id: bigint }>(sql`
    with mine as (
      update message_transport set state = ${ended.state}, lease_until = null,
        rule = ${ended.rule ?? null}, last_error = ${error},
        address = coalesce(${ended.address ?? null}, address),
        provider_id = coalesce(${ended.providerId ?? null}, provider_id),
        failures = failures + ${ended.countsAsFailure ? 1 : 0},
        not_before = case when ${ended.state} = 'WAITING' then ${wait} else not_before end
      where id = ${id} and attempts = ${attempts} and state in ('SENDING', 'WAITING')
      returning id
    ), told as (
      update message_attempt set ended_at = clock_timestamp(), outcome = ${ended.outcome},
        reason = ${ended.reason ?? null}
      where transport_id = ${id} and attempt = ${attempts} and exists (select from mine)
    )
    select id from mine`);
  return rows.length > 0;
}

/** Counts waiting, sending and recently failed messages by channel. */
export async function countTransports(
  db: Database,
): Promise<{ readonly waiting: bigint; readonly sending: bigint; readonly failed: bigint }> {
  const [row] = await db.query<{ waiting: bigint; sending: bigint; failed: bigint }>(sql`
    select (select count(*) from message_transport where state = 'WAITING') as waiting,
      (select count(*) from message_transport where state = 'SENDING') as sending,
      (select count(*) from message_transport where state = 'FAILED') as failed`);
  return row ?? { waiting: 0n, sending: 0n, failed: 0n };
}
