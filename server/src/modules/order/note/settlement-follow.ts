// Settlement dates follow the calendar: when a holiday is declared or removed, every note that has
// not settled and would settle on another date now is reversed and issued again with that date, so
// that all trades of a day settle alike.

import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { CALENDAR_CHANGED, rulesOf } from '../../market/index.js';
import { tradeDaysOf } from '../fill/queries.js';
import { ORDER } from '../limits.js';
import type { OrderRow } from '../record/order.js';
import { SELECT_ORDER } from '../record/queries.js';
import { settlementOf } from '../rule/settlement-date.js';
import { lockForNotes } from './lock.js';
import { noteDays } from './note.js';

/** Notes of one exchange, class and trade date that are to settle on the same date. */
interface Unsettled {
  readonly exchange_id: bigint;
  readonly instrument_type: string;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  /** The dates that the exchange stated of the fills, with commas between. */
  readonly stated: string;
}

// A note keeps a stated date only where it is not the calendar's, which may have been another one.
const STATED: Sql = sql`array_to_string(array(
  select jsonb_object_keys(d.stated_settlement) as date order by date), ',')`;

/** The job that moves notes after a change of a calendar. */
export const settlementFollowJob: JobHandler = jobHandler({
  kind: CALENDAR_CHANGED,
  run: async (context, { data, signal }) => {
    const ofExchange = sql`n.exchange_id = ${data.exchangeId}`;
    while (!signal.aborted) {
      const moved = await systemWork(context, 'calendar', (work) =>
        moveSettlements(work, ofExchange),
      );
      if (moved === 0) return;
    }
  },
});

/**
 * Moves a batch of notes whose settlement date is not that of the calendar as it stands. Done
 * again, it finds those that are left.
 * @param which restricts the notes `n` that are looked at
 * @returns how many orders were looked at; 0 when no note is left to move
 */
export async function moveSettlements(work: Work, which: Sql): Promise<number> {
  const stale = await staleGroups(work.tx, which);
  if (stale.length === 0) return 0;
  const orders = await lockStale(work.tx, stale);
  const ids = orders.map(({ id }) => id);
  // Read under the lock: another may have moved or settled some while this one waited for it.
  const notes = await staleNotes(work.tx, stale, ids);
  const days = await tradeDaysOf(work.tx, ids);
  const moves = orders.map((order) => {
    const dates = notes.filter((note) => note.order_id === order.id).map((note) => note.trade_date);
    const all = days.get(order.id) ?? [];
    return { order, all, days: all.filter(({ tradeDate }) => dates.includes(tradeDate)) };
  });
  await lockForNotes(work, moves);
  for (const { order, ...move } of moves) await noteDays(work, order, move);
  return orders.length;
}

async function staleGroups(on: Database | Tx, which: Sql): Promise<readonly Unsettled[]> {
  const groups = await on.query<Unsettled>(sql`
    select distinct n.exchange_id, t.instrument_type, n.trade_date, n.settlement_date,
      ${STATED} as stated
    from contract_note n join trade_order t on t.id = n.order_id
    join order_trade_day d on d.order_id = n.order_id and d.trade_date = n.trade_date
    where n.settled_at is null and n.reversed_at is null and ${which}`);
  const stale: Unsettled[] = [];
  for (const group of groups) {
    const fills = {
      securityType: group.instrument_type,
      tradeDate: group.trade_date,
      stated: group.stated === '' ? [] : group.stated.split(',').map(businessDate),
    };
    const { date } = settlementOf(fills, await rulesOf(on, group.exchange_id));
    if (date !== group.settlement_date) stale.push(group);
  }
  return stale;
}

function lockStale(tx: Tx, stale: readonly Unsettled[]): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id in (
      select n.order_id ${notesOf(stale)}
      order by n.order_id limit ${ORDER.ordersPerBatch}
    ) order by t.id for update of t`);
}

interface StaleNote {
  readonly order_id: bigint;
  readonly trade_date: BusinessDate;
}

// The notes are locked as well, because the end of the day settles them without their orders.
function staleNotes(
  tx: Tx,
  stale: readonly Unsettled[],
  orderIds: readonly bigint[],
): Promise<StaleNote[]> {
  return tx.query<StaleNote>(sql`
    select n.order_id, n.trade_date ${notesOf(stale)} and n.order_id = any(${[...orderIds]})
    order by n.settlement_date, n.id for update of n`);
}

function notesOf(stale: readonly Unsettled[]): Sql {
  return sql`
    from contract_note n
    join trade_order o on o.id = n.order_id
    join order_trade_day d on d.order_id = n.order_id and d.trade_date = n.trade_date
    join unnest(${stale.map((each) => each.exchange_id)}::bigint[],
      ${stale.map((each) => each.instrument_type)}::text[],
      ${stale.map((each) => each.trade_date)}::date[],
      ${stale.map((each) => each.settlement_date)}::date[],
      ${stale.map((each) => each.stated)}::text[])
      as s(exchange_id, instrument_type, trade_date, settlement_date, stated)
      on s.exchange_id = n.exchange_id and s.instrument_type = o.instrument_type
        and s.trade_date = n.trade_date and s.settlement_date = n.settlement_date
        and s.stated = ${STATED}
    where n.settled_at is null and n.reversed_at is null`;
}
