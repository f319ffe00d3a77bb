// Finds, reads and lists customers.

import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { seesPersonalData } from '../../../platform/http/shape/data-class.js';
import { requireOffice } from '../office/office.js';
import { selectPicture } from '../picture/queries.js';
import type { CashReads } from '../port.js';
import type { CustomerListQuery } from '../schema.js';
import { phoneOf } from './contact.js';
import { type CustomerFilter, countCustomers, selectCustomer, selectCustomers } from './queries.js';
import { type Customer, type CustomerKey, customerRecord, listRecord } from './record.js';
import { type CustomerSource, identifierIndex, openNumbers, queriedBy } from './secret.js';

/** Finds a customer in any office. If several match, returns the one opened first. */
export async function findCustomer(
  source: CustomerSource,
  key: CustomerKey,
): Promise<Customer | undefined> {
  const { vault } = source.context;
  const by = 'bvn' in key ? { bvnIndex: identifierIndex(vault, key.bvn) } : key;
  const row = await selectCustomer(queriedBy(source), by);
  return row && openNumbers(vault, row);
}

/** Returns the record of a customer, or undefined if the caller cannot see the customer. */
export async function findRecord(
  call: Call,
  key: CustomerKey,
  cashAccounts: CashReads,
): Promise<object | undefined> {
  const customer = await findCustomer(call, key);
  if (customer === undefined || !seesOffice(call.principal, customer.officeId)) return undefined;
  const cash = (await cashAccounts.of(call.db, [customer.id])).get(customer.id);
  const picture = await selectPicture(call.db, customer.id);
  return versioned(customerRecord(customer, { cash, picture }), customer.version);
}

/** Like `findRecord`, but refuses with DOCUMENT_NOT_FOUND. */
export async function readCustomer(
  call: Call,
  key: CustomerKey,
  cashAccounts: CashReads,
): Promise<object> {
  const record = await findRecord(call, key, cashAccounts);
  if (record === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return record;
}

/** A call that reads from the database or from a snapshot. */
export type CustomerReads = Pick<Call, 'context' | 'principal'> & { readonly db: Database | Tx };

/** The filters and the page of a customer list. */
interface CustomersQuery {
  readonly query: CustomerListQuery;
  readonly page: PageRequest;
}

/** Lists customers in id order, filtered by search text, office and status. */
export async function listCustomers(
  call: CustomerReads,
  { query, page }: CustomersQuery,
  cashAccounts: CashReads,
): Promise<Page<object>> {
  const filter = await filterOf(call, query);
  const found = await pageOfCustomers(call, { filter, page }, cashAccounts);
  return { count: await countCustomers(call.db, filter), ...found };
}

/** Iterates over all customers that match a query, page by page and without counting them. */
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
  const masked = {
    phone: phoneOf(text, { home: context.config.homeCountry }),
    index: identifierIndex(context.vault, text),
  };
  return { text, masked };
}
