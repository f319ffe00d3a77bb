// Operations on the tax on gains.

import { type Route, read } from '../../../platform/http/route.js';
import { wealthProblems } from '../problems.js';
import { readTax } from './report.js';
import { CustomerById, TaxQuery, TaxRecord } from './schema.js';

/** The operations on tax. */
export const taxRoutes: readonly Route[] = [
  read({
    path: 'wealth/tax/customer/id/{id}',
    operation: 'readCustomerTax',
    summary: "The tax on a customer's gains in a year, to help with a tax return",
    description:
      'Returns disposals of securities with their tax base, the window that decides whether ' +
      'each is chargeable, relief for reinvestment, losses, and the indicative tax on the ' +
      'gain. Uses the rule in force on the trade date (`wealth/capital-gains-rule/list`).',
    permission: 'wealth.tax.read',
    problems: [wealthProblems.VALUATION_DATE_REFUSED, wealthProblems.VALUATION_TOO_LARGE],
    params: CustomerById,
    query: TaxQuery,
    reply: TaxRecord,
    run: (call, { params, query }) => readTax(call, params.id, query),
  }),
];
