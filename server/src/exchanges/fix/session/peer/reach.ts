// How far an initiator has reached its counterparty, for people whose orders wait.

import type { LogonRefusal } from '../state.js';

/**
 * CONNECTING: there is no connection yet, or no answer on it. REFUSED: the counterparty answered
 * the last Logon by a Logout, by a Reject, or by closing. ELSEWHERE: another node owns the session.
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
  /** Connections tried in a row without a logon. */
  readonly attempts: number;
  /** The error of the last try, or of the last connection's end. */
  readonly lastError: string | undefined;
}

/** The state of a session that this node does not own. */
export const NOT_OURS: Reach = { state: 'ELSEWHERE', attempts: 0, lastError: undefined };

/** The end of one try. */
interface EndedTry {
  readonly reason: string;
  readonly refusal: LogonRefusal;
  readonly wasLoggedOn: boolean;
}

/** The reason why no connection is tried. */
export type Rest = 'LOGGED_OUT_BY_OPERATOR' | 'OUTSIDE_HOURS' | 'ELSEWHERE';

/** Tracks the tries of one initiator. */
export interface ReachNotes {
  now(isLoggedOn: boolean): Reach;
  /** No connection is tried, without an error. For a session of another node, only ELSEWHERE. */
  rests(state: Rest): void;
  tries(): void;
  ends(end: EndedTry): void;
}

/** Starts before the session is claimed. */
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
