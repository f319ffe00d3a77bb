// Public face of market: exchanges, calendars, order terms, securities and prices.

import type { Module } from '../../platform/http/module.js';
import { EXCHANGES } from './exchange-change.js';
import { HOLIDAYS } from './holiday-change.js';
import { RULE_KINDS } from './market-rule-change.js';
import { marketRuleRoutes } from './market-rule-routes.js';
import { ORDER_TERMS } from './order-term-change.js';
import { rollPricesOf } from './price.js';
import { priceImportRoutes } from './price-import-routes.js';
import { marketProblems } from './problems.js';
import { marketRoutes } from './routes.js';

export { calendarOf } from './calendar.js';
export { marketEvents } from './event.js';
export { exchangeByCode, exchangeById, requireExchange } from './exchange.js';
export { recordFirstExchange } from './exchange-change.js';
export { firstBusinessDate } from './first-business-date.js';
export { addHolidays, nigerianHolidays } from './holiday.js';
export { CALENDAR_CHANGED } from './holiday-change.js';
export { isinCheckDigit } from './isin.js';
export {
  assetClassOf,
  type ClassRules,
  type MarketRules,
  type RulesKey,
  ruleOn,
  rulesAt,
  rulesOf,
  setAroundTheClock,
} from './market-rule.js';
export { recordFirstRules } from './market-rule-change.js';
export {
  ASSET_CLASSES,
  type AssetClass,
  type MarketRule,
  type RuleRow,
} from './market-rule-schema.js';
export {
  AROUND_THE_CLOCK,
  NGX_PRICE_BAND,
  NGX_PRICE_TICK,
  NGX_TRADING_DAY,
  ngxRules,
} from './ngx-rule.js';
export type { FixTimeInForce, NewOrderTerm } from './order-term.js';
export { recordFirstOrderTerm } from './order-term-change.js';
export { applyPrices, type PriceUpdate } from './price.js';
export {
  applyMarketDays,
  type MarketDay,
  notePricesAsked,
  notePricesRefused,
  type PriceFeed,
  pricedSymbols,
} from './price-feed.js';
export { type Bar, barsBetween, type Close, closeOn, closesBetween } from './price-history.js';
export {
  MOVER_RANKINGS,
  type Mover,
  type MoverRanking,
  moversOf,
} from './price-history-mover.js';

export { priceLimits, tickOf } from './price-limit.js';
export { type CouponDayCount, createSecurity, findSecurity, type Security } from './security.js';
export {
  END_OF_DAY,
  isTradingDay,
  PHASE_RULES,
  phaseAt,
  phaseTakes,
  stretchesOf,
  type TradingDay,
  type TradingPhase,
  timeOn,
} from './trading-phase.js';

/** The market module. */
export function marketModule(): Module {
  return {
    name: 'market',
    summary: 'Exchanges, securities, prices and the rules of trading',
    routes: [...marketRoutes, ...marketRuleRoutes, ...priceImportRoutes],
    changes: [EXCHANGES, HOLIDAYS, ORDER_TERMS, ...Object.values(RULE_KINDS)],
    problems: marketProblems,
    endOfDay: [{ name: 'roll-prices', run: rollPricesOf }],
  };
}
