// Customers: who they are as a record, and finding one.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { seesPersonalData } from '../../../platform/http/shape/data-class.js';
import { formatMoney } from '../../../platform/money/money.js';
import { requireOffice } from '../office/office.js';
import type { CashReads, CustomerCash } from '../port.js';
import {
  type CustomerFilter,
  countCustomers,
  selectCustomer,
  selectCustomers,
} from '../queries.js';
import type { CustomerListQuery } from '../schema.js';
import { phoneOf } from './contact.js';
import { type CustomerSource, identifierIndex, openNumbers, queriedBy } from './secret.js';

type CustomerStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | 'CLOSED';
export type WorkflowStatus = 'PENDING' | 'APPROVED' | 'REJECTED';

/** What is stated of a customer, by columns that rules or searches read. */
export interface CustomerMembers {
  readonly label: string;
  readonly active: boolean;
  readonly groupId: bigint;
  readonly customerType: string;
  readonly partnerType: string;
  readonly channel: string | null;
  readonly status: CustomerStatus;
  readonly title: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly sex: string | null;
  readonly birthDate: BusinessDate | null;
  /** E.164. */
  readonly cellPhone: string | null;
  readonly emailAddress: string | null;
  readonly bvnCode: string | null;
  readonly portalUserName: string | null;
  /** By their wire names: address, next of kin, settlement bank, risk. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A customer as stored, with the codes of its office and group; never its password. */
export interface Customer extends CustomerMembers {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
  readonly officeName: string;
  readonly officeLabel: string;
  readonly currency: string;
  readonly groupName: string;
  readonly groupLabel: string;
  readonly workflowStatus: WorkflowStatus;
  readonly accountOpened: BusinessDate;
  readonly creatorKind: string;
  readonly creatorId: bigint;
  readonly approvedBy: string | null;
  readonly approvedAt: Instant | null;
  readonly decisionReason: string | null;
  readonly version: bigint;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

/** One way to name a customer. */
export type CustomerKey =
  | { readonly id: bigint }
  | { readonly name: string }
  | { readonly userName: string }
  | { readonly email: string }
  | { readonly bvn: string };

/**
 * The customer, of whatever office; undefined when there is none. Of several, the one opened
 * first.
 */
export async function findCustomer(
  source: CustomerSource,
  key: CustomerKey,
): Promise<Customer | undefined> {
  const { vault } = source.context;
  const by = 'bvn' in key ? { bvnIndex: identifierIndex(vault, key.bvn) } : key;
  const row = await selectCustomer(queriedBy(source), by);
  return row && openNumbers(vault, row);
}

/** The record of a customer that the caller may see; undefined for any other. */
export async function findRecord(
  call: Call,
  key: CustomerKey,
  cashAccounts: CashReads,
): Promise<object | undefined> {
  const customer = await findCustomer(call, key);
  if (customer === undefined || !seesOffice(call.principal, customer.officeId)) return undefined;
  const cash = await cashAccounts.of(call.db, [customer.id]);
  return versioned(customerRecord(customer, cash.get(customer.id)), customer.version);
}

/** As `findRecord`, and refuses DOCUMENT_NOT_FOUND. */
export async function readCustomer(
  call: Call,
  key: CustomerKey,
  cashAccounts: CashReads,
): Promise<object> {
  const record = await findRecord(call, key, cashAccounts);
  if (record === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return record;
}

/** A call that reads from the database, or from a snapshot of it. */
export type CustomerReads = Pick<Call, 'context' | 'principal'> & { readonly db: Database | Tx };

/** What is asked of a list of customers, and where in it. */
interface CustomersAsked {
  readonly query: CustomerListQuery;
  readonly page: PageRequest;
}

/** Customers by id, narrowed by search text, office and status. */
export async function listCustomers(
  call: CustomerReads,
  { query, page }: CustomersAsked,
  cashAccounts: CashReads,
): Promise<Page<object>> {
  const filter = await filterOf(call, query);
  const found = await pageOfCustomers(call, { filter, page }, cashAccounts);
  return { count: await countCustomers(call.db, filter), ...found };
}

/** The same, page by page and not counted. */
export async function* eachCustomer(
  call: CustomerReads,
  { query, pageSize }: { readonly query: CustomerListQuery; readonly pageSize: number },
  cashAccounts: CashReads,
): AsyncGenerator<object> {
  const filter = await filterOf(call, query);
  let after: bigint | null = null;
  do {
    const page: PageRequest = { limit: pageSize, offset: 0, after };
    const found = await pageOfCustomers(call, { filter, page }, cashAccounts);
    yield* found.result;
    after = found.nextAfter ?? null;
  } while (after !== null);
}

async function pageOfCustomers(
  call: CustomerReads,
  { filter, page }: { readonly filter: CustomerFilter; readonly page: PageRequest },
  cashAccounts: CashReads,
): Promise<Pick<Page<object>, 'result' | 'nextAfter'>> {
  const { vault } = call.context;
  const { rows, nextAfter } = pageFrom(await selectCustomers(call.db, filter, page), page);
  const cash = await cashAccounts.of(
    call.db,
    rows.map((row) => row.id),
  );
  const result = await mapInTurns(rows, (row) =>
    listRecord(openNumbers(vault, row), cash.get(row.id)),
  );
  return { result, nextAfter };
}

async function filterOf(call: CustomerReads, query: CustomerListQuery): Promise<CustomerFilter> {
  const office =
    query.businessOfficeName === undefined
      ? undefined
      : await requireOffice(call.db, call.principal, { name: query.businessOfficeName });
  const search = query.search?.trim();
  return {
    offices: office === undefined ? call.principal.offices : [office.id],
    status: query.status,
    workflowStatus: query.workflowStatus,
    search: search === undefined ? undefined : searchFor(call, search),
  };
}

function searchFor({ context, principal }: CustomerReads, text: string) {
  if (!seesPersonalData(principal)) return { text };
  const masked = { phone: phoneOf(text), index: identifierIndex(context.vault, text) };
  return { text, masked };
}

/** The whole record as it goes over the wire. */
export function customerRecord(customer: Customer, cash: CustomerCash | undefined): object {
  return {
    ...customer.details,
    ...listRecord(customer, cash),
    birthDate: customer.birthDate ?? undefined,
    approvedBy: customer.approvedBy ?? undefined,
    approvedDttm: customer.approvedAt ?? undefined,
    decisionReason: customer.decisionReason ?? undefined,
  };
}

function listRecord(customer: Customer, cash: CustomerCash | undefined): object {
  return {
    id: customer.id,
    active: customer.active,
    name: customer.id < 0n ? undefined : customer.name,
    label: customer.label,
    customerType: customer.customerType,
    partnerType: customer.partnerType,
    customerGroupId: customer.groupId,
    customerGroupName: customer.groupName,
    customerGroupLabel: customer.groupLabel,
    businessOfficeId: customer.officeId,
    businessOfficeName: customer.officeName,
    businessOfficeLabel: customer.officeLabel,
    channel: customer.channel ?? undefined,
    title: customer.title ?? undefined,
    firstName: customer.firstName ?? undefined,
    middleName: customer.middleName ?? undefined,
    lastName: customer.lastName ?? undefined,
    sex: customer.sex ?? undefined,
    cellPhone: customer.cellPhone ?? undefined,
    emailAddress1: customer.emailAddress ?? undefined,
    bvnCode: customer.bvnCode ?? undefined,
    portalUserName: customer.portalUserName ?? undefined,
    ...cashMembers(cash),
    accountOpened: customer.accountOpened,
    status: customer.status,
    workflowStatus: customer.workflowStatus,
    createdBy: customer.createdBy,
    createdDttm: customer.createdAt,
    lastModifiedBy: customer.modifiedBy,
    lastModifiedDttm: customer.modifiedAt,
  };
}

function cashMembers(cash: CustomerCash | undefined): object {
  if (cash === undefined) return {};
  const { accountId, name, currency, balanceMinor } = cash;
  return {
    cashAcct: accountId < 0n ? undefined : name,
    cashAcctId: accountId,
    cashAcctBalance: formatMoney({ minor: balanceMinor, currency }),
    currency,
  };
}
