// The types of the session core: its state, its events, and its actions.

import type { SessionConfig } from './config.js';
import type { FixMessage, OutboundMessage } from './message/message.js';
import type { Refusal } from './message/reject.js';

export const PHASES = ['awaiting-logon', 'logon-sent', 'active', 'logout-sent', 'ended'] as const;

/**
 * The phase of a connection. An acceptor begins in `awaiting-logon`, an initiator goes through
 * `logon-sent`; in `ended` nothing is accepted any more.
 */
export type Phase = (typeof PHASES)[number];

/** The values that survive the connection: these and the sent messages are in the store. */
export interface SequenceState {
  readonly nextOut: number;
  readonly nextIn: number;
  /** Counts the times at which both numbers began again at 1. */
  readonly roll: number;
  readonly rolledAtMs: number;
  /** An operator began the numbers again: an initiator's next logon notifies the counterparty. */
  readonly resetDue?: boolean;
}

/** An open gap: messages below the queue are missing and were requested. */
interface Gap {
  /** The BeginSeqNo of the last ResendRequest. */
  readonly from: number;
  readonly requestedAtMs: number;
  readonly requests: number;
}

/** The garbled frame that came in place of the expected message. */
export interface Garbled {
  readonly seqNum: number;
  readonly message: FixMessage;
  /** The error. */
  readonly detail: string;
}

/** A message above the gap, or a mark that its effect already happened (Logon, ResendRequest). */
export type Queued = FixMessage | 'handled';

export interface SessionState extends SequenceState {
  readonly config: SessionConfig;
  readonly phase: Phase;
  readonly phaseSinceMs: number;
  readonly heartBtIntMs: number;
  /** When the numbers will next begin again; undefined without a schedule. */
  readonly nextRollMs: number | undefined;
  readonly lastInMs: number;
  readonly lastOutMs: number;
  readonly testRequestOpen: boolean;
  /**
   * Messages above the gap by number. Those below `nextIn` are done and are removed when the gap
   * closes.
   */
  readonly queue: ReadonlyMap<number, Queued>;
  /** The highest number ever queued. */
  readonly queueTop: number;
  readonly gap: Gap | undefined;
  /** The new number of a SequenceReset, until the queued messages below it are processed. */
  readonly leapTo: number | undefined;
  /** The last garbled frame that came in place of a message with this number. */
  readonly garbled: Garbled | undefined;
}

/**
 * The arrival of a message: its bytes were read at `atMs`. They may have waited in the socket since
 * `sinceMs`, because reading was paused; both are equal if it was not.
 */
export interface Arrival {
  readonly atMs: number;
  readonly sinceMs: number;
}

/** An event of a session; `nowMs` is its time. */
export type SessionEvent = { readonly nowMs: number } & (
  | { readonly kind: 'connected' }
  | {
      readonly kind: 'received';
      readonly message: FixMessage;
      readonly arrival: Arrival;
      /** A TestRequest that was answered before its turn. */
      readonly isAnswered?: boolean;
    }
  /**
   * A TestRequest waits behind messages that are being booked: it is answered now and counted
   * later.
   */
  | { readonly kind: 'test-request-waits'; readonly message: FixMessage; readonly arrival: Arrival }
  | { readonly kind: 'garbled'; readonly reason: string; readonly remains?: FixMessage }
  /** The core requested another turn, to take the next message from its queue. */
  | { readonly kind: 'next' }
  /** `heardMs` is when the last sound message arrived, whether it was processed or still waits. */
  | { readonly kind: 'tick'; readonly heardMs: number }
  | { readonly kind: 'application-sends'; readonly messages: readonly OutboundMessage[] }
  | { readonly kind: 'logout-requested'; readonly text?: string }
  | { readonly kind: 'disconnected' }
);

/** A message with its number, to be stored before it is sent. */
export interface NumberedMessage {
  readonly seqNum: number;
  readonly msgType: string;
  readonly sendingMs: number;
  readonly message: OutboundMessage;
}

/**
 * How the counterparty refused our Logon: by a Logout or a Reject. TOO_LOW: because it expects a
 * higher number, which another Logon does not fix.
 */
export type LogonRefusal = 'NONE' | 'REFUSED' | 'TOO_LOW';

/**
 * The actions that the core requests of its driver, in this order. Nothing is sent after a
 * `deliver` of the same step.
 */
export type SessionAction =
  | ({ readonly kind: 'send' } & NumberedMessage)
  | {
      readonly kind: 'deliver';
      readonly message: FixMessage;
      readonly seqNum: number;
      /** Set if the message was refused: the application is notified nevertheless. */
      readonly refusal?: Refusal;
    }
  /** Send stored messages again, both numbers included. */
  | { readonly kind: 'resend'; readonly from: number; readonly to: number }
  | { readonly kind: 'next' }
  | { readonly kind: 'logged-on' }
  /** A Heartbeat answers a TestRequest: everything sent before that request was received. */
  | { readonly kind: 'answered'; readonly testReqId: string }
  | { readonly kind: 'logged-out'; readonly reason: string }
  /** The number of a message that the counterparty did not count is free again. */
  | { readonly kind: 'uncount'; readonly roll: number; readonly seqNum: number }
  | { readonly kind: 'disconnect'; readonly reason: string; readonly refusal: LogonRefusal }
  | { readonly kind: 'alarm'; readonly text: string }
  | { readonly kind: 'log'; readonly text: string };

export interface Step {
  readonly state: SessionState;
  readonly actions: readonly SessionAction[];
}
