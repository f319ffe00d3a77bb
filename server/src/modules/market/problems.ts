// The market module's refusals.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const marketProblems = defineProblems({
  SECURITY_NAME_TAKEN: [409, 'Another security has this code.'],
  SECURITY_ISIN_TAKEN: [409, 'Another security has this ISIN.'],
  ISIN_WRONG: [422, 'The ISIN is not valid. Its pattern or check digit is wrong.'],
  CURRENCY_UNKNOWN: [422, 'The currency is not an ISO 4217 code.'],
  EXCHANGE_REFUSED: [422, 'The exchange is not valid.'],
  ORDER_TERM_REFUSED: [422, 'The order term is not valid.'],
  MARKET_RULE_WRONG: [422, 'The rows of the market rule are not valid.'],
  MARKET_RULE_PAST: [422, 'Rows that have taken effect cannot be changed.'],
  HOLIDAYS_WRONG: [422, 'The holidays are out of order or not in this year.'],
  HOLIDAY_PAST: [422, 'Holidays on or before the current day cannot be changed.'],
  PRICE_IMPORT_WRONG_STATE: [409, 'The price import is not in a state that allows this.'],
  BENCHMARK_REFUSED: [422, 'The benchmark is not valid.'],
  LEVEL_IMPORT_WRONG_STATE: [409, 'The import of index levels is not in a state that allows this.'],
  SECURITY_TERMS_FIXED: [409, 'The terms of a bond are fixed once its income has been announced.'],
  BOND_TERMS_MISSING: [422, 'A bond needs a face value, a coupon rate and a maturity date.'],
});
