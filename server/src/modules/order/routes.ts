// The operations of the order module: the method, path, shapes and permission of each.

import { Type } from '@sinclair/typebox';
import { SHEET_TYPES } from '../../platform/http/reply/media-type.js';
import { PAGE_BC, PAGE_BS } from '../../platform/http/reply/paging.js';
import { commonProblems } from '../../platform/http/reply/problem.js';
import { warnings } from '../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { anyQuery } from '../../platform/http/shape/wire.js';
import { financeProblems } from '../finance/index.js';
import { agentStatementRoutes } from './agent/routes.js';
import { custodianSettlementRoutes } from './custodian/routes.js';
import { exchangeReachRoutes } from './exchange/reach.js';
import { feeScheduleRoutes } from './fee/schedule-routes.js';
import { OrderLatencyQuery, OrderLatencyReply } from './latency-schema.js';
import { orderLimitRoutes } from './limit/routes.js';
import { noteDocumentRoutes } from './note/document-routes.js';
import { contractNote, contractNotes, customerNotes } from './note/list.js';
import { portfolioRoutes } from './portfolio/routes.js';
import { portfolioTypeRoutes } from './portfolio-type/routes.js';
import { orderProblems } from './problems.js';
import { researchRoutes } from './research/routes.js';
import {
  BlotterGroupQuery,
  BlotterGroupRecord,
  BlotterQuery,
  BlotterSummaryQuery,
  BlotterSummaryReply,
  ContractNoteRecord,
  ContractNotesQuery,
  CustomerNotesQuery,
  FlagBody,
  FlagReply,
  IdParams,
  PortfolioOrdersQuery,
  TradeOrderBody,
  TradeOrderDetail,
  TradeOrderRecord,
} from './schema.js';
import { amendTradeOrder, amendTradeOrders } from './trade/amendment.js';
import { cancelTradeOrder, cancelTradeOrders } from './trade/cancellation.js';
import { OrderEstimate } from './trade/estimate-schema.js';
import { blotterFile } from './trade/file.js';
import { flagExecution } from './trade/flag.js';
import { groupOrders } from './trade/group.js';
import { orderLatency } from './trade/latency-queries.js';
import { blotter, portfolioOrders } from './trade/list.js';
import { tradeOrder } from './trade/order.js';
import { submitTradeOrder, submitTradeOrders, validateTradeOrder } from './trade/submission.js';
import { summariseOrders } from './trade/summary.js';
import { unmatchedReportRoutes } from './work-item/routes.js';

const exampleOrder = {
  portfolioName: '0000000001',
  securityName: 'ACCESS',
  orderType: 'BUY',
  priceType: 'MARKET',
  quantityRequested: '100',
  orderTermName: 'DAY',
  orderOrigin: 'API',
};

const preTradeProblems = [...Object.values(orderProblems), financeProblems.INSUFFICIENT_FUNDS];

const tradeOrders: readonly Route[] = [
  write({
    method: 'POST',
    path: 'order/tradeorder/submit',
    operation: 'submitTradeOrder',
    query: anyQuery,
    summary: 'Submit a trade order',
    description:
      'Checks the order, holds its money or units, stores it as BOOKED and routes it to the ' +
      'exchange adapter of its security. The exchange reports the outcome.',
    permission: 'order.trade-order.submit',
    scope: 'OFFICE',
    problems: preTradeProblems,
    body: TradeOrderBody,
    reply: TradeOrderRecord,
    extra: { estimate: Type.Optional(OrderEstimate), warnings },
    example: exampleOrder,
    run: (work, { body }) => submitTradeOrder(work, body),
    runBatch: submitTradeOrders,
  }),
  write({
    method: 'POST',
    path: 'order/tradeorder/validate',
    operation: 'validateTradeOrder',
    query: anyQuery,
    summary: 'Check a trade order without submitting it',
    description:
      'Runs all checks of submit and returns fees and total. Nothing is written or held.',
    permission: 'order.trade-order.validate',
    scope: 'OFFICE',
    problems: preTradeProblems,
    body: TradeOrderBody,
    reply: TradeOrderRecord,
    extra: { estimate: OrderEstimate, warnings },
    example: exampleOrder,
    alwaysDryRun: true,
    run: (work, { body }) => validateTradeOrder(work, body),
  }),
  write({
    method: 'PUT',
    path: 'order/tradeorder/cancel/id/{id}',
    operation: 'cancelTradeOrder',
    query: anyQuery,
    summary: 'Cancel a trade order',
    description:
      'Immediate if the order was not sent yet. Otherwise requested from the exchange, which may ' +
      'reject it.',
    permission: 'order.trade-order.cancel',
    scope: 'OFFICE',
    problems: [orderProblems.ORDER_WRONG_STATE],
    params: IdParams,
    reply: TradeOrderRecord,
    run: (work, { params }) => cancelTradeOrder(work, params.id),
    runBatch: cancelTradeOrders,
  }),
  write({
    method: 'PUT',
    path: 'order/tradeorder/update',
    operation: 'updateTradeOrder',
    query: anyQuery,
    summary: 'Amend a live trade order',
    description:
      'The body is that of submit, with the id and all terms. Before the order is sent, it is ' +
      'changed in place. At the exchange a replacement is requested; the more expensive terms ' +
      'are held until the answer.',
    permission: 'order.trade-order.update',
    scope: 'OFFICE',
    problems: [orderProblems.ORDER_WRONG_STATE, ...preTradeProblems],
    body: TradeOrderBody,
    reply: TradeOrderRecord,
    extra: { warnings },
    run: (work, { body }) => amendTradeOrder(work, body),
    runBatch: amendTradeOrders,
  }),
  list({
    path: 'order/tradeorder/portfolio/list',
    operation: 'listPortfolioTradeOrders',
    summary: 'List the trade orders of a portfolio',
    permission: 'order.trade-order.read',
    query: PortfolioOrdersQuery,
    reply: TradeOrderRecord,
    paging: PAGE_BC,
    run: (call, { query }) => portfolioOrders(call, query),
  }),
  read({
    path: 'order/tradeorder/id/{id}',
    operation: 'getTradeOrder',
    summary: 'Read a trade order with its executions and exchange orders',
    permission: 'order.trade-order.read',
    params: IdParams,
    reply: TradeOrderDetail,
    run: (call, { params }) => tradeOrder(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'order/tradeorder/execution/flag',
    operation: 'flagExecution',
    summary: 'Mark an execution as traded cum or ex, contrary to its date',
    description:
      'For special-cum or special-ex trades that the exchange did not report as such. ' +
      'Entitlements and market claims are updated at the end of the day.',
    permission: 'order.execution.flag',
    scope: 'OFFICE',
    body: FlagBody,
    reply: FlagReply,
    problems: [commonProblems.UNKNOWN_REFERENCE],
    run: (work, { body }) => flagExecution(work, body),
  }),
  list({
    path: 'order/tradeorder/list',
    operation: 'listTradeOrders',
    summary: 'The blotter: trade orders of every portfolio',
    permission: 'order.trade-order.read',
    query: BlotterQuery,
    reply: TradeOrderRecord,
    paging: PAGE_BS,
    run: (call, { query }) => blotter(call, query),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `order/tradeorder/list/${format}`,
      operation: format === 'csv' ? 'exportTradeOrdersCsv' : 'exportTradeOrdersXlsx',
      summary: `All orders that match the filters of the blotter, as ${format.toUpperCase()}`,
      description:
        'Newest first. The last row is END with the number of data rows, which is also in ' +
        'X-Row-Count.',
      permission: 'order.trade-order.read',
      query: BlotterSummaryQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => blotterFile(call, query, format),
    }),
  ),
  read({
    path: 'order/tradeorder/summary',
    operation: 'summariseTradeOrders',
    summary: 'Totals of all orders that match the filters of the blotter',
    permission: 'order.trade-order.read',
    query: BlotterSummaryQuery,
    reply: BlotterSummaryReply,
    run: (call, { query }) => summariseOrders(call, query),
  }),
  list({
    path: 'order/tradeorder/group/list',
    operation: 'groupTradeOrders',
    summary: 'The blotter by group, with counts and totals; the groups with the most orders first',
    permission: 'order.trade-order.read',
    query: BlotterGroupQuery,
    reply: BlotterGroupRecord,
    paging: PAGE_BS,
    run: (call, { query }) => groupOrders(call, query),
  }),
  read({
    path: 'order/latency',
    operation: 'readOrderLatency',
    summary: 'Latencies of sending, answering and filling orders, over time',
    permission: 'order.trade-order.read',
    query: OrderLatencyQuery,
    reply: OrderLatencyReply,
    run: (call, { query }) => orderLatency(call, query),
  }),
];

const notes: readonly Route[] = [
  list({
    path: 'order/contractnote/list',
    operation: 'listContractNotes',
    summary: 'List contract notes of a date range',
    permission: 'order.contract-note.read',
    query: ContractNotesQuery,
    reply: ContractNoteRecord,
    paging: PAGE_BC,
    run: (call, { query }) => contractNotes(call, query),
  }),
  list({
    path: 'order/customer/contractnote/id/{id}',
    operation: 'listCustomerContractNotes',
    summary: 'List the contract notes of a customer',
    permission: 'order.contract-note.read',
    params: IdParams,
    query: CustomerNotesQuery,
    reply: ContractNoteRecord,
    paging: PAGE_BS,
    run: (call, { params, query }) => customerNotes(call, params.id, query),
  }),
  read({
    path: 'order/contractnote/id/{id}',
    operation: 'getContractNote',
    summary: 'Read a contract note',
    permission: 'order.contract-note.read',
    params: IdParams,
    reply: ContractNoteRecord,
    run: (call, { params }) => contractNote(call, params.id),
  }),
];

export const orderRoutes: readonly Route[] = [
  ...tradeOrders,
  ...feeScheduleRoutes,
  ...notes,
  ...noteDocumentRoutes,
  ...unmatchedReportRoutes,
  ...orderLimitRoutes,
  ...exchangeReachRoutes,
  ...portfolioTypeRoutes,
  ...portfolioRoutes,
  ...researchRoutes,
  ...agentStatementRoutes,
  ...custodianSettlementRoutes,
];
