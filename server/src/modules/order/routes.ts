// The operations of the order module: method, path, shapes and permission of each.

import { PAGE_BC, PAGE_BS } from '../../platform/http/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { financeProblems } from '../finance/index.js';
import {
  blotter,
  contractNote,
  contractNotes,
  customerNotes,
  portfolioOrders,
} from './order-list.js';
import {
  createPortfolio,
  customerPortfolios,
  portfolio,
  updatePortfolioAccount,
} from './portfolio.js';
import { orderProblems } from './problems.js';
import {
  BlotterQuery,
  ContractNoteRecord,
  ContractNotesQuery,
  CustomerNotesQuery,
  HoldingRecord,
  IdParams,
  PortfolioAccountQuery,
  PortfolioBody,
  PortfolioOrdersQuery,
  PortfolioRecord,
  TradeBalance,
  TradeOrderBody,
  TradeOrderRecord,
  ValuationQuery,
} from './schema.js';
import {
  cancelTradeOrder,
  submitTradeOrder,
  tradeOrder,
  validateTradeOrder,
} from './trade-order.js';
import {
  customerNetTradeBalance,
  customerValuation,
  portfolioHoldings,
  portfolioNetTradeBalance,
  portfolioTradeBalance,
  portfolioValuation,
} from './valuation.js';

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
    summary: 'Submit a trade order',
    description:
      'Checks the order, holds its money or units, stores it as BOOKED and routes it to the ' +
      'exchange adapter of its security. The exchange reports what follows.',
    permission: 'order.trade-order.submit',
    problems: preTradeProblems,
    body: TradeOrderBody,
    reply: TradeOrderRecord,
    example: exampleOrder,
    run: (work, { body }) => submitTradeOrder(work, body),
  }),
  write({
    method: 'POST',
    path: 'order/tradeorder/validate',
    operation: 'validateTradeOrder',
    summary: 'Check a trade order without submitting it',
    description: 'All checks of submit, with the fees and the total. Nothing is written or held.',
    permission: 'order.trade-order.validate',
    problems: preTradeProblems,
    body: TradeOrderBody,
    reply: TradeOrderRecord,
    example: exampleOrder,
    alwaysDryRun: true,
    run: (work, { body }) => validateTradeOrder(work, body),
  }),
  write({
    method: 'PUT',
    path: 'order/tradeorder/cancel/id/{id}',
    operation: 'cancelTradeOrder',
    summary: 'Cancel a trade order',
    description:
      'At once while it has not left; at the exchange it is asked for and may be refused.',
    permission: 'order.trade-order.cancel',
    problems: [orderProblems.ORDER_WRONG_STATE],
    params: IdParams,
    reply: TradeOrderRecord,
    run: (work, { params }) => cancelTradeOrder(work, params.id),
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
    summary: 'Read a trade order with its executions',
    permission: 'order.trade-order.read',
    params: IdParams,
    reply: TradeOrderRecord,
    run: (call, { params }) => tradeOrder(call, params.id),
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

const portfolios: readonly Route[] = [
  write({
    method: 'POST',
    path: 'order/portfolio/create',
    operation: 'createPortfolio',
    summary: 'Open a portfolio for a customer',
    permission: 'order.portfolio.create',
    body: PortfolioBody,
    reply: PortfolioRecord,
    example: { customerName: '0000000001', portfolioTypeName: 'EXCHANGE' },
    run: (work, { body }) => createPortfolio(work, body),
  }),
  list({
    path: 'order/portfolio/customer/id/{id}',
    operation: 'listCustomerPortfolios',
    summary: 'List the portfolios of a customer',
    permission: 'order.portfolio.read',
    params: IdParams,
    reply: PortfolioRecord,
    paging: PAGE_BS,
    run: (call, { params }) => customerPortfolios(call, params.id),
  }),
  read({
    path: 'order/portfolio/id/{id}',
    operation: 'getPortfolio',
    summary: 'Read a portfolio',
    permission: 'order.portfolio.read',
    params: IdParams,
    reply: PortfolioRecord,
    run: (call, { params }) => portfolio(call, params.id),
  }),
  list({
    path: 'order/portfolio/holdings/id/{id}',
    operation: 'listPortfolioHoldings',
    summary: 'List the holdings of a portfolio',
    permission: 'order.portfolio.read',
    params: IdParams,
    reply: HoldingRecord,
    paging: PAGE_BS,
    run: (call, { params }) => portfolioHoldings(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'order/portfolio/account/update',
    operation: 'updatePortfolioAccount',
    summary: "Set the depository's account numbers of a portfolio",
    permission: 'order.portfolio.update',
    query: PortfolioAccountQuery,
    reply: PortfolioRecord,
    run: (work, { query }) => updatePortfolioAccount(work, query),
  }),
];

const balances: readonly Route[] = [
  read({
    path: 'partner/portfolio-trade-balance/id/{id}',
    operation: 'getPortfolioTradeBalance',
    summary: 'Purchasing power of a portfolio: cleared cash less holds',
    permission: 'order.balance.read',
    params: IdParams,
    reply: TradeBalance,
    run: (call, { params }) => portfolioTradeBalance(call, params.id),
  }),
  read({
    path: 'partner/portfolio-net-trade-balance/id/{id}',
    operation: 'getPortfolioNetTradeBalance',
    summary: 'Purchasing power of a portfolio with unsettled proceeds',
    permission: 'order.balance.read',
    params: IdParams,
    reply: TradeBalance,
    run: (call, { params }) => portfolioNetTradeBalance(call, params.id),
  }),
  read({
    path: 'partner/customer-net-trade-balance/id/{id}',
    operation: 'getCustomerNetTradeBalance',
    summary: 'Purchasing power of a customer with unsettled proceeds',
    permission: 'order.balance.read',
    params: IdParams,
    reply: TradeBalance,
    run: (call, { params }) => customerNetTradeBalance(call, params.id),
  }),
  read({
    path: 'partner/portfolio-valuation-for-date-range/id/{id}',
    operation: 'getPortfolioValuation',
    summary: 'Valuation of a portfolio with its holdings',
    permission: 'order.balance.read',
    params: IdParams,
    query: ValuationQuery,
    run: (call, { params }) => portfolioValuation(call, params.id),
  }),
  read({
    path: 'partner/customer-valuation-for-date-range/id/{id}',
    operation: 'getCustomerValuation',
    summary: 'Valuation of all portfolios of a customer',
    permission: 'order.balance.read',
    params: IdParams,
    query: ValuationQuery,
    run: (call, { params }) => customerValuation(call, params.id),
  }),
];

export const orderRoutes: readonly Route[] = [...tradeOrders, ...notes, ...portfolios, ...balances];
