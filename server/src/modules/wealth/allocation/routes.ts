// Operations on allocations.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { wealthProblems } from '../problems.js';
import { reportFileRoutes } from '../report-file.js';
import { CustomerById, PortfolioById } from '../valuation/schema.js';
import { allocateCustomer, allocatePortfolio } from './allocation.js';
import * as schema from './schema.js';
import { sectorAllocation } from './sector.js';

const RULES =
  'By class, sector, issuer, currency, time to maturity, position or portfolio. A percentage is ' +
  'of the assets, rounded half-up, so they may add up to 99.99. Loans are negative parts.';

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

/** The operations on allocations. */
export const allocationRoutes: readonly Route[] = [
  read({
    path: 'wealth/allocation/customer/id/{id}',
    operation: 'allocateCustomer',
    summary: 'How the assets of a customer are divided',
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
    summary: 'How the assets of a customer are divided',
    ...PARTS,
    params: CustomerById,
    report: (call, { params, query }) => allocateCustomer(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/allocation/portfolio/id/{id}',
    operation: 'allocatePortfolio',
    name: 'allocation-of-portfolio',
    summary: 'How the assets of a portfolio are divided, without cash',
    ...PARTS,
    params: PortfolioById,
    report: (call, { params, query }) => allocatePortfolio(call, params.id, query),
  }),
  read({
    path: 'research/get-sector-allocation',
    operation: 'getSectorAllocation',
    summary: 'The value of a customer or portfolio by sector',
    description:
      'Shares by their sector, and each other class as a sector. Loans are left out. With ' +
      '`cash`, cash and payables; for a portfolio, those of its customer.',
    permission: 'research.allocation.read',
    marketData: 'GUARDED',
    problems: [wealthProblems.VALUATION_TOO_LARGE],
    query: schema.SectorQuery,
    reply: schema.SectorRecord,
    run: (call, { query }) => sectorAllocation(call, query),
  }),
];
