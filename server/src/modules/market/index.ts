// Public interface of market: exchanges, calendars, order terms, securities and prices.

import type { Module } from '../../platform/module.js';
import { BENCHMARKS } from './benchmark/benchmark.js';
import { benchmarkRoutes } from './benchmark/routes.js';
import { benchmarkLevelRoutes } from './benchmark-level/routes.js';
import { EXCHANGES } from './exchange/change.js';
import { HOLIDAYS } from './exchange/holiday-change.js';
import { marketFilters } from './filter.js';
import type { MarketPorts } from './port.js';
import { rollPricesOf } from './price/price.js';
import { priceImportRoutes } from './price-import/routes.js';
import { marketProblems } from './problems.js';
import { marketRoutes } from './routes.js';
import { RULE_KINDS } from './rule/change.js';
import { ORDER_TERMS } from './rule/order-term-change.js';
import { marketRuleRoutes } from './rule/routes.js';

export { requireActiveBenchmark } from './benchmark/benchmark.js';
export {
  type BenchmarkRow,
  selectBenchmark,
  selectLevelsOn,
} from './benchmark/queries.js';
export { RETURN_TYPES } from './benchmark/schema.js';
export { marketEvents } from './event.js';
export { calendarOf } from './exchange/calendar.js';
export { recordFirstExchange } from './exchange/change.js';
export {
  exchangeByCode,
  exchangeById,
  requireExchange,
  withExchangeCode,
} from './exchange/exchange.js';
export { addHolidays, nigerianHolidays } from './exchange/holiday.js';
export { CALENDAR_CHANGED } from './exchange/holiday-change.js';
export { firstBusinessDate } from './first-business-date.js';
export {
  adjustBars,
  BAR_ADJUSTMENTS,
  type BarAdjustment,
} from './price/adjustment.js';
export {
  correctAdjustment,
  insertAdjustment,
  lockPriceAround,
  removeAdjustment,
  selectAdjustments,
  storeReference,
} from './price/adjustment-queries.js';
export { applyMarketDays, notePricesRefused, notePricesRequested } from './price/feed.js';
export { type MarketDay, type PriceFeed, pricedSymbols } from './price/feed-queries.js';
export { barsBetween, closeOn, closesBetween } from './price/history.js';
export type { Bar } from './price/history-queries.js';
export { closesKnownAt } from './price/known-close-queries.js';
export { type KnownPrice, knownPrices, previousPrices } from './price/known-price-queries.js';
export {
  MOVER_RANKINGS,
  type Mover,
  type MoverRanking,
  moversOf,
} from './price/mover-queries.js';
export { applyPrices } from './price/price.js';
export type { PriceUpdate } from './price/queries.js';
export { marketProblems } from './problems.js';
export {
  assetClassOf,
  isBond,
  SECURITY_TYPES,
  securityTypesIn,
} from './rule/asset-class.js';
export { recordFirstRules } from './rule/change.js';
export {
  type ClassRules,
  type MarketRules,
  type RulesKey,
  ruleOn,
  rulesAt,
  rulesOf,
  setAroundTheClock,
} from './rule/market-rule.js';
export {
  AROUND_THE_CLOCK,
  NGX_PRICE_BAND,
  NGX_PRICE_TICK,
  NGX_TRADING_DAY,
  ngxRules,
} from './rule/ngx-rule.js';
export { endsWithSession, usualLifeDays } from './rule/order-term.js';
export { recordFirstOrderTerm } from './rule/order-term-change.js';
export type { FixTimeInForce, NewOrderTerm } from './rule/order-term-queries.js';
export { priceLimits, tickOf } from './rule/price-limit.js';
export {
  ASSET_CLASSES,
  type AssetClass,
  type MarketRule,
  type RuleRow,
} from './rule/schema.js';
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
} from './rule/trading-phase.js';
export { type FaceValues, faceValueOn, faceValuesOf } from './security/face-value.js';
export { changeIncomeTerms, lockBondFor } from './security/income-terms.js';
export {
  deactivateSecurities,
  type IncomeTerms,
  reactivateSecurity,
  replaceFaceValues,
  storeFlatFrom,
} from './security/income-terms-queries.js';
export { isIsin, isinCheckDigit } from './security/isin.js';
export type { CouponDayCount, Security, SecurityStatus } from './security/queries.js';
export { createSecurity, findSecurity, requireSecurity } from './security/security.js';
export { moveSecurityStatus, renameSecurity } from './security/state-queries.js';

/** Returns the market module. */
export function marketModule(ports: MarketPorts): Module {
  return {
    name: 'market',
    summary: 'Exchanges, securities, prices and trading rules',
    routes: [
      ...[...marketRoutes(ports), ...marketRuleRoutes, ...priceImportRoutes],
      ...[...benchmarkRoutes, ...benchmarkLevelRoutes],
    ],
    changes: [EXCHANGES, HOLIDAYS, ORDER_TERMS, BENCHMARKS, ...Object.values(RULE_KINDS)],
    problems: marketProblems,
    filters: marketFilters,
    endOfDay: [{ name: 'roll-prices', run: rollPricesOf }],
  };
}
