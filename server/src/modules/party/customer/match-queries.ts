// SQL that finds existing customers who may be the same person.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { PARTY } from '../limits.js';
import type { CustomerKeyKind, CustomerMatchKey } from './match-key.js';

/** The normalised values that identify a person. */
export interface CustomerMarks {
  /** Keys of phone numbers. */
  readonly phones: readonly string[];
  /** Keys of e-mail addresses. */
  readonly emails: readonly string[];
  /** Keys of e-mail addresses without the `+tag` of the local part. */
  readonly foldedEmails: readonly string[];
  /** BVNs or identity document numbers, without spaces. */
  readonly identifiers: readonly string[];
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly birthDate?: BusinessDate | undefined;
}

type CustomerMark = CustomerKeyKind | 'IDENTIFIER' | 'NAME_AND_BIRTH_DATE';

export interface CustomerMatch {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  /** The keys that the customer shares with the search, most reliable first. */
  readonly matchedOn: readonly CustomerMark[];
}
/** The keys in stored form. Identifiers are stored as digests. */
type StoredMarks = Omit<CustomerMarks, 'identifiers'> & { readonly digests: readonly string[] };

/**
 * Finds customers in the given offices that have one of the keys, most reliable matches first.
 * Leaves out closed customers.
 */
export function selectMatches(
  on: Database | Tx,
  marks: StoredMarks,
  offices: readonly bigint[] | undefined,
): Promise<CustomerMatch[]> {
  const has = (kind: CustomerKeyKind) => sql`${kind} = any(k.kinds)`;
  const byIdentifier = sql`(c.bvn_index = any(${marks.digests}::text[])
    or c.identification_index = any(${marks.digests}::text[]))`;
  const byName = sql`(c.birth_date = ${marks.birthDate ?? null}
    and lower(c.last_name) = lower(${marks.lastName?.trim() ?? null})
    and lower(c.first_name) = lower(${marks.firstName?.trim() ?? null}))`;
  return on.query<CustomerMatch>(sql`
    with keyed as (
      select customer_id, array_agg(distinct kind) as kinds from customer_match_key
      where (kind = 'PHONE' and key = any(${marks.phones}::text[]))
        or (kind = 'EMAIL' and key = any(${marks.emails}::text[]))
        or (kind = 'FOLDED_EMAIL' and key = any(${marks.foldedEmails}::text[]))
      group by customer_id
    ), found as (
      select customer_id as id from keyed
      union select c.id from customer c where ${byIdentifier}
      union select c.id from customer c where ${byName}
    )
    select c.id, c.name, c.label, array_remove(array[
        case when ${has('PHONE')} then 'PHONE' end,
        case when ${has('EMAIL')} then 'EMAIL' end,
        case when ${has('FOLDED_EMAIL')} and not ${has('EMAIL')} then 'FOLDED_EMAIL' end,
        case when ${byIdentifier} then 'IDENTIFIER' end,
        case when ${byName} then 'NAME_AND_BIRTH_DATE' end], null) as "matchedOn"
    from found f join customer c on c.id = f.id left join keyed k on k.customer_id = c.id
    where c.status <> 'CLOSED' and ${inOffices(sql`c.office_id`, offices)}
    order by ${has('PHONE')} desc nulls last, ${has('FOLDED_EMAIL')} desc nulls last,
      ${byIdentifier} desc nulls last, c.id
    limit ${PARTY.matchesMax}`);
}

/** Replaces a customer's match keys. */
export async function replaceCustomerKeys(
  tx: Tx,
  customerId: bigint,
  keys: readonly CustomerMatchKey[],
): Promise<void> {
  await tx.query(sql`
    with given as (
      select * from unnest(${keys.map(({ kind }) => kind)}::text[],
        ${keys.map(({ key }) => key)}::text[]) as g(kind, key)
    ), gone as (
      delete from customer_match_key k where k.customer_id = ${customerId}
        and not exists (select from given g where g.kind = k.kind and g.key = k.key)
    )
    insert into customer_match_key (customer_id, kind, key)
    select ${customerId}, kind, key from given on conflict do nothing`);
}
