// Public face of market: exchanges, calendars, order terms, securities and prices.

import type { Module } from '../../platform/http/module.js';
import { rollPricesOf } from './price.js';

import { priceImportRoutes } from './price-import-routes.js';
import { marketProblems } from './problems.js';
import { marketRoutes } from './routes.js';

export { calendarAt, calendarOf } from './calendar.js';
export {
  addExchange,
  type Exchange,
  exchangeByCode,
  exchangeById,
  type NewExchange,
  requireExchange,
} from './exchange.js';
export { firstBusinessDate } from './first-business-date.js';
export { addHolidays, type Holiday, nigerianHolidays, removeHoliday } from './holiday.js';
export { isIsin, isinCheckDigit } from './isin.js';
export {
  addOrderTerm,
  type FixTimeInForce,
  type NewOrderTerm,
  type OrderTerm,
  orderTermById,
  orderTermByName,
  timeInForceName,
} from './order-term.js';
export {
  applyPrices,
  closesOn,
  type Price,
  type PriceUpdate,
  priceOf,
  pricesOf,
} from './price.js';
export {
  type Bar,
  barsBetween,
  type Close,
  closeOn,
  closesBetween,
  type DateRange,
} from './price-history.js';
export {
  MOVER_RANKINGS,
  type Mover,
  type MoverRanking,
  moversOf,
} from './price-history-mover.js';

export {
  type CouponDayCount,
  createSecurity,
  findSecurity,
  type Security,
  type SecurityKey,
  type SecurityStatus,
  type SecurityType,
} from './security.js';

/** The market module. */
export function marketModule(): Module {
  return {
    name: 'market',
    routes: [...marketRoutes, ...priceImportRoutes],
    problems: marketProblems,
    endOfDay: [{ name: 'roll-prices', run: rollPricesOf }],
  };
}
