// Operations on a market's dated rules and holidays.

import type { Call } from '../../../platform/context.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { requireExchange } from '../exchange/exchange.js';
import { proposeHolidays, readHolidays } from '../exchange/holiday-change.js';
import { marketProblems } from '../problems.js';
import { holidayBody, holidayProposal, holidayQuery } from '../schema.js';
import { proposeRule } from './change.js';
import { listMarketHours } from './hours.js';
import { storedRulesOf } from './market-rule.js';
import {
  type AssetClass,
  hoursQuery,
  hoursReply,
  type MarketRule,
  ruleProposal,
  ruleQuery,
  ruleReply,
} from './schema.js';

const propose = (rule: MarketRule, route: Proposal): Route =>
  write({
    ...route,
    method: 'PUT',
    description:
      'The body contains all rows of the rule in date order. Rows that have taken effect ' +
      'cannot change. A second person approves the change.',
    permission: 'market.rule.propose',
    problems: [marketProblems.MARKET_RULE_WRONG, marketProblems.MARKET_RULE_PAST],
    body: ruleProposal(rule),
    reply: changeReply,
    run: (work, { body }) => proposeRule(work, rule, body),
  });

interface Proposal {
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
}

/** The routes for rules and holidays. */
export const marketRuleRoutes: readonly Route[] = [
  read({
    path: 'order/exchange/rule',
    operation: 'readMarketRules',
    summary: 'The dated rules of an exchange',
    permission: 'market.rule.read',
    query: ruleQuery,
    reply: ruleReply,
    run: (call, { query }) => readRules(call, query.x, query.t),
  }),
  list({
    path: 'order/exchange/hours/list',
    operation: 'listMarketHours',
    summary: 'Phase and next opening of each active exchange as of now',
    description:
      'The business date decides which session is current. `holiday` is the name of the holiday ' +
      'on that date.',
    permission: 'market.exchange.read',
    paging: PAGE_BS,
    query: hoursQuery,
    reply: hoursReply,
    run: (call, { query }) => listMarketHours(call, query.t ?? 'EQUITY', pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'order/exchange/holiday',
    operation: 'readHolidays',
    summary: 'Holidays of an exchange in a year',
    permission: 'market.holiday.read',
    query: holidayQuery,
    reply: holidayBody,
    run: (call, { query }) => readHolidays(call, query.x, query.y),
  }),
  write({
    method: 'PUT',
    path: 'order/exchange/holiday/propose',
    operation: 'proposeHolidays',
    summary: "Propose a year's holidays",
    description:
      'The body contains all holidays of the year. Holidays on or before today cannot change. ' +
      'A second person approves the change.',
    permission: 'market.holiday.propose',
    problems: [marketProblems.HOLIDAYS_WRONG, marketProblems.HOLIDAY_PAST],
    body: holidayProposal,
    reply: changeReply,
    run: (work, { body }) => proposeHolidays(work, body),
  }),
  propose('TRADING_PHASES', {
    path: 'order/exchange/trading-phases/propose',
    operation: 'proposeTradingPhases',
    summary: 'Propose trading hours',
  }),
  propose('PRICE_TICK', {
    path: 'order/exchange/price-tick/propose',
    operation: 'proposePriceTick',
    summary: 'Propose price increments',
  }),
  propose('PRICE_BAND', {
    path: 'order/exchange/price-band/propose',
    operation: 'proposePriceBand',
    summary: 'Propose daily price limits',
  }),
  propose('LOT_SIZE', {
    path: 'order/exchange/lot-size/propose',
    operation: 'proposeLotSize',
    summary: 'Propose a lot size',
  }),
  propose('ORDER_LIFE', {
    path: 'order/exchange/order-life/propose',
    operation: 'proposeOrderLife',
    summary: 'Propose the maximum life of orders at the exchange',
  }),
  propose('SETTLEMENT_LAG', {
    path: 'order/exchange/settlement-lag/propose',
    operation: 'proposeSettlementLag',
    summary: 'Propose a settlement cycle',
  }),
  propose('ENTITLEMENT', {
    path: 'order/exchange/entitlement/propose',
    operation: 'proposeEntitlementRule',
    summary: 'Propose the rules for ex-dates and entitlement',
  }),
];

async function readRules(call: Call, code: string, assetClass: AssetClass): Promise<object> {
  const exchange = await requireExchange(call.db, code, 'x');
  const rules = (await storedRulesOf(call.db, exchange.id))[assetClass];
  return {
    exchange: exchange.name,
    assetClass,
    tradingPhases: rules.TRADING_PHASES,
    priceTick: rules.PRICE_TICK,
    priceBand: rules.PRICE_BAND,
    lotSize: rules.LOT_SIZE,
    orderLife: rules.ORDER_LIFE,
    settlementLag: rules.SETTLEMENT_LAG,
    entitlement: rules.ENTITLEMENT,
  };
}
