// The contract for an application on top of a session: it either answers inbound messages in order,
// or books them later.

import type { Instant, Tx } from '../../../platform/database/database.js';
import type { SessionKey } from './config.js';
import type { FixMessage, OutboundMessage } from './message/message.js';
import type { Refusal } from './message/reject.js';

/** The session's data about an inbound message. */
export interface MessageMeta {
  readonly sessionKey: SessionKey;
  readonly seqNum: number;
  /**
   * True if the counterparty marked the message as resent. Even so, the application has not
   * received it before, because the session drops messages that it has already delivered.
   */
  readonly possDup: boolean;
  /**
   * True if the content may have been sent before under another number: check the ClOrdID or
   * ExecID.
   */
  readonly possResend: boolean;
}

/** The session's data about a message that it refused. */
interface RefusedMeta extends MessageMeta {
  readonly refusal: Refusal;
}

/** An application message with the session's data. */
export interface Delivered {
  readonly message: FixMessage;
  readonly meta: MessageMeta;
}

/** The notifications that every application may receive. */
interface SessionListener {
  /**
   * Called for orders that were requested again but are too old to send. Their outcome is unknown.
   * The transaction commits before the SequenceReset that skips them is sent.
   */
  onOrdersWithheld?(tx: Tx, orders: readonly FixMessage[]): Promise<void>;
  /** Called after the logon is committed. The status of open orders should be requested here. */
  onLogon?(sessionKey: SessionKey): void;
  onLogout?(sessionKey: SessionKey, reason: string): void;
  /**
   * Called when the counterparty answers a TestRequest. The answer proves that the counterparty has
   * received everything sent before the request.
   */
  onAnswer?(sessionKey: SessionKey, testReqId: string): void;
}

/**
 * An application that answers in the transaction that records the message's number: the simulated
 * exchange and certification mode. Within one session nothing runs concurrently, and messages
 * arrive in the order of their numbers.
 */
interface AnsweringApplication extends SessionListener {
  /**
   * Processes one application message inside the transaction that also commits the next expected
   * number: both are committed or neither is. The replies are numbered and stored in that
   * transaction and sent after its commit. The transaction may be run again after a conflict, so
   * nothing outside it may be changed here. If this throws, the connection is dropped and the
   * message is delivered again. Answer bad content instead of throwing.
   */
  onMessage(tx: Tx, message: FixMessage, meta: MessageMeta): Promise<readonly OutboundMessage[]>;
  /**
   * Replaces `onMessage` for an application that books messages in batches. It gets all messages of
   * one turn, in number order. The rules of `onMessage` apply.
   */
  onMessages?(tx: Tx, messages: readonly Delivered[]): Promise<readonly OutboundMessage[]>;
  /**
   * Receives a message that the session refused, usually with a Reject, after recording its number.
   * A Reject does not undo a trade that the counterparty has reported. Messages arrive in order of
   * their numbers, and the rules of `onMessage` apply. An application that does not implement this
   * ignores such messages.
   */
  onRefused?(tx: Tx, message: FixMessage, refused: RefusedMeta): Promise<void>;
  /**
   * Called when the counterparty rejects one of our messages at the session level; RefSeqNum (45)
   * is the number of our message. The transaction rules of `onMessage` apply.
   */
  onReject?(tx: Tx, reject: FixMessage, meta: MessageMeta): Promise<void>;
}

/**
 * A message that the session received and whose number it recorded, including refused messages and
 * Rejects.
 */
export interface Heard {
  readonly message: FixMessage;
  readonly meta: MessageMeta & {
    /** When the bytes of the message arrived. */
    readonly receivedAt: Instant;
    readonly refusal?: Refusal;
  };
}

/** The outcome of a message, as stored in the table `fix_delivery`. */
export type Outcome =
  | 'BOOKED'
  | 'DUPLICATE'
  | 'PARKED'
  | 'KEPT'
  | 'REJECTION'
  | 'PRICES'
  | `IGNORED:${string}`;

/**
 * An application that books separately from the session: the order adapter. The transaction that
 * records a message's number also queues the message, so the session never waits for booking.
 */
export interface BookingApplication extends SessionListener {
  /**
   * Returns the immediate answer to a message that was not refused. The answer is numbered in the
   * transaction that records the message's number.
   */
  answer(message: FixMessage): readonly OutboundMessage[];
  /**
   * Books messages in the order of their numbers and returns the outcome of each. If this throws,
   * nothing is stored, and it is called again with the same messages. Bad content must therefore
   * become a work item. As with an answering application, the transaction may be run again.
   */
  book(tx: Tx, heard: readonly Heard[]): Promise<readonly Outcome[]>;
}

export type FixApplication = AnsweringApplication | BookingApplication;

/** Receives alarms for the operator, and details for later analysis. */
export interface SessionLog {
  alarm(sessionKey: SessionKey, text: string): void;
  info(sessionKey: SessionKey, text: string): void;
}

export const SILENT_LOG: SessionLog = { alarm: () => undefined, info: () => undefined };
