// SQL for business offices and customer groups.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { NewlyCoded } from '../../../platform/reference-data/code.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';

export interface Stamped {
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

/** The members of a business office. Accounts, tariffs and staff access depend on them. */
export interface OfficeMembers {
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
  readonly currency: string;
  readonly timeZone: string;
  /** True if an order date such as `03/04/2026` is read with the day first. */
  readonly dayFirst: boolean;
  /**
   * Threshold from which cash transactions require a second person. Null means that all of them do.
   */
  readonly fourEyesThresholdMinor: bigint | null;
  /** True if new customers require approval by a second person. */
  readonly customerApproval: boolean;
}

/** The members of a customer group. Commission and limits depend on them. */
export interface GroupMembers {
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
}

export interface BusinessOffice extends OfficeMembers, Stamped {
  readonly id: bigint;
}

export interface CustomerGroup extends GroupMembers, Stamped {
  readonly id: bigint;
}

/** How a request identifies a record: by id, by code or alias, or both. */
export interface Naming {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

type On = Database | Tx;

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: Instant;
}

const stampColumns = sql`
  created_by as "createdBy", created_at as "createdAt", modified_by as "modifiedBy",
  modified_at as "modifiedAt"`;

const officeColumns = sql`
  id, name, aliases, label, active, currency, time_zone as "timeZone", day_first as "dayFirst",
  four_eyes_threshold_minor as "fourEyesThresholdMinor", customer_approval as "customerApproval",
  ${stampColumns}`;

const groupColumns = sql`id, name, aliases, label, active, ${stampColumns}`;

function namedBy({ id, name }: Naming): Sql {
  if (id !== undefined) return sql`id = ${id}`;
  return name === undefined ? sql`active` : hasCode(sql`r`, name);
}

/**
 * Selects an office by id or, if no id is given, by code or alias. If none of them is given,
 * selects the first active office.
 */
export async function selectOffice(on: On, naming: Naming): Promise<BusinessOffice | undefined> {
  const [row] = await on.query<BusinessOffice>(sql`
    select ${officeColumns} from business_office r where ${namedBy(naming)} order by id limit 1`);
  return row;
}

/** Selects the office with this code. Aliases are ignored. */
export async function selectOfficeNamed(on: On, name: string): Promise<BusinessOffice | undefined> {
  const [row] = await on.query<BusinessOffice>(sql`
    select ${officeColumns} from business_office where name = ${name}`);
  return row;
}

/**
 * Selects a group by id or, if no id is given, by code or alias. If none of them is given, selects
 * the first active group.
 */
export async function selectGroup(on: On, naming: Naming): Promise<CustomerGroup | undefined> {
  const [row] = await on.query<CustomerGroup>(sql`
    select ${groupColumns} from customer_group r where ${namedBy(naming)} order by id limit 1`);
  return row;
}

/** Selects the group with this code. Aliases are ignored. */
export async function selectGroupNamed(on: On, name: string): Promise<CustomerGroup | undefined> {
  const [row] = await on.query<CustomerGroup>(sql`
    select ${groupColumns} from customer_group where name = ${name}`);
  return row;
}

/** The offices to list (undefined for all), and whether to list only active ones. */
interface OfficeFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly activeOnly: boolean;
}

function listed({ offices, activeOnly }: OfficeFilter): Sql {
  return sql`${inOffices(sql`id`, offices)} and (active or not ${activeOnly}::boolean)`;
}

export function selectOffices(
  on: On,
  filter: OfficeFilter,
  page: PageRequest,
): Promise<BusinessOffice[]> {
  return on.query<BusinessOffice>(sql`
    select ${officeColumns} from business_office
    where ${listed(filter)} and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countOffices(on: On, filter: OfficeFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from business_office where ${listed(filter)}`);
}

export function selectGroups(
  on: On,
  activeOnly: boolean,
  page: PageRequest,
): Promise<CustomerGroup[]> {
  return on.query<CustomerGroup>(sql`
    select ${groupColumns} from customer_group
    where (active or not ${activeOnly}::boolean) and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countGroups(on: On, activeOnly: boolean): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from customer_group where active or not ${activeOnly}::boolean`,
  );
}

export async function insertOffice(
  tx: Tx,
  office: NewlyCoded<OfficeMembers>,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into business_office (id, name, aliases, label, active, currency, time_zone, day_first,
      four_eyes_threshold_minor, customer_approval, created_by, created_at, modified_by,
      modified_at)
    values (${stamp.id}, ${office.name}, ${office.aliases ?? []}, ${office.label}, ${office.active},
      ${office.currency}, ${office.timeZone}, ${office.dayFirst}, ${office.fourEyesThresholdMinor},
      ${office.customerApproval}, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

/** Changes all members except the code. */
export async function changeOffice(tx: Tx, office: OfficeMembers, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    update business_office set aliases = ${office.aliases}, label = ${office.label},
      active = ${office.active},
      currency = ${office.currency}, time_zone = ${office.timeZone}, day_first = ${office.dayFirst},
      four_eyes_threshold_minor = ${office.fourEyesThresholdMinor},
      customer_approval = ${office.customerApproval}, modified_by = ${stamp.by},
      modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

export async function insertGroup(
  tx: Tx,
  group: NewlyCoded<GroupMembers>,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into customer_group (id, name, aliases, label, active, created_by, created_at,
      modified_by, modified_at)
    values (${stamp.id}, ${group.name}, ${group.aliases ?? []}, ${group.label}, ${group.active},
      ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

/** Changes all members except the code. */
export async function changeGroup(tx: Tx, group: GroupMembers, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    update customer_group set aliases = ${group.aliases}, label = ${group.label},
      active = ${group.active},
      modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/**
 * Locks an office FOR KEY SHARE. The office cannot change, but customers can still be opened there.
 */
export async function lockOfficeShared(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select from business_office where id = ${id} for key share`);
}

/** Locks a group FOR KEY SHARE. The group cannot change, but customers can still join it. */
export async function lockGroupShared(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select from customer_group where id = ${id} for key share`);
}

/** Locks the office with this code, so that no customer can be opened there. */
export async function lockOffice(tx: Tx, name: string): Promise<void> {
  await tx.query(sql`select from business_office where name = ${name} for update`);
}

/** Locks the group with this code, so that no customer can join it. */
export async function lockGroup(tx: Tx, name: string): Promise<void> {
  await tx.query(sql`select from customer_group where name = ${name} for update`);
}

/**
 * Returns whether the office has ever had a customer, and whether it has a customer who is not
 * closed.
 */
export function customersOfOffice(on: On, officeId: bigint): Promise<CustomerUse> {
  return usedBy(on, sql`office_id = ${officeId}`);
}

/** Returns whether the group has a customer, and whether it has a customer who is not closed. */
export function customersOfGroup(on: On, groupId: bigint): Promise<CustomerUse> {
  return usedBy(on, sql`group_id = ${groupId}`);
}

interface CustomerUse {
  readonly any: boolean;
  readonly open: boolean;
}

async function usedBy(on: On, belongs: Sql): Promise<CustomerUse> {
  const [row] = await on.query<CustomerUse>(sql`
    select exists (select from customer where ${belongs}) as any,
      exists (select from customer where ${belongs} and status <> 'CLOSED') as open`);
  return row ?? { any: false, open: false };
}
