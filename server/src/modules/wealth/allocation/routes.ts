// Operations on asset allocations.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { wealthProblems } from '../problems.js';
import { reportFileRoutes } from '../report-file.js';
import { CustomerById, PortfolioById } from '../valuation/schema.js';
import { allocateCustomer, allocatePortfolio } from './allocation.js';
import * as schema from './schema.js';
import { sectorAllocation } from './sector.js';

const RULES =
  'Assets are divided by class, sector, issuer, currency, time to maturity, position or ' +
  'portfolio. Percentages refer to the assets and are rounded half-up, so they may add up to ' +
  '99.99. Loans are negative parts.';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.VALUATION_TOO_LARGE,
];

const PARTS = {
  problems,
  query: schema.AllocationQuery,
  member: 'parts',
  record: schema.AllocationPart,
};

/** The operations on asset allocations. */
export const allocationRoutes: readonly Route[] = [
  read({
    path: 'wealth/allocation/customer/id/{id}',
    operation: 'allocateCustomer',
    summary: 'The asset allocation of a customer',
    description: RULES,
    permission: 'wealth.valuation.read',
    problems,
    params: CustomerById,
    query: schema.AllocationQuery,
    reply: schema.AllocationRecord,
    run: (call, { params, query }) => allocateCustomer(call, params.id, query),
  }),
  read({
    path: 'wealth/allocation/portfolio/id/{id}',
    operation: 'allocatePortfolio',
    summary: "How a portfolio's assets, excluding cash, are divided",
    description: RULES,
    permission: 'wealth.valuation.read',
    problems,
    params: PortfolioById,
    query: schema.AllocationQuery,
    reply: schema.AllocationRecord,
    run: (call, { params, query }) => allocatePortfolio(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/allocation/customer/id/{id}',
    operation: 'allocateCustomer',
    name: 'allocation-of-customer',
    summary: 'The asset allocation of a customer',
    ...PARTS,
    params: CustomerById,
    report: (call, { params, query }) => allocateCustomer(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/allocation/portfolio/id/{id}',
    operation: 'allocatePortfolio',
    name: 'allocation-of-portfolio',
    summary: 'The asset allocation of a portfolio, without cash',
    ...PARTS,
    params: PortfolioById,
    report: (call, { params, query }) => allocatePortfolio(call, params.id, query),
  }),
  read({
    path: 'research/get-sector-allocation',
    operation: 'getSectorAllocation',
    summary: 'The value of a customer or portfolio by sector',
    description:
      'Shares are divided by sector, and every other class is one sector. Loans are left ' +
      'out. `cash` adds cash and payables; for a portfolio, those of its customer.',
    permission: 'research.allocation.read',
    marketData: 'GUARDED',
    problems: [wealthProblems.VALUATION_TOO_LARGE],
    query: schema.SectorQuery,
    reply: schema.SectorRecord,
    run: (call, { query }) => sectorAllocation(call, query),
  }),
];
