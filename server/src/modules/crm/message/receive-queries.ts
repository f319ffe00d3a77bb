// SQL for incoming messages and for receipts.

import type { Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel } from '../channel/channel.js';
import type { IncomingMessage, Receipt } from '../channel/inbound.js';
import type { PersonOfPhone } from '../consent/queries.js';
import type { Recipient } from '../person/recipient.js';
import { stampOf, type TransportState } from './queries.js';

/** The row of an incoming message. */
export interface NewArrival {
  readonly id: bigint;
  readonly officeId: bigint;
  readonly whatsappMessageId: bigint | null;
  readonly person: Recipient | undefined;
  readonly address: string;
  readonly message: IncomingMessage;
}

/**
 * Claims the provider's id. If a message is delivered twice, the second delivery waits and inserts
 * nothing. Stores the time given by the sender, but never one later than our own, because this time
 * opens the window for free text.
 */
export async function insertArrival(tx: Tx, arrival: NewArrival): Promise<boolean> {
  const { id, officeId, whatsappMessageId, person, address, message } = arrival;
  const rows = await tx.query<{ id: bigint }>(sql`
    insert into message_transport (id, channel, direction, office_id, whatsapp_message_id, purpose,
      recipient_kind, recipient_id, address, state, not_before, give_up_at, provider_id, created_at)
    values (${id}, ${message.channel}, 'INBOUND', ${officeId}, ${whatsappMessageId}, 'SERVICE',
      ${person?.kind ?? null}, ${person?.id ?? null}, ${address}, 'RECEIVED', clock_timestamp(),
      clock_timestamp(), ${message.providerId},
      least(${message.at ?? null}::timestamptz, clock_timestamp()))
    on conflict do nothing returning id`);
  return rows.length > 0;
}

/** An outgoing message that this transaction has locked. */
export interface OutgoingRow {
  readonly id: bigint;
  readonly channel: Channel;
  readonly officeId: bigint;
  readonly whatsappMessageId: bigint | null;
  readonly state: TransportState;
  readonly address: string | null;
}

/**
 * Locks the message that a receipt refers to. The message is found by our reference, if the receipt
 * contains it, or by the provider's id. If several messages match, the order of preference is: a
 * message to the receipt's address, the most likely spelling of the id, the newest message. An id
 * in another number base matches only together with the address, unless the receipt has no address.
 */
export async function lockOutgoing(tx: Tx, receipt: Receipt): Promise<OutgoingRow | undefined> {
  const { channel, reference = null, providerId = null, otherIds = [], address = null } = receipt;
  const [first = null] = otherIds;
  const [row] = await tx.query<OutgoingRow>(sql`
    select id, channel, office_id as "officeId", whatsapp_message_id as "whatsappMessageId", state,
      address
    from message_transport
    where channel = ${channel} and direction = 'OUTBOUND'
      and (reference::text = ${reference} or provider_id = ${providerId}
        or provider_key = ${first} or (provider_key = any(${otherIds}::text[])
          and (${address}::text is null or address = ${address})))
    order by reference::text is not distinct from ${reference} desc,
      address is not distinct from ${address} desc,
      provider_id is not distinct from ${providerId} desc,
      array_position(${otherIds}::text[], provider_key), id desc
    limit 1 for update`);
  return row;
}

/**
 * Finds the person linked to the last WhatsApp message to or from an address. Staff may have made
 * the link.
 */
export function lastPersonOf(tx: Tx, address: string): Promise<PersonOfPhone[]> {
  return tx.query<PersonOfPhone>(sql`
    select w.related_to as kind, w.related_to_id as id,
      coalesce(l.office_id, k.office_id, c.office_id) as office_id
    from message_transport t join whatsapp_message w on w.id = t.whatsapp_message_id
      left join lead l on w.related_to = 'LEAD' and l.id = w.related_to_id
      left join contact k on w.related_to = 'CONTACT' and k.id = w.related_to_id
      left join customer c on w.related_to = 'CUSTOMER' and c.id = w.related_to_id
    where t.channel = 'WHATSAPP' and t.address = ${address}
      and coalesce(l.office_id, k.office_id, c.office_id) is not null
    order by t.created_at desc, t.id desc limit 1`);
}

/** Stores a receipt, once per status. Returns false for a duplicate. */
export async function insertReceipt(
  tx: Tx,
  { id, receipt, now }: { readonly id: bigint; readonly receipt: Receipt; readonly now: Instant },
): Promise<boolean> {
  const rows = await tx.query<{ status: string }>(sql`
    insert into message_receipt (transport_id, status, at, detail)
    values (${id}, ${receipt.status}, ${receipt.at ?? now}, ${receipt.detail ?? null})
    on conflict do nothing returning status`);
  return rows.length > 0;
}

/**
 * Ends an attempt that is still open, because the receipt proves that the provider has the message.
 */
export async function endByReceipt(tx: Tx, id: bigint, providerId: string | null): Promise<void> {
  await tx.query(sql`
    with taken as (
      update message_transport set state = 'SENT', lease_until = null, last_error = null,
        provider_id = coalesce(provider_id, ${providerId})
      where id = ${id} and state in ('WAITING', 'SENDING') returning id, attempts
    )
    update message_attempt a set ended_at = clock_timestamp(), outcome = 'SENT',
      reason = 'the provider sent a receipt'
    from taken t where a.transport_id = t.id and a.attempt = t.attempts and a.ended_at is null`);
}

/** Inserts an incoming text message. */
export async function insertArrivedMessage(
  work: Work,
  { id, name, person, address, message }: NewArrival & { readonly name: string },
): Promise<void> {
  const row = {
    ...{ id, name, status: 'IN_PROGRESS', from_address: address, to_address: message.to },
    ...{ body: message.text, started_at: message.at ?? work.now, version: 1n, ...stampOf(work) },
    ...(person === undefined ? {} : { related_to: person.kind, related_to_id: person.id }),
  };
  await work.tx.query(sql`
    insert into message select * from jsonb_populate_record(null::message,
      ${toJson(row)}::jsonb)`);
}
