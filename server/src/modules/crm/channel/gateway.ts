// What the sender needs of a gateway, and what a gateway tells: each channel's protocol fulfils it.

import type { Context } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Channel, WhatsAppTemplate } from './channel.js';
import type { MessageStatus } from './message-state.js';

/** A file that goes along. */
export interface OutgoingFile {
  readonly fileName: string;
  readonly mimeType: string;
  /** Its hash, by which a gateway knows what it has uploaded before. */
  readonly sha256: string;
  readonly read: () => Promise<Buffer>;
}

/** A message as a gateway hands it over. */
export interface OutgoingMessage {
  readonly id: bigint;
  /** Ours, the same in every attempt: by it the provider can drop what it gets twice. */
  readonly reference: string;
  /** Normalised: E.164, or an e-mail address. */
  readonly to: string;
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
  readonly files: readonly OutgoingFile[];
  readonly whatsappTemplate: WhatsAppTemplate | undefined;
  /** Where the receiver ends such mails with one click. */
  readonly unsubscribeUrl: string | undefined;
}

/** What became of one attempt. */
export type SendOutcome =
  /** The provider took it, under this id where it gives one. */
  | { readonly kind: 'SENT'; readonly providerId?: string | undefined }
  /** It will never take it. `badAddress`: nor anything else to this address. */
  | { readonly kind: 'PERMANENT'; readonly reason: string; readonly badAddress?: boolean }
  /** It may take it later. */
  | { readonly kind: 'TEMPORARY'; readonly reason: string }
  /** It may have taken it: the answer is missing. */
  | { readonly kind: 'UNKNOWN'; readonly reason: string }
  /** It takes nothing at present, this one or another, and did not take this one. */
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string }
  /** It says that the window for free text is closed. */
  | { readonly kind: 'WINDOW_CLOSED'; readonly reason: string };

/** News about a message that was handed over. */
export interface Receipt {
  readonly channel: Channel;
  /** The provider's id of it, or our reference where the provider repeats that; one at least. */
  readonly providerId?: string | undefined;
  readonly reference?: string | undefined;
  readonly status: Extract<MessageStatus, 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'>;
  /** When it happened, as the provider says. */
  readonly at?: Instant | undefined;
  /** What the provider said, as it said it. */
  readonly detail?: string | undefined;
  /** Nothing that is sent to this address will arrive. */
  readonly badAddress?: boolean | undefined;
}

/** A message from outside. */
export interface IncomingMessage {
  readonly channel: Channel;
  /** The provider's id, by which a message that comes twice is known. */
  readonly providerId: string;
  /** E.164 where it is a phone number. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** When it was sent, as the provider says. */
  readonly at?: Instant | undefined;
  /** A file that lies at the provider, to be fetched later by this id. */
  readonly media?: IncomingMedia | undefined;
  /** Where it is a part of a longer message, which is stored when all of them are there. */
  readonly part?: MessagePart | undefined;
}

/** Which part of a longer message; the first is 1. */
export interface MessagePart {
  /** The sender's own name for the whole, unique among what it sends at one time. */
  readonly reference: string;
  readonly total: number;
  readonly number: number;
}

export interface IncomingMedia {
  readonly id: string;
  readonly mimeType: string;
  readonly fileName?: string | undefined;
}

/** Takes what a gateway hears; it is stored when the promise resolves, and not before. */
export interface MessageSink {
  receive(message: IncomingMessage): Promise<void>;
  /** False: no message is known under these names, or not yet. */
  receiveReceipt(receipt: Receipt): Promise<boolean>;
}

/** What a gateway needs of the app. */
export type GatewayTools = Pick<Context, 'clock' | 'log' | 'metrics'>;

/** A gateway as the app offers it. */
export interface Gateway {
  readonly channel: Channel;
  /** How many messages it hands over at the same time. */
  readonly atOnceMax: number;
  readonly open: (tools: GatewayTools, sink: MessageSink) => Promise<OpenGateway>;
}

export interface OpenGateway {
  /** False while there is no use in trying. */
  ready(): boolean;
  /** Hands one message over. Does not throw; the signal ends the wait for an answer. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** The bytes of a file that came with a message. Throws when they cannot be had now. */
  fetchMedia?(media: IncomingMedia, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}
