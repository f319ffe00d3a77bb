// Sessions as orders see them: whether one is logged on, and which waiting orders it carries.

import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { ExchangeRoutes } from './exchange-route.js';

/** What an adapter says of its session. */
interface Connection {
  readonly sessionName: string;
  readonly isLoggedOn: boolean;
  /** Since the last logon, or since it is gone. */
  readonly since: Instant;
  readonly now: Instant;
}

/** Notes whether a session is logged on, so that everybody sees why an order waits. */
export async function noteConnection(on: Database | Tx, said: Connection): Promise<void> {
  await on.query(sql`
    insert into exchange_connection (session_name, logged_on, since, seen_at)
    values (${said.sessionName}, ${said.isLoggedOn}, ${said.since}, ${said.now})
    on conflict (session_name) do update set logged_on = excluded.logged_on,
      since = excluded.since, seen_at = excluded.seen_at`);
}

/** A session that begins, and everything that it must know to take over what waits. */
interface Beginning {
  readonly sessionName: string;
  readonly exchangeId: bigint;
  readonly routes: ExchangeRoutes;
}

/**
 * Gives a session the orders that it carries by the present settings and that no session has taken:
 * what was waiting for another session, or for none, when the settings changed.
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
