// Handles Logons that the counterparty refuses because our number is below the one it expects, for
// example after data was lost here. Further Logons do not fix that, so the session pauses after a
// few attempts.

import type { SessionConfig } from '../config.js';
import { FIX_LIMIT } from '../limits.js';
import { lastRollMs } from '../message/time.js';
import type { LogonRefusal } from '../state.js';

/** A change in these values shows that a session's numbers were reset. */
interface Numbers {
  /** The session's fence, which is raised when two people reset the numbers. */
  readonly fence: bigint | undefined;
  readonly nowMs: number;
}

/** Tracks the refused Logons of one initiator. */
export interface LowNumbers {
  /**
   * Records a refused Logon.
   * @returns true if no further attempt is allowed after this refusal
   */
  ends(refusal: LogonRefusal, numbers: Numbers): boolean;
  /** Returns true if no Logon may be sent until the numbers are reset or restart by schedule. */
  holds(numbers: Numbers): boolean;
  /** Allows Logons again, after an operator logged the session out or its hours ended. */
  forget(): void;
}

export function createLowNumbers({ roll }: Pick<SessionConfig, 'roll'>): LowNumbers {
  let refusals = 0;
  let last: Numbers = { fence: undefined, nowMs: 0 };
  const holds = ({ fence, nowMs }: Numbers) =>
    refusals >= FIX_LIMIT.lowNumbersMax &&
    fence === last.fence &&
    (roll === undefined || lastRollMs(roll, nowMs) <= last.nowMs);
  return {
    ends: (refusal, numbers) => {
      refusals = refusal === 'TOO_LOW' ? refusals + 1 : 0;
      last = numbers;
      return holds(numbers);
    },
    holds: (numbers) => {
      const isHeld = holds(numbers);
      if (!isHeld && refusals >= FIX_LIMIT.lowNumbersMax) refusals = 0;
      return isHeld;
    },
    forget: () => {
      refusals = 0;
    },
  };
}
