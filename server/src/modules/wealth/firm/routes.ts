// Operations on the values of all customers.

import type { Static } from '@sinclair/typebox';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import { openObject } from '../../../platform/http/shape/wire.js';
import { WEALTH } from '../limits.js';
import { fileRoutes } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { reportFileRoutes } from '../report-file.js';
import { listValues, pageOfValues } from './list.js';
import * as schema from './schema.js';
import { summariseValues } from './summary.js';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.VALUATION_TOO_LARGE,
];

const MOST = WEALTH.listedCustomersMax;

/** The operations on the values of all customers. */
export const firmRoutes: readonly Route[] = [
  list({
    path: 'wealth/valuation/list',
    operation: 'listValues',
    summary: 'Customers by the value of their assets on a date',
    description:
      'Includes the change since the previous business day, and positions without a value. ' +
      `With more than ${MOST} customers, the list shows a closed date, from daily snapshots.`,
    permission: 'wealth.valuation.read',
    problems,
    paging: PAGE_BS,
    query: schema.ValueListQuery,
    reply: schema.ValueListRecord,
    run: (call, { query }) => listValues(call, requestOf(query), pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    path: 'wealth/valuation/list',
    subject: 'Values',
    name: 'customers-by-value',
    summary: 'Customers by the value of their assets on a date',
    permission: 'wealth.valuation.read',
    problems,
    query: schema.ValueListFilters,
    record: schema.ValueListRecord,
    page: (call, query, page) => pageOfValues(call, requestOf(query), page),
  }),
  read({
    path: 'wealth/valuation/summary',
    operation: 'summariseValues',
    summary: 'The assets of all customers, compared with the control accounts',
    description:
      'Divided by office, customer group, class or currency. `controls` compares the sum over ' +
      'customers with the accounts and registers that must agree with it. If there are more ' +
      `than ${MOST} customers, the summary shows a closed date, from daily snapshots.`,
    permission: 'wealth.valuation.read',
    problems,
    query: schema.ValueSummaryQuery,
    reply: schema.ValueSummary,
    run: (call, { query }) => summariseValues(call, query),
  }),
  ...reportFileRoutes({
    path: 'wealth/valuation/summary',
    operation: 'summariseValues',
    name: 'assets-of-all-customers',
    summary: 'The assets of all customers by office, group, class or currency',
    problems,
    params: openObject({}),
    query: schema.ValueSummaryQuery,
    member: 'parts',
    record: schema.SummaryPart,
    report: (call, { query }) => summariseValues(call, query),
  }),
];

function requestOf({ o, g, q, ...request }: Static<typeof schema.ValueListFilters>) {
  return { ...request, officeName: o, groupName: g, text: q };
}
