// The state of an initiator's connection, shown to people whose orders are waiting.

import type { LogonRefusal } from '../state.js';

/**
 * CONNECTING: there is no connection yet, or the counterparty has not answered on it. REFUSED: the
 * counterparty answered the last Logon with a Logout, with a Reject, or by closing the connection.
 * ELSEWHERE: another node owns the session.
 */
type ReachState =
  | 'CONNECTING'
  | 'REFUSED'
  | 'LOGGED_OUT_BY_OPERATOR'
  | 'OUTSIDE_HOURS'
  | 'LOGGED_ON'
  | 'ELSEWHERE';

export interface Reach {
  readonly state: ReachState;
  /** The number of consecutive connection attempts without a logon. */
  readonly attempts: number;
  /** The error of the last attempt, or the reason why the last connection ended. */
  readonly lastError: string | undefined;
}

/** The state of a session that this node does not own. */
export const NOT_OURS: Reach = { state: 'ELSEWHERE', attempts: 0, lastError: undefined };

/** The outcome of one connection attempt. */
interface EndedTry {
  readonly reason: string;
  readonly refusal: LogonRefusal;
  readonly wasLoggedOn: boolean;
}

/** The reason why no connection is attempted. */
export type Rest = 'LOGGED_OUT_BY_OPERATOR' | 'OUTSIDE_HOURS' | 'ELSEWHERE';

/** Tracks the connection attempts of one initiator. */
export interface ReachNotes {
  now(isLoggedOn: boolean): Reach;
  /**
   * Records that no connection is attempted, for a reason that is not an error. If another node
   * owns the session, the reason is always ELSEWHERE.
   */
  rests(state: Rest): void;
  tries(): void;
  ends(end: EndedTry): void;
}

/** Creates a tracker in the state before the session is claimed. */
export function createReachNotes(): ReachNotes {
  let known: Reach = NOT_OURS;
  return {
    now: (isLoggedOn) =>
      isLoggedOn ? { state: 'LOGGED_ON', attempts: 0, lastError: undefined } : known,
    rests: (state) => {
      known = { state, attempts: 0, lastError: undefined };
    },
    tries: () => {
      const { state, attempts, lastError } = known;
      const next = state === 'REFUSED' ? 'REFUSED' : 'CONNECTING';
      known = { state: next, attempts: attempts + 1, lastError };
    },
    ends: ({ reason, refusal, wasLoggedOn }) => {
      known = {
        state: refusal === 'NONE' ? 'CONNECTING' : 'REFUSED',
        attempts: wasLoggedOn ? 0 : known.attempts,
        lastError: reason,
      };
    },
  };
}
