// Operations on returns.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { reportFileRoutes } from '../report-file.js';
import { CustomerById, HouseholdById, PortfolioById } from '../valuation/schema.js';
import type { ReturnPart } from './part.js';
import { returnOfCustomer, returnOfHousehold, returnOfPortfolio } from './return.js';
import * as schema from './schema.js';

const RULES =
  'The time-weighted return links daily returns, so incoming and outgoing money has no effect. ' +
  'The money-weighted return is the rate at which the opening value and all flows grow to the ' +
  'closing value. Days without a complete value are bridged. A return that cannot be computed ' +
  'is UNAVAILABLE with its reason, and never zero. With `asOf`, later records are left out. A ' +
  `range has at most ${WEALTH.returnDaysMax} days`;

const LONG_RULES =
  `${RULES}, or ${WEALTH.snapshotDaysMax} if daily snapshots cover it. For a longer range, ` +
  '`gain` is not divided into its parts.';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.KNOWN_MOMENT_REFUSED,
  orderProblems.DATE_RANGE_TOO_LONG,
  wealthProblems.VALUATION_TOO_LARGE,
];

const PARTS = { problems, member: 'parts', record: schema.PartRow, rowOf: partRow };

// If no part is requested, a file is divided by month.
function inParts<Query extends { readonly by?: ReturnPart | undefined }>(query: Query) {
  return { ...query, by: query.by ?? 'MONTH' };
}

// The members of the time-weighted return become columns next to the amounts.
function partRow(part: object): object {
  const grown: unknown = Reflect.get(part, 'timeWeighted');
  return { ...part, ...(typeof grown === 'object' ? grown : {}) };
}

/** The operations on returns. */
export const returnRoutes: readonly Route[] = [
  read({
    path: 'wealth/return/customer/id/{id}',
    operation: 'returnOfCustomer',
    summary: 'The growth of a customer’s wealth over a range of dates',
    description: LONG_RULES,
    permission: 'wealth.valuation.read',
    problems,
    params: CustomerById,
    query: schema.ReturnQuery,
    reply: schema.CustomerReturn,
    run: (call, { params, query }) => returnOfCustomer(call, params.id, query),
  }),
  read({
    path: 'wealth/return/portfolio/id/{id}',
    operation: 'returnOfPortfolio',
    summary: 'The growth of a portfolio, without cash, over a range of dates',
    description:
      'Purchases with cash are inflows, and proceeds and income are outflows when they are ' +
      'earned. ' +
      `${RULES}.`,
    permission: 'wealth.valuation.read',
    problems,
    params: PortfolioById,
    query: schema.PortfolioReturnQuery,
    reply: schema.PortfolioReturn,
    run: (call, { params, query }) => returnOfPortfolio(call, params.id, query),
  }),
  read({
    path: 'wealth/return/household/id/{id}',
    operation: 'returnOfHousehold',
    summary: 'The growth of a household’s wealth over a range of dates',
    description:
      'Transfers between members are not flows. A customer who joins adds their value on that ' +
      `morning, and one who leaves removes it, without a gain. ${RULES}.`,
    permission: 'wealth.valuation.read',
    problems,
    params: HouseholdById,
    query: schema.ReturnQuery,
    reply: schema.HouseholdReturn,
    run: (call, { params, query }) => returnOfHousehold(call, params.id, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/return/customer/id/{id}',
    operation: 'returnOfCustomer',
    name: 'returns-of-customer',
    summary: 'The growth of a customer’s wealth, by month or another part',
    ...PARTS,
    params: CustomerById,
    query: schema.ReturnQuery,
    report: (call, { params, query }) => returnOfCustomer(call, params.id, inParts(query)),
  }),
  ...reportFileRoutes({
    path: 'wealth/return/portfolio/id/{id}',
    operation: 'returnOfPortfolio',
    name: 'returns-of-portfolio',
    summary: 'The growth of a portfolio, without cash, by month or another part',
    ...PARTS,
    params: PortfolioById,
    query: schema.PortfolioReturnQuery,
    report: (call, { params, query }) => returnOfPortfolio(call, params.id, inParts(query)),
  }),
  ...reportFileRoutes({
    path: 'wealth/return/household/id/{id}',
    operation: 'returnOfHousehold',
    name: 'returns-of-household',
    summary: 'The growth of a household’s wealth, by month or another part',
    ...PARTS,
    params: HouseholdById,
    query: schema.ReturnQuery,
    report: (call, { params, query }) => returnOfHousehold(call, params.id, inParts(query)),
  }),
];
