// The scope of templates, rules and campaigns: one business office or the whole firm. All callers
// can read firm-wide records; only callers who are not restricted to offices can change them.

import { type Principal, seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { idGiven, officeFor } from '../record.js';

/** Returns the office of a new record. Null means the whole firm. */
export async function scopeFor(
  work: Work,
  body: { readonly businessOfficeId?: bigint; readonly businessOfficeName?: string },
): Promise<bigint | null> {
  const named = idGiven(body.businessOfficeId) ?? body.businessOfficeName;
  if (named === undefined && work.principal.offices === undefined) return null;
  return officeFor(work, body);
}

/** Returns whether the caller can read records of this scope. */
export function seesScope(principal: Principal, officeId: bigint | null): boolean {
  return officeId === null || seesOffice(principal, officeId);
}

/**
 * Refuses with DOCUMENT_NOT_FOUND for another office's record, and with FORBIDDEN for a change to a
 * firm-wide one.
 */
export function refuseForeignScope(work: Work, officeId: bigint | null): void {
  if (!seesScope(work.principal, officeId)) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if (officeId !== null || work.principal.offices === undefined) return;
  throw refusal(commonProblems.FORBIDDEN, {
    detail: 'this record belongs to the whole firm, but you are restricted to business offices',
  });
}
