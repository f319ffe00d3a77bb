// Logons that the counterparty refuses because our number is below the one it expects, for example
// after data was lost here. No further Logon fixes that, so after some the session pauses.

import type { SessionConfig } from '../config.js';
import { FIX_LIMIT } from '../limits.js';
import { lastRollMs } from '../message/time.js';
import type { LogonRefusal } from '../state.js';

/** The state that determines the numbers of a session. */
interface Numbers {
  /** Raised when two people reset the numbers. */
  readonly fence: bigint | undefined;
  readonly nowMs: number;
}

/** Tracks the refusals of one initiator. */
export interface LowNumbers {
  /** @returns true if this refusal was the last try */
  ends(refusal: LogonRefusal, numbers: Numbers): boolean;
  /** True if no Logon is sent until the numbers are reset or begin again by their schedule. */
  holds(numbers: Numbers): boolean;
  /** An operator logged the session out, or its hours were over: Logons are tried again. */
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
