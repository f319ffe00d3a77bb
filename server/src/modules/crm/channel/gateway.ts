// The contract between the sender and the gateway of a channel.

import type { Context } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Channel, WhatsAppTemplate } from './channel.js';
import type { MessageStatus } from './message-state.js';

/** A file that is sent with a message. */
export interface OutgoingFile {
  readonly fileName: string;
  readonly mimeType: string;
  /** Hash of the content, by which a gateway finds a file that it has uploaded before. */
  readonly sha256: string;
  readonly read: () => Promise<Buffer>;
}

/** A message as a gateway sends it. */
export interface OutgoingMessage {
  readonly id: bigint;
  /** Our reference, equal in all attempts, so that the provider can drop duplicates. */
  readonly reference: string;
  /** Normalised: E.164, or an e-mail address. */
  readonly to: string;
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
  readonly files: readonly OutgoingFile[];
  readonly whatsappTemplate: WhatsAppTemplate | undefined;
  /** The link by which the recipient unsubscribes with one click. */
  readonly unsubscribeUrl: string | undefined;
}

/** The outcome of an attempt. */
export type SendOutcome =
  /** The provider accepted the message, under this id if it returns one. */
  | { readonly kind: 'SENT'; readonly providerId?: string | undefined }
  /** The provider will never accept it. `badAddress`: nor any other message to this address. */
  | { readonly kind: 'PERMANENT'; readonly reason: string; readonly badAddress?: boolean }
  /** The provider may accept it later. */
  | { readonly kind: 'TEMPORARY'; readonly reason: string }
  /** The provider may have accepted it: there was no response. */
  | { readonly kind: 'UNKNOWN'; readonly reason: string }
  /** The provider accepts no message now, and did not accept this one. */
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string }
  /** The provider reports that the window for free text is closed. */
  | { readonly kind: 'WINDOW_CLOSED'; readonly reason: string };

/** A status report of the provider about a message that was sent. */
export interface Receipt {
  readonly channel: Channel;
  /** The provider's id, or our reference if the provider repeats it. At least one is given. */
  readonly providerId?: string | undefined;
  readonly reference?: string | undefined;
  readonly status: Extract<MessageStatus, 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'>;
  /** The provider's time of the event. */
  readonly at?: Instant | undefined;
  /** The original text of the provider. */
  readonly detail?: string | undefined;
  /** No message to this address will arrive. */
  readonly badAddress?: boolean | undefined;
}

/** A message that a person sent to us. */
export interface IncomingMessage {
  readonly channel: Channel;
  /** The provider's id, by which a duplicate is found. */
  readonly providerId: string;
  /** E.164 for a phone number. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The provider's time of sending. */
  readonly at?: Instant | undefined;
  /** A file at the provider, to be fetched later by its id. */
  readonly media?: IncomingMedia | undefined;
  /** Present for a part of a longer message, which is stored when all its parts are there. */
  readonly part?: MessagePart | undefined;
}

/** The place of a part in a longer message; the first part is 1. */
export interface MessagePart {
  /** The sender's reference of the whole message, unique among those it sends at one time. */
  readonly reference: string;
  readonly total: number;
  readonly number: number;
}

export interface IncomingMedia {
  readonly id: string;
  readonly mimeType: string;
  readonly fileName?: string | undefined;
}

/** Receives messages and receipts from a gateway. Each is stored when its promise resolves. */
export interface MessageSink {
  receive(message: IncomingMessage): Promise<void>;
  /** False: the message of the receipt is not known, or not yet. */
  receiveReceipt(receipt: Receipt): Promise<boolean>;
}

/** What a gateway needs from the app. */
export type GatewayTools = Pick<Context, 'clock' | 'log' | 'metrics'>;

/** A gateway before it is opened. */
export interface Gateway {
  readonly channel: Channel;
  /** How many messages it sends at the same time. */
  readonly atOnceMax: number;
  readonly open: (tools: GatewayTools, sink: MessageSink) => Promise<OpenGateway>;
}

export interface OpenGateway {
  /** False while every attempt would fail. */
  ready(): boolean;
  /** Sends one message. Does not throw; the signal ends the wait for a response. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** The bytes of a file of a message. Throws if they cannot be fetched now. */
  fetchMedia?(media: IncomingMedia, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}
