// How far an initiator has come in reaching its counterparty, for those whose orders wait.

import type { LogonRefusal } from '../state.js';

/**
 * CONNECTING: there is no connection yet, or no answer on it. REFUSED: the counterparty answered
 * the last Logon by a Logout, by a Reject, or by closing. ELSEWHERE: another node has the session
 * and speaks for it.
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
  /** Why the last try failed, or the last connection ended. */
  readonly lastError: string | undefined;
}

/** What a node says of a session that it does not own. */
export const NOT_OURS: Reach = { state: 'ELSEWHERE', attempts: 0, lastError: undefined };

/** How one try ended. */
interface EndedTry {
  readonly reason: string;
  readonly refusal: LogonRefusal;
  readonly wasLoggedOn: boolean;
}

/** Why nothing is tried. */
export type Rest = 'LOGGED_OUT_BY_OPERATOR' | 'OUTSIDE_HOURS' | 'ELSEWHERE';

/** Follows the tries of one initiator. */
export interface ReachNotes {
  now(isLoggedOn: boolean): Reach;
  /** Nothing is tried, and that is no error. Of a session that is not ours, only ELSEWHERE. */
  rests(state: Rest): void;
  tries(): void;
  ends(end: EndedTry): void;
}

/** Begins before the session is claimed. */
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
