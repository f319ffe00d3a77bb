// Operations that value customers and portfolios.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { wealthProblems } from '../problems.js';
import { reportFileRoutes } from '../report-file.js';
import { valueHousehold } from './household.js';
import * as schema from './schema.js';
import { valueCustomer, valuePortfolio } from './valuation.js';

const RULES =
  'Each position is a line in its own currency, converted at the latest rate on or before the ' +
  'date. A line without a price or a rate is not included in the totals; `complete` is then ' +
  'false, and `unvalued` shows the reason. Positions follow their effective dates, so the ' +
  'placement of a deposit does not change the total. With `asOf`, later records are left out.';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.KNOWN_MOMENT_REFUSED,
  wealthProblems.VALUATION_TOO_LARGE,
];

const LINES = { problems, query: schema.ValuationFileQuery, member: 'lines' };

/** The operations on valuations. */
export const valuationRoutes: readonly Route[] = [
  read({
    path: 'wealth/valuation/customer/id/{id}',
    operation: 'valueCustomer',
    summary: "A customer's assets at the end of a date, over all classes",
    description: `Covers all portfolios, cash, receivables, payables and loans. ${RULES}`,
    permission: 'wealth.valuation.read',
    problems,
    params: schema.CustomerById,
    query: schema.ValuationQuery,
    reply: schema.CustomerValue,
    run: (call, { params, query }) => valueCustomer(call, params.id, query),
  }),
  read({
    path: 'wealth/valuation/portfolio/id/{id}',
    operation: 'valuePortfolio',
    summary: "A portfolio's assets at the end of a date, without cash",
    description:
      'Covers the portfolio’s securities, and the deposits, commercial paper, bills and fund ' +
      `units assigned to it. Cash, receivables and loans belong to the customer. ${RULES}`,
    permission: 'wealth.valuation.read',
    problems,
    params: schema.PortfolioById,
    query: schema.ValuationQuery,
    reply: schema.PortfolioValue,
    run: (call, { params, query }) => valuePortfolio(call, params.id, query),
  }),
  read({
    path: 'wealth/valuation/household/id/{id}',
    operation: 'valueHousehold',
    summary: 'The assets of all members of a household at the end of a date',
    description: `Covers the customers who belong to the household on the date. ${RULES}`,
    permission: 'wealth.valuation.read',
    problems,
    params: schema.HouseholdById,
    query: schema.ValuationQuery,
    reply: schema.HouseholdValue,
    run: (call, { params, query }) => valueHousehold(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/valuation/customer/id/{id}',
    operation: 'valueCustomer',
    name: 'assets-of-customer',
    summary: "A customer's positions at the end of a date",
    ...LINES,
    params: schema.CustomerById,
    record: schema.LineRecord,
    report: (call, { params, query }) => valueCustomer(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/valuation/portfolio/id/{id}',
    operation: 'valuePortfolio',
    name: 'assets-of-portfolio',
    summary: "A portfolio's positions at the end of a date, without cash",
    ...LINES,
    params: schema.PortfolioById,
    record: schema.LineRecord,
    report: (call, { params, query }) => valuePortfolio(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/valuation/household/id/{id}',
    operation: 'valueHousehold',
    name: 'assets-of-household',
    summary: 'The positions of all members of a household at the end of a date',
    ...LINES,
    params: schema.HouseholdById,
    record: schema.HouseholdLine,
    report: (call, { params, query }) => valueHousehold(call, params.id, query),
  }),
];
