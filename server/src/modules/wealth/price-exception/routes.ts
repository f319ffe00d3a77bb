// Operations on prices that a person must check.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route } from '../../../platform/http/route.js';
import { WEALTH } from '../limits.js';
import { fileRoutes } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { listPriceExceptions, pageOfExceptions } from './price-exception.js';
import { PriceExceptionFilters, PriceExceptionQuery, PriceExceptionRecord } from './schema.js';

const problems = [wealthProblems.VALUATION_DATE_REFUSED, wealthProblems.VALUATION_TOO_LARGE];

/** The operations on price exceptions. */
export const priceExceptionRoutes: readonly Route[] = [
  list({
    path: 'wealth/price-exception/list',
    operation: 'listPriceExceptions',
    summary: "Missing, old and suspicious prices of customers' holdings",
    description:
      "For shares, bonds and funds. Old prices are exceptions under the customers' policy, as " +
      `in a valuation. A jump is a change by more than ${WEALTH.priceJumpPercent} percent ` +
      'relative to the previous price, without an ex-date between the two. The most serious ' +
      'kind comes ' +
      'first, and within a kind the prices with the most holders.',
    permission: 'wealth.valuation.read',
    problems,
    paging: PAGE_BS,
    query: PriceExceptionQuery,
    reply: PriceExceptionRecord,
    run: (call, { query }) => listPriceExceptions(call, query, pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    path: 'wealth/price-exception/list',
    subject: 'PriceExceptions',
    name: 'price-exceptions',
    summary: "Missing, old and suspicious prices of customers' holdings",
    permission: 'wealth.valuation.read',
    problems,
    query: PriceExceptionFilters,
    record: PriceExceptionRecord,
    page: pageOfExceptions,
  }),
];
