// Operations of the market module on the reference data for orders.

import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { changeProblems, changeReply } from '../change/index.js';
import { exchangeProposal, proposeExchange } from './exchange/change.js';
import { listActiveExchanges } from './exchange/exchange.js';
import type { MarketPorts } from './port.js';
import { priceFeeds } from './price/feed.js';
import { marketProblems } from './problems.js';
import { listActiveOrderTerms } from './rule/order-term.js';
import { orderTermProposal, proposeOrderTerm } from './rule/order-term-change.js';
import * as schema from './schema.js';
import {
  createSecurity,
  listActiveSecurities,
  readSecurity,
  updateSecurity,
} from './security/security.js';

/** Returns the module's routes. */
export const marketRoutes = (ports: MarketPorts): readonly Route[] => [
  list({
    path: 'order/exchange/list/active',
    operation: 'listActiveExchanges',
    summary: 'Active exchanges',
    permission: 'market.exchange.read',
    paging: PAGE_BS,
    query: schema.pageQuery,
    reply: schema.exchangeReply,
    run: (call, { query }) => listActiveExchanges(call.db, pageOf(query, PAGE_BS)),
  }),
  list({
    path: 'order/tradeorderterm/list/active',
    operation: 'listActiveOrderTerms',
    summary: 'Active order terms',
    description:
      'A term determines how long an order lives. Orders refer to it in `orderTermName`.',
    permission: 'market.order-term.read',
    paging: PAGE_BS,
    query: schema.orderTermQuery,
    reply: schema.orderTermReply,
    run: (call, { query }) => listActiveOrderTerms(call.db, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'PUT',
    path: 'order/exchange/propose',
    operation: 'proposeExchange',
    summary: 'Propose an exchange',
    description:
      'The body contains all members of a new exchange, or of a changed one with the same ' +
      'code. A second person approves the change. Rules and holidays are proposed separately.',
    permission: 'market.exchange.propose',
    problems: [
      changeProblems.CODE_TAKEN,
      marketProblems.EXCHANGE_REFUSED,
      marketProblems.CURRENCY_UNKNOWN,
    ],
    body: exchangeProposal,
    reply: changeReply,
    example: {
      name: 'LONDONX',
      label: 'An exchange in London',
      currency: 'GBP',
      timeZone: 'Europe/London',
    },
    run: (work, { body }) => proposeExchange(work, body),
  }),
  write({
    method: 'PUT',
    path: 'order/tradeorderterm/propose',
    operation: 'proposeOrderTerm',
    summary: 'Propose an order term',
    description:
      'The body contains all members of a new order term, or of a changed one with the same ' +
      'code. A second person approves the change. Open orders keep their last day.',
    permission: 'market.order-term.propose',
    problems: [marketProblems.ORDER_TERM_REFUSED, changeProblems.CODE_TAKEN],
    body: orderTermProposal,
    reply: changeReply,
    example: { name: 'GTD90', label: 'Good for 90 days', fixTimeInForce: '6', defLifeTime: 90 },
    run: (work, { body }) => proposeOrderTerm(work, body),
  }),
  list({
    path: 'order/security/list/active',
    operation: 'listActiveSecurities',
    summary: 'Active securities with their last prices',
    permission: 'market.security.read',
    paging: PAGE_BS,
    query: schema.securityListQuery,
    reply: schema.securityReply,
    run: (call, { query }) =>
      listActiveSecurities(call.db, {
        exchangeCode: query.x,
        securityType: query.t,
        page: pageOf(query, PAGE_BS),
      }),
  }),
  list({
    path: 'order/price-feed/list',
    operation: 'listPriceFeeds',
    summary: 'Sessions on which prices were requested from exchanges',
    description: 'REFUSED: the exchange does not send market data; import prices instead.',
    permission: 'market.price.read',
    paging: PAGE_BS,
    query: schema.pageQuery,
    reply: schema.priceFeedReply,
    run: (call, { query }) => priceFeeds(call, query),
  }),
  read({
    path: 'order/security/id/{id}',
    operation: 'readSecurity',
    summary: 'One security',
    permission: 'market.security.read',
    params: schema.idParams,
    reply: schema.securityReply,
    run: (call, { params }) => readSecurity(call, params.id),
  }),
  write({
    method: 'POST',
    path: 'order/security/create',
    operation: 'createSecurity',
    summary: 'List a security',
    permission: 'market.security.create',
    problems: Object.values(marketProblems),
    body: schema.createSecurityBody,
    reply: schema.securityReply,
    example: {
      exchange: 'NGX',
      name: 'EXAMPLECO',
      label: 'Example Company Plc',
      securityType: 'EQUITY',
      sector: 'Services',
      sharesOutstanding: 1000000000,
      previousClose: 12.5,
    },
    run: (work, { body }) => createSecurity(work, body, ports),
  }),
  write({
    method: 'PUT',
    path: 'order/security/update',
    operation: 'updateSecurity',
    summary: 'Change a security',
    description: 'Only the given members change. Suspend a security with `status`.',
    permission: 'market.security.update',
    problems: Object.values(marketProblems),
    body: schema.updateSecurityBody,
    reply: schema.securityReply,
    example: { id: 1, sector: 'Banking' },
    run: (work, { body }) => updateSecurity(work, body, ports),
  }),
];
