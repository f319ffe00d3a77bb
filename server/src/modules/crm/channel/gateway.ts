// The contract between the sender and a channel's gateway.

import type { Context } from '../../../platform/context.js';
import type { Channel, WhatsAppTemplate } from './channel.js';
import type { IncomingMedia, MessageSink } from './inbound.js';

/** A file sent with a message. */
export interface OutgoingFile {
  readonly fileName: string;
  readonly mimeType: string;
  /** Hash of the content. It lets a gateway recognise a file that it has already uploaded. */
  readonly sha256: string;
  readonly read: () => Promise<Buffer>;
}

/** A message passed to a gateway. */
export interface OutgoingMessage {
  readonly id: bigint;
  /**
   * Our reference. It is the same in every attempt, so that the provider can discard duplicates.
   */
  readonly reference: string;
  /** The recipient: a phone number in E.164, an e-mail address, or a WhatsApp user id. */
  readonly to: string;
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
  readonly files: readonly OutgoingFile[];
  readonly whatsappTemplate: WhatsAppTemplate | undefined;
  /** The one-click unsubscribe link for the recipient. */
  readonly unsubscribeUrl: string | undefined;
}

/** The outcome of an attempt to send a message. */
export type SendOutcome =
  /** The provider accepted the message. `providerId` is the provider's id, if it returned one. */
  | { readonly kind: 'SENT'; readonly providerId?: string | undefined }
  /**
   * The provider will never accept this message. If `badAddress` is true, it will never accept any
   * message to this address.
   */
  | {
      readonly kind: 'PERMANENT';
      readonly reason: string;
      readonly badAddress?: boolean;
      /** True if the person has asked the provider to block our marketing messages. */
      readonly refusesMarketing?: boolean;
    }
  /** The provider may accept the message later. */
  | { readonly kind: 'TEMPORARY'; readonly reason: string }
  /** There was no response, so the provider may have accepted the message. */
  | { readonly kind: 'UNKNOWN'; readonly reason: string }
  /** The provider did not accept this message and currently accepts no messages. */
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string }
  /** The provider reports that the window for free text is closed. */
  | { readonly kind: 'WINDOW_CLOSED'; readonly reason: string };

/** The app's services that a gateway uses. */
export type GatewayTools = Pick<Context, 'clock' | 'log' | 'metrics'>;

/** A gateway that has not been opened. */
export interface Gateway {
  readonly channel: Channel;
  /** Maximum number of messages that the gateway sends at the same time. */
  readonly atOnceMax: number;
  readonly open: (tools: GatewayTools, sink: MessageSink) => Promise<OpenGateway>;
}

export interface OpenGateway {
  /** Returns false while every attempt to send would fail. */
  ready(): boolean;
  /** Sends one message. Never throws. The signal ends the wait for a response. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** Fetches a message file's content. Throws if the content is not available now. */
  fetchMedia?(media: IncomingMedia, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}
