// A session's status for an operator: from the live connection, or from the store on any node.

import type { NamedKey } from '../config.js';
import type { Phase, SessionState } from '../state.js';

export interface SessionStatus {
  readonly sessionKey: NamedKey;
  readonly phase: Phase;
  /** The number that our next message will get. */
  readonly nextOut: number;
  /** The number expected in the counterparty's next message. */
  readonly nextIn: number;
  readonly roll: number;
  readonly rolledAt: string;
  readonly lastInAt: string | null;
  readonly lastOutAt: string | null;
  /** The first missing inbound number while a gap is open. */
  readonly gapFrom: number | null;
  /** The number of messages that wait above the gap; known only on the owning node. */
  readonly queued: number;
  /** The number of messages received but not booked yet. */
  readonly unbooked: bigint;
  readonly heartBtIntSeconds: number | null;
}

/** Returns the status of a connection on this node. */
export function statusOf(state: SessionState): Omit<SessionStatus, 'unbooked'> {
  return {
    sessionKey: state.config.key,
    phase: state.phase,
    nextOut: state.nextOut,
    nextIn: state.nextIn,
    roll: state.roll,
    rolledAt: new Date(state.rolledAtMs).toISOString(),
    lastInAt: new Date(state.lastInMs).toISOString(),
    lastOutAt: new Date(state.lastOutMs).toISOString(),
    gapFrom: state.gap === undefined ? null : state.nextIn,
    queued: state.gap === undefined ? 0 : state.queue.size,
    heartBtIntSeconds: state.heartBtIntMs / 1_000,
  };
}
