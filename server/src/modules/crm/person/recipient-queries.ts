// SQL for people's addresses and flags.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { countryOf, normalEmail, normalPhone } from './match.js';
import { keyOf, type Person, type Recipient, type RecipientKind } from './recipient.js';

interface PersonRow {
  readonly kind: RecipientKind;
  readonly id: bigint;
  readonly office_id: bigint;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
  readonly email_opt_out: boolean;
  readonly sms_opt_out: boolean;
}

export async function readPeople(
  on: Database | Tx,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, Person>> {
  const idsOf = (kind: RecipientKind) =>
    recipients.filter((each) => each.kind === kind).map((each) => each.id);
  const rows = await on.query<PersonRow>(sql`
    select 'LEAD' as kind, l.id, l.office_id,
      coalesce(l.details ->> 'emailAddress1', l.details ->> 'emailAddress2') as email,
      coalesce(l.details ->> 'mobilePhone', l.details ->> 'otherPhone') as phone,
      l.details ->> 'primaryCountry' as country,
      l.email_opt_out, l.sms_opt_out
    from lead l where l.id = any(${idsOf('LEAD')}::bigint[])
    union all
    select 'CONTACT', k.id, k.office_id,
      coalesce(k.details ->> 'emailAddress1', k.details ->> 'emailAddress2'),
      coalesce(k.details ->> 'mobilePhone', k.details ->> 'otherPhone'),
      k.details ->> 'primaryCountry',
      k.email_opt_out or coalesce((c.details ->> 'emailOptOut')::boolean and exists (
        ${sharedAddress('EMAIL')}), false),
      k.sms_opt_out or coalesce((c.details ->> 'smsOptOut')::boolean and exists (
        ${sharedAddress('PHONE')}), false)
    from contact k left join customer c on c.id = k.customer_id
    where k.id = any(${idsOf('CONTACT')}::bigint[])
    union all
    select 'CUSTOMER', c.id, c.office_id, c.email_address, c.cell_phone, null,
      coalesce((c.details ->> 'emailOptOut')::boolean, false) or exists (select from contact k
        where k.customer_id = c.id and k.email_opt_out and exists (${sharedAddress('EMAIL')})),
      coalesce((c.details ->> 'smsOptOut')::boolean, false) or exists (select from contact k
        where k.customer_id = c.id and k.sms_opt_out and exists (${sharedAddress('PHONE')}))
    from customer c where c.id = any(${idsOf('CUSTOMER')}::bigint[])`);
  return new Map(rows.map((row) => [keyOf(row), personOf(row)]));
}

// Selects a row if contact `k` has the same address as customer `c`, whose phone numbers are in
// E.164.
function sharedAddress(kind: 'EMAIL' | 'PHONE'): Sql {
  const address = kind === 'EMAIL' ? sql`lower(c.email_address)` : sql`c.cell_phone`;
  return sql`select from contact_match_key m
    where m.contact_id = k.id and m.kind = ${kind} and m.key = ${address}`;
}

function personOf(row: PersonRow): Person {
  return {
    kind: row.kind,
    id: row.id,
    officeId: row.office_id,
    email: normalEmail(row.email ?? undefined),
    phone: normalPhone(row.phone ?? undefined, countryOf(row.country ?? undefined)),
    emailOptOut: row.email_opt_out,
    smsOptOut: row.sms_opt_out,
  };
}
