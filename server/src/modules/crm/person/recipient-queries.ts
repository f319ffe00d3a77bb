// SQL for people's addresses.

import { emailKey } from '../../../platform/address/email.js';
import { countryOf, messagePhone, type PhoneCountries } from '../../../platform/address/phone.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { keyOf, type Person, type Recipient, type RecipientKind } from './recipient.js';

interface PersonRow {
  readonly kind: RecipientKind;
  readonly id: bigint;
  readonly office_id: bigint;
  /** E-mail addresses as stored, preferred one first. */
  readonly emails: readonly (string | null)[];
  /** Phone numbers as stored, preferred one first. */
  readonly phones: readonly (string | null)[];
  readonly country: string | null;
  /** Null for a customer, whose numbers are stored in E.164. */
  readonly home: PhoneCountries['home'] | null;
}

export async function readPeople(
  on: Database | Tx,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, Person>> {
  const idsOf = (kind: RecipientKind) =>
    recipients.filter((each) => each.kind === kind).map((each) => each.id);
  const rows = await on.query<PersonRow>(sql`
    select 'LEAD' as kind, l.id, l.office_id,
      array[l.details ->> 'emailAddress1', l.details ->> 'emailAddress2'] as emails,
      array[l.details ->> 'mobilePhone', l.details ->> 'otherPhone'] as phones,
      l.details ->> 'primaryCountry' as country, l.home_country as home
    from lead l where l.id = any(${idsOf('LEAD')}::bigint[])
    union all
    select 'CONTACT', k.id, k.office_id,
      array[k.details ->> 'emailAddress1', k.details ->> 'emailAddress2'],
      array[k.details ->> 'mobilePhone', k.details ->> 'otherPhone'],
      k.details ->> 'primaryCountry', k.home_country
    from contact k where k.id = any(${idsOf('CONTACT')}::bigint[])
    union all
    select 'CUSTOMER', c.id, c.office_id, array[c.email_address,
        c.details ->> 'emailAddress2'], array[c.cell_phone, c.details ->> 'otherPhone'], null, null
    from customer c where c.id = any(${idsOf('CUSTOMER')}::bigint[])`);
  return new Map(rows.map((row) => [keyOf(row), personOf(row)]));
}

// Takes the first number that can be parsed, which may not be the first in the list.
function personOf(row: PersonRow): Person {
  const { home, country } = row;
  const [email] = row.emails.flatMap((text) => emailKey(text) ?? []);
  const [phone] = row.phones.flatMap((text) => {
    if (home === null) return text ?? [];
    return messagePhone(text, { home, country: countryOf(country) }) ?? [];
  });
  return { kind: row.kind, id: row.id, officeId: row.office_id, email, phone };
}
