// Operations on daily snapshots.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route } from '../../../platform/http/route.js';
import { fileRoutes } from '../list-file.js';
import { listRestatements } from './list.js';
import * as schema from './schema.js';

/** The operations on daily snapshots. */
export const dayRoutes: readonly Route[] = [
  list({
    path: 'wealth/restatement/list',
    operation: 'listRestatements',
    summary: 'Customers whose past values were restated, newest first',
    description:
      'Each close finds records about earlier dates that were stored since the previous close, ' +
      'and values their customers again from those dates on. Former values are kept.',
    permission: 'wealth.valuation.read',
    query: schema.RestatementQuery,
    paging: PAGE_BS,
    reply: schema.RestatementRecord,
    run: (call, { query }) => listRestatements(call, query, pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    path: 'wealth/restatement/list',
    subject: 'Restatements',
    name: 'restatements',
    summary: 'Customers whose past values were restated, newest first',
    permission: 'wealth.valuation.read',
    query: schema.RestatementFilters,
    record: schema.RestatementRecord,
    page: listRestatements,
  }),
];
