// SQL that searches for customers who are already known, one function per statement.

import { phoneVariants } from '../../../platform/address/phone.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { PARTY } from '../limits.js';

/** The normalised values that identify a person. */
export interface CustomerMarks {
  /** Keys of phone numbers. */
  readonly phones: readonly string[];
  /** Keys of e-mail addresses. */
  readonly emails: readonly string[];
  /** Keys of e-mail addresses without the `+tag` of the local part. */
  readonly foldedEmails: readonly string[];
  /** BVNs or identity document numbers, without blanks. */
  readonly identifiers: readonly string[];
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly birthDate?: BusinessDate | undefined;
}

type CustomerMark = 'PHONE' | 'EMAIL' | 'FOLDED_EMAIL' | 'IDENTIFIER' | 'NAME_AND_BIRTH_DATE';

export interface CustomerMatch {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  /** What the customer has in common with the search, most certain first. */
  readonly matchedOn: readonly CustomerMark[];
}
/** The marks as stored. Identifiers are stored as digests. */
type StoredMarks = Omit<CustomerMarks, 'identifiers'> & { readonly digests: readonly string[] };

/**
 * Finds customers, except closed ones, in the given offices that have one of the marks, most
 * certain matches first.
 */
export function selectMatches(
  on: Database | Tx,
  marks: StoredMarks,
  offices: readonly bigint[] | undefined,
): Promise<CustomerMatch[]> {
  const phones = marks.phones.flatMap(phoneVariants);
  const folded = sql`regexp_replace(c.email_key, '^([^+@"]+)\\+[^@]*@', '\\1@')`;
  const byPhone = sql`c.cell_phone = any(${phones}::text[])`;
  const byEmail = sql`c.email_key = any(${marks.emails}::text[])`;
  const byFolded = sql`${folded} = any(${marks.foldedEmails}::text[])`;
  const byIdentifier = sql`(c.bvn_index = any(${marks.digests}::text[])
    or c.identification_index = any(${marks.digests}::text[]))`;
  const byName = sql`(c.birth_date = ${marks.birthDate ?? null}
    and lower(c.last_name) = lower(${marks.lastName?.trim() ?? null})
    and lower(c.first_name) = lower(${marks.firstName?.trim() ?? null}))`;
  return on.query<CustomerMatch>(sql`
    select c.id, c.name, c.label, array_remove(array[
        case when ${byPhone} then 'PHONE' end,
        case when ${byEmail} then 'EMAIL' end,
        case when ${byFolded} and not ${byEmail} then 'FOLDED_EMAIL' end,
        case when ${byIdentifier} then 'IDENTIFIER' end,
        case when ${byName} then 'NAME_AND_BIRTH_DATE' end], null) as "matchedOn"
    from customer c
    where c.status <> 'CLOSED'
      and (${byPhone} or ${byEmail} or ${byFolded} or ${byIdentifier} or ${byName})
      and ${inOffices(sql`c.office_id`, offices)}
    order by ${byPhone} desc nulls last, ${byFolded} desc nulls last,
      ${byIdentifier} desc nulls last, c.id
    limit ${PARTY.matchesMax}`);
}
