// Determines the tenure of a request, which is either stated or derived from a stated maturity.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { TERM_INSTRUMENT } from '../limits.js';
import type { TermInstrumentRow } from './queries.js';
import { dayNamedBy } from './record.js';
import type { TermRequest } from './request.js';

/** A tenure in days, with the member of the request that determines it. */
interface RequestedTenure {
  readonly days: number;
  readonly member: 'tenure' | 'expectedMaturity';
}

/**
 * Returns the tenure of a term that starts on a day, or undefined if the request states neither a
 * tenure nor a maturity. Refuses an expected maturity that is not after the start, or too far
 * ahead.
 */
export function requestedTenure(
  request: TermRequest,
  from: { readonly start: BusinessDate; readonly time_zone: string },
): RequestedTenure | undefined {
  const { tenure, expectedMaturity } = request;
  if (tenure !== undefined) return { days: tenure, member: 'tenure' };
  if (expectedMaturity === undefined) return undefined;
  const days = daysBetween(from.start, dayNamedBy(expectedMaturity, from.time_zone));
  if (days >= 1 && days <= TERM_INSTRUMENT.tenureDaysMax) {
    return { days, member: 'expectedMaturity' };
  }
  throw refuseMember(
    commonProblems.INVALID_REQUEST,
    'expectedMaturity',
    `must be from 1 to ${TERM_INSTRUMENT.tenureDaysMax} days after the start, ${from.start}`,
  );
}

/** The dates on which a stored instrument ends. */
type EndingRow = Pick<
  TermInstrumentRow,
  'start_date' | 'maturity_date' | 'payment_date' | 'tenure' | 'time_zone'
>;

/** Returns whether the request expects the maturity of the stored instrument. */
function expectsMaturityOf({ expectedMaturity }: TermRequest, row: EndingRow): boolean {
  if (expectedMaturity === undefined) return true;
  const day = dayNamedBy(expectedMaturity, row.time_zone);
  return day === row.maturity_date || day === row.payment_date;
}

/** Warns if the expected maturity differs from the instrument's. */
export function ignoredMaturity(request: TermRequest, row: EndingRow): IgnoredMember[] {
  if (expectsMaturityOf(request, row)) return [];
  const term = `${row.tenure} days from ${row.start_date}`;
  const why = `the tenure, ${term}, ends on ${row.maturity_date}`;
  return [ignoredMember('expectedMaturity', why)];
}

/**
 * Returns the tenure and maturity of a change that states a maturity but no tenure. If the maturity
 * and the start are the stored ones, the stored tenure remains; otherwise the tenure is undefined,
 * and follows from the maturity.
 */
export function tenureMeant(
  given: TermRequest,
  row: EndingRow,
): Pick<TermRequest, 'tenure' | 'expectedMaturity'> {
  const { tenure, expectedMaturity, startDate } = given;
  if (tenure !== undefined || expectedMaturity === undefined) return {};
  const starts = startDate === undefined || dayNamedBy(startDate, row.time_zone) === row.start_date;
  if (starts && expectsMaturityOf(given, row)) return { tenure: row.tenure };
  return { tenure: undefined, expectedMaturity };
}
