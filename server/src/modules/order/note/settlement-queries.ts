// SQL for unsettled notes: those whose settlement date differs from the calendar's, and those that
// are due.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import type { OrderRow } from '../record/order.js';
import { SELECT_ORDER } from '../record/queries.js';

/** The notes of one exchange, asset class and trade date that have the same settlement date. */
export interface Unsettled {
  readonly exchange_id: bigint;
  readonly instrument_type: string;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  /** The settlement dates that the exchange gave for the fills, separated by commas. */
  readonly stated: string;
}

// All settlement dates that the exchange gave. The note stores the exchange's date only if it was
// used, and the calendar may have been different then.
const STATED: Sql = sql`array_to_string(array(
  select jsonb_object_keys(d.stated_settlement) as date order by date), ',')`;

/** Locks a batch of orders with notes in the given groups. */
export function lockStale(tx: Tx, stale: readonly Unsettled[]): Promise<OrderRow[]> {
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

/**
 * Reads and locks the notes. The lock is needed because the end of day settles notes without
 * locking their orders.
 */
export function staleNotes(
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

/** SQL condition: the notes `n` of an exchange. */
export function notesOfExchange(exchangeId: bigint): Sql {
  return sql`n.exchange_id = ${exchangeId}`;
}

/** SQL condition: the next batch of notes `n` that are due on or before a date. */
export function notesDue(date: BusinessDate): Sql {
  return sql`n.id in (
    select d.id from contract_note d
    where d.settled_at is null and d.reversed_at is null and d.settlement_date <= ${date}
      and not d.custodian_settles
    order by d.settlement_date, d.id limit ${ORDER.notesPerBatch})`;
}

/** Reads the distinct settlement dates of unsettled notes `n`. */
export function unsettledGroups(on: Database | Tx, which: Sql): Promise<Unsettled[]> {
  return on.query<Unsettled>(sql`
    select distinct n.exchange_id, t.instrument_type, n.trade_date, n.settlement_date,
      ${STATED} as stated
    from contract_note n join trade_order t on t.id = n.order_id
    join order_trade_day d on d.order_id = n.order_id and d.trade_date = n.trade_date
    where n.settled_at is null and n.reversed_at is null and ${which}`);
}

/** Counts the notes due on or before a date, except those that a custodian settles. */
export function countDue(date: BusinessDate): Sql {
  return sql`select count(*) as count from contract_note
    where settled_at is null and reversed_at is null and settlement_date <= ${date}
      and not custodian_settles`;
}

/** Locks a batch of notes due on or before a date, except those that a custodian settles. */
export function lockDueNotes(tx: Tx, date: BusinessDate): Promise<DueNote[]> {
  return tx.query<DueNote>(sql`
    select n.id, n.name, n.office_id, n.currency, n.side, n.consideration_minor, n.accrued_minor,
      n.net_minor, n.cash_account_id, a.unsettled_account_id, n.custodian_settles
    from contract_note n join account a on a.id = n.cash_account_id
    where n.settled_at is null and n.reversed_at is null and n.settlement_date <= ${date}
      and not n.custodian_settles
    order by n.settlement_date, n.id limit ${ORDER.notesPerBatch} for update of n`);
}

/** Marks notes as settled, each with its journal. */
export async function storeSettled(
  work: Work,
  noteIds: readonly bigint[],
  journals: readonly bigint[],
): Promise<void> {
  await work.tx.query(sql`
    update contract_note n set settled_at = ${work.now}, settlement_journal_id = s.journal,
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    from unnest(${[...noteIds]}::bigint[], ${[...journals]}::bigint[]) as s(id, journal)
    where n.id = s.id`);
}

/** A note that is due. */
export interface DueNote {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly side: 'BUY' | 'SELL';
  readonly consideration_minor: bigint;
  readonly accrued_minor: bigint;
  readonly net_minor: bigint;
  readonly cash_account_id: bigint;
  readonly unsettled_account_id: bigint;
  /** Whether the order's custodian pays or is paid, instead of the customer. */
  readonly custodian_settles: boolean;
}
