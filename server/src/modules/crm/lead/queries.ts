// SQL statements for leads, one function per statement. Identifiers are encrypted before they are
// stored.

import type { PhoneCountries } from '../../../platform/address/phone.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson, toJsonInTurns } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type CustomerSource, queriedBy } from '../../party/index.js';
import { CRM } from '../limits.js';
import { MATCH_KINDS, type MatchKey, type MatchKind } from '../person/match.js';
import type { Lead, leadDetailMembers } from './schema.js';
import { openLead, sealedLead, storedTexts } from './secret.js';
import type { LeadStatus } from './state.js';

/** The lead members that no rule uses, and a birth date that could not be parsed. */
export type LeadDetails = Pick<Lead, keyof typeof leadDetailMembers | 'dateOfBirth'>;

export interface LeadRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string | null;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly lead_type: 'INDIVIDUAL' | 'ORGANIZATION';
  readonly status: LeadStatus;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly organization: string | null;
  readonly identifier: string | null;
  readonly birth_date: BusinessDate | null;
  readonly assigned_to: bigint | null;
  readonly campaign: bigint | null;
  readonly annual_income: Decimal | null;
  readonly no_of_dependents: number | null;
  readonly primary_latitude: Decimal | null;
  readonly primary_longitude: Decimal | null;
  readonly secondary_latitude: Decimal | null;
  readonly secondary_longitude: Decimal | null;
  readonly do_not_call: boolean;
  readonly do_not_share: boolean;
  readonly email_opt_out: boolean;
  readonly sms_opt_out: boolean;
  readonly converted_cash_account: bigint | null;
  readonly converted_contact: bigint | null;
  readonly converted_customer_id: bigint | null;
  readonly converted_at: Instant | null;
  readonly conversion_reason: string | null;
  /**
   * The home country when the phone numbers were last changed. It is assumed for numbers without a
   * country code.
   */
  readonly home_country: PhoneCountries['home'];
  readonly details: LeadDetails;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** The database connection for a read, and the vault that decrypts identifiers. */
type LeadSource = CustomerSource;
type LeadWork = Extract<CustomerSource, { readonly tx: Tx }>;

/** Stores new leads. Each row has one member per column. */
export async function insertLeads(work: LeadWork, rows: readonly LeadRow[]): Promise<void> {
  const sealed = await mapInTurns(rows, (row) => sealedLead(work.context.vault, row));
  const stored = await toJsonInTurns(sealed);
  await work.tx.query(sql`
    insert into lead select * from jsonb_populate_recordset(null::lead, ${stored}::jsonb)`);
}

/** Updates a lead that the caller has locked. Its code, office and maker never change. */
export async function updateLeadRow(work: LeadWork, row: LeadRow): Promise<void> {
  const stored = toJson(sealedLead(work.context.vault, row));
  await work.tx.query(sql`
    update lead set (label, active, lead_type, status, first_name, last_name, organization,
        identifier, birth_date, assigned_to, campaign, annual_income, no_of_dependents,
        primary_latitude, primary_longitude, secondary_latitude, secondary_longitude, do_not_call,
        do_not_share, email_opt_out, sms_opt_out, converted_cash_account, converted_contact,
        converted_customer_id, converted_at, conversion_reason, details, home_country, version,
        modified_by, modified_at) =
      (select n.label, n.active, n.lead_type, n.status, n.first_name, n.last_name, n.organization,
        n.identifier, n.birth_date, n.assigned_to, n.campaign, n.annual_income,
        n.no_of_dependents, n.primary_latitude, n.primary_longitude, n.secondary_latitude,
        n.secondary_longitude, n.do_not_call, n.do_not_share, n.email_opt_out, n.sms_opt_out,
        n.converted_cash_account, n.converted_contact, n.converted_customer_id, n.converted_at,
        n.conversion_reason, n.details, n.home_country, n.version, n.modified_by, n.modified_at
       from jsonb_populate_record(null::lead, ${stored}::jsonb) n)
    where id = ${row.id}`);
}

/** Locks a lead for the rest of the transaction. */
export async function lockLead(work: LeadWork, by: LeadKey): Promise<LeadRow | undefined> {
  const [row] = await work.tx.query<LeadRow>(
    by.id === undefined
      ? sql`select * from lead where name = ${by.name ?? ''} for update`
      : sql`select * from lead where id = ${by.id} for update`,
  );
  return row && openLead(work.context.vault, row);
}

export interface LeadKey {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/** Locks the given leads in id order. Ids without a lead are ignored. */
export async function lockLeads(work: LeadWork, ids: readonly bigint[]): Promise<LeadRow[]> {
  const rows = await work.tx.query<LeadRow>(
    sql`select * from lead where id = any(${ids}::bigint[]) order by id for update`,
  );
  return rows.map((row) => openLead(work.context.vault, row));
}

export async function findLead(source: LeadSource, id: bigint): Promise<LeadRow | undefined> {
  const statement = sql`select * from lead where id = ${id}`;
  const [row] = await queriedBy(source).query<LeadRow>(statement);
  return row && openLead(source.context.vault, row);
}

/** Replaces a lead's match keys. */
export async function replaceMatchKeys(
  work: LeadWork,
  leadId: bigint,
  keys: readonly MatchKey[],
): Promise<void> {
  const stored = storedTexts(work.context.vault, keys);
  await work.tx.query(sql`
    with given as (
      select * from unnest(${kindsOf(keys)}::text[], ${stored}::text[]) as g(kind, key)
    ), gone as (
      delete from lead_match_key k where k.lead_id = ${leadId}
        and not exists (select from given g where g.kind = k.kind and g.key = k.key)
    )
    insert into lead_match_key (lead_id, kind, key)
    select ${leadId}, kind, key from given on conflict do nothing`);
}

/** Stores the match keys of new leads. */
export async function insertMatchKeys(
  work: LeadWork,
  leads: readonly { readonly id: bigint; readonly keys: readonly MatchKey[] }[],
): Promise<void> {
  const rows = await mapInTurns(leads, ({ id, keys }) => {
    const stored = storedTexts(work.context.vault, keys);
    return keys.map(({ kind }, index) => ({ lead_id: id, kind, key: stored[index] }));
  });
  const given = await toJsonInTurns(rows.flat());
  await work.tx.query(sql`
    insert into lead_match_key
    select * from jsonb_populate_recordset(null::lead_match_key, ${given}::jsonb)`);
}

/**
 * Locks match keys until the transaction ends, so that conversions with a common key run one after
 * another.
 */
export async function lockMatchKeys(tx: Tx, keys: readonly MatchKey[]): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('lead ' || kind || ' ' || key, 0) as lock
      from unnest(${kindsOf(keys)}::text[], ${textsOf(keys)}::text[]) as g(kind, key)
      order by lock) as sorted`);
}

interface LeadMatchRow {
  readonly id: bigint;
  readonly kinds: readonly MatchKind[];
}

/**
 * Finds other active leads in the given offices that have one of the keys, most reliable matches
 * first.
 */
export async function findLeadMatches(
  work: LeadWork,
  keys: readonly MatchKey[],
  scope: { readonly self: bigint; readonly offices: readonly bigint[] | undefined },
): Promise<LeadMatchRow[]> {
  const stored = storedTexts(work.context.vault, keys);
  return work.tx.query<LeadMatchRow>(sql`
    select l.id, array_agg(distinct k.kind) as kinds
    from unnest(${kindsOf(keys)}::text[], ${stored}::text[]) as g(kind, key)
    join lead_match_key k on k.kind = g.kind and k.key = g.key
    join lead l on l.id = k.lead_id
    where l.id <> ${scope.self} and l.active
      and ${inOffices(sql`l.office_id`, scope.offices)}
    group by l.id
    order by min(array_position(${[...MATCH_KINDS]}::text[], k.kind)), l.id desc
    limit ${CRM.duplicatesMax}`);
}

export async function findLeads(work: LeadWork, ids: readonly bigint[]): Promise<LeadRow[]> {
  const rows = await work.tx.query<LeadRow>(sql`select * from lead where id = any(${ids})`);
  return rows.map((row) => openLead(work.context.vault, row));
}

function kindsOf(keys: readonly MatchKey[]): readonly string[] {
  return keys.map((key) => key.kind);
}

function textsOf(keys: readonly MatchKey[]): readonly string[] {
  return keys.map((key) => key.key);
}

/** Locks the next leads whose identifiers are not encrypted under the current key. */
export async function lockLeadsToSeal(
  tx: Tx,
  { after, prefix }: { readonly after: bigint; readonly prefix: string },
): Promise<{ readonly id: bigint; readonly identifier: string }[]> {
  return tx.query<{ id: bigint; identifier: string }>(sql`
    select id, identifier from lead
    where id > ${after} and not starts_with(identifier, ${prefix})
    order by id limit ${CRM.sealedAtOnce} for update`);
}

interface SealedIdentifier {
  readonly id: bigint;
  readonly identifier: string;
  readonly index: string;
}

/** Stores an encrypted identifier with its search digest. */
export async function sealIdentifier(
  tx: Tx,
  { id, identifier, index }: SealedIdentifier,
): Promise<void> {
  await tx.query(sql`
    with key as (
      update lead_match_key set key = ${index} where lead_id = ${id} and kind = 'IDENTIFIER'
    )
    update lead set identifier = ${identifier} where id = ${id}`);
}
