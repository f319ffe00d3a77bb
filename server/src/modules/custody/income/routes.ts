// Operations that read a customer's income from securities.

import type { Static } from '@sinclair/typebox';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import { type Route, read } from '../../../platform/http/route.js';
import { readIncome } from './income.js';
import { incomePdf } from './pdf.js';
import * as schema from './schema.js';

const requestOf = (id: bigint, { sd, ed, cu }: Static<typeof schema.IncomeQuery>) => ({
  ...{ customerId: id, from: sd, until: ed },
  currency: cu === undefined ? undefined : requireCurrency(cu, 'cu'),
});

/** The operations on income. */
export const incomeRoutes: readonly Route[] = [
  read({
    path: 'custody/income/customer/id/{id}',
    operation: 'readCustomerIncome',
    summary: "A customer's income from securities, by kind, and the income expected in 12 months",
    description:
      'Income that the registrar pays to the customer’s own bank is included and marked. A ' +
      'correction is shown on its own date, as the difference.',
    permission: 'custody.entitlement.read',
    params: schema.ById,
    query: schema.IncomeQuery,
    reply: schema.IncomeRecord,
    run: (call, { params, query }) => readIncome(call, requestOf(params.id, query)),
  }),
  read({
    path: 'custody/income/customer/id/{id}/pdf',
    operation: 'readCustomerIncomePdf',
    summary: "A customer's statement of income from securities, as PDF",
    permission: 'custody.entitlement.read',
    params: schema.ById,
    query: schema.IncomeQuery,
    produces: 'application/pdf',
    run: (call, { params, query }) => incomePdf(call, requestOf(params.id, query)),
  }),
];
