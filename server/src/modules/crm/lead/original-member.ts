// Lead members that clients of the original API send: other names for the e-mail address and the
// birth date, and the results of a conversion, which only the server sets.

import {
  type BusinessDate,
  dateOfInstant,
  parseBusinessDate,
} from '../../../platform/calendar/business-date.js';
import { parseInstant } from '../../../platform/calendar/wire-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import type { Lead } from './schema.js';

/** A lead with our own member names, and warnings about members without effect. */
interface MeantLead {
  readonly body: Lead;
  readonly ignored: readonly IgnoredMember[];
}

/**
 * Renames `emailAddress` to `emailAddress1`, and `dateOfBirth` to `birthDate` if it is a date. Any
 * other `dateOfBirth` is kept as text, because a bad date must not cost us a lead. Refuses with
 * INVALID_REQUEST if the two names of a member have different values.
 * @param timeZone the time zone of the lead's office, for timestamps that represent a date
 */
export function meantLead(sent: Lead, timeZone: string): MeantLead {
  const { emailAddress, dateOfBirth, ...own } = sent;
  const email = sameValue('emailAddress', emailAddress?.trim(), own.emailAddress1?.trim());
  const dated = birthOf(dateOfBirth?.trim(), own.birthDate, timeZone);
  return {
    body: {
      ...own,
      ...(email === undefined ? {} : { emailAddress1: own.emailAddress1 ?? email }),
      ...dated.members,
    },
    ignored: dated.ignored,
  };
}

/**
 * Refuses member names of the original API on our own path. The error contains the name to use
 * instead.
 */
export function refuseOriginalNames(sent: Lead): void {
  for (const [member, own] of [
    ['emailAddress', 'emailAddress1'],
    ['dateOfBirth', 'birthDate'],
  ] as const) {
    if (sent[member] === undefined) continue;
    const detail = `is not a field of this request; use ${own}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, member, detail);
  }
}

function birthOf(text: string | undefined, stated: BusinessDate | undefined, timeZone: string) {
  // Clients of the original API send 0 for an absent value.
  if (text === undefined || text === '' || text === '0') return { members: {}, ignored: [] };
  const date = dateIn(text, timeZone);
  if (date !== undefined) {
    const birthDate = sameValue('dateOfBirth', date, stated);
    return { members: birthDate === undefined ? {} : { birthDate }, ignored: [] };
  }
  const why = 'it is not a date (yyyy-MM-dd), so it is stored as text';
  return { members: { dateOfBirth: text }, ignored: [ignoredMember('dateOfBirth', why)] };
}

// The date in a timestamp. Epoch milliseconds are either midnight UTC, or a moment on that date in
// the office's time zone.
function dateIn(text: string, timeZone: string): BusinessDate | undefined {
  const day = parseBusinessDate(text);
  const instant = parseInstant(text);
  if (day !== undefined || instant === undefined) return day;
  const own = parseBusinessDate(text.slice(0, 10));
  if (own !== undefined) return own;
  const isMidnight = instant.endsWith('T00:00:00.000Z');
  return isMidnight ? parseBusinessDate(instant.slice(0, 10)) : dateOfInstant(instant, timeZone);
}

function sameValue<Value extends string>(
  alias: 'emailAddress' | 'dateOfBirth',
  sent: Value | undefined,
  own: Value | undefined,
): Value | undefined {
  if (sent === undefined || sent === '' || own === undefined || sent === own) return sent || own;
  const name = alias === 'emailAddress' ? 'emailAddress1' : 'birthDate';
  const detail = `is another name for ${name}, which has a different value`;
  throw refuseMember(commonProblems.INVALID_REQUEST, alias, detail);
}

const CONVERSION_RESULTS = [
  'convertedAccount',
  'convertedContact',
  'convertedCustomerId',
  'convertedCashAccountId',
  'conversionReason',
  'convertedDttm',
] as const;

/** The results of a conversion, in a request or in a record. */
type ConversionResults = {
  readonly [Member in (typeof CONVERSION_RESULTS)[number]]?: bigint | string | null | undefined;
};

/** Warns about conversion results in a request that differ from those of the lead. */
export function ignoredResults(
  sent: ConversionResults,
  stored: ConversionResults = {},
): IgnoredMember[] {
  return CONVERSION_RESULTS.filter((member) => {
    const value = sent[member] || undefined;
    return value !== undefined && value !== stored[member];
  }).map((member) => ignoredMember(member, 'only a conversion sets it'));
}
