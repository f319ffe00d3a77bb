// HTTP operations on fund orders. Each one binds a method, path, shapes and permission to one
// function.

import { pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { anyQuery, wireId, wireText } from '../../../platform/http/shape/wire.js';
import { codeOf } from '../../../platform/ids.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { entryShown } from '../envelope-schema.js';
import { requirePortfolio } from '../instrument/portfolio-filter.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { updateFundTransaction } from './amendment.js';
import { fundReferenceRoutes } from './reference-routes.js';
import * as schema from './schema.js';
import {
  APPROVE_FUND_TRANSACTION,
  approveFundTransaction,
  deleteFundTransaction,
  listFundTransactions,
  postFundTransaction,
  readFundTransaction,
  rejectFundTransaction,
  submitFundTransaction,
  submitSubscription,
} from './transaction.js';
import { fundValueRoutes } from './value-routes.js';

/** Returns the routes of funds. */
export function fundRoutes(ports: AssetPorts): readonly Route[] {
  return [
    ...submits(ports),
    ...posts(ports),
    ...decisions(ports),
    ...orderReads(ports),
    ...fundReferenceRoutes,
    ...fundValueRoutes(),
  ];
}

const wrongState = assetProblems.FUND_TRANSACTION_WRONG_STATE;

const submitProblems = [
  financeProblems.AMOUNT_NOT_POSITIVE,
  financeProblems.CUSTOMER_INACTIVE,
  financeProblems.CURRENCY_MISMATCH,
  financeProblems.ACCOUNT_INACTIVE,
  financeProblems.INSUFFICIENT_FUNDS,
  assetProblems.FUND_CLOSED,
  assetProblems.FUND_MINIMUM,
  assetProblems.FUND_NAV_STALE,
];

function submits(ports: AssetPorts): readonly Route[] {
  const submit = {
    method: 'POST',
    permission: 'asset.fund-transaction.submit',
    scope: 'OFFICE',
    body: schema.FundTransactionBody,
    reply: schema.FundTransactionRecord,
    extra: { cashAccountId: wireId(), cashAccountName: wireText(), warnings },
  } as const;
  return [
    write({
      ...submit,
      path: 'order/fundtransaction/submit/get-cash-account',
      operation: 'submitFundSubscription',
      query: anyQuery,
      summary: 'Subscribe to a fund; the reply contains the cash account to be debited',
      description: 'The cash is held from now on and taken when the order is executed.',
      problems: submitProblems,
      example: schema.fundTransactionExample,
      run: (work, { body }) => submitSubscription(work, body, ports),
    }),
    write({
      ...submit,
      path: 'order/fundtransaction/submit',
      operation: 'submitFundTransaction',
      query: anyQuery,
      summary: 'Order fund units: a subscription or a redemption',
      description:
        'By amount, by units or for all units. The customer can be identified by a portfolio. ' +
        'The order is dealt at the value of `dealingDate`, which is not yet known. Cash or ' +
        'units are held from now on.',
      problems: [
        ...submitProblems,
        assetProblems.INSUFFICIENT_UNITS,
        assetProblems.FUND_HOLDING_AMBIGUOUS,
      ],
      example: schema.fundRedemptionExample,
      run: (work, { body }) => submitFundTransaction(work, body, ports),
    }),
    write({
      ...submit,
      method: 'PUT',
      path: 'order/fundtransaction/update',
      operation: 'updateFundTransaction',
      query: anyQuery,
      summary: 'Change a pending order',
      description:
        'Members that are absent do not change. The held cash or units are released and held ' +
        'again under the new terms. The dealing date is determined again from the time of the ' +
        'change, so an order changed after the cut-off moves to the next dealing day. Each ' +
        'person who changes an order counts as one of its makers.',
      body: schema.FundTransactionUpdate,
      problems: [...submitProblems, assetProblems.INSUFFICIENT_UNITS, wrongState],
      example: schema.fundUpdateExample,
      run: (work, { body }) => updateFundTransaction(work, body, ports),
    }),
  ];
}

const onOrder = {
  method: 'PUT',
  params: schema.ById,
  reply: schema.FundTransactionRecord,
} as const;

// Clients of the original API use either method and either path.
const POSTS = [
  { method: 'PUT', path: 'order/fundtransaction/post/{id}', operation: 'postFundTransaction' },
  {
    method: 'POST',
    path: 'order/fundtransaction/post/{id}',
    operation: 'postFundTransactionByPost',
  },
  {
    method: 'PUT',
    path: 'order/fundtransaction/post/id/{id}',
    operation: 'postFundTransactionById',
  },
  {
    method: 'POST',
    path: 'order/fundtransaction/post/id/{id}',
    operation: 'postFundTransactionByIdByPost',
  },
] as const;

function posts(ports: AssetPorts): readonly Route[] {
  return POSTS.map((route) =>
    write({
      ...onOrder,
      ...route,
      query: anyQuery,
      summary: 'Post an order: approve it, or execute it if its value is available',
      description:
        'PENDING → APPROVED for callers who may approve (the maker only below the four-eyes ' +
        'threshold). APPROVED → EXECUTED once the value of its dealing date is approved. A ' +
        'repeated post is refused with 409 and the current state.',
      permission: 'asset.fund-transaction.post',
      scope: 'OFFICE',
      extra: entryShown,
      problems: [wrongState, identityProblems.OWN_WORK],
      run: (work, { params }) => postFundTransaction(work, params.id, ports),
    }),
  );
}

function decisions(ports: AssetPorts): readonly Route[] {
  return [
    write({
      ...onOrder,
      path: 'order/fundtransaction/approve/id/{id}',
      operation: 'approveFundTransaction',
      summary: "Approve another person's order",
      permission: APPROVE_FUND_TRANSACTION,
      scope: 'OFFICE',
      problems: [wrongState, identityProblems.OWN_WORK],
      run: (work, { params }) => approveFundTransaction(work, params.id, ports),
    }),
    write({
      ...onOrder,
      path: 'order/fundtransaction/reject/id/{id}',
      operation: 'rejectFundTransaction',
      summary: "Reject another person's order; the cash or units held are released",
      description: 'For a PENDING order, or an APPROVED one whose value is missing or too old.',
      permission: 'asset.fund-transaction.reject',
      scope: 'OFFICE',
      problems: [wrongState, identityProblems.OWN_WORK],
      body: schema.FundDecisionBody,
      run: (work, { params, body }) =>
        rejectFundTransaction(work, { id: params.id, reason: body.reason }, ports),
    }),
    write({
      ...onOrder,
      method: 'DELETE',
      path: 'order/fundtransaction/delete/id/{id}',
      operation: 'deleteFundTransaction',
      query: anyQuery,
      summary: 'Withdraw a pending order',
      permission: 'asset.fund-transaction.delete',
      scope: 'OFFICE',
      problems: [wrongState],
      run: (work, { params }) => deleteFundTransaction(work, params.id, ports),
    }),
  ];
}

function orderReads(ports: AssetPorts): readonly Route[] {
  const permission = 'asset.fund-transaction.read';
  return [
    read({
      path: 'order/fundtransaction/id/{id}',
      operation: 'readFundTransaction',
      summary: 'One fund order',
      permission,
      params: schema.ById,
      reply: schema.FundTransactionRecord,
      run: (call, { params }) => readFundTransaction(call, params.id, ports),
    }),
    list({
      path: 'order/fundtransaction/list',
      operation: 'listAllFundTransactions',
      summary: 'Fund orders of all customers, newest first',
      description: 'Page numbers start at 0 here.',
      permission,
      query: schema.AllFundTransactionList,
      paging: schema.PAGE_ZERO_BASED,
      reply: schema.FundTransactionRecord,
      run: (call, { query }) =>
        listFundTransactions(
          call,
          { ports, fundId: query.f || undefined, status: query.t, from: query.sd, to: query.ed },
          pageOf(query, schema.PAGE_ZERO_BASED),
        ),
    }),
    list({
      path: 'order/fundtransaction/customer/list',
      operation: 'listFundTransactions',
      summary: "A customer's fund orders, newest first",
      description: 'Page numbers start at 0 here.',
      permission,
      query: schema.FundTransactionList,
      paging: schema.PAGE_ZERO_BASED,
      reply: schema.FundTransactionRecord,
      run: async (call, { query }) => {
        const portfolioNames = query.p === undefined ? undefined : portfolioCodes(query.p);
        if (portfolioNames !== undefined) {
          await requirePortfolio(call, { names: portfolioNames, customerId: query.c }, ports);
        }
        return listFundTransactions(
          call,
          {
            ports,
            customerId: query.c,
            portfolioNames,
            fundId: query.f || undefined,
            status: query.t,
            from: query.sd,
            to: query.ed,
          },
          pageOf(query, schema.PAGE_ZERO_BASED),
        );
      },
    }),
  ];
}

// A portfolio's code is its id padded with zeros. Both forms are accepted.
function portfolioCodes(named: string): readonly string[] {
  return /^\d{1,10}$/.test(named) ? [named, codeOf(BigInt(named))] : [named];
}
