// SQL for customers.

import { emailKey } from '../../../platform/address/email.js';
import { phoneKey } from '../../../platform/address/phone.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Principal } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { PARTY } from '../limits.js';
import type { CustomerKeyKind } from './match-key.js';
import type { Customer, CustomerKey, CustomerMembers, WorkflowStatus } from './record.js';
import type { SealedColumns } from './secret-queries.js';

type On = Database | Tx;

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: Instant;
}

const customerColumns = sql`
  c.id, c.name, c.label, c.status = 'ACTIVE' as active, c.office_id as "officeId",
  o.name as "officeName",
  o.label as "officeLabel", o.currency, c.group_id as "groupId", g.name as "groupName",
  g.label as "groupLabel", c.customer_type as "customerType", c.partner_type as "partnerType",
  c.payer_class as "payerClass", c.tax_year_start as "taxYearStart",
  c.channel, c.status, c.workflow_status as "workflowStatus", c.title, c.first_name as "firstName",
  c.middle_name as "middleName", c.last_name as "lastName", c.sex, c.birth_date as "birthDate",
  c.cell_phone as "cellPhone", c.email_address as "emailAddress", c.bvn_code as "bvnCode",
  c.portal_user_name as "portalUserName", c.account_opened as "accountOpened", c.details,
  c.creator_kind as "creatorKind", c.creator_id as "creatorId", c.approved_by as "approvedBy",
  c.approved_at as "approvedAt", c.decision_reason as "decisionReason", c.version,
  c.created_by as "createdBy",
  c.created_at as "createdAt", c.modified_by as "modifiedBy", c.modified_at as "modifiedAt"`;
const customerTables = sql`
  customer c join business_office o on o.id = c.office_id
  join customer_group g on g.id = c.group_id`;

/** A key that identifies a customer in SQL. For a BVN, it is the digest. */
type StoredKey = Exclude<CustomerKey, { readonly bvn: string }> | { readonly bvnIndex: string };

function keyed(key: StoredKey): Sql {
  if ('id' in key) return sql`c.id = ${key.id}`;
  if ('name' in key) return sql`c.name = ${key.name}`;
  if ('userName' in key) return sql`lower(c.portal_user_name) = lower(${key.userName})`;
  if ('email' in key) return hasKey('EMAIL', emailKey(key.email));
  return sql`c.bvn_index = ${key.bvnIndex}`;
}

function hasKey(kind: CustomerKeyKind, key: string | undefined): Sql {
  return sql`c.id in (select k.customer_id from customer_match_key k
    where k.kind = ${kind} and k.key = ${key ?? null})`;
}

/**
 * Finds a customer. If several have the e-mail address, customers whose first address it is take
 * precedence and, among these, active customers.
 */
export async function selectCustomer(on: On, key: StoredKey): Promise<Customer | undefined> {
  const email = 'email' in key ? (emailKey(key.email) ?? null) : null;
  const isFirstEmail = sql`c.email_key is not distinct from ${email}`;
  const [row] = await on.query<Customer>(sql`
    select ${customerColumns} from ${customerTables}
    where ${keyed(key)} order by ${isFirstEmail} desc, c.status = 'ACTIVE' desc, c.id limit 1`);
  return row;
}

/** Reads the columns needed to check a portal login. */
export async function selectLogin(on: On, userName: string) {
  const [row] = await on.query<{
    id: bigint;
    name: string;
    officeId: bigint;
    passwordHash: string | null;
    mayLogIn: boolean;
  }>(sql`
    select id, name, office_id as "officeId", portal_password_hash as "passwordHash",
      status = 'ACTIVE' and workflow_status = 'APPROVED' as "mayLogIn"
    from customer where lower(portal_user_name) = lower(${userName})`);
  return row;
}

/** The columns of a portal login that are needed for a password reset. */
export interface AccessRow {
  readonly id: bigint;
  readonly name: string;
  readonly userName: string;
  readonly label: string;
  readonly emailAddress: string | null;
  readonly officeId: bigint;
  readonly passwordHash: string | null;
  readonly mayLogIn: boolean;
}

const accessColumns = sql`c.id, c.name, c.portal_user_name as "userName", c.label,
  c.email_address as "emailAddress", c.office_id as "officeId",
  c.portal_password_hash as "passwordHash",
  c.status = 'ACTIVE' and c.workflow_status = 'APPROVED' as "mayLogIn"`;

/**
 * Finds portal logins by user name or e-mail address, ignoring case. Matches by user name come
 * first.
 */
export function selectAccess(
  on: On,
  { text, officeIds }: { readonly text: string; readonly officeIds: readonly bigint[] | undefined },
): Promise<AccessRow[]> {
  return on.query<AccessRow>(sql`
    select ${accessColumns} from customer c
    where c.portal_user_name is not null and ${inOffices(sql`c.office_id`, officeIds)}
      and (lower(c.portal_user_name) = lower(${text})
        or c.email_key = ${emailKey(text) ?? null})
    order by lower(c.portal_user_name) = lower(${text}) desc, c.status = 'ACTIVE' desc, c.id
    limit ${PARTY.accessesPerSearchMax}`);
}

/** Locks a customer who has a portal user name. */
export async function lockAccess(tx: Tx, id: bigint): Promise<AccessRow | undefined> {
  const [row] = await tx.query<AccessRow>(sql`
    select ${accessColumns} from customer c
    where c.id = ${id} and c.portal_user_name is not null for update`);
  return row;
}

export async function updatePortalPassword(
  tx: Tx,
  id: bigint,
  { passwordHash, by, at }: Omit<Stamp, 'id'> & { readonly passwordHash: string },
): Promise<void> {
  await tx.query(sql`
    update customer set portal_password_hash = ${passwordHash}, version = version + 1,
      modified_by = ${by}, modified_at = ${at}
    where id = ${id}`);
}

export async function lockCustomer(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select from customer where id = ${id} for update`);
}

export interface CustomerFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly status: string | undefined;
  readonly workflowStatus: string | undefined;
  readonly search:
    | {
        readonly text: string;
        /** Absent if the caller cannot see personal data. */
        readonly masked?: { readonly phone: string | undefined; readonly index: string };
      }
    | undefined;
}

function matching({ offices, status, workflowStatus, search }: CustomerFilter): Sql {
  const conditions = [inOffices(sql`c.office_id`, offices)];
  if (status !== undefined) conditions.push(sql`c.status = ${status}`);
  if (workflowStatus !== undefined) conditions.push(sql`c.workflow_status = ${workflowStatus}`);
  if (search !== undefined) {
    // Uses position() instead of like, because the search text may contain wildcards.
    conditions.push(sql`(
      position(lower(${search.text}) in lower(c.label)) > 0
      or c.name = ${search.text} or lower(c.portal_user_name) = lower(${search.text})
      or ${search.masked === undefined ? sql`false` : inMasked(search.text, search.masked)})`);
  }
  return joinSql(conditions, ' and ');
}

function inMasked(
  text: string,
  { phone, index }: { readonly phone: string | undefined; readonly index: string },
): Sql {
  return sql`position(lower(${text}) in lower(c.email_address)) > 0
    or position(lower(${text}) in lower(c.details ->> 'emailAddress2')) > 0
    or c.bvn_index = ${index}
    or ${hasKey('PHONE', phone === undefined ? undefined : phoneKey(phone))}`;
}

export function selectCustomers(on: On, filter: CustomerFilter, page: PageRequest) {
  return on.query<Customer>(sql`
    select ${customerColumns} from ${customerTables}
    where ${matching(filter)} and c.id > ${page.after ?? 0n}
    order by c.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countCustomers(on: On, filter: CustomerFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from customer c where ${matching(filter)}`);
}

interface NewCustomer {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
  readonly workflowStatus: WorkflowStatus;
  readonly passwordHash: string | null;
  readonly accountOpened: BusinessDate;
  readonly creator: Principal;
  readonly at: Instant;
  readonly sealed: SealedColumns;
}

export async function insertCustomer(tx: Tx, members: CustomerMembers, made: NewCustomer) {
  const { creator, sealed } = made;
  await tx.query(sql`
    insert into customer (id, name, label, office_id, group_id, customer_type, partner_type,
      payer_class, tax_year_start, channel, status, workflow_status, title, first_name, middle_name,
      last_name, sex, birth_date, cell_phone, email_address, email_key, bvn_code, bvn_index,
      identification_index, portal_user_name, portal_password_hash, account_opened, details,
      creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
    values (${made.id}, ${made.name}, ${members.label}, ${made.officeId},
      ${members.groupId}, ${members.customerType}, ${members.partnerType}, ${members.payerClass},
      ${members.taxYearStart}, ${members.channel},
      ${members.status}, ${made.workflowStatus}, ${members.title}, ${members.firstName},
      ${members.middleName}, ${members.lastName}, ${members.sex}, ${members.birthDate},
      ${members.cellPhone}, ${members.emailAddress}, ${emailKey(members.emailAddress) ?? null},
      ${sealed.bvnCode}, ${sealed.bvnIndex}, ${sealed.identificationIndex},
      ${members.portalUserName}, ${made.passwordHash}, ${made.accountOpened},
      ${sealed.details}::jsonb,
      ${creator.kind}, ${creator.id}, ${creator.name}, ${made.at}, ${creator.name}, ${made.at})`);
}

export async function updateCustomerRow(
  tx: Tx,
  members: CustomerMembers,
  stamp: Stamp & { readonly passwordHash: string | null; readonly sealed: SealedColumns },
): Promise<void> {
  const { sealed } = stamp;
  await tx.query(sql`
    update customer set label = ${members.label},
      group_id = ${members.groupId}, customer_type = ${members.customerType},
      partner_type = ${members.partnerType}, payer_class = ${members.payerClass},
      tax_year_start = ${members.taxYearStart}, channel = ${members.channel},
      status = ${members.status}, title = ${members.title}, first_name = ${members.firstName},
      middle_name = ${members.middleName}, last_name = ${members.lastName}, sex = ${members.sex},
      birth_date = ${members.birthDate}, cell_phone = ${members.cellPhone},
      email_address = ${members.emailAddress},
      email_key = ${emailKey(members.emailAddress) ?? null}, bvn_code = ${sealed.bvnCode},
      bvn_index = ${sealed.bvnIndex}, identification_index = ${sealed.identificationIndex},
      portal_user_name = ${members.portalUserName},
      portal_password_hash = coalesce(${stamp.passwordHash}, portal_password_hash),
      details = ${sealed.details}::jsonb, version = version + 1,
      modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

export async function decideCustomer(
  tx: Tx,
  decision: Stamp & { readonly to: WorkflowStatus; readonly reason?: string | undefined },
): Promise<void> {
  await tx.query(sql`
    update customer set workflow_status = ${decision.to}, approved_by = ${decision.by},
      approved_at = ${decision.at}, decision_reason = ${decision.reason ?? null},
      version = version + 1, modified_by = ${decision.by}, modified_at = ${decision.at}
    where id = ${decision.id}`);
}
