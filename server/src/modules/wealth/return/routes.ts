// Operations on returns.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { CustomerById } from '../valuation/schema.js';
import { returnOfCustomer } from './return.js';
import * as schema from './schema.js';

/** The operations on returns. */
export const returnRoutes: readonly Route[] = [
  read({
    path: 'wealth/return/customer/id/{id}',
    operation: 'returnOfCustomer',
    summary: 'How the wealth of a customer grew over a range of dates',
    description:
      'The time-weighted return links the returns of days, so money that comes in or goes out ' +
      'has no effect. The money-weighted return is the rate at which the opening value and all ' +
      'flows grow to the closing value. Days without a complete value are bridged. A return that ' +
      'cannot be computed is UNAVAILABLE with its reason, and never zero. A range has at most ' +
      `${WEALTH.returnDaysMax} days, or ${WEALTH.snapshotDaysMax} where daily snapshots cover it.`,
    permission: 'wealth.valuation.read',
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      wealthProblems.VALUATION_DATE_REFUSED,
      orderProblems.DATE_RANGE_TOO_LONG,
      wealthProblems.VALUATION_TOO_LARGE,
    ],
    params: CustomerById,
    query: schema.ReturnQuery,
    reply: schema.CustomerReturn,
    run: (call, { params, query }) => returnOfCustomer(call, params.id, query),
  }),
];
