// SQL for sessions as the order module sees them: whether each one is logged on, and which waiting
// orders it carries.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import type { ExchangeRoutes } from './session-route.js';

/**
 * CONNECTING: not connected, or the exchange has not answered on the connection yet. REFUSED: the
 * exchange rejected the last logon or closed the connection. STOPPED: the adapter has ended, or has
 * sent no status for too long.
 */
export const CONNECTION_STATES = [
  'CONNECTING',
  'REFUSED',
  'LOGGED_OUT_BY_OPERATOR',
  'OUTSIDE_HOURS',
  'LOGGED_ON',
  'STOPPED',
] as const;

export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** The state of an adapter's connection to its exchange. */
export interface ConnectionReach {
  readonly state: ConnectionState;
  /** The number of consecutive connection attempts without a logon. */
  readonly attempts: number;
  /** The reason why the last attempt failed or the last connection ended. */
  readonly lastError: string | undefined;
}

/** The status that an adapter reports for its session. */
interface Connection extends ConnectionReach {
  readonly sessionName: string;
  /** The session's name in the protocol. */
  readonly protocolName: string;
  readonly host: string;
  readonly port: number;
  /** The time of the last logon or, if the session has ended, the time when it ended. */
  readonly since: Instant;
  readonly now: Instant;
}

/**
 * Stores a session's status, so that users see why an order waits. While a session is not logged
 * on, `since` keeps the time of the first such status, even if the reason changes. If the session
 * was last logged on but that status is stale, `since` is the time of the stale status.
 */
export async function noteConnection(on: Database | Tx, said: Connection): Promise<void> {
  const lastError = said.lastError?.slice(0, ORDER.connectionErrorCharacters) ?? null;
  await on.query(sql`
    insert into exchange_connection as c (session_name, protocol_name, state, host, port, attempts,
      last_error, since, seen_at)
    values (${said.sessionName}, ${said.protocolName}, ${said.state}, ${said.host}, ${said.port},
      ${said.attempts}, ${lastError}, ${said.since}, ${said.now})
    on conflict (session_name) do update set protocol_name = excluded.protocol_name,
      state = excluded.state, host = excluded.host, port = excluded.port,
      attempts = excluded.attempts, last_error = excluded.last_error,
      since = case when excluded.logged_on then excluded.since when not c.logged_on then c.since
        when c.seen_at < excluded.seen_at - ${ORDER.connectionGoneSeconds} * interval '1 second'
          then c.seen_at
        else excluded.since end,
      seen_at = excluded.seen_at`);
}

/**
 * Records that the status of all orders at the exchange is being requested. This is done once after
 * both sequence numbers of a session are reset, because earlier messages may have been lost.
 * @param roll how many times the numbers have been reset
 * @returns false if the status has already been requested
 */
export async function noteAskedForAll(
  tx: Tx,
  { sessionName, roll }: { readonly sessionName: string; readonly roll: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update exchange_connection set asked_roll = ${roll}
    where session_name = ${sessionName} and asked_roll is distinct from ${roll}
    returning session_name`);
  return rows.length > 0;
}

/** The last reported status of a connection. */
interface KnownConnection extends ConnectionReach {
  readonly protocolName: string;
  readonly host: string;
  readonly port: number;
}

/** Reads all sessions' connections, for operators. */
export async function connectionsOf(on: Database | Tx, now: Instant): Promise<KnownConnection[]> {
  const rows = await on.query<KnownConnection & { readonly lastError: string | null }>(sql`
    select c.protocol_name as "protocolName", ${stateAt(now)} as state, c.host, c.port, c.attempts,
      c.last_error as "lastError"
    from exchange_connection c`);
  return rows.map((row) => ({ ...row, lastError: row.lastError ?? undefined }));
}

/**
 * Returns the state of `exchange_connection c`. An adapter without a recent status is treated as
 * stopped.
 */
function stateAt(now: Instant): Sql {
  return sql`case when c.seen_at > ${now}::timestamptz
    - ${ORDER.connectionGoneSeconds} * interval '1 second' then c.state else 'STOPPED' end`;
}

/**
 * A session that is starting, with the settings that determine which waiting orders it takes over.
 */
interface Beginning {
  readonly sessionName: string;
  readonly exchangeId: bigint;
  readonly routes: ExchangeRoutes;
}

/**
 * Moves waiting orders to the session that carries them under the current settings. After a change
 * of settings, they may still be assigned to another session, or to none.
 */
export async function adoptWaitingOrders(on: Database | Tx, session: Beginning): Promise<void> {
  const route = session.routes.find(({ session: name }) => name === session.sessionName);
  if (route === undefined) return;
  const others = session.routes.filter(({ exchange }) => exchange === route.exchange);
  const elsewhere = others.flatMap(({ offices }) => offices ?? []);
  const own = route.offices ?? null;
  await on.query(sql`
    with adopted as (
      update trade_order t set session_name = ${session.sessionName}
      from business_office o
      where o.id = t.office_id and t.exchange_id = ${session.exchangeId}
        and t.order_status in ('BOOKED', 'EXECUTING') and t.fix_order_status = 'NA'
        and t.session_name <> ${session.sessionName}
        and case when ${own}::text[] is null then o.name <> all(${elsewhere}::text[])
          else o.name = any(${own}::text[]) end
      returning t.id
    )
    update exchange_instruction i set session_name = ${session.sessionName}
    from adopted where i.order_id = adopted.id and i.kind = 'NEW' and i.state = 'QUEUED'`);
}

/** A session's status, and the orders that wait for it. */
export interface Reach {
  readonly sessionName: string;
  readonly isLoggedOn: boolean;
  readonly state: ConnectionState;
  readonly attempts: number;
  readonly lastError: string | null;
  /**
   * The time at which the current state (logged on or off) began; null if the session was never
   * logged on.
   */
  readonly since: Instant | null;
  /** The number of live orders that wait for the session. */
  readonly waiting: bigint;
}

/**
 * Reads the status of the given sessions, in the given sequence. A session without a recent status
 * is treated as logged off since its last status.
 */
export async function reachOf(
  on: Database | Tx,
  sessions: readonly string[],
  now: Instant,
): Promise<Reach[]> {
  return on.query<Reach>(sql`
    select s.name as "sessionName", coalesce(c.logged_on and fresh.seen, false) as "isLoggedOn",
      ${stateAt(now)} as state, coalesce(c.attempts, 0) as attempts, c.last_error as "lastError",
      case when c.logged_on and not fresh.seen then c.seen_at else c.since end as since,
      (select count(*) from trade_order t
        where t.session_name = s.name and t.order_status in ('BOOKED', 'EXECUTING')
          and t.fix_order_status = 'NA' and (t.stop_price is null or t.triggered_at is not null))
        as waiting
    from unnest(${[...sessions]}::text[]) with ordinality as s(name, place)
    left join exchange_connection c on c.session_name = s.name
    cross join lateral (
      select c.seen_at > ${now}::timestamptz
        - ${ORDER.connectionGoneSeconds} * interval '1 second' as seen
    ) fresh
    order by s.place`);
}
