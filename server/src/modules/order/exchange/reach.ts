// Shows dealers which sessions are logged on, since when, and how many orders wait for each.

import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { Call, Context, Work } from '../../../platform/context.js';
import { PAGE_BS, pageBS, pageOf, pageOfAll } from '../../../platform/http/reply/paging.js';
import { list, type Page, type Route } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { ORDER } from '../limits.js';
import {
  CONNECTION_STATES,
  type ConnectionState,
  type Reach,
  reachOf,
} from './connection-queries.js';
import { UNROUTED } from './session-route.js';

/** Returns the names of the sessions that carry orders under the current settings. */
export function routedSessions({ config }: Context): string[] {
  return [...new Set(config.exchangeRoutes.map(({ session }) => session))];
}

interface Known {
  readonly atMs: number;
  readonly reach: Promise<Reach[]>;
}

// All requests in this process share the result of one read for a second.
const known = new WeakMap<Context, Known>();

function reachNow({ context, tx, now }: Work): Promise<Reach[]> {
  const read = () => reachOf(tx, routedSessions(context), now);
  const before = known.get(context);
  const atMs = context.clock.millis();
  if (before !== undefined && Math.abs(atMs - before.atMs) < ORDER.reachCacheMs) {
    // If the shared read failed because its own transaction failed, this caller reads again.
    return before.reach.catch(read);
  }
  const reach = read();
  known.set(context, { atMs, reach });
  return reach;
}

/** A warning in the reply to a write: the order is stored but cannot be sent now. */
interface ReachWarning {
  readonly code: 'EXCHANGE_UNREACHABLE';
  readonly detail: string;
}

// The exchange's own message is shown only to the session's operators.
const WHY: Readonly<Record<ConnectionState, string>> = {
  CONNECTING: 'it is connecting',
  REFUSED: 'the exchange is rejecting it',
  LOGGED_OUT_BY_OPERATOR: 'an operator has logged it out',
  OUTSIDE_HOURS: 'it is outside its hours',
  LOGGED_ON: 'it is logged on',
  STOPPED: 'its adapter has stopped',
};

/**
 * Returns a warning that an order for this session has to wait; none if the order is sent
 * immediately.
 */
export async function reachWarnings(work: Work, sessionName: string): Promise<ReachWarning[]> {
  if (sessionName === UNROUTED) return [];
  const reach = (await reachNow(work)).find((each) => each.sessionName === sessionName);
  if (reach === undefined || reach.isLoggedOn) return [];
  const since =
    reach.since === null ? 'has never been logged on' : `has been logged off since ${reach.since}`;
  const why = `${WHY[reach.state]}; the order is waiting (other waiting orders: ${reach.waiting})`;
  const detail = `the session ${sessionName} ${since}: ${why}`;
  return [{ code: 'EXCHANGE_UNREACHABLE', detail }];
}

const ReachQuery = closedObject({ ...pageBS });

const ReachRecord = openObject({
  sessionName: wireText({ description: 'The session that carries orders to an exchange' }),
  exchange: wireText({ description: 'Code of the exchange' }),
  loggedOn: wireFlag({ description: 'Whether orders are sent immediately' }),
  state: wireChoice(CONNECTION_STATES, { description: 'State of the session' }),
  attempts: wireInteger({
    description: 'Number of consecutive connection attempts without a logon',
  }),
  lastError: Type.Optional(
    wireText({ description: 'Reason why the last connection failed or ended' }),
  ),
  since: Type.Optional(
    wireInstant({
      description: 'Start of this state; absent for a session that was never logged on',
    }),
  ),
  waitingOrders: wireInteger({ description: 'Number of live orders that wait for the session' }),
});

async function listReach(call: Call, query: Static<typeof ReachQuery>): Promise<Page<object>> {
  const { exchangeRoutes } = call.context.config;
  const exchangeOf = new Map(exchangeRoutes.map(({ session, exchange }) => [session, exchange]));
  const reach = await reachOf(call.db, routedSessions(call.context), call.now);
  const result = reach.map(({ sessionName, isLoggedOn, since, waiting, ...reached }) => ({
    sessionName,
    exchange: exchangeOf.get(sessionName) ?? '',
    loggedOn: isLoggedOn,
    state: reached.state,
    attempts: reached.attempts,
    lastError: reached.lastError ?? undefined,
    since: since ?? undefined,
    waitingOrders: waiting,
  }));
  return pageOfAll(result, pageOf(query, PAGE_BS));
}

export const exchangeReachRoutes: readonly Route[] = [
  list({
    path: 'order/exchange/connection/list',
    operation: 'listExchangeConnections',
    summary: 'Whether exchanges can be reached',
    description:
      'Each session that carries orders, with its state, the start of that state and the number ' +
      'of waiting orders.',
    permission: 'order.trade-order.read',
    query: ReachQuery,
    reply: ReachRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listReach(call, query),
  }),
];
