// A message to send, as callers pass it to `queueMessage`.

import type { Instant, Tx } from '../../../platform/database/database.js';
import type { Channel, Purpose, WhatsAppTemplate } from '../channel/channel.js';
import type { Recipient } from '../person/recipient.js';
import type { RelatedKind } from '../person/related-kind.js';
import { holdSuccessors, type RecordKey } from '../person/successor.js';

/** A file sent with a message. Its content is in the attachment store. */
export interface AttachmentRef {
  /** Id of a stored attachment. The file is not sent if the virus scanner has blocked it. */
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
   * login or the user's work, so opt-outs of people with the same address do not apply. Nothing is
   * sent to a suppressed address.
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
  /** Version of the filled-in template. */
  readonly templateVersion?: number | undefined;
  readonly campaignId?: bigint | undefined;
  readonly whatsappTemplate?: WhatsAppTemplate | undefined;
  /** Record that the message is about. Default: the recipient. */
  readonly relatedTo?: RelatedKind | undefined;
  readonly relatedToId?: bigint | undefined;
  readonly attachments?: readonly AttachmentRef[] | undefined;
  /** Id of the secret that `CrmPorts.fillSecret` inserts into the text when the message is sent. */
  readonly secretId?: string | undefined;
  /**
   * Key that prevents duplicates, such as `notification:7:event-id`. Only one message per key is
   * queued.
   */
  readonly onceKey?: string | undefined;
  /** Earliest time at which the message may be sent. */
  readonly notBefore?: Instant | undefined;
  /** Draft to send. The caller has locked it. */
  readonly whatsappDraftId?: bigint | undefined;
}

/** Replaces converted leads with their customers, both as recipients and as related records. */
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
