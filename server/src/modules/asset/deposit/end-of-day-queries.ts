// SQL for the end of day: selects due instruments in batches, and stores rows that prevent double
// processing.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { FirmAccountCode } from '../../finance/index.js';
import { TERM_END_OF_DAY } from '../limits.js';
import type { Stamp } from '../stamp.js';
import type { TermInstrumentRow } from './queries.js';
import { SELECT_INSTRUMENT } from './queries.js';

/** A batch's accruals that share one journal. */
export interface AccrualGroup {
  readonly office_id: bigint;
  readonly currency: string;
  readonly loan_product: boolean;
  readonly result_account: FirmAccountCode;
  /** The firm's account for interest that is earned but not settled, or settled but not earned. */
  readonly accrued_account: FirmAccountCode;
  readonly accrual_day: BusinessDate;
  readonly amount_minor: bigint;
  readonly rows: bigint;
  /** The largest instrument id in the group. */
  readonly last_id: bigint;
  /** True if an instrument in the group missed more days than one batch can catch up on. */
  readonly behind: boolean;
}

export async function nextAccrualBatch(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`select nextval('term_accrual_batch_id') as id`);
  return row?.id ?? 0n;
}

/**
 * Accrues at most a given number of instruments with ids above `after`. Writes one row per day,
 * from each instrument's last accrued day up to, but excluding, the given day. The instrument's row
 * stores its progress, and the primary key of accruals rejects a second row for a day. Locks rows
 * in id order. Some limits and ranges look redundant: they show the planner how few rows to expect,
 * so that it does not scan whole tables.
 */
export function accrueBatch(
  tx: Tx,
  batch: { readonly id: bigint; readonly after: bigint; readonly until: BusinessDate },
): Promise<AccrualGroup[]> {
  const { accruedPerBatch, accruedDaysPerBatch } = TERM_END_OF_DAY;
  // On and after its interest payment date, a capitalising instrument earns interest on a larger
  // principal.
  const goal = sql`least(t.accrual_end, ${batch.until}::date,
    case t.interest_payment when 'CAPITALISED' then t.next_interest_date end)`;
  return tx.query(sql`
    with due as materialized (
      select t.id, t.office_id, t.currency, t.loan_product, t.type_id, t.type_version,
        t.interest_payment, t.face_value_minor + t.capitalised_minor as principal_minor, t.rate,
        coalesce(t.capitalised_on, t.start_date) as earns_from, t.day_count,
        t.compoundings_per_year, t.accrued_to, t.accrued_minor, t.capitalised_accrued_minor,
        ${goal} - t.accrued_to as days
      from term_instrument t
      where t.status = 'RUNNING' and t.id > ${batch.after} and t.accrued_to < ${goal}
      order by t.id limit ${accruedPerBatch} for update
    ), place as (
      select due.*, generate_series(1, least(days, ${accruedDaysPerBatch})) as n from due
      limit ${accruedPerBatch * accruedDaysPerBatch}
    ), day as materialized (
      select p.*, p.accrued_to + n - 1 as accrual_day,
        n = least(p.days, ${accruedDaysPerBatch}) as is_last,
        p.capitalised_accrued_minor + term_interest(p.principal_minor, p.rate, p.earns_from,
          p.accrued_to + n, p.day_count, p.compoundings_per_year) as accrued_after
      from place p
    ), moved as (
      update term_instrument t set accrued_to = last.accrual_day + 1,
        accrued_minor = last.accrued_after, version = t.version + 1
      from (
        select id, accrual_day, accrued_after from day where is_last limit ${accruedPerBatch}
      ) last
      where t.id = last.id and t.id > ${batch.after} and t.id <= (select max(id) from due)
    ), earned as materialized (
      select day.*, accrued_after - coalesce(lag(accrued_after) over (partition by id
        order by accrual_day), accrued_minor) as amount_minor
      from day
    ), made as (
      insert into term_accrual (instrument_id, accrual_day, amount_minor, accrued_minor, batch_id)
      select id, accrual_day, amount_minor, accrued_after, ${batch.id}
      from earned order by id, accrual_day
    )
    select e.office_id, e.currency, e.loan_product, v.result_account, a.accrued_account,
      e.accrual_day, sum(e.amount_minor)::bigint as amount_minor, count(*) as rows,
      max(e.id) as last_id, bool_or(e.days > ${accruedDaysPerBatch}) as behind
    from earned e
    join term_instrument_type_version v on v.type_id = e.type_id and v.number = e.type_version
    cross join lateral (select case e.interest_payment when 'UPFRONT' then v.upfront_account
      else v.interest_account end as accrued_account) a
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`);
}

/** Counts the accrual rows that are missing before a given date. */
export function countAccruable(db: Database, until: BusinessDate): Promise<bigint> {
  return countRows(
    db,
    sql`select coalesce(sum(least(accrual_end, ${until}::date) - accrued_to), 0) as count
      from term_instrument
      where status = 'RUNNING' and accrued_to < least(accrual_end, ${until}::date)`,
  );
}

/** Counts the running instruments that are due for payment on or before a date. */
export function countMatured(db: Database, until: BusinessDate): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from term_instrument
      where status = 'RUNNING' and payment_date <= ${until}`,
  );
}

/**
 * SQL condition for pending instruments that start on or before a date and have not been reported.
 */
function startDue(until: BusinessDate): Sql {
  return sql`status = 'PENDING' and requested_start <= ${until}
    and (start_due_on is null or start_due_on < requested_start)`;
}

/** Counts the pending instruments that start on or before a date and have not been reported. */
export function countStartDue(db: Database, until: BusinessDate): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from term_instrument where ${startDue(until)}`);
}

/** Marks a batch of due pending instruments as reported, and returns them in id order. */
export function markStartDue(
  tx: Tx,
  until: BusinessDate,
  most: number,
): Promise<Pick<TermInstrumentRow, 'id' | 'office_id' | 'name' | 'requested_start'>[]> {
  return tx.query(sql`
    with due as (
      select id from term_instrument where ${startDue(until)}
      order by id limit ${most} for update
    ), marked as (
      update term_instrument t set start_due_on = ${until} from due where t.id = due.id
      returning t.id, t.office_id, t.name, t.requested_start
    )
    select * from marked order by id`);
}

/**
 * Selects the next instruments to settle: deposits in id order, then loans in id order. Each loan
 * is selected only once per close.
 */
export interface DueRange {
  readonly afterLoan: boolean;
  readonly after: bigint;
  readonly until: BusinessDate;
  readonly most: number;
}

/** Locks the due instruments that `due` selects, in settlement order. */
export function lockDueInstruments(
  tx: Tx,
  due: Sql,
  range: DueRange,
): Promise<TermInstrumentRow[]> {
  return tx.query(sql`${SELECT_INSTRUMENT}
    where t.status = 'RUNNING' and ${due}
      and (t.loan_product, t.id) > (${range.afterLoan}::boolean, ${range.after}::bigint)
      and (t.overdue_on is null or t.overdue_on < ${range.until})
    order by t.loan_product, t.id limit ${range.most} for update of t`);
}

/**
 * Locks running instruments that are due for payment on or before a date. Leaves out a capitalising
 * instrument until its last interest payment date is settled.
 */
export function lockMatured(tx: Tx, range: DueRange): Promise<TermInstrumentRow[]> {
  const due = sql`t.payment_date <= ${range.until}
    and (t.interest_payment <> 'CAPITALISED' or t.next_interest_date is null)`;
  return lockDueInstruments(tx, due, range);
}

/**
 * Marks loans that could not be collected in the current close. `next` is the new business date.
 */
export async function storeOverdue(
  tx: Tx,
  ids: readonly bigint[],
  next: BusinessDate,
): Promise<void> {
  await tx.query(sql`
    update term_instrument set overdue_on = ${next} where id = any(${ids}::bigint[])`);
}

/** The end state of one instrument. */
interface EndedRow {
  readonly id: bigint;
  readonly termination_reason: 'MATURED' | 'ROLLED_OVER';
  readonly termination_date: BusinessDate;
  readonly paid_gross_minor: bigint;
  readonly paid_tax_minor: bigint;
  readonly settlement_journal_id: bigint;
}

export async function endInstruments(
  tx: Tx,
  ended: readonly EndedRow[],
  stamp: Omit<Stamp, 'id'>,
): Promise<void> {
  await tx.query(sql`
    update term_instrument t set status = 'TERMINATED', termination_reason = e.termination_reason,
      rolled_over = e.termination_reason = 'ROLLED_OVER', termination_date = e.termination_date,
      paid_gross_minor = e.paid_gross_minor, paid_tax_minor = e.paid_tax_minor,
      settlement_journal_id = e.settlement_journal_id, version = t.version + 1,
      modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from jsonb_to_recordset(${toJson(ended)}::jsonb) as e (id bigint, termination_reason text,
      termination_date date, paid_gross_minor bigint, paid_tax_minor bigint,
      settlement_journal_id bigint)
    where t.id = e.id`);
}
