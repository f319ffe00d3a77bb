// SQL statements for contacts, one function per statement.

import type { PhoneCountries } from '../../../platform/address/phone.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import { CRM } from '../limits.js';
import { MATCH_KINDS, type MatchKey, type MatchKind } from '../person/match.js';
import type { Contact, contactDetailMembers } from './schema.js';

export type ContactDetails = Pick<Contact, keyof typeof contactDetailMembers>;

export interface ContactRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string | null;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly customer_id: bigint | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly birth_date: BusinessDate | null;
  readonly do_not_call: boolean;
  readonly do_not_share: boolean;
  readonly email_opt_out: boolean;
  readonly sms_opt_out: boolean;
  /**
   * The home country when the phone numbers were last changed. It is assumed for numbers without a
   * country code.
   */
  readonly home_country: PhoneCountries['home'];
  readonly details: ContactDetails;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Stores a new contact. The row has one member per column. */
export async function insertContact(tx: Tx, row: ContactRow): Promise<void> {
  await tx.query(sql`
    insert into contact select (jsonb_populate_record(null::contact, ${toJson(row)}::jsonb)).*`);
}

/** Updates a contact that the caller has locked. Its code and maker never change. */
export async function updateContactRow(tx: Tx, row: ContactRow): Promise<void> {
  await tx.query(sql`
    update contact set (label, active, office_id, customer_id, first_name, last_name, birth_date,
        do_not_call, do_not_share, email_opt_out, sms_opt_out, details, home_country, version,
        modified_by, modified_at) =
      (select n.label, n.active, n.office_id, n.customer_id, n.first_name, n.last_name,
        n.birth_date, n.do_not_call, n.do_not_share, n.email_opt_out, n.sms_opt_out, n.details,
        n.home_country, n.version, n.modified_by, n.modified_at
       from jsonb_populate_record(null::contact, ${toJson(row)}::jsonb) n)
    where id = ${row.id}`);
}

export interface ContactKey {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/** Locks a contact for the rest of the transaction. */
export async function lockContact(tx: Tx, by: ContactKey): Promise<ContactRow | undefined> {
  const [row] = await tx.query<ContactRow>(
    by.id === undefined
      ? sql`select * from contact where name = ${by.name ?? ''} for update`
      : sql`select * from contact where id = ${by.id} for update`,
  );
  return row;
}

export async function findContact(on: Database | Tx, id: bigint): Promise<ContactRow | undefined> {
  const [row] = await on.query<ContactRow>(sql`select * from contact where id = ${id}`);
  return row;
}

export interface ContactFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly customerId?: bigint | undefined;
  readonly active?: boolean | undefined;
  readonly search?: Search | undefined;
}

/** The search text, also normalised as a phone number and as an e-mail address. */
interface Search {
  readonly text: string;
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

function conditionsOf(filter: ContactFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`c.office_id`, filter.offices)];
  if (filter.customerId) conditions.push(sql`c.customer_id = ${filter.customerId}`);
  if (filter.active !== undefined) conditions.push(sql`c.active = ${filter.active}`);
  if (filter.search !== undefined) conditions.push(found(filter.search));
  return joinSql(conditions, ' and ');
}

// Uses position() instead of LIKE, because the search text may contain wildcards.
function found({ text, phone, email }: Search): Sql {
  return sql`(c.name = ${text}
    or position(lower(${text}) in lower(concat_ws(' ', c.label, c.first_name, c.last_name,
      c.details ->> 'organization'))) > 0
    or exists (select from contact_match_key k where k.contact_id = c.id
      and ((k.kind = 'PHONE' and k.key = ${phone ?? null})
        or (k.kind = 'EMAIL' and k.key = ${email ?? null}))))`;
}

export function countContacts(db: Database, filter: ContactFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from contact c where ${conditionsOf(filter)}`);
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export async function listContactRows(
  db: Database,
  filter: ContactFilter,
  page: PageRequest,
): Promise<ContactRow[]> {
  const start = page.after === null ? sql`true` : sql`c.id < ${page.after}`;
  return db.query<ContactRow>(sql`
    select c.* from contact c where ${conditionsOf(filter)} and ${start}
    order by c.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** Replaces a contact's match keys. */
export async function replaceContactKeys(
  tx: Tx,
  contactId: bigint,
  keys: readonly MatchKey[],
): Promise<void> {
  await tx.query(sql`
    with given as (select * from ${givenKeys(keys)}), gone as (
      delete from contact_match_key k where k.contact_id = ${contactId}
        and not exists (select from given g where g.kind = k.kind and g.key = k.key)
    )
    insert into contact_match_key (contact_id, kind, key)
    select ${contactId}, kind, key from given on conflict do nothing`);
}

export interface ContactMatchRow extends ContactRow {
  readonly kinds: readonly MatchKind[];
}

/** The records to search for contacts of the same person. */
interface MatchScope {
  readonly offices: readonly bigint[] | undefined;
  /** Contact to exclude from the result. */
  readonly self?: bigint;
  /** If present, only this customer's contacts are searched. */
  readonly customerId?: bigint;
}

/** Finds other active contacts that have one of the keys, most reliable matches first. */
export async function findContactMatches(
  tx: Tx,
  keys: readonly MatchKey[],
  { offices, self, customerId }: MatchScope,
): Promise<ContactMatchRow[]> {
  return tx.query<ContactMatchRow>(sql`
    select c.*, m.kinds from (
      select k.contact_id, array_agg(distinct k.kind) as kinds,
        min(array_position(${[...MATCH_KINDS]}::text[], k.kind)) as rank
      from ${givenKeys(keys)} join contact_match_key k on k.kind = g.kind and k.key = g.key
      group by k.contact_id) as m
    join contact c on c.id = m.contact_id
    where c.active and c.id <> ${self ?? 0n} and ${inOffices(sql`c.office_id`, offices)}
      and (${customerId ?? null}::bigint is null or c.customer_id = ${customerId ?? null})
    order by m.rank, c.id desc
    limit ${CRM.duplicatesMax}`);
}

function givenKeys(keys: readonly MatchKey[]): Sql {
  const kinds = keys.map(({ kind }) => kind);
  const texts = keys.map(({ key }) => key);
  return sql`unnest(${kinds}::text[], ${texts}::text[]) as g(kind, key)`;
}
