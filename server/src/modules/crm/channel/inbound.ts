// The contract for deliveries from providers: the raw delivery, and its items.

import type { Instant } from '../../../platform/database/database.js';
import type { Channel } from './channel.js';
import type { MessageStatus } from './message-state.js';

/** The channels that providers deliver on. */
export const INBOUND_CHANNELS = ['SMS', 'WHATSAPP'] as const;

export type InboundChannel = (typeof INBOUND_CHANNELS)[number];

/** A delivery as received. It is stored before the provider gets an acknowledgement. */
export interface Delivery {
  readonly channel: InboundChannel;
  readonly body: Buffer;
  /** SHA-256, in hex, of the octets that do not change if the provider repeats the delivery. */
  readonly digest: string;
  /** The connection that a PDU arrived on, as a UUID. */
  readonly session?: string | undefined;
  readonly items: readonly DeliveryItem[];
}

/** One message, status or statement in a delivery. */
export interface DeliveryItem {
  /** The item's part of the delivery as JSON. Undefined if the item is the whole delivery. */
  readonly content?: string | undefined;
  /** The sender, as identified by the provider. Items from one sender are read in order. */
  readonly sender: string;
}

/** A stored item as passed to a reader: its part of the delivery, or the whole delivery. */
export interface StoredItem {
  readonly content: string | null;
  readonly body: Buffer | null;
}

/** The meaning of an item. */
export type Reading =
  | { readonly kind: 'MESSAGE'; readonly message: IncomingMessage }
  | { readonly kind: 'RECEIPT'; readonly receipt: Receipt }
  | { readonly kind: 'CONSENT'; readonly statement: ProviderStatement }
  /** The item is understood but has no effect. */
  | { readonly kind: 'NOTICE'; readonly reason: string }
  /** The item cannot be understood and becomes a work item. */
  | { readonly kind: 'UNREADABLE'; readonly reason: string };

/** Interprets an item. Has no side effects, so an item can be read again at any time. */
type DeliveryReader = (item: StoredItem) => Reading;

export type DeliveryReaders = Readonly<Record<InboundChannel, DeliveryReader>>;

/** Accepts deliveries. */
export interface MessageSink {
  /**
   * Stores a delivery in one small transaction, and returns the lanes in which its items will be
   * read. If the promise rejects, nothing is stored and the provider must deliver again.
   */
  store(delivery: Delivery): Promise<readonly number[]>;
  /**
   * Reads the items that are waiting in these lanes. Never rejects. Resolves after a few seconds
   * even if items are still waiting; the worker then reads those.
   */
  read(lanes: readonly number[]): Promise<void>;
}

/** A status report about a message that we sent. */
export interface Receipt {
  readonly channel: Channel;
  /**
   * The provider's id, or our reference if the provider returns it. At least one of the two is
   * present.
   */
  readonly providerId?: string | undefined;
  /** Other spellings of the provider's id, most likely first. */
  readonly otherIds?: readonly string[] | undefined;
  readonly reference?: string | undefined;
  /** The recipient's address, which distinguishes messages with similar ids. */
  readonly address?: string | undefined;
  readonly status: Extract<MessageStatus, 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'>;
  /** Time of the event, according to the provider. */
  readonly at?: Instant | undefined;
  /** The provider's original text. */
  readonly detail?: string | undefined;
  /** True if no message can reach this address. */
  readonly badAddress?: boolean | undefined;
  /** True if the person has asked the provider to block our marketing messages. */
  readonly refusesMarketing?: boolean | undefined;
  /**
   * True if the message failed because the provider currently accepts no messages from us. The
   * message then waits for the channel, as after an attempt with the outcome UNAVAILABLE.
   */
  readonly channelUnavailable?: boolean | undefined;
}

/** A choice about marketing that a person made in the provider's settings. */
export interface ProviderStatement {
  readonly channel: InboundChannel;
  /** A phone number in E.164, or the provider's user id. */
  readonly from: string;
  readonly identity?: SenderIdentity | undefined;
  readonly granted: boolean;
  readonly at: Instant;
  /** The provider's original text. */
  readonly detail: string;
}

/** A message that a person sent to us. */
export interface IncomingMessage {
  readonly channel: InboundChannel;
  /** The provider's id, used to detect duplicates. */
  readonly providerId: string;
  /**
   * The sender: a phone number in E.164, a user id, or a short code or name as the provider sent
   * it. Only a phone number begins with a plus sign.
   */
  readonly from: string;
  readonly identity?: SenderIdentity | undefined;
  readonly to: string;
  readonly text: string;
  /** The text typed by the sender, if `text` contains more than that. It may be an opt-out. */
  readonly stated?: string | undefined;
  /** The value of the pressed button. It may be an opt-out even if the button's text is not. */
  readonly choice?: string | undefined;
  /** Time at which the message was sent, according to the provider. */
  readonly at?: Instant | undefined;
  /** The content of the message other than its text, as shown in the record. */
  readonly received?: ReceivedContent | undefined;
  /** A file stored by the provider, to be fetched later by its id. */
  readonly media?: IncomingMedia | undefined;
  /**
   * Present if this is a part of a longer message. The message is stored once all its parts have
   * arrived.
   */
  readonly part?: MessagePart | undefined;
}

/** A user's id at the provider, with the user's other identifiers. */
export interface SenderIdentity {
  readonly userId: string;
  /** The phone number in E.164, if the provider discloses it. */
  readonly phone?: string | undefined;
  /** The user id that this one replaces. */
  readonly previousUserId?: string | undefined;
}

/** The content of a received message other than its text. */
export interface ReceivedContent {
  /** The provider's name for the type, such as `order`. */
  readonly type: string;
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly profileName?: string | undefined;
  /** Id of the group that the message was written in. */
  readonly groupId?: string | undefined;
  /** The provider's id of the message that this one answers, edits, deletes or reacts to. */
  readonly refersTo?: string | undefined;
  /** The provider's JSON for this type, without the text. */
  readonly content?: unknown;
}

/** The position of a part in a longer message, starting at 1. */
export interface MessagePart {
  /**
   * The sender's reference for the whole message. It is unique only among messages that are being
   * sent at the same time.
   */
  readonly reference: string;
  readonly total: number;
  readonly number: number;
}

export interface IncomingMedia {
  readonly id: string;
  readonly mimeType: string;
  readonly fileName?: string | undefined;
}
