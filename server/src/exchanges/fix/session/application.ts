// What an application is to a session: it answers inbound messages in their turn, or books them
// later.

import type { Instant, Tx } from '../../../platform/database/database.js';
import type { SessionKey } from './config.js';
import type { FixMessage, OutboundMessage } from './message/message.js';
import type { Refusal } from './message/reject.js';

/** What the session knows of an inbound message. */
export interface MessageMeta {
  readonly sessionKey: SessionKey;
  readonly seqNum: number;
  /** The counterparty sent it again; this is still the first time that it is delivered. */
  readonly possDup: boolean;
  /** The content may have come before under another number: look at the ClOrdID or ExecID. */
  readonly possResend: boolean;
}

/** What the session knows of a message that it refused. */
interface RefusedMeta extends MessageMeta {
  readonly refusal: Refusal;
}

/** An application message with what the session knows of it. */
export interface Delivered {
  readonly message: FixMessage;
  readonly meta: MessageMeta;
}

/** What every application may hear of its session. */
interface SessionListener {
  /**
   * Orders that were asked for again but are too old to be sent. Their outcome is unknown; this
   * commits before the SequenceReset that skips them is sent.
   */
  onOrdersWithheld?(tx: Tx, orders: readonly FixMessage[]): Promise<void>;
  /** After the logon is committed: the moment to ask for the status of open orders. */
  onLogon?(sessionKey: SessionKey): void;
  onLogout?(sessionKey: SessionKey, reason: string): void;
  /** The counterparty answered a TestRequest, so it has received what was sent before that one. */
  onAnswer?(sessionKey: SessionKey, testReqId: string): void;
}

/**
 * Answers in the transaction that counts: the simulated exchange and the certification mode. Within
 * one session nothing runs at the same time, and messages come in the order of their numbers.
 */
interface AnsweringApplication extends SessionListener {
  /**
   * Books one application message, inside the transaction that also commits the next expected
   * number: both happen or neither does. The replies are numbered and stored in the same
   * transaction and written after its commit. The transaction may be repeated when it loses against
   * another, so nothing outside of it may be changed here. When it throws, the connection is
   * dropped and the message comes again: bad content must be answered, not thrown.
   */
  onMessage(tx: Tx, message: FixMessage, meta: MessageMeta): Promise<readonly OutboundMessage[]>;
  /**
   * In place of `onMessage`, for an application that books many messages better together: all that
   * came in one turn, in the order of their numbers, under the same rules.
   */
  onMessages?(tx: Tx, messages: readonly Delivered[]): Promise<readonly OutboundMessage[]>;
  /**
   * A message that the session refused, mostly by a Reject, and counted. A Reject undoes no trade:
   * what the counterparty reports has happened. The same rules as for `onMessage`, in the order of
   * the numbers. An application without this leaves such messages to their sender.
   */
  onRefused?(tx: Tx, message: FixMessage, refused: RefusedMeta): Promise<void>;
  /**
   * The counterparty rejected one of our messages at the session level; RefSeqNum (45) is its
   * number. Same transaction rules as `onMessage`.
   */
  onReject?(tx: Tx, reject: FixMessage, meta: MessageMeta): Promise<void>;
}

/** A message that the session heard and counted; refused ones and Rejects are among them. */
export interface Heard {
  readonly message: FixMessage;
  readonly meta: MessageMeta & {
    /** When its bytes arrived. */
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
 * Books apart from the session: the order adapter. The transaction that counts a message appends it
 * to those that wait, so the session goes on whatever is to be booked.
 */
export interface BookingApplication extends SessionListener {
  /** What is answered at once to a message that was not refused; numbered where it is counted. */
  answer(message: FixMessage): readonly OutboundMessage[];
  /**
   * Books messages, in the order of their numbers, and returns the outcome of each. When it throws,
   * nothing of it is stored, and it is called again with the same messages: bad content must become
   * a work item. The transaction may be repeated, as that of an answering application.
   */
  book(tx: Tx, heard: readonly Heard[]): Promise<readonly Outcome[]>;
}

export type FixApplication = AnsweringApplication | BookingApplication;

/** Where the session reports what an operator must see, and what may be of interest later. */
export interface SessionLog {
  alarm(sessionKey: SessionKey, text: string): void;
  info(sessionKey: SessionKey, text: string): void;
}

export const SILENT_LOG: SessionLog = { alarm: () => undefined, info: () => undefined };
