// SQL statements for outgoing messages, one function per statement.

import type { Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { codeOf } from '../../../platform/ids.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel, Purpose, WhatsAppTemplate } from '../channel/channel.js';
import { hasEnded, type MessageStatus } from '../channel/message-state.js';
import { MESSAGE } from '../limits.js';
import type { RecipientKind } from '../person/recipient.js';
import type { SuppressionRule } from './gate.js';
import type { AttachmentRef, NewMessage } from './new-message.js';

export const TRANSPORT_STATES = [
  'WAITING',
  'SENDING',
  'SENT',
  'SUPPRESSED',
  'FAILED',
  'WITHDRAWN',
  'RECEIVED',
] as const;

/** The delivery state of a message. */
export type TransportState = (typeof TRANSPORT_STATES)[number];

/** The row of a new outgoing message. */
export interface NewTransport {
  readonly id: bigint;
  readonly channel: Channel;
  readonly office_id: bigint;
  readonly whatsapp_message_id: bigint | null;
  readonly purpose: Purpose;
  readonly recipient_kind: RecipientKind | null;
  readonly recipient_id: bigint | null;
  readonly address: string | null;
  readonly ignores_opt_outs: boolean;
  readonly template_id: bigint | null;
  readonly template_version: number | null;
  readonly campaign_id: bigint | null;
  readonly whatsapp_template: WhatsAppTemplate | null;
  readonly once_key: string | null;
  readonly secret_id: string | null;
  readonly state: TransportState;
  readonly rule: SuppressionRule | null;
  /** Null means immediately. */
  readonly not_before: Instant | null;
}

/**
 * Inserts the rows, which claims their keys. If two callers use the same key, the second one waits
 * and inserts nothing.
 */
export async function insertTransports(
  tx: Tx,
  rows: readonly NewTransport[],
): Promise<ReadonlySet<bigint>> {
  const made = await tx.query<{ id: bigint }>(sql`
    insert into message_transport (id, channel, direction, office_id, whatsapp_message_id, purpose,
      recipient_kind, recipient_id, address, ignores_opt_outs, template_id, template_version,
      campaign_id, whatsapp_template, once_key, secret_id, state, rule, not_before, give_up_at,
      created_at)
    select n.id, n.channel, 'OUTBOUND', n.office_id, n.whatsapp_message_id, n.purpose,
      n.recipient_kind, n.recipient_id, n.address, n.ignores_opt_outs, n.template_id,
      n.template_version, n.campaign_id, n.whatsapp_template, n.once_key, n.secret_id, n.state,
      n.rule, coalesce(n.not_before, clock_timestamp()),
      coalesce(n.not_before, clock_timestamp())
        + ${MESSAGE.givenUpAfterHours}::integer * interval '1 hour',
      clock_timestamp()
    from jsonb_populate_recordset(null::message_transport, ${toJson(rows)}::jsonb) n
    order by n.once_key, n.id
    on conflict (once_key) do nothing
    returning id`);
  return new Set(made.map((row) => row.id));
}

/** Selects the messages that were queued earlier with these keys. */
export async function findQueuedByKey(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, NewTransport>> {
  const rows = await tx.query<NewTransport & { readonly once_key: string }>(sql`
    select * from message_transport where once_key = any(${keys}::text[])`);
  return new Map(rows.map((row) => [row.once_key, row]));
}

/** Inserts the records of the e-mails and text messages among the given messages. */
export async function insertMessages(work: Work, planned: readonly Planned[]): Promise<void> {
  const rows = planned
    .filter(({ transport }) => transport.channel !== 'WHATSAPP')
    .map(({ message, transport, name }) => ({
      ...{ id: transport.id, name, ...statusOf(work, transport), ...aboutOf(message) },
      ...{ to_address: transport.address, subject: message.subject ?? null },
      ...{ body: message.text, html: message.html ?? null, version: 1n, ...stampOf(work) },
    }));
  if (rows.length === 0) return;
  await work.tx.query(sql`
    insert into message select * from jsonb_populate_recordset(null::message,
      ${toJson(rows)}::jsonb)`);
}

/**
 * Inserts the records of the WhatsApp messages among the given messages, except drafts, which
 * already have a record.
 */
export async function insertWhatsAppRows(work: Work, planned: readonly Planned[]): Promise<void> {
  const mine = planned.filter(
    ({ message, transport }) =>
      transport.channel === 'WHATSAPP' && message.whatsappDraftId === undefined,
  );
  if (mine.length === 0) return;
  const rows = mine.map(({ message, transport }) => {
    const id = transport.whatsapp_message_id ?? 0n;
    return {
      ...{ id, name: codeOf(id), active: true },
      ...{ office_id: transport.office_id, direction: 'OUTBOUND', ...statusOf(work, transport) },
      ...{ to_address: transport.address, subject: message.subject ?? null, body: message.text },
      ...{ campaign: transport.campaign_id, template: transport.template_id },
      ...{ ...aboutOf(message), version: 1n, ...stampOf(work) },
    };
  });
  await work.tx.query(sql`
    insert into whatsapp_message select * from jsonb_populate_recordset(null::whatsapp_message,
      ${toJson(rows)}::jsonb)`);
}

/** Updates a draft with the text, subject and template to be sent. The caller has locked it. */
export async function storeDraftContent(
  tx: Tx,
  draftId: bigint,
  { text, subject, templateId }: Pick<Planned['message'], 'text' | 'subject' | 'templateId'>,
): Promise<void> {
  await tx.query(sql`
    update whatsapp_message set body = ${text}, subject = coalesce(${subject ?? null}, subject),
      template = coalesce(${templateId ?? null}, template)
    where id = ${draftId}`);
}

function statusOf(work: Work, transport: NewTransport) {
  return transport.state === 'SUPPRESSED'
    ? { status: 'SUPPRESSED', started_at: work.now, ended_at: work.now }
    : { status: 'QUEUED', started_at: work.now, ended_at: null };
}

function aboutOf({ relatedTo, relatedToId, recipient }: Planned['message']) {
  if (relatedTo !== undefined && relatedToId !== undefined) {
    return { related_to: relatedTo, related_to_id: relatedToId };
  }
  return 'kind' in recipient ? { related_to: recipient.kind, related_to_id: recipient.id } : {};
}

export function stampOf(work: Work) {
  return {
    ...{ created_by: work.principal.name, created_at: work.now },
    ...{ modified_by: work.principal.name, modified_at: work.now },
  };
}

export async function insertAttachmentRefs(tx: Tx, planned: readonly Planned[]): Promise<void> {
  const rows = planned.flatMap(({ message, transport }) =>
    (message.attachments ?? []).map((each, position) => ({
      ...{ transport_id: transport.id, position, attachment_id: each.attachmentId ?? null },
      ...{ file_name: each.fileName, mime_type: each.mimeType, sha256: each.sha256 },
    })),
  );
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into message_attachment
    select * from jsonb_populate_recordset(null::message_attachment, ${toJson(rows)}::jsonb)`);
}

/** Selects active attachments, each with its message's office. */
export function findAttachmentRefs(
  tx: Tx,
  ids: readonly bigint[],
): Promise<(AttachmentRef & { readonly attachmentId: bigint; readonly officeId: bigint })[]> {
  return tx.query(sql`
    select a.id as "attachmentId", coalesce(a.file_name, a.name) as "fileName",
      a.file_mime_type as "mimeType", a.sha256, m.office_id as "officeId"
    from attachment a join whatsapp_message m on m.id = a.message_id
    where a.id = any(${ids}::bigint[]) and a.active`);
}

/** A message and its planned delivery row. */
export interface Planned {
  readonly message: NewMessage;
  readonly transport: NewTransport;
  readonly name: string;
}

/** A status change, with the statuses that it is allowed from. */
export interface RowMove {
  readonly id: bigint;
  readonly from: readonly MessageStatus[];
  readonly to: MessageStatus;
  /** Time of the change. Default: now. */
  readonly at?: Instant | undefined;
  /** The address that the message was sent to, if it was determined only when sending. */
  readonly address?: string | undefined;
}

/**
 * Changes the status of an e-mail or text message. Returns undefined if its current status does not
 * allow the change.
 */
export async function moveRow(work: Work, { id, from, ...move }: RowMove) {
  const [row] = await work.tx.query<{ status: MessageStatus }>(sql`
    update message m set status = ${move.to}, to_address = coalesce(${move.address ?? null},
        m.to_address), ended_at = ${endOf(work, move)}::timestamptz, version = m.version + 1,
      modified_by = ${work.principal.name}, modified_at = ${work.now}
    from (select id, status from message where id = ${id} for update) b
    where m.id = b.id and b.status = any(${from}::text[]) returning b.status`);
  return row?.status;
}

/**
 * Changes the status of a WhatsApp message. Returns undefined if its current status does not allow
 * the change.
 */
export async function moveWhatsAppRow(work: Work, { id, from, ...move }: RowMove) {
  const end = endOf(work, move);
  const [row] = await work.tx.query<{ status: MessageStatus }>(sql`
    update whatsapp_message m set status = ${move.to}, to_address = coalesce(
        ${move.address ?? null}, m.to_address),
      started_at = coalesce(m.started_at, ${work.now}),
      -- A provider's clock may be behind ours, but a message must not end before it starts.
      ended_at = case when ${end}::timestamptz is not null
        then greatest(${end}::timestamptz, coalesce(m.started_at, ${work.now})) end,
      version = m.version + 1,
      modified_by = ${work.principal.name}, modified_at = ${work.now}
    from (select id, status from whatsapp_message where id = ${id} for update) b
    where m.id = b.id and b.status = any(${from}::text[]) returning b.status`);
  return row?.status;
}

function endOf(work: Work, { to, at }: Pick<RowMove, 'to' | 'at'>): Instant | null {
  return hasEnded(to) ? (at ?? work.now) : null;
}
