// Reads and lists accounts with their balances, and opens accounts in additional currencies.

import pg from 'pg';
import { present } from '../../../platform/assert.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { officeByCode } from '../../party/index.js';
import { chartOf } from '../chart/chart.js';
import { isFirmAccountCode } from '../chart/code.js';
import { financeProblems } from '../problems.js';
import type { AccountBody, AccountListQuery } from '../schema.js';
import { openCustomerAccount, openFirmAccount } from './account.js';
import {
  type AccountOwner,
  type AccountRow,
  countAccounts,
  findAccount,
  findOwner,
  listAccounts,
} from './queries.js';

/**
 * Returns the wire record. `availableBalance` is the amount that the customer may spend: the
 * cleared balance less holds, down to the floor. Money with a later value date is in
 * `unClearedBalance`, not in `heldBalance`.
 */
function accountRecord(row: AccountRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    id: row.id,
    active: row.active,
    name: row.name,
    label: row.label,
    acctType: row.acct_type,
    acctClass: row.class,
    currency: row.currency,
    businessOfficeId: String(row.office_id),
    businessOfficeName: row.office_name,
    companyName: row.office_name,
    companyLabel: row.office_label,
    customerId: row.customer_id ?? undefined,
    customerName: row.customer_name ?? undefined,
    clearedBalance: amount(row.balance_minor - row.value_dated_minor),
    unClearedBalance: amount(row.unsettled_minor + row.value_dated_minor),
    heldBalance: amount(row.held_minor - row.value_dated_minor),
    overdraftLimit: amount(row.overdraft_minor),
    minimumBalance: amount(row.minimum_minor),
    lienBalance: amount(row.lien_minor),
    availableBalance: amount(row.balance_minor - row.held_minor - (row.floor_minor ?? 0n)),
    ...shownStamp(row),
  };
}

/**
 * Returns one account. Refuses with 404 if it does not exist or the caller cannot see its office.
 */
export async function readAccount(call: Call, id: bigint): Promise<object> {
  const row = await findAccount(call.db, id);
  if (!row || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return accountRecord(row);
}

/** Lists the accounts in offices that the caller can see, in id order. */
export async function listAccountPage(
  call: Call,
  query: AccountListQuery,
  page: PageRequest,
): Promise<Page<object>> {
  if (query.currency) requireCurrency(query.currency);
  const filter = { ...query, offices: call.principal.offices };
  const [rows, count] = await Promise.all([
    listAccounts(call.db, filter, page),
    countAccounts(call.db, filter),
  ]);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count, result: kept.map(accountRecord), nextAfter };
}

/** Lists a customer's cash accounts, each with its `unClearedBalance`. */
export async function listCustomerAccounts(
  call: Call,
  customerId: bigint,
  page: PageRequest,
): Promise<Page<object>> {
  const owner = await findOwner(call.db, { id: customerId });
  if (!owner || !seesOffice(call.principal, owner.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return listAccountPage(call, { customerId, acctType: 'CUSTOMER_CASH' }, page);
}

/**
 * Opens a customer's account in another currency, or a firm account by its chart code. Refuses with
 * 409 ACCOUNT_EXISTS, and with 422 for unknown references.
 */
export async function createAccount(work: Work, body: AccountBody): Promise<Outcome> {
  if (body.id !== undefined && body.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  const currency = requireCurrency(body.currency);
  const id =
    body.acctType === undefined
      ? await openOfCustomer(work, { ...body, currency })
      : await openOfFirm(work, { ...body, acctType: body.acctType, currency });
  const row = present(await findAccount(work.tx, id), 'an account that was opened exists');
  work.events.push({ type: 'account.opened', subjectId: id, officeId: row.office_id });
  return {
    msgCode: 'ACCOUNT_CREATED',
    id,
    name: row.name,
    created: true,
    location: `finance/account/id/${id}`,
    result: accountRecord(row),
  };
}

async function openOfCustomer(work: Work, body: AccountBody): Promise<bigint> {
  const owner = await ownerOf(work, body);
  await refuseOtherOffice(work, body, owner);
  try {
    return await openCustomerAccount(work, {
      customerId: owner.id,
      customerLabel: owner.label,
      officeId: owner.office_id,
      currency: body.currency,
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'account_of_customer') {
      throw refusal(financeProblems.ACCOUNT_EXISTS, { args: ['ACTIVE'] });
    }
    throw error;
  }
}

async function refuseOtherOffice(
  work: Work,
  { businessOfficeName: name }: AccountBody,
  owner: AccountOwner,
): Promise<void> {
  if (name === undefined) return;
  const office = await officeByCode(work.tx, name);
  if (office?.id === owner.office_id) return;
  const detail = 'is not the business office of the customer';
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'businessOfficeName', detail);
}

async function ownerOf(work: Work, body: AccountBody): Promise<AccountOwner> {
  const id = body.customerId || undefined;
  const member = id === undefined ? 'customerName' : 'customerId';
  if (id === undefined && body.customerName === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'customerId',
      'or customerName or acctType is required',
    );
  }
  const owner = await findOwner(work.tx, { id, name: body.customerName });
  if (!owner || !seesOffice(work.principal, owner.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any customer');
  }
  if (body.customerName !== undefined && body.customerName !== owner.name) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'customerName',
      'does not match customerId',
    );
  }
  return owner;
}

async function openOfFirm(
  work: Work,
  body: AccountBody & { readonly acctType: string },
): Promise<bigint> {
  const code = body.acctType.toUpperCase();
  const entry = (await chartOf(work.tx, work.context.db)).entryOf(code);
  if (!isFirmAccountCode(code) || entry === undefined || entry.family || !entry.active) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'acctType',
      'is not an account of the firm in the chart',
    );
  }
  const office =
    body.businessOfficeName === undefined
      ? undefined
      : await officeByCode(work.tx, body.businessOfficeName);
  if (!office || !seesOffice(work.principal, office.id)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'businessOfficeName',
      'does not match any business office',
    );
  }
  const key = { code, officeId: office.id, currency: body.currency };
  const id = await openFirmAccount(work, key);
  if (id === undefined) throw refusal(financeProblems.ACCOUNT_EXISTS, { args: ['ACTIVE'] });
  return id;
}
