// Determines which session carries an order. This depends only on the exchange, the business office
// and the settings, so submitting an order needs no additional read.

import type { Context } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../problems.js';

/**
 * The session name for orders if no sessions are configured. Such orders wait until a session is
 * configured.
 */
export const UNROUTED = 'unrouted';

/** The session that carries the orders of each exchange and office. */
export type ExchangeRoutes = Context['config']['exchangeRoutes'];

/** The columns that determine an order's session. */
interface Destination {
  readonly exchange_name: string;
  readonly office_name: string;
}

/**
 * Returns the session that carries an order: its office's session, or, if there is none, its
 * exchange's. Refuses with EXCHANGE_NOT_ROUTED if there is neither.
 */
export function requireSession(routes: ExchangeRoutes, order: Destination): string {
  const session = sessionFor(routes, order);
  if (session !== undefined) return session;
  const args = [order.exchange_name, order.office_name];
  throw refusal(orderProblems.EXCHANGE_NOT_ROUTED, { args });
}

/**
 * Like `requireSession`, but returns undefined instead of refusing if no configured session carries
 * the order.
 */
export function sessionFor(
  routes: ExchangeRoutes,
  { exchange_name, office_name }: Destination,
): string | undefined {
  if (routes.length === 0) return UNROUTED;
  const ofExchange = routes.filter(({ exchange }) => exchange === exchange_name);
  const ofOffice = ofExchange.find(({ offices }) => offices?.includes(office_name));
  return (ofOffice ?? ofExchange.find(({ offices }) => offices === undefined))?.session;
}
