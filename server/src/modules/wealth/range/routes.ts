// Operations of the original program that value customers and portfolios over a range of dates.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { CustomerById, PortfolioById } from '../valuation/schema.js';
import { customerRange, portfolioRange } from './range.js';
import { RangeQuery, RangeRecord } from './schema.js';

const RULES =
  'Returns a value for each business day from `sd` to `ed` (both default to the business ' +
  'date), over all classes of assets and under the policies in force that day; the opening and ' +
  'closing values; and the positions at the end. Each position is converted at the latest rate ' +
  `on or before the day. A range has at most ${WEALTH.rangeDaysMax} days. With \`asOf\`, later ` +
  'records are left out.';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  orderProblems.DATE_RANGE_TOO_LONG,
  orderProblems.HOLDINGS_TOO_MANY,
  wealthProblems.KNOWN_MOMENT_REFUSED,
  wealthProblems.VALUATION_TOO_LARGE,
];

/** The operations on valuations over a range. */
export const rangeRoutes: readonly Route[] = [
  read({
    path: 'partner/portfolio-valuation-for-date-range/id/{id}',
    operation: 'getPortfolioValuation',
    summary: 'Value of a portfolio and of its customer’s cash over a range of dates',
    permission: 'order.balance.read',
    description: `${RULES} The cash of the customer is added, except in \`ownValue\`.`,
    problems,
    params: PortfolioById,
    query: RangeQuery,
    reply: RangeRecord,
    run: (call, { params, query }) => portfolioRange(call, params.id, query),
  }),
  read({
    path: 'partner/customer-valuation-for-date-range/id/{id}',
    operation: 'getCustomerValuation',
    summary: 'Value of a customer over a range of dates',
    permission: 'order.balance.read',
    description:
      `${RULES} Payments in and out, the gain and the returns are included if the range has ` +
      `at most ${WEALTH.returnDaysMax} days.`,
    problems,
    params: CustomerById,
    query: RangeQuery,
    reply: RangeRecord,
    run: (call, { params, query }) => customerRange(call, params.id, query),
  }),
];
