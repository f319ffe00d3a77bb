// Refusals of the order module: each pre-trade check has its own code.

import { defineProblems } from '../../platform/http/problem.js';

export const orderProblems = defineProblems({
  ORDER_WRONG_STATE: [409, 'The order is not in a state that allows this.'],
  REPORT_RESOLVED: [409, 'The work item is resolved already.'],
  ORDER_TERM_FIXED: [422, 'This term of an order cannot be changed.'],
  PORTFOLIO_INACTIVE: [422, 'The portfolio is not active.'],
  CUSTOMER_INACTIVE: [422, 'The customer is not active, or waits for approval.'],
  SECURITY_NOT_TRADABLE: [422, 'The security cannot be traded now.'],
  SECURITY_WITHOUT_PRICE: [422, 'The security has no reference price yet.'],
  ORDER_BASE_NOT_OFFERED: [422, 'Orders on this base are not offered.'],
  PRICE_OFF_TICK: [422, 'The price is not a multiple of the price increment.'],
  PRICE_OUTSIDE_BAND: [422, "The price is outside the day's price limits."],
  QUANTITY_NOT_WHOLE_LOTS: [422, 'The quantity is not a whole number of lots.'],
  QUANTITY_LIMIT_EXCEEDED: [422, 'The quantity is above the limit for one order.'],
  VALUE_LIMIT_EXCEEDED: [422, 'The value is above the limit for one order.'],
  ORDER_DATE_PASSED: [422, 'The order would end before it starts.'],
  CURRENCY_MISMATCH: [422, "The currency is not the security's."],
  NO_CASH_ACCOUNT: [422, 'The customer has no cash account in this currency.'],
  VALUATION_CURRENCY_WRONG: [422, 'Valuations are in the currency of the portfolio.'],
  DATE_RANGE_TOO_LONG: [422, 'The range of dates is longer than this operation takes.'],
  INSUFFICIENT_HOLDING: [422, 'The portfolio has fewer units available than this sells.'],
});
