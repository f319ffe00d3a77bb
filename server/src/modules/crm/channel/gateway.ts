// The contract between the sender and a channel's gateway.

import type { Context } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Channel, WhatsAppTemplate } from './channel.js';
import type { MessageStatus } from './message-state.js';

/** A file sent with a message. */
export interface OutgoingFile {
  readonly fileName: string;
  readonly mimeType: string;
  /** Hash of the content. A gateway uses it to find a file that it has already uploaded. */
  readonly sha256: string;
  readonly read: () => Promise<Buffer>;
}

/** A message as a gateway sends it. */
export interface OutgoingMessage {
  readonly id: bigint;
  /** Our reference, the same in every attempt, so that the provider can drop duplicates. */
  readonly reference: string;
  /** The recipient, normalised: an E.164 phone number or an e-mail address. */
  readonly to: string;
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
  readonly files: readonly OutgoingFile[];
  readonly whatsappTemplate: WhatsAppTemplate | undefined;
  /** The link with which the recipient unsubscribes in one click. */
  readonly unsubscribeUrl: string | undefined;
}

/** The outcome of an attempt to send a message. */
export type SendOutcome =
  /**
   * The provider accepted the message; `providerId` is its id there, if the provider returned one.
   */
  | { readonly kind: 'SENT'; readonly providerId?: string | undefined }
  /**
   * The provider will never accept the message. With `badAddress`, it will accept no message to
   * this address.
   */
  | { readonly kind: 'PERMANENT'; readonly reason: string; readonly badAddress?: boolean }
  /** The provider may accept the message later. */
  | { readonly kind: 'TEMPORARY'; readonly reason: string }
  /** There was no response, so the provider may have accepted the message. */
  | { readonly kind: 'UNKNOWN'; readonly reason: string }
  /** The provider did not accept this message and currently accepts none. */
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string }
  /** The provider reports that the window for free text is closed. */
  | { readonly kind: 'WINDOW_CLOSED'; readonly reason: string };

/** A provider's status report about a sent message. */
export interface Receipt {
  readonly channel: Channel;
  /** The provider's id, or our reference if the provider returns it. At least one is given. */
  readonly providerId?: string | undefined;
  readonly reference?: string | undefined;
  readonly status: Extract<MessageStatus, 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'>;
  /** When the event happened, according to the provider. */
  readonly at?: Instant | undefined;
  /** The provider's original text. */
  readonly detail?: string | undefined;
  /** True if no message can reach this address. */
  readonly badAddress?: boolean | undefined;
}

/** A message that a person sent to us. */
export interface IncomingMessage {
  readonly channel: Channel;
  /** The provider's id, used to find duplicates. */
  readonly providerId: string;
  /** The sender. A phone number is in E.164. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** When the message was sent, according to the provider. */
  readonly at?: Instant | undefined;
  /** A file stored by the provider, to be fetched later by its id. */
  readonly media?: IncomingMedia | undefined;
  /**
   * Present for one part of a longer message. The message is stored once all its parts have
   * arrived.
   */
  readonly part?: MessagePart | undefined;
}

/** The position of a part in a longer message. The first part is 1. */
export interface MessagePart {
  /**
   * The sender's reference for the whole message, unique among the messages that are being sent at
   * the time.
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

/**
 * Accepts messages and receipts from a gateway. Each is stored by the time its promise resolves.
 */
export interface MessageSink {
  receive(message: IncomingMessage): Promise<void>;
  /** Returns false if the receipt's message is unknown, or not yet known. */
  receiveReceipt(receipt: Receipt): Promise<boolean>;
}

/** What a gateway uses from the app. */
export type GatewayTools = Pick<Context, 'clock' | 'log' | 'metrics'>;

/** A gateway before it is opened. */
export interface Gateway {
  readonly channel: Channel;
  /** Maximum number of messages that the gateway sends at the same time. */
  readonly atOnceMax: number;
  readonly open: (tools: GatewayTools, sink: MessageSink) => Promise<OpenGateway>;
}

export interface OpenGateway {
  /** False while every attempt would fail. */
  ready(): boolean;
  /** Sends one message. Never throws; the signal stops the wait for a response. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** Fetches the bytes of a file in a message. Throws if they cannot be fetched now. */
  fetchMedia?(media: IncomingMedia, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}
