// Query parameters that select an instrument and a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';

/** An instrument and a date. Both `t` and `id` identify the instrument. */
export interface InstrumentDay {
  readonly t?: bigint;
  readonly id?: bigint;
  readonly d?: BusinessDate;
}

/** Returns the instrument's id. Refuses a request without an id or with two different ids. */
export function idOf(on: Pick<InstrumentDay, 't' | 'id'>): bigint {
  const [first, second] = [on.t, on.id].filter((id) => id !== undefined && id !== 0n);
  if (first === undefined) throw refuseMember(commonProblems.INVALID_REQUEST, 't', 'is required');
  if (second !== undefined && second !== first) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'must equal t if both are given');
  }
  return first;
}
