// The types of the session core: state, events and actions.

import type { SessionConfig } from './config.js';
import type { FixMessage, OutboundMessage } from './message/message.js';
import type { Refusal } from './message/reject.js';

export const PHASES = ['awaiting-logon', 'logon-sent', 'active', 'logout-sent', 'ended'] as const;

/**
 * The phase of a connection. An acceptor begins in `awaiting-logon`; an initiator passes through
 * `logon-sent`. In `ended`, nothing is accepted any more.
 */
export type Phase = (typeof PHASES)[number];

/** The values that are kept across connections. They are stored together with the sent messages. */
export interface SequenceState {
  readonly nextOut: number;
  readonly nextIn: number;
  /** The number of times that both numbers have restarted at 1. */
  readonly roll: number;
  readonly rolledAtMs: number;
  /**
   * True if an operator has reset the numbers. An initiator's next logon then notifies the
   * counterparty.
   */
  readonly resetDue?: boolean;
}

/** An open gap: messages below the queued ones are missing and have been requested. */
interface Gap {
  /** The BeginSeqNo of the last ResendRequest. */
  readonly from: number;
  readonly requestedAtMs: number;
  readonly requests: number;
}

/** The garbled frame that arrived in place of the expected message. */
export interface Garbled {
  readonly seqNum: number;
  readonly message: FixMessage;
  /** The error in the frame. */
  readonly detail: string;
}

/**
 * A message above the gap, or a marker for a message that was handled on arrival (Logon,
 * ResendRequest).
 */
export type Queued = FixMessage | 'handled';

export interface SessionState extends SequenceState {
  readonly config: SessionConfig;
  readonly phase: Phase;
  readonly phaseSinceMs: number;
  readonly heartBtIntMs: number;
  /** The time when the numbers next restart; undefined without a schedule. */
  readonly nextRollMs: number | undefined;
  readonly lastInMs: number;
  readonly lastOutMs: number;
  readonly testRequestOpen: boolean;
  /**
   * Messages above the gap, keyed by number. Messages below `nextIn` have been processed; they are
   * removed when the gap closes.
   */
  readonly queue: ReadonlyMap<number, Queued>;
  /** The highest number queued so far. */
  readonly queueTop: number;
  readonly gap: Gap | undefined;
  /** The new number of a SequenceReset, kept until the queued messages below it are processed. */
  readonly leapTo: number | undefined;
  /** The last garbled frame that arrived in place of a message with this number. */
  readonly garbled: Garbled | undefined;
}

/**
 * A message's arrival time. Its bytes were read at `atMs`. If reading was paused, they may have
 * waited in the socket since `sinceMs`; otherwise both times are equal.
 */
export interface Arrival {
  readonly atMs: number;
  readonly sinceMs: number;
}

/** An event in a session, at the time `nowMs`. */
export type SessionEvent = { readonly nowMs: number } & (
  | { readonly kind: 'connected' }
  | {
      readonly kind: 'received';
      readonly message: FixMessage;
      readonly arrival: Arrival;
      /** True for a TestRequest that was answered before its turn. */
      readonly isAnswered?: boolean;
    }
  /**
   * A TestRequest that waits behind messages being booked. It is answered now, and its number is
   * recorded later.
   */
  | { readonly kind: 'test-request-waits'; readonly message: FixMessage; readonly arrival: Arrival }
  | { readonly kind: 'garbled'; readonly reason: string; readonly remains?: FixMessage }
  /** The core requested another turn so that it can take the next message from its queue. */
  | { readonly kind: 'next' }
  /** `heardMs` is when the last intact message arrived, even if it has not been processed yet. */
  | { readonly kind: 'tick'; readonly heardMs: number }
  | { readonly kind: 'application-sends'; readonly messages: readonly OutboundMessage[] }
  | { readonly kind: 'logout-requested'; readonly text?: string }
  | { readonly kind: 'disconnected' }
);

/** A numbered message, to be stored before it is sent. */
export interface NumberedMessage {
  readonly seqNum: number;
  readonly msgType: string;
  readonly sendingMs: number;
  readonly message: OutboundMessage;
}

/**
 * How the counterparty refused our Logon: with a Logout or a Reject. TOO_LOW: the counterparty
 * expects a higher number, which another Logon does not fix.
 */
export type LogonRefusal = 'NONE' | 'REFUSED' | 'TOO_LOW';

/**
 * The actions that the core requests from its driver, in this order. Nothing is sent after a
 * `deliver` in the same step.
 */
export type SessionAction =
  | ({ readonly kind: 'send' } & NumberedMessage)
  | {
      readonly kind: 'deliver';
      readonly message: FixMessage;
      readonly seqNum: number;
      /** Set if the message was refused. The application is still notified. */
      readonly refusal?: Refusal;
    }
  /** Resend stored messages from `from` to `to`, inclusive. */
  | { readonly kind: 'resend'; readonly from: number; readonly to: number }
  | { readonly kind: 'next' }
  | { readonly kind: 'logged-on' }
  /**
   * A Heartbeat answered a TestRequest: the counterparty received everything sent before that
   * request.
   */
  | { readonly kind: 'answered'; readonly testReqId: string }
  | { readonly kind: 'logged-out'; readonly reason: string }
  /** Free a message's number, which the counterparty did not record. */
  | { readonly kind: 'uncount'; readonly roll: number; readonly seqNum: number }
  | { readonly kind: 'disconnect'; readonly reason: string; readonly refusal: LogonRefusal }
  | { readonly kind: 'alarm'; readonly text: string }
  | { readonly kind: 'log'; readonly text: string };

export interface Step {
  readonly state: SessionState;
  readonly actions: readonly SessionAction[];
}
