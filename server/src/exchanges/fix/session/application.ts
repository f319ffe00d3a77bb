// The contract of an application on a session: it answers inbound messages in their turn, or books
// them later.

import type { Instant, Tx } from '../../../platform/database/database.js';
import type { SessionKey } from './config.js';
import type { FixMessage, OutboundMessage } from './message/message.js';
import type { Refusal } from './message/reject.js';

/** The session's data about an inbound message. */
export interface MessageMeta {
  readonly sessionKey: SessionKey;
  readonly seqNum: number;
  /** The counterparty sent it again; this is still the first delivery. */
  readonly possDup: boolean;
  /** The content may have been sent before under another number: check the ClOrdID or ExecID. */
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

/** The notifications for every application. */
interface SessionListener {
  /**
   * Called for orders that were requested again but are too old to be sent. Their outcome is
   * unknown; this commits before the SequenceReset that skips them is sent.
   */
  onOrdersWithheld?(tx: Tx, orders: readonly FixMessage[]): Promise<void>;
  /** Called after the logon is committed: the moment to request the status of open orders. */
  onLogon?(sessionKey: SessionKey): void;
  onLogout?(sessionKey: SessionKey, reason: string): void;
  /** The counterparty answered a TestRequest, so it has received everything sent before it. */
  onAnswer?(sessionKey: SessionKey, testReqId: string): void;
}

/**
 * Answers in the transaction that counts the message: the simulated exchange and the certification
 * mode. Within one session nothing runs concurrently, and messages arrive in the order of their
 * numbers.
 */
interface AnsweringApplication extends SessionListener {
  /**
   * Processes one application message inside the transaction that also commits the next expected
   * number: both happen or neither does. The replies are numbered and stored in that transaction
   * and sent after its commit. The transaction may be repeated after a conflict, so nothing outside
   * it may be changed here. If this throws, the connection is dropped and the message is delivered
   * again: bad content must be answered, not thrown.
   */
  onMessage(tx: Tx, message: FixMessage, meta: MessageMeta): Promise<readonly OutboundMessage[]>;
  /**
   * Replaces `onMessage` for an application that books messages in batches: all messages of one
   * turn, in the order of their numbers, under the same rules.
   */
  onMessages?(tx: Tx, messages: readonly Delivered[]): Promise<readonly OutboundMessage[]>;
  /**
   * A message that the session refused, usually by a Reject, and counted. A Reject undoes no trade:
   * what the counterparty reports has happened. The rules of `onMessage` apply, in the order of the
   * numbers. An application without this ignores such messages.
   */
  onRefused?(tx: Tx, message: FixMessage, refused: RefusedMeta): Promise<void>;
  /**
   * The counterparty rejected one of our messages at the session level; RefSeqNum (45) is its
   * number. The transaction rules of `onMessage` apply.
   */
  onReject?(tx: Tx, reject: FixMessage, meta: MessageMeta): Promise<void>;
}

/** A message that the session received and counted, including refused ones and Rejects. */
export interface Heard {
  readonly message: FixMessage;
  readonly meta: MessageMeta & {
    /** The time at which its bytes arrived. */
    readonly receivedAt: Instant;
    readonly refusal?: Refusal;
  };
}

/** The outcome of a message, as the table `fix_delivery` stores it. */
export type Outcome =
  | 'BOOKED'
  | 'DUPLICATE'
  | 'PARKED'
  | 'KEPT'
  | 'REJECTION'
  | 'PRICES'
  | `IGNORED:${string}`;

/**
 * Books separately from the session: the order adapter. The transaction that counts a message
 * appends it to a queue, so the session never waits for booking.
 */
export interface BookingApplication extends SessionListener {
  /**
   * The immediate answer to a message that was not refused; numbered in the transaction that counts
   * the message.
   */
  answer(message: FixMessage): readonly OutboundMessage[];
  /**
   * Books messages in the order of their numbers and returns the outcome of each. If it throws,
   * nothing is stored, and it is called again with the same messages: bad content must become a
   * work item. The transaction may be repeated, as with an answering application.
   */
  book(tx: Tx, heard: readonly Heard[]): Promise<readonly Outcome[]>;
}

export type FixApplication = AnsweringApplication | BookingApplication;

/** Receives alarms for the operator, and details for later. */
export interface SessionLog {
  alarm(sessionKey: SessionKey, text: string): void;
  info(sessionKey: SessionKey, text: string): void;
}

export const SILENT_LOG: SessionLog = { alarm: () => undefined, info: () => undefined };
