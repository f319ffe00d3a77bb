// Operations on payment gateways.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { listGateways, proposeGateway, readGateway } from './gateway.js';
import * as shape from './schema.js';

const READ = 'finance.payment-gateway.read';

export const gatewayRoutes: readonly Route[] = [
  list({
    path: 'finance/payment-gateway/list/active',
    operation: 'listActivePaymentGateways',
    summary: 'The payment gateways that cash transactions may name',
    permission: READ,
    paging: PAGE_BS,
    query: shape.gatewayQuery,
    reply: shape.gatewayRecord,
    run: (call, { query }) =>
      listGateways(call, { activeOnly: true, page: pageOf(query, PAGE_BS) }),
  }),
  list({
    path: 'finance/payment-gateway/list',
    operation: 'listPaymentGateways',
    summary: 'Payment gateways, including inactive ones',
    permission: READ,
    paging: PAGE_BS,
    query: shape.gatewayQuery,
    reply: shape.gatewayRecord,
    run: (call, { query }) =>
      listGateways(call, { activeOnly: false, page: pageOf(query, PAGE_BS) }),
  }),
  read({
    path: 'finance/payment-gateway/id/{id}',
    operation: 'readPaymentGateway',
    summary: 'One payment gateway',
    permission: READ,
    params: idParams,
    reply: shape.gatewayRecord,
    run: (call, { params }) => readGateway(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/payment-gateway/propose',
    operation: 'proposePaymentGateway',
    summary: 'Propose a new or changed payment gateway',
    description:
      'Send all members. Another person approves it with system/change/approve. Receipts through ' +
      'the gateway are booked against its suspense account, which its settlement clears.',
    permission: 'finance.payment-gateway.propose',
    problems: [financeProblems.PAYMENT_GATEWAY_REFUSED],
    body: shape.gatewayProposal,
    reply: changeReply,
    example: { name: 'PAYGATE', label: 'Pay Gate Ltd', successCodes: ['00'] },
    run: (work, { body }) => proposeGateway(work, body),
  }),
];
