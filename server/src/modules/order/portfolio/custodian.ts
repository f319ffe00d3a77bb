// The custodians of a portfolio: those that its orders may name, and the default custodian.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { requireCustodian, selectCustodiansNamed } from '../../party/index.js';
import {
  type CustodianAssignment,
  type CustodianPortfolioRow,
  countCustodianPortfolios,
  type PortfolioCustodianRow,
  replaceCustodians,
  selectCustodianPortfolios,
  selectCustodians,
} from './custodian-queries.js';
import type { CustodianPortfoliosQuery, CustodiansBody } from './custodian-schema.js';
import { visiblePortfolio } from './portfolio.js';
import { lockPortfolio, type PortfolioRow } from './queries.js';

/** Sets the custodians of a portfolio for later orders. */
export async function assignCustodians(
  work: Work,
  { portfolioName, custodians }: Static<typeof CustodiansBody>,
): Promise<Outcome> {
  const row = await lockPortfolio(work.tx, portfolioName);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    throw unknown('portfolioName', 'does not match any portfolio');
  }
  await replaceCustodians(work, row.id, await assignmentsOf(work, custodians));
  work.events.push({ type: 'portfolio.updated', subjectId: row.id, officeId: row.office_id });
  const result = custodiansRecord(row, await selectCustodians(work.tx, row.id));
  return { msgCode: 'CUSTODIANS_ASSIGNED', id: row.id, name: row.name, result };
}

/** Returns the custodians of a portfolio. */
export async function portfolioCustodians(call: Call, id: bigint): Promise<object> {
  const row = await visiblePortfolio(call, id);
  return onSnapshot(call.db, async (tx) => custodiansRecord(row, await selectCustodians(tx, id)));
}

/** Lists the portfolios whose orders may name a custodian. Refuses an unknown custodian. */
export async function custodianPortfolios(
  call: Call,
  query: Static<typeof CustodianPortfoliosQuery>,
): Promise<Page<object>> {
  const { name: custodianName } = await requireCustodian(call.db, query.custodianName);
  const filter = { custodianName, offices: call.principal.offices };
  const page = pageOf(query, PAGE_BS);
  const { rows, nextAfter } = pageFrom(
    await selectCustodianPortfolios(call.db, filter, page),
    page,
  );
  const count = await countCustodianPortfolios(call.db, filter);
  return { count, result: rows.map(custodianPortfolioRecord), nextAfter };
}

function custodianPortfolioRecord(row: CustodianPortfolioRow): object {
  return {
    portfolioId: row.id,
    portfolioName: row.portfolio_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    ...(row.account_no === null ? {} : { accountNo: row.account_no }),
    standing: row.standing,
  };
}

type Requested = Static<typeof CustodiansBody>['custodians'];

async function assignmentsOf(work: Work, requested: Requested): Promise<CustodianAssignment[]> {
  const names = requested.map(({ custodianName }) => custodianName);
  const found = await selectCustodiansNamed(work.tx, names);
  const byName = new Map(found.map((row) => [row.name, row]));
  requireDistinct(requested, names);
  return requested.map(({ accountNo, standing }, index) => {
    const custodian = byName.get(names[index] ?? '');
    if (custodian?.active !== true) {
      const detail = 'does not match any active custodian';
      throw unknown(`custodians/${index}/custodianName`, detail);
    }
    return {
      custodianId: custodian.id,
      accountNo: accountNo && printable(accountNo, `custodians/${index}/accountNo`),
      standing: standing === true,
    };
  });
}

function requireDistinct(requested: Requested, names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    throw invalid(`custodians/${index}/custodianName`, 'occurs more than once');
  }
  const first = requested.findIndex(({ standing }) => standing === true);
  const second = requested.findIndex(({ standing }, index) => standing === true && index > first);
  if (second >= 0)
    throw invalid(`custodians/${second}/standing`, 'can be true for only one custodian');
}

const PRINTABLE = /^[ -~]+$/;

// The number is sent to the exchange as a FIX field. A control character would end the field.
function printable(number: string, member: string): string {
  if (PRINTABLE.test(number)) return number;
  throw invalid(member, 'must contain only printable ASCII characters');
}

function custodiansRecord(
  { id, name }: PortfolioRow,
  rows: readonly PortfolioCustodianRow[],
): object {
  return {
    portfolioId: id,
    portfolioName: name,
    custodians: rows.map((row) => ({
      custodianName: row.custodian_name,
      custodianLabel: row.custodian_label,
      active: row.active,
      ...(row.account_no === null ? {} : { accountNo: row.account_no }),
      standing: row.standing,
    })),
  };
}

function invalid(member: string, detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, member, detail);
}

function unknown(member: string, detail: string) {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
}
