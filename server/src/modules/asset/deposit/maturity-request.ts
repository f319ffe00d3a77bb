// Determines the requested tenure, which is either given or derived from the expected maturity.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { TERM_INSTRUMENT } from '../limits.js';
import type { TermInstrumentRow } from './queries.js';
import { dayNamedBy } from './record.js';
import type { TermRequest } from './request.js';

/** A tenure in days, and the request member that determines it. */
interface RequestedTenure {
  readonly days: number;
  readonly member: 'tenure' | 'expectedMaturity';
}

/**
 * Returns the tenure from a start date, or undefined if the request contains neither a tenure nor
 * an expected maturity. Refuses an expected maturity that is not after the start, or too far ahead.
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
    `must be between 1 and ${TERM_INSTRUMENT.tenureDaysMax} days after the start, ${from.start}`,
  );
}

/** The dates on which a stored instrument ends. */
type EndingRow = Pick<
  TermInstrumentRow,
  'start_date' | 'maturity_date' | 'payment_date' | 'tenure' | 'time_zone'
>;

/** Returns whether the expected maturity in the request equals the stored instrument's. */
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
 * Returns the tenure and maturity for a change that contains an expected maturity but no tenure. If
 * maturity and start equal the stored ones, the stored tenure is kept. Otherwise the tenure is
 * undefined and is derived from the maturity.
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
