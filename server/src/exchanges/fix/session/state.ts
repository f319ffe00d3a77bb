// The vocabulary of the session core: its state, what may happen to it, and what it asks for.

import type { SessionConfig } from './config.js';
import type { FixMessage, OutboundMessage } from './message/message.js';
import type { Refusal } from './message/reject.js';

export const PHASES = ['awaiting-logon', 'logon-sent', 'active', 'logout-sent', 'ended'] as const;

/**
 * Where a connection stands. An acceptor begins in `awaiting-logon`, an initiator goes through
 * `logon-sent`; `ended` takes nothing any more.
 */
export type Phase = (typeof PHASES)[number];

/** What survives the connection: these four values and the sent messages are in the store. */
export interface SequenceState {
  readonly nextOut: number;
  readonly nextIn: number;
  /** Counts the times at which both numbers began again at 1. */
  readonly roll: number;
  readonly rolledAtMs: number;
  /** An operator began the numbers again: an initiator's next logon tells the counterparty. */
  readonly resetDue?: boolean;
}

/** An open gap: messages below the queue are missing and were asked for. */
interface Gap {
  /** The BeginSeqNo of the last ResendRequest. */
  readonly from: number;
  readonly requestedAtMs: number;
  readonly requests: number;
}

/** What came garbled in place of the expected message. */
export interface Garbled {
  readonly seqNum: number;
  readonly message: FixMessage;
  /** What is wrong with it. */
  readonly detail: string;
}

/** A message above the gap, or the note that its effect already happened (Logon, ResendRequest). */
export type Queued = FixMessage | 'handled';

export interface SessionState extends SequenceState {
  readonly config: SessionConfig;
  readonly phase: Phase;
  readonly phaseSinceMs: number;
  readonly heartBtIntMs: number;
  /** When the numbers will next begin again, or undefined without a schedule. */
  readonly nextRollMs: number | undefined;
  readonly lastInMs: number;
  readonly lastOutMs: number;
  readonly testRequestOpen: boolean;
  /** Messages above the gap by number. Those below `nextIn` are done and go when the gap closes. */
  readonly queue: ReadonlyMap<number, Queued>;
  /** The highest number ever queued. */
  readonly queueTop: number;
  readonly gap: Gap | undefined;
  /** The new number of a SequenceReset, until what was heard below it has had its turn. */
  readonly leapTo: number | undefined;
  /** The last garbled frame that came in place of a message with this number. */
  readonly garbled: Garbled | undefined;
}

/**
 * When a message arrived: its bytes were read at `atMs`. They may have waited in the socket since
 * `sinceMs`, because reading was paused; both are the same if it was not.
 */
export interface Arrival {
  readonly atMs: number;
  readonly sinceMs: number;
}

/** What happens to a session; `nowMs` is the time at which it happens. */
export type SessionEvent = { readonly nowMs: number } & (
  | { readonly kind: 'connected' }
  | {
      readonly kind: 'received';
      readonly message: FixMessage;
      readonly arrival: Arrival;
      /** A TestRequest that was answered before its turn. */
      readonly isAnswered?: boolean;
    }
  /** A TestRequest waits behind others that are being booked: it is answered, counted later. */
  | { readonly kind: 'test-request-waits'; readonly message: FixMessage; readonly arrival: Arrival }
  | { readonly kind: 'garbled'; readonly reason: string; readonly remains?: FixMessage }
  /** The core asked for another turn, to take the next message from its queue. */
  | { readonly kind: 'next' }
  /** `heardMs` is when the last sound message arrived, whether it was processed or still waits. */
  | { readonly kind: 'tick'; readonly heardMs: number }
  | { readonly kind: 'application-sends'; readonly messages: readonly OutboundMessage[] }
  | { readonly kind: 'logout-requested'; readonly text?: string }
  | { readonly kind: 'disconnected' }
);

/** A message with its number, to be stored before it is written. */
export interface NumberedMessage {
  readonly seqNum: number;
  readonly msgType: string;
  readonly sendingMs: number;
  readonly message: OutboundMessage;
}

/**
 * Whether the counterparty answered our Logon by a Logout or a Reject. TOO_LOW: because it expects
 * a higher number, which another Logon does not mend.
 */
export type LogonRefusal = 'NONE' | 'REFUSED' | 'TOO_LOW';

/**
 * What the core asks of its driver, in this order. Nothing is sent after a `deliver` of the same
 * step.
 */
export type SessionAction =
  | ({ readonly kind: 'send' } & NumberedMessage)
  | {
      readonly kind: 'deliver';
      readonly message: FixMessage;
      readonly seqNum: number;
      /** Set when the message was refused: the application hears of it all the same. */
      readonly refusal?: Refusal;
    }
  /** Send stored messages again, both numbers included. */
  | { readonly kind: 'resend'; readonly from: number; readonly to: number }
  | { readonly kind: 'next' }
  | { readonly kind: 'logged-on' }
  /** A Heartbeat answers a TestRequest: what was sent before that one was received. */
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
