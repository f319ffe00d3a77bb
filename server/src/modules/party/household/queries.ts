// SQL for households and their members.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

type On = Database | Tx;

/** A period in which a customer belongs to a household. */
export interface MemberRow {
  readonly customer_id: bigint;
  readonly valid_from: BusinessDate;
  /** Null means no end. */
  readonly valid_to: BusinessDate | null;
  readonly consent: string;
}

/** A household as stored. */
export interface HouseholdRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/**
 * Selects the household with this id or, if no id is given, with this code. Returns undefined if
 * there is none.
 */
export async function selectHousehold(
  on: On,
  { id, name }: { readonly id?: bigint | undefined; readonly name?: string | undefined },
): Promise<HouseholdRow | undefined> {
  const [row] = await on.query<HouseholdRow>(sql`
    select * from household
    where id = ${id ?? null} or (${id ?? null}::bigint is null and name = ${name ?? null})`);
  return row;
}

/** A member of a household, with the customer's office. */
interface PlacedMember extends MemberRow {
  readonly household_id: bigint;
  readonly office_id: bigint;
}

/** Selects the members of households, ordered by their first date. */
export function selectMembers(on: On, householdIds: readonly bigint[]): Promise<PlacedMember[]> {
  return on.query(sql`
    select m.*, c.office_id from household_member m join customer c on c.id = m.customer_id
    where m.household_id = any(${[...householdIds]}::bigint[])
    order by m.household_id, m.valid_from, m.customer_id`);
}

function seenBy(offices: readonly bigint[] | undefined): Sql {
  return sql`h.active and (${offices === undefined} or not exists (
    select from household_member m join customer c on c.id = m.customer_id
    where m.household_id = h.id and c.office_id <> all(${[...(offices ?? [])]}::bigint[])))`;
}

/**
 * Selects a page of active households in id order, plus one extra row to detect a next page. If
 * offices are given, all members must be in them.
 */
export function selectActiveHouseholds(
  on: Database,
  offices: readonly bigint[] | undefined,
  page: PageRequest,
): Promise<HouseholdRow[]> {
  return on.query(sql`
    select h.* from household h where ${seenBy(offices)} and h.id > ${page.after ?? 0n}
    order by h.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the active households. */
export function countActiveHouseholds(
  on: Database,
  offices: readonly bigint[] | undefined,
): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from household h where ${seenBy(offices)}`);
}

/**
 * Locks customers, so that they cannot be added to another household. Returns the ids of those that
 * exist.
 */
export async function lockMembers(tx: Tx, customerIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from customer where id = any(${[...customerIds]}::bigint[])
    order by id for no key update`);
  return rows.map(({ id }) => id);
}

/** Selects the periods in which customers belong to households other than this one. */
export function selectTimesElsewhere(
  on: On,
  name: string,
  customerIds: readonly bigint[],
): Promise<MemberRow[]> {
  return on.query(sql`
    select m.customer_id, m.valid_from, m.valid_to, m.consent
    from household_member m join household h on h.id = m.household_id
    where h.name <> ${name} and m.customer_id = any(${[...customerIds]}::bigint[])
    order by m.customer_id, m.valid_from`);
}

/** A household with all its members. */
export interface HouseholdMembers {
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly members: readonly MemberRow[];
}

/** Stores a household with all its members as a new version, and returns its id. */
export async function storeHousehold(
  { tx, principal, now }: Work,
  { name, label, active, members }: HouseholdMembers,
  version: number,
): Promise<bigint> {
  const by = principal.name;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into household (name, label, active, version_no, created_by, created_at, modified_by,
      modified_at)
    values (${name}, ${label}, ${active}, ${version}, ${by}, ${now}, ${by}, ${now})
    on conflict (name) do update set label = excluded.label, active = excluded.active,
      version_no = excluded.version_no, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at
    returning id`);
  const id = row?.id ?? 0n;
  await tx.query(sql`delete from household_member where household_id = ${id}`);
  await tx.query(sql`
    insert into household_member (household_id, customer_id, valid_from, valid_to, consent)
    select ${id}, m.customer_id, m.valid_from, m.valid_to, m.consent
    from unnest(${members.map((member) => member.customer_id)}::bigint[],
      ${members.map((member) => member.valid_from)}::date[],
      ${members.map((member) => member.valid_to)}::date[],
      ${members.map((member) => member.consent)}::text[])
      m (customer_id, valid_from, valid_to, consent)`);
  return id;
}
