// Which session carries an order. The exchange and the business office decide it, from settings
// alone, so a submit needs no read for it.

import type { Context } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../problems.js';

/** The session of orders in an installation without sessions. They wait until one is configured. */
export const UNROUTED = 'unrouted';

/** Which session carries the orders of which exchange and offices. */
export type ExchangeRoutes = Context['config']['exchangeRoutes'];

/** The columns that decide the session of an order. */
interface Destination {
  readonly exchange_name: string;
  readonly office_name: string;
}

/**
 * The session that carries an order: that of its office, or else that of its exchange. Refuses
 * EXCHANGE_NOT_ROUTED if there is neither.
 */
export function requireSession(routes: ExchangeRoutes, order: Destination): string {
  const session = sessionFor(routes, order);
  if (session !== undefined) return session;
  const args = [order.exchange_name, order.office_name];
  throw refusal(orderProblems.EXCHANGE_NOT_ROUTED, { args });
}

/** Like `requireSession`, but undefined if no session of the settings carries the order. */
export function sessionFor(
  routes: ExchangeRoutes,
  { exchange_name, office_name }: Destination,
): string | undefined {
  if (routes.length === 0) return UNROUTED;
  const ofExchange = routes.filter(({ exchange }) => exchange === exchange_name);
  const ofOffice = ofExchange.find(({ offices }) => offices?.includes(office_name));
  return (ofOffice ?? ofExchange.find(({ offices }) => offices === undefined))?.session;
}
