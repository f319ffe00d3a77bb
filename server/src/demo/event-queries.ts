// SQL for the demonstration's corporate actions.

import type { Database, Tx } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';

/** How many portfolios, in id order, precede those with bonds. */
const PORTFOLIOS_BEFORE = 30;
const HOLDERS = 5;
const HELD_DAYS = 400;

/** Gives two federal bonds to five portfolios, at a cost a little below the last price. */
export async function insertBondHoldings(tx: Tx): Promise<void> {
  await tx.query(sql`
    with owner as (
      select id, row_number() over (order by id) as n from portfolio
      where currency = 'NGN' order by id offset ${PORTFOLIOS_BEFORE} limit ${HOLDERS}
    ), held as (
      insert into holding (portfolio_id, security_id, quantity, cost_minor, moved_on)
      select o.id, s.id, 50 * o.n, round(50 * o.n * s.face_value * (p.last - 1)),
        (select business_date - ${HELD_DAYS}::integer from business_day)
      from owner o cross join security s join security_price p on p.security_id = s.id
      where s.name in ('FG162027S1', 'FG192033S1')
      on conflict do nothing returning *
    )
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, currency, source_type, source_id, source_line)
    select h.portfolio_id, h.security_id, 'OPENING', h.moved_on, h.quantity, h.cost_minor,
      'NGN', 'OPENING', h.portfolio_id, coalesce((select max(m.source_line)
        from holding_movement m where m.source_type = 'OPENING' and m.source_id = h.portfolio_id),
        0) + row_number() over (partition by h.portfolio_id order by h.security_id)
    from held h order by h.portfolio_id, h.security_id`);
}

/** Deletes the event jobs that this transaction has enqueued. */
export async function deleteEventJobs(tx: Tx): Promise<void> {
  await tx.query(sql`
    delete from job where kind in ('corporate-action.entitle', 'corporate-action.follow-market')
      and state = 'QUEUED'`);
}

/** Returns the id of an event with unpaid holders. Undefined if there is none. */
export async function selectUnpaidEvent(on: Database, name: string): Promise<bigint | undefined> {
  const [event] = await on.query<{ id: bigint }>(sql`
    select id from corporate_action where name = ${name}
      and progress in ('OPEN', 'ENTITLED', 'PART_PAID')`);
  return event?.id;
}
