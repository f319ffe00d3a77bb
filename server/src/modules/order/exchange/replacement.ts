// Replacement requests: the terms that an order will have once the exchange accepts them.

import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import type { Replacement } from './replacement-queries.js';

const RESTATED = 'D';

/**
 * Returns an order's terms after the exchange has restated its limit; undefined for any other
 * report.
 * @param order with its quantity after the report
 */
export function restatementIn(report: ExchangeReport, order: OrderRow): Replacement | undefined {
  const { execType, limitPrice } = report;
  if (execType !== RESTATED || limitPrice === undefined || order.limit_price === null) {
    return undefined;
  }
  if (!limitPrice.greaterThan(0) || limitPrice.equals(order.limit_price)) return undefined;
  const unsaid = { told_quantity: null, told_last_day: null };
  return { ...order, ...unsaid, limit_price: limitPrice, worst_price: limitPrice };
}

/** Returns whether the terms change the customer's order, rather than only the exchange order. */
export function changesTerms(order: OrderRow, terms: Replacement): boolean {
  return (
    order.quantity !== terms.quantity ||
    order.expire_date !== terms.expire_date ||
    order.order_term_id !== terms.order_term_id ||
    order.do_not_adjust !== terms.do_not_adjust ||
    order.limit_price?.toFixed() !== terms.limit_price?.toFixed()
  );
}
