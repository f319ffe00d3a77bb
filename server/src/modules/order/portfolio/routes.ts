// HTTP operations on portfolios, their holdings and balances.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { anyQuery } from '../../../platform/http/shape/wire.js';
import { orderProblems } from '../problems.js';
import { IdParams } from '../schema.js';
import {
  customerNetTradeBalance,
  portfolioNetTradeBalance,
  portfolioTradeBalance,
} from './balance.js';
import { NetTradeBalance, TradeBalance } from './balance-schema.js';
import { assignCustodians, custodianPortfolios, portfolioCustodians } from './custodian.js';
import {
  CustodianPortfolioRecord,
  CustodianPortfoliosQuery,
  CustodiansBody,
  CustodiansRecord,
} from './custodian-schema.js';
import { securityHolders } from './holder.js';
import { HolderRecord, HoldersQuery, holderTotals } from './holder-schema.js';
import { portfolioHoldings } from './holding-list.js';
import { holdingMovements, movementFile } from './movement-list.js';
import { MovementFilterQuery, MovementQuery, MovementRecord } from './movement-schema.js';
import {
  createPortfolio,
  customerPortfolios,
  portfolio,
  updatePortfolioAccount,
} from './portfolio.js';
import {
  HoldingRecord,
  HoldingsQuery,
  PortfolioAccountQuery,
  PortfolioBody,
  PortfolioRecord,
} from './schema.js';

const portfolios: readonly Route[] = [
  write({
    method: 'POST',
    path: 'order/portfolio/create',
    operation: 'createPortfolio',
    query: anyQuery,
    summary: 'Open a portfolio for a customer',
    problems: [orderProblems.HOLDINGS_TOO_MANY],
    permission: 'order.portfolio.create',
    scope: 'OFFICE',
    body: PortfolioBody,
    reply: PortfolioRecord,
    example: { customerName: '0000000001', portfolioTypeName: 'EXCHANGE' },
    run: (work, { body }) => createPortfolio(work, body),
  }),
  list({
    path: 'order/portfolio/customer/id/{id}',
    operation: 'listCustomerPortfolios',
    query: anyQuery,
    summary: 'List the portfolios of a customer',
    problems: [orderProblems.HOLDINGS_TOO_MANY],
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
    problems: [orderProblems.HOLDINGS_TOO_MANY],
    permission: 'order.portfolio.read',
    params: IdParams,
    reply: PortfolioRecord,
    run: (call, { params }) => portfolio(call, params.id),
  }),
  list({
    path: 'order/portfolio/holdings/id/{id}',
    operation: 'listPortfolioHoldings',
    summary: 'List the holdings of a portfolio',
    problems: [orderProblems.HOLDINGS_TOO_MANY],
    permission: 'order.portfolio.read',
    description:
      'With `d`, at the end of a past date. With `asOf`, as known at a moment: movements ' +
      'recorded after it are ignored. Prices are those of the date, as known now.',
    params: IdParams,
    query: HoldingsQuery,
    reply: HoldingRecord,
    paging: PAGE_BS,
    run: (call, { params, query }) =>
      portfolioHoldings(call, params.id, { date: query.d, asOf: query.asOf }),
  }),
  list({
    path: 'order/security/holder/list',
    operation: 'listSecurityHolders',
    summary: 'The portfolios that hold a security, largest holding first',
    description: 'Current holdings in the offices that the caller sees, at the last price.',
    problems: [commonProblems.UNKNOWN_REFERENCE],
    permission: 'order.portfolio.read',
    query: HoldersQuery,
    reply: HolderRecord,
    extra: holderTotals,
    paging: PAGE_BS,
    run: (call, { query }) => securityHolders(call, query),
  }),
  write({
    method: 'PUT',
    path: 'order/portfolio/account/update',
    operation: 'updatePortfolioAccount',
    summary: "Set the depository's account numbers of a portfolio, and its standing terms",
    description:
      'Only the given members change. Income already paid is not affected. New settlement ' +
      'instructions apply to later orders.',
    problems: [orderProblems.HOLDINGS_TOO_MANY],
    permission: 'order.portfolio.update',
    scope: 'OFFICE',
    query: PortfolioAccountQuery,
    reply: PortfolioRecord,
    run: (work, { query }) => updatePortfolioAccount(work, query),
  }),
];

const custodians: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'order/portfolio/custodian/assign',
    operation: 'assignPortfolioCustodians',
    summary: 'Set the custodians of a portfolio',
    description:
      'The list must be complete: an omitted custodian is removed. Applies to later orders; ' +
      'existing orders keep theirs.',
    permission: 'order.portfolio.update',
    scope: 'OFFICE',
    body: CustodiansBody,
    reply: CustodiansRecord,
    example: {
      portfolioName: '0000000001',
      custodians: [{ custodianName: 'CUSTODY', accountNo: 'SCB-1', standing: true }],
    },
    run: (work, { body }) => assignCustodians(work, body),
  }),
  read({
    path: 'order/portfolio/custodian/id/{id}',
    operation: 'readPortfolioCustodians',
    summary: 'The custodians of a portfolio',
    description: 'The id is that of the portfolio.',
    permission: 'order.portfolio.read',
    params: IdParams,
    reply: CustodiansRecord,
    run: (call, { params }) => portfolioCustodians(call, params.id),
  }),
  list({
    path: 'order/portfolio/custodian/list',
    operation: 'listCustodianPortfolios',
    summary: 'The portfolios whose orders may name a custodian, by id',
    permission: 'order.portfolio.read',
    query: CustodianPortfoliosQuery,
    reply: CustodianPortfolioRecord,
    paging: PAGE_BS,
    run: (call, { query }) => custodianPortfolios(call, query),
  }),
];

const movements: readonly Route[] = [
  list({
    path: 'order/portfolio/holding-movements',
    operation: 'listHoldingMovements',
    summary: 'The stock record: every change to a holding with its cause, newest first',
    description:
      'Each fill, its reversal by a bust or a correction, the charges of each contract note, and ' +
      'each effect of a corporate action is one movement. Movements are never changed. A holding ' +
      'equals the sum of its movements.',
    permission: 'order.portfolio.read',
    query: MovementQuery,
    reply: MovementRecord,
    paging: PAGE_BS,
    run: (call, { query }) => holdingMovements(call, query),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `order/portfolio/holding-movements/${format}`,
      operation: format === 'csv' ? 'exportHoldingMovementsCsv' : 'exportHoldingMovementsXlsx',
      summary: `All movements of holdings that match the filters, as ${format.toUpperCase()}`,
      description:
        'Newest first. The last row is END with the number of data rows, which is also in ' +
        'X-Row-Count.',
      permission: 'order.portfolio.read',
      query: MovementFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => movementFile(call, query, format),
    }),
  ),
];

const balances: readonly Route[] = [
  read({
    path: 'partner/portfolio-trade-balance/id/{id}',
    operation: 'getPortfolioTradeBalance',
    query: anyQuery,
    summary: 'Purchasing power of a portfolio: cleared cash less holds',
    permission: 'order.balance.read',
    params: IdParams,
    reply: TradeBalance,
    run: (call, { params }) => portfolioTradeBalance(call, params.id),
  }),
  read({
    path: 'partner/portfolio-net-trade-balance/id/{id}',
    operation: 'getPortfolioNetTradeBalance',
    query: anyQuery,
    summary: 'Purchasing power of a portfolio with unsettled proceeds',
    permission: 'order.balance.read',
    params: IdParams,
    reply: NetTradeBalance,
    run: (call, { params }) => portfolioNetTradeBalance(call, params.id),
  }),
  read({
    path: 'partner/customer-net-trade-balance/id/{id}',
    operation: 'getCustomerNetTradeBalance',
    query: anyQuery,
    summary: 'Purchasing power of a customer with unsettled proceeds',
    permission: 'order.balance.read',
    params: IdParams,
    reply: NetTradeBalance,
    run: (call, { params }) => customerNetTradeBalance(call, params.id),
  }),
];

export const portfolioRoutes: readonly Route[] = [
  ...portfolios,
  ...custodians,
  ...movements,
  ...balances,
];
