// Looks up, adds and lists business offices and customer groups.

import type { Call } from '../../../platform/context.js';
import { type Principal, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type Coded, isCodeOf, type NewlyCoded } from '../../../platform/reference-data/code.js';
import {
  type BusinessOffice,
  type CustomerGroup,
  countGroups,
  countOffices,
  type GroupMembers,
  insertGroup,
  insertOffice,
  lockGroupShared,
  lockOfficeShared,
  type Naming,
  type OfficeMembers,
  type Stamped,
  selectGroup,
  selectGroups,
  selectOffice,
  selectOffices,
} from './queries.js';

/** Returns the office with this code or alias, active or not. */
export function officeByCode(on: Database | Tx, code: string): Promise<BusinessOffice | undefined> {
  return selectOffice(on, { name: code });
}

/** Returns the customer group with this code or alias, active or not. */
export function groupByCode(on: Database | Tx, code: string): Promise<CustomerGroup | undefined> {
  return selectGroup(on, { name: code });
}

/**
 * Returns the customer group with this code or alias, active or not, to be used as a filter for
 * customers. Refuses with UNKNOWN_REFERENCE.
 */
export async function requireKnownGroup(
  on: Database | Tx,
  { code, member }: { readonly code: string; readonly member: string },
): Promise<CustomerGroup> {
  const group = await groupByCode(on, code);
  if (group !== undefined) return group;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'is not a customer group');
}

/** Returns the office with this id. */
export function officeById(on: Database | Tx, id: bigint): Promise<BusinessOffice | undefined> {
  return selectOffice(on, { id });
}

/**
 * Returns the office with this code or alias, active or not, to be used as a filter for a list.
 * Refuses with UNKNOWN_REFERENCE if there is none or the caller cannot see it.
 */
export async function requireSeenOffice(
  on: Database | Tx,
  principal: Principal,
  { code, member }: { readonly code: string; readonly member: string },
): Promise<BusinessOffice> {
  const office = await officeByCode(on, code);
  if (office !== undefined && seesOffice(principal, office.id)) return office;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    member,
    'does not match any business office',
  );
}

/**
 * Returns the office that a body names in `businessOfficeId` and `businessOfficeName`. If both are
 * absent, returns the first office that the caller can see. Refuses with REFERENCE_MISMATCH if they
 * contain different offices, and with UNKNOWN_REFERENCE for an office that does not exist or that
 * the caller cannot see.
 */
export async function requireOffice(
  on: Database | Tx,
  principal: Principal,
  naming: Naming,
): Promise<BusinessOffice> {
  const office = isNamed(naming)
    ? await selectOffice(on, naming)
    : await firstOffice(on, principal);
  if (office === undefined || !office.active || !seesOffice(principal, office.id)) {
    throw unknown('businessOffice', naming);
  }
  return matching('businessOffice', office, naming);
}

/**
 * Returns the customer group that a body names. If it names none, returns STANDARD or, if STANDARD
 * does not exist, the first group.
 */
async function requireGroup(on: Database | Tx, naming: Naming): Promise<CustomerGroup> {
  const group = isNamed(naming)
    ? await selectGroup(on, naming)
    : ((await selectGroup(on, { name: 'STANDARD' })) ?? (await selectGroup(on, {})));
  if (!group?.active) throw unknown('customerGroup', naming);
  return matching('customerGroup', group, naming);
}

/**
 * Like `requireOffice`, but locks the office so that it cannot change before the transaction ends.
 */
export async function requireLockedOffice(work: Work, naming: Naming): Promise<BusinessOffice> {
  const { id } = await requireOffice(work.tx, work.principal, naming);
  await lockOfficeShared(work.tx, id);
  return requireOffice(work.tx, work.principal, { id });
}

/**
 * Like `requireGroup`, but locks the group so that it cannot change before the transaction ends.
 */
export async function requireLockedGroup(work: Work, naming: Naming): Promise<CustomerGroup> {
  const { id } = await requireGroup(work.tx, naming);
  await lockGroupShared(work.tx, id);
  return requireGroup(work.tx, { id });
}

/**
 * Adds an office and returns its id. Its accounts are opened when they are first used in a posting.
 */
export async function addOffice(work: Work, office: NewlyCoded<OfficeMembers>): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'business_office_id');
  await insertOffice(work.tx, office, { id, by: work.principal.name, at: work.now });
  return id;
}

/** Adds a customer group and returns its id. */
export async function addCustomerGroup(
  work: Work,
  group: NewlyCoded<GroupMembers>,
): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'customer_group_id');
  await insertGroup(work.tx, group, { id, by: work.principal.name, at: work.now });
  return id;
}

/** The requested page, and whether to list only active records. */
interface Listing {
  readonly page: PageRequest;
  readonly activeOnly: boolean;
}

/** Lists the offices that the caller can see, in id order. */
export async function listOffices(call: Call, listing: Listing): Promise<Page<object>> {
  const { page, activeOnly } = listing;
  const filter = { offices: call.principal.offices, activeOnly };
  const { rows, nextAfter } = pageFrom(await selectOffices(call.db, filter, page), page);
  return { count: await countOffices(call.db, filter), result: rows.map(officeRecord), nextAfter };
}

/** Lists the customer groups in id order. */
export async function listGroups(call: Call, listing: Listing): Promise<Page<object>> {
  const { page, activeOnly } = listing;
  const { rows, nextAfter } = pageFrom(await selectGroups(call.db, activeOnly, page), page);
  return {
    count: await countGroups(call.db, activeOnly),
    result: rows.map(groupRecord),
    nextAfter,
  };
}

/** Reads one office if the caller can see it. */
export async function readOffice(call: Call, id: bigint): Promise<object> {
  const office = await selectOffice(call.db, { id });
  if (office === undefined || !seesOffice(call.principal, id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return officeRecord(office);
}

/** Reads one customer group. */
export async function readGroup(call: Call, id: bigint): Promise<object> {
  const group = await selectGroup(call.db, { id });
  if (group === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return groupRecord(group);
}

function isNamed(naming: Naming): boolean {
  return naming.id !== undefined || naming.name !== undefined;
}

async function firstOffice(on: Database | Tx, principal: Principal) {
  const filter = { offices: principal.offices, activeOnly: true };
  const [office] = await selectOffices(on, filter, { limit: 0, offset: 0, after: null });
  return office;
}

function unknown(noun: string, naming: Naming) {
  const member = naming.id === undefined ? `${noun}Name` : `${noun}Id`;
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any active record');
}

function matching<Found extends Coded>(noun: string, found: Found, naming: Naming): Found {
  if (naming.name === undefined || isCodeOf(found, naming.name)) return found;
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, `${noun}Name`, `does not match ${noun}Id`);
}

function officeRecord(office: BusinessOffice): object {
  const threshold = office.fourEyesThresholdMinor;
  return {
    id: office.id,
    active: office.active,
    name: office.name,
    label: office.label,
    aliases: office.aliases,
    currency: office.currency,
    timeZone: office.timeZone,
    orderDateOrder: office.dayFirst ? 'DAY_FIRST' : 'MONTH_FIRST',
    fourEyesThreshold: threshold === null ? undefined : minorToDecimal(threshold, office.currency),
    customerApproval: office.customerApproval,
    ...stampOf(office),
  };
}

function groupRecord(group: CustomerGroup): object {
  return {
    id: group.id,
    active: group.active,
    name: group.name,
    label: group.label,
    aliases: group.aliases,
    ...stampOf(group),
  };
}

function stampOf(record: Stamped): object {
  return {
    createdBy: record.createdBy,
    createdDttm: record.createdAt,
    lastModifiedBy: record.modifiedBy,
    lastModifiedDttm: record.modifiedAt,
  };
}
