// The query parameters that select an instrument and a day.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';

/** An instrument and a day: `t`, or `id` as another name for it. */
export interface InstrumentDay {
  readonly t?: bigint;
  readonly id?: bigint;
  readonly d?: BusinessDate;
}

/** The instrument's id. Refuses none, or two different ones. */
export function idOf(on: Pick<InstrumentDay, 't' | 'id'>): bigint {
  const [first, second] = [on.t, on.id].filter((id) => id !== undefined && id !== 0n);
  if (first === undefined) throw refuseMember(commonProblems.INVALID_REQUEST, 't', 'is required');
  if (second !== undefined && second !== first) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'differs from t');
  }
  return first;
}
