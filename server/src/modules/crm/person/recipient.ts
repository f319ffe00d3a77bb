// Who messages go to: the addresses and flags of people, as they are at this moment.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { countryOf, normalEmail, normalPhone } from '../lead/match.js';
import { findSuccessors } from './successor.js';

export const RECIPIENT_KINDS = ['LEAD', 'CONTACT', 'CUSTOMER'] as const;

export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

export const CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP'] as const;

export type Channel = (typeof CHANNELS)[number];

/** A record whose address and consent are read at queueing, and again at sending. */
export interface Recipient {
  readonly kind: RecipientKind;
  readonly id: bigint;
}

/** What sending needs to know of a person. */
export interface Person extends Recipient {
  readonly officeId: bigint;
  /** Normalised; undefined where there is none that could be one. */
  readonly email: string | undefined;
  /** E.164. */
  readonly phone: string | undefined;
  readonly emailOptOut: boolean;
  readonly smsOptOut: boolean;
}

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

/**
 * The people of these references, by the `keyOf` of the reference; who is not there any more is
 * absent. A converted lead is the customer that it became. What a customer and a contact of it
 * refuse holds for both where they have the address in common.
 */
export async function findPeople(
  on: Database | Tx,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, Person>> {
  if (recipients.length === 0) return new Map();
  const succession = await findSuccessors(on, recipients);
  const meant = recipients.map((each): Recipient => succession(each) ?? each);
  const people = await readPeople(on, meant);
  return new Map(
    recipients.flatMap((each, index) => {
      const person = people.get(keyOf(meant[index] ?? each));
      return person === undefined ? [] : [[keyOf(each), person] as const];
    }),
  );
}

async function readPeople(
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

// That the contact `k` has the address of the customer `c`, whose phones are kept in E.164.
function sharedAddress(kind: 'EMAIL' | 'PHONE'): Sql {
  const address = kind === 'EMAIL' ? sql`lower(c.email_address)` : sql`c.cell_phone`;
  return sql`select from contact_match_key m
    where m.contact_id = k.id and m.kind = ${kind} and m.key = ${address}`;
}

/** A text by which a recipient is found again. */
export function keyOf({ kind, id }: Recipient): string {
  return `${kind} ${id}`;
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

/** The address of a person in a channel. */
export function addressOf(person: Person, channel: Channel): string | undefined {
  return channel === 'EMAIL' ? person.email : person.phone;
}

/** An address as it is compared and sent to; undefined for a text that can be none. */
export function normalAddress(channel: Channel, raw: string): string | undefined {
  if (channel !== 'EMAIL') return normalPhone(raw);
  const email = normalEmail(raw);
  return email !== undefined && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? email
    : undefined;
}
