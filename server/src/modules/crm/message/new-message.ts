// A message to send, as its sender describes it.

import type { Instant, Tx } from '../../../platform/database/database.js';
import type { Channel, Purpose, WhatsAppTemplate } from '../channel/channel.js';
import type { Recipient } from '../person/recipient.js';
import type { RelatedKind } from '../person/related-kind.js';
import { holdSuccessors, type Named } from '../person/successor.js';

/** A file that goes with a message; its content is in the attachment store. */
export interface AttachmentRef {
  /** Where it is a stored attachment: it goes only while no virus scanner holds it back. */
  readonly attachmentId?: bigint | undefined;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256: string;
}

/** A message to send. */
export interface NewMessage {
  readonly channel: Channel;
  readonly recipient: Recipient | { readonly address: string };
  readonly officeId: bigint;
  readonly purpose: Purpose;
  readonly subject?: string | undefined;
  /** What it says; of a WhatsApp template, how it will read. */
  readonly text: string;
  readonly html?: string | undefined;
  readonly templateId?: bigint | undefined;
  /** The version of its words that was filled in. */
  readonly templateVersion?: number | undefined;
  readonly campaignId?: bigint | undefined;
  readonly whatsappTemplate?: WhatsAppTemplate | undefined;
  /** What it is about; the recipient when absent. */
  readonly relatedTo?: RelatedKind | undefined;
  readonly relatedToId?: bigint | undefined;
  readonly attachments?: readonly AttachmentRef[] | undefined;
  /** What `CrmPorts.fillSecret` puts into the text when the message is handed over. */
  readonly secretId?: string | undefined;
  /** One message per key, however often asked: `notification:7:event-id`. */
  readonly onceKey?: string | undefined;
  /** Not to be sent before this time. */
  readonly notBefore?: Instant | undefined;
  /** The draft that is sent, where one was recorded before; it is locked by the caller. */
  readonly whatsappDraftId?: bigint | undefined;
}

/** Messages to and about leads, as those to and about the customers that these became. */
export async function toSuccessors(
  tx: Tx,
  messages: readonly NewMessage[],
): Promise<readonly NewMessage[]> {
  const succession = await holdSuccessors(tx, messages.flatMap(recordsOf));
  return messages.map((message) => {
    const [to, about] = [recipientOf(message), subjectOf(message)].map(
      (record) => record && succession(record),
    );
    return {
      ...message,
      ...(to === undefined ? {} : { recipient: to, officeId: to.officeId }),
      ...(about === undefined ? {} : { relatedTo: about.kind, relatedToId: about.id }),
    };
  });
}

function recordsOf(message: NewMessage): readonly Named[] {
  return [recipientOf(message), subjectOf(message)].flatMap((record) => record ?? []);
}

function recipientOf({ recipient }: NewMessage): Named | undefined {
  return 'kind' in recipient ? recipient : undefined;
}

function subjectOf({ relatedTo: kind, relatedToId: id }: NewMessage): Named | undefined {
  return kind === undefined || id === undefined ? undefined : { kind, id };
}
