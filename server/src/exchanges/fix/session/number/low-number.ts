// Logons that the counterparty refuses because our number is below the one it expects, as after
// data was lost here. No further Logon mends that, so after some the session rests.

import type { SessionConfig } from '../config.js';
import { FIX_LIMIT } from '../limits.js';
import { lastRollMs } from '../message/time.js';
import type { LogonRefusal } from '../state.js';

/** What decides on the numbers of a session. */
interface Numbers {
  /** Raised when two people reset the numbers. */
  readonly fence: bigint | undefined;
  readonly nowMs: number;
}

/** Follows the refusals of one initiator. */
export interface LowNumbers {
  /** @returns true if this refusal was the last that is tried */
  ends(refusal: LogonRefusal, numbers: Numbers): boolean;
  /** Whether no Logon is made until the numbers are reset or begin again by their schedule. */
  holds(numbers: Numbers): boolean;
  /** A person had the session logged out, or its hours were over: it is tried again. */
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
