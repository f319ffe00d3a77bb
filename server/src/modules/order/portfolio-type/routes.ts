// Operations on portfolio types: reads, lists, and change proposals.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { orderProblems } from '../problems.js';
import { IdParams } from '../schema.js';
import { proposeType } from './change.js';
import { TypeProposal, TypeRecord, TypesQuery } from './schema.js';
import { listTypes, readType } from './type.js';

const READ = 'order.portfolio-type.read';

export const portfolioTypeRoutes: readonly Route[] = [
  list({
    path: 'order/portfoliotype/list/active',
    operation: 'listActivePortfolioTypes',
    summary: 'Active portfolio types',
    permission: READ,
    query: TypesQuery,
    reply: TypeRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listTypes(call, { page: pageOf(query, PAGE_BS), activeOnly: true }),
  }),
  list({
    path: 'order/portfoliotype/list',
    operation: 'listPortfolioTypes',
    summary: 'Portfolio types, including inactive ones',
    permission: READ,
    query: TypesQuery,
    reply: TypeRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listTypes(call, { page: pageOf(query, PAGE_BS), activeOnly: false }),
  }),
  read({
    path: 'order/portfoliotype/id/{id}',
    operation: 'readPortfolioType',
    summary: 'One portfolio type',
    permission: READ,
    params: IdParams,
    reply: TypeRecord,
    run: (call, { params }) => readType(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'order/portfoliotype/propose',
    operation: 'proposePortfolioType',
    summary: 'Propose a portfolio type',
    description:
      'A new type or a new version of a type, with all its members. A second person ' +
      "approves the change. The type's codes, former codes and label must be unique, because a " +
      'request may refer to a type by any of them.',
    permission: 'order.portfolio-type.propose',
    problems: [orderProblems.PORTFOLIO_TYPE_REFUSED],
    body: TypeProposal,
    reply: changeReply,
    example: {
      name: 'PENSION',
      label: 'Pension savings',
      aliases: ['0000000017'],
      portfolioClass: 'EXCHANGE',
      exchangeName: 'NGX',
    },
    run: (work, { body }) => proposeType(work, body),
  }),
];
