// SQL for re-entry: finds the orders that are due, and enters them at the exchange again.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER } from '../limits.js';

/** An order to enter again. */
export interface Due extends Priced {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly exchange_name: string;
  readonly office_name: string;
  readonly session_name: string;
}

/** The columns used to check an order against a day's price limits. */
export interface Priced {
  readonly exchange_id: bigint;
  readonly instrument_type: string;
  readonly limit_price: Decimal | null;
  readonly previous_close: Decimal | null;
  readonly business_date: BusinessDate;
}

const DUE: Sql = sql`
    from exchange_order x
    join trade_order t on t.id = x.order_id and t.entry_no = x.entry_no
    join security s on s.id = t.security_id
    join exchange e on e.id = t.exchange_id
    join business_office o on o.id = t.office_id
    cross join business_day d
    where x.awaits_reentry and x.entered_on < d.business_date
      and t.order_status in ('BOOKED', 'EXECUTING') and t.pending_cl_ord_id is null
      and t.expire_date >= d.business_date and t.quantity > t.quantity_filled
      and not exists (
        select from exchange_order y
        where y.order_id = t.id and y.cum_quantity <> y.quantity_filled)
      and not exists (
        select from unmatched_report u where u.order_id = t.id and not u.resolved)
      and s.active and s.status = 'TRADING' and e.active
      and x.held_back_on is distinct from d.business_date`;

/** Returns whether any order is waiting to be re-entered. */
export async function ordersAwaitReentry(tx: Tx): Promise<boolean> {
  const [found] = await tx.query<{ await_reentry: boolean }>(
    sql`select orders_await_reentry() as await_reentry`,
  );
  return found?.await_reentry === true;
}

/** Locks a batch of orders that are due. Skips orders that are already locked. */
export async function lockCandidates(tx: Tx): Promise<bigint[]> {
  const candidates = await tx.query<{ id: bigint }>(sql`
    select t.id ${DUE} order by t.id limit ${ORDER.reentriesPerBatch}
    for update of t skip locked`);
  return candidates.map(({ id }) => id);
}

/** Returns the given orders that are due. */
export function selectDue(tx: Tx, ids: readonly bigint[]): Promise<Due[]> {
  return tx.query<Due>(sql`
    select t.id, t.name, t.office_id, t.session_name, e.name as exchange_name,
      o.name as office_name, t.limit_price, t.exchange_id, t.instrument_type, d.business_date,
      (select p.previous_close from security_price p where p.security_id = t.security_id)
    ${DUE} and t.id = any(${[...ids]}::bigint[])`);
}

/** An order to enter again, and the session that carries it. */
interface EnteredAgain {
  readonly id: bigint;
  readonly sessionName: string;
}

/** Gives each locked order its next exchange order and queues the instruction for it. */
export async function enterAgain(work: Work, due: readonly EnteredAgain[]): Promise<void> {
  await work.tx.query(sql`
    with due as (
      select * from unnest(${due.map(({ id }) => id)}::bigint[],
        ${due.map(({ sessionName }) => sessionName)}::text[]) as d(id, session_name)
    ), gone as (
      update trade_order t set entry_no = t.entry_no + 1, session_name = due.session_name,
        cl_ord_id = t.name || '-' ||
          (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
        filled_elsewhere = t.quantity_filled, exchange_order_id = null,
        fix_order_status = 'NA', resting_fix_status = 'NA', status_at = ${work.now},
        version = t.version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
      from due where t.id = due.id
      returning t.id, t.exchange_id, t.entry_no, t.session_name, t.cl_ord_id
    ), followed as (
      update exchange_order x set awaits_reentry = false
      from due where x.order_id = due.id and x.awaits_reentry
    )
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, state, created_at)
    select exchange_id, id, entry_no, session_name, 'NEW', cl_ord_id, 'QUEUED', ${work.now}
    from gone order by id`);
}

/** Skips re-entry of the given orders for the current business date. */
export async function holdBack(tx: Tx, orderIds: readonly bigint[]): Promise<void> {
  await tx.query(sql`
    update exchange_order x set held_back_on = d.business_date from business_day d
    where x.order_id = any(${[...orderIds]}::bigint[]) and x.awaits_reentry`);
}
