// Operations on contributions.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { orderProblems } from '../../order/index.js';
import { wealthProblems } from '../problems.js';
import { reportFileRoutes } from '../report-file.js';
import { CustomerById, PortfolioById } from '../valuation/schema.js';
import { contributionOfCustomer, contributionOfPortfolio } from './contribution.js';
import * as schema from './schema.js';

const RULES =
  "Each line's gain on a day, divided by the day's capital and linked over days by the method of " +
  'Cariño, so that the contributions add up to the time-weighted return. Each is divided into ' +
  'income, price, currency and costs. After a total loss there are no contributions. ' +
  'With `asOf`, later records are left out.';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.KNOWN_MOMENT_REFUSED,
  orderProblems.DATE_RANGE_TOO_LONG,
  wealthProblems.VALUATION_TOO_LARGE,
];

const LINES = { problems, member: 'lines', record: schema.ContributionRecord };

/** The operations on contributions. */
export const contributionRoutes: readonly Route[] = [
  read({
    path: 'wealth/contribution/customer/id/{id}',
    operation: 'contributionOfCustomer',
    summary: 'Contributions to the return of a customer',
    description: RULES,
    permission: 'wealth.valuation.read',
    problems,
    params: CustomerById,
    query: schema.ContributionQuery,
    reply: schema.CustomerContribution,
    run: (call, { params, query }) => contributionOfCustomer(call, params.id, query),
  }),
  read({
    path: 'wealth/contribution/portfolio/id/{id}',
    operation: 'contributionOfPortfolio',
    summary: 'Contributions to the return of a portfolio, without cash',
    description: RULES,
    permission: 'wealth.valuation.read',
    problems,
    params: PortfolioById,
    query: schema.PortfolioContributionQuery,
    reply: schema.PortfolioContribution,
    run: (call, { params, query }) => contributionOfPortfolio(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/contribution/customer/id/{id}',
    operation: 'contributionOfCustomer',
    name: 'contributions-of-customer',
    summary: 'Contributions to the return of a customer',
    ...LINES,
    params: CustomerById,
    query: schema.ContributionQuery,
    report: (call, { params, query }) => contributionOfCustomer(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/contribution/portfolio/id/{id}',
    operation: 'contributionOfPortfolio',
    name: 'contributions-of-portfolio',
    summary: 'Contributions to the return of a portfolio, without cash',
    ...LINES,
    params: PortfolioById,
    query: schema.PortfolioContributionQuery,
    report: (call, { params, query }) => contributionOfPortfolio(call, params.id, query),
  }),
];
