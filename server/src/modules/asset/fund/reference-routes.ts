// HTTP operations on funds as reference data, and on customers' units. Each one binds a method,
// path, shapes and permission to one function.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeProblems, changeReply } from '../../change/index.js';
import { assetProblems } from '../problems.js';
import { proposeFund } from './change.js';
import { listActiveFunds, listFundHoldings, readFund } from './fund.js';
import * as schema from './schema.js';
import * as terms from './terms-schema.js';

/** The routes for funds as reference data, and for customers' units. */
export const fundReferenceRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'order/fund/propose',
    operation: 'proposeFund',
    summary: 'Propose a new fund, or the next version of one',
    description:
      'A second person approves the change. Each order is dealt under the terms in force on ' +
      'its dealing day.',
    permission: 'asset.fund.propose',
    body: terms.FundProposal,
    reply: changeReply,
    problems: [assetProblems.FUND_TERMS_WRONG, changeProblems.CODE_TAKEN],
    example: terms.fundProposalExample,
    run: (work, { body }) => proposeFund(work, body),
  }),
  list({
    path: 'order/fund/list/active',
    operation: 'listFunds',
    summary: 'Active funds with their terms and latest values',
    permission: 'asset.fund.read',
    query: schema.PageQuery,
    paging: PAGE_BS,
    reply: terms.FundRecord,
    run: (call, { query }) => listActiveFunds(call, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'order/fund/id/{id}',
    operation: 'readFund',
    summary: 'One fund',
    permission: 'asset.fund.read',
    params: schema.ById,
    reply: terms.FundRecord,
    run: (call, { params }) => readFund(call, params.id),
  }),
  list({
    path: 'order/fund/holding/customer/list',
    operation: 'listFundHoldings',
    summary: "A customer's units, by fund and portfolio",
    permission: 'asset.fund-holding.read',
    query: schema.FundHoldingList,
    paging: PAGE_BS,
    reply: schema.FundHoldingRecord,
    run: (call, { query }) =>
      listFundHoldings(
        call,
        { customerId: query.c, fundId: query.f || undefined, date: query.d },
        pageOf(query, PAGE_BS),
      ),
  }),
];
