// A message to send, as callers pass it to `queueMessage`.

import type { Instant, Tx } from '../../../platform/database/database.js';
import type { Channel, Purpose, WhatsAppTemplate } from '../channel/channel.js';
import type { Recipient } from '../person/recipient.js';
import type { RelatedKind } from '../person/related-kind.js';
import { holdSuccessors, type RecordKey } from '../person/successor.js';

/** A file that is sent with a message. The attachment store holds its content. */
export interface AttachmentRef {
  /** Id of a stored attachment. It is not sent if the virus scanner has blocked it. */
  readonly attachmentId?: bigint | undefined;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256: string;
}

/** A recipient that is only an address, without a record. */
interface AddressOnly {
  readonly address: string;
  /**
   * True if the address belongs to the login of a user or customer. The message is then about the
   * login or the user's work, so opt-outs of people with the same address do not apply. A
   * suppressed address still gets nothing.
   */
  readonly isLogin?: boolean;
}

/** A message to send. */
export interface NewMessage {
  readonly channel: Channel;
  readonly recipient: Recipient | AddressOnly;
  readonly officeId: bigint;
  readonly purpose: Purpose;
  readonly subject?: string | undefined;
  /** The text of the message. For a WhatsApp template, the text with its variables filled in. */
  readonly text: string;
  readonly html?: string | undefined;
  readonly templateId?: bigint | undefined;
  /** The version of the template that was filled in. */
  readonly templateVersion?: number | undefined;
  readonly campaignId?: bigint | undefined;
  readonly whatsappTemplate?: WhatsAppTemplate | undefined;
  /** The record that the message is about. Default: the recipient. */
  readonly relatedTo?: RelatedKind | undefined;
  readonly relatedToId?: bigint | undefined;
  readonly attachments?: readonly AttachmentRef[] | undefined;
  /**
   * The id of the secret that `CrmPorts.fillSecret` inserts into the text when the message is sent.
   */
  readonly secretId?: string | undefined;
  /**
   * The key that prevents duplicates, such as `notification:7:event-id`: only one message per key
   * is queued.
   */
  readonly onceKey?: string | undefined;
  /** The earliest time at which the message may be sent. */
  readonly notBefore?: Instant | undefined;
  /** The draft to send. The caller has locked it. */
  readonly whatsappDraftId?: bigint | undefined;
}

/** Replaces converted leads with their customers, both as recipients and as subjects. */
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

function recordsOf(message: NewMessage): readonly RecordKey[] {
  return [recipientOf(message), subjectOf(message)].flatMap((record) => record ?? []);
}

function recipientOf({ recipient }: NewMessage): RecordKey | undefined {
  return 'kind' in recipient ? recipient : undefined;
}

function subjectOf({ relatedTo: kind, relatedToId: id }: NewMessage): RecordKey | undefined {
  return kind === undefined || id === undefined ? undefined : { kind, id };
}
