// Customers' portfolios, with their account numbers at the depository.

import { assert } from '../../../platform/assert.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { requireType, type TypeReference } from '../portfolio-type/type.js';
import {
  type AccountNumbers,
  type CustomerRow,
  type IncomeRoute,
  insertPortfolio,
  lockPortfolio,
  officeOfCustomer,
  type PortfolioOpening,
  type PortfolioRow,
  selectCustomer,
  selectPortfolio,
  selectPortfoliosOf,
  updatePortfolioRow,
} from './queries.js';
import { portfolioRecord, portfolioRecords } from './record.js';

/** The data needed to open a portfolio, with the type as given in the request. */
interface RequestedPortfolio extends Omit<PortfolioOpening, 'typeName'>, TypeReference {}

/** Opens a portfolio in the caller's transaction. */
export async function openPortfolio(
  work: Work,
  requested: RequestedPortfolio,
): Promise<{ readonly id: bigint; readonly name: string }> {
  const { portfolioTypeName, portfolioType, ...members } = requested;
  const typeName = await requireType(work.tx, { portfolioTypeName, portfolioType });
  const opening = { ...members, typeName };
  requireAccountNumbers(opening);
  if (minorUnits(opening.currency) === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'currency', 'is not an ISO 4217 code');
  }
  const id = await work.context.ids.next(work.tx, 'portfolio_id');
  const name = codeOf(id);
  await insertPortfolio(work, { id, name }, opening);
  work.events.push({ type: 'portfolio.opened', subjectId: id, officeId: opening.officeId });
  return { id, name };
}

const PRINTABLE = /^[ -~]+$/;

// The number is sent to the exchange as a FIX field. A control character would end the field, and
// the session could not send the message.
function requireAccountNumbers(numbers: AccountNumbers): void {
  for (const member of ['accountNo', 'chnNumber'] as const) {
    const number = numbers[member];
    if (number === undefined || PRINTABLE.test(number)) continue;
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      member,
      'must contain only printable ASCII characters',
    );
  }
}

interface PortfolioRequest {
  readonly id?: bigint;
  readonly customerId?: bigint;
  readonly customerName?: string;
  readonly portfolioTypeName?: string;
  readonly portfolioType?: string;
  readonly label?: string;
  readonly currency?: string;
  readonly accountNo?: string;
  readonly chnNumber?: string;
  readonly incomeRoute?: IncomeRoute;
  readonly settlementInstructions?: string;
}

/** Opens a portfolio for a customer identified by id or code. */
export async function createPortfolio(work: Work, request: PortfolioRequest): Promise<Outcome> {
  if (request.id)
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  const customer = await namedCustomer(work, request);
  const { id, name } = await openPortfolio(work, {
    customerId: customer.id,
    officeId: customer.office_id,
    currency: request.currency ?? customer.currency,
    portfolioTypeName: request.portfolioTypeName,
    portfolioType: request.portfolioType,
    label: request.label ?? customer.label,
    accountNo: request.accountNo,
    chnNumber: request.chnNumber,
    incomeRoute: request.incomeRoute,
    settlementInstructions: request.settlementInstructions,
  });
  const row = await selectPortfolio(work.tx, id);
  assert(row, 'an opened portfolio can be read');
  return {
    msgCode: 'PORTFOLIO_CREATED',
    id,
    name,
    created: true,
    location: `order/portfolio/id/${id}`,
    version: row.version,
    result: await portfolioRecord(work.tx, row),
  };
}

async function namedCustomer(work: Work, request: PortfolioRequest): Promise<CustomerRow> {
  const { customerId, customerName } = request;
  if (customerId === undefined && customerName === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'customerId', 'is required');
  }
  const row = await selectCustomer(work.tx, { id: customerId, name: customerName });
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    const member = customerId === undefined ? 'customerName' : 'customerId';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any customer');
  }
  if (customerName !== undefined && customerName !== row.name) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'customerName',
      'does not match customerId',
    );
  }
  return row;
}

interface PortfolioUpdate {
  readonly name: string;
  readonly accountNo?: string;
  readonly chnNumber?: string;
  readonly incomeRoute?: IncomeRoute;
  readonly settlementInstructions?: string;
}

/**
 * Sets the depository numbers and the standing terms of the portfolio with this code. Absent
 * members are not changed.
 */
export async function updatePortfolioAccount(
  work: Work,
  change: PortfolioUpdate,
): Promise<Outcome> {
  requireAccountNumbers(change);
  const row = await lockPortfolio(work.tx, change.name);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) throw notFound();
  await updatePortfolioRow(work, row.id, change);
  work.events.push({ type: 'portfolio.updated', subjectId: row.id, officeId: row.office_id });
  const after = await selectPortfolio(work.tx, row.id);
  assert(after, 'an updated portfolio can be read');
  return {
    msgCode: 'PORTFOLIO_UPDATED',
    id: row.id,
    name: row.name,
    version: after.version,
    result: await portfolioRecord(work.tx, after),
  };
}

/** Reads a portfolio that the caller may see; refuses with 404 otherwise. */
export async function visiblePortfolio(call: Call, id: bigint): Promise<PortfolioRow> {
  const row = await selectPortfolio(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw notFound();
  return row;
}

/** Returns one portfolio. */
export async function portfolio(call: Call, id: bigint): Promise<object> {
  const row = await visiblePortfolio(call, id);
  return onSnapshot(call.db, async (tx) => {
    const now = (await selectPortfolio(tx, row.id)) ?? row;
    return versioned(await portfolioRecord(tx, now), now.version);
  });
}

/** Lists all of a customer's portfolios. */
export async function customerPortfolios(call: Call, customerId: bigint): Promise<Page<object>> {
  await requireCustomer(call.db, call, customerId);
  const result = await onSnapshot(call.db, async (tx) =>
    portfolioRecords(tx, await selectPortfoliosOf(tx, customerId)),
  );
  return { count: result.length, result };
}

/**
 * Refuses with 404 if the customer does not exist or belongs to an office that the caller cannot
 * see.
 */
export async function requireCustomer(on: Database | Tx, call: Call, id: bigint): Promise<void> {
  const officeId = await officeOfCustomer(on, id);
  if (officeId === undefined || !seesOffice(call.principal, officeId)) throw notFound();
}

function notFound() {
  return refusal(commonProblems.DOCUMENT_NOT_FOUND);
}
