// Which session carries an order: decided by its exchange and its business office, from settings
// alone, so that a submit pays no read for it.

import type { Context } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../problems.js';

/** The session of orders in a program that has none: they wait until one is configured. */
export const UNROUTED = 'unrouted';

/** Which session carries the orders of which exchange and offices. */
export type ExchangeRoutes = Context['config']['exchangeRoutes'];

/** What decides on the session of an order. */
interface Destination {
  readonly exchange_name: string;
  readonly office_name: string;
}

/**
 * The name of the session that carries an order: that of its office where the exchange has one, or
 * else the exchange's. Refuses EXCHANGE_NOT_ROUTED where there is neither.
 */
export function requireSession(routes: ExchangeRoutes, order: Destination): string {
  const session = sessionFor(routes, order);
  if (session !== undefined) return session;
  const args = [order.exchange_name, order.office_name];
  throw refusal(orderProblems.EXCHANGE_NOT_ROUTED, { args });
}

/** The same; undefined where the settings have a session, and none for this order. */
export function sessionFor(
  routes: ExchangeRoutes,
  { exchange_name, office_name }: Destination,
): string | undefined {
  if (routes.length === 0) return UNROUTED;
  const ofExchange = routes.filter(({ exchange }) => exchange === exchange_name);
  const ofOffice = ofExchange.find(({ offices }) => offices?.includes(office_name));
  return (ofOffice ?? ofExchange.find(({ offices }) => offices === undefined))?.session;
}
