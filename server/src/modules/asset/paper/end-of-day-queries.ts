// End-of-day SQL for discounted instruments: selects due instruments in batches, and processes each
// exactly once.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { TERM_END_OF_DAY } from '../limits.js';
import type { Stamp } from '../stamp.js';
import type { DiscountedKind } from './kind.js';
import { SELECT_DISCOUNTED } from './queries.js';
import type { DiscountedRow, NotRolledOverReason } from './record.js';

/** The accruals in a batch that share one journal. */
export interface DiscountAccrualGroup {
  readonly office_id: bigint;
  readonly currency: string;
  readonly kind: DiscountedKind;
  readonly accrual_day: BusinessDate;
  readonly amount_minor: bigint;
  readonly rows: bigint;
  /** The largest instrument id in the group. */
  readonly last_id: bigint;
  /** True if an instrument in the group missed more days than one batch can catch up on. */
  readonly behind: boolean;
}

/**
 * Accrues at most a given number of instruments with ids above `after`. Writes one row per day,
 * from each instrument's last accrued day up to, but excluding, the given day. The total accrued
 * after a day is the next day's book value less the cost, so each row corrects the rounding of
 * earlier ones. The primary key rejects a second row for a day. Locks rows in id order.
 */
export function accrueDiscountBatch(
  tx: Tx,
  batch: { readonly id: bigint; readonly after: bigint; readonly until: BusinessDate },
): Promise<DiscountAccrualGroup[]> {
  return tx.query(sql`
    with due as materialized (
      select t.id, t.office_id, t.currency, t.kind, t.face_value_minor, t.cost_minor,
        t.discount_rate, t.start_date, t.maturity_date, t.day_count, t.accrued_to,
        t.accrued_minor, least(t.maturity_date, ${batch.until}::date) as goal
      from discounted_instrument t
      where t.status = 'RUNNING' and t.id > ${batch.after}
        and t.accrued_to < least(t.maturity_date, ${batch.until}::date)
      order by t.id limit ${TERM_END_OF_DAY.accruedPerBatch} for update
    ), day as materialized (
      select due.*, due.accrued_to + n as accrual_day,
        discount_book_value(due.face_value_minor, due.discount_rate, due.start_date,
          due.maturity_date, due.accrued_to + n + 1, due.day_count) - due.cost_minor
          as accrued_after
      from due
      cross join generate_series(0,
        least(due.goal - due.accrued_to, ${TERM_END_OF_DAY.accruedDaysPerBatch}) - 1) as n
    ), made as (
      insert into discounted_accrual (instrument_id, accrual_day, amount_minor, accrued_minor,
        batch_id)
      select id, accrual_day,
        accrued_after - coalesce(lag(accrued_after) over (partition by id order by accrual_day),
          accrued_minor),
        accrued_after, ${batch.id}
      from day
      returning instrument_id, accrual_day, amount_minor
    ), moved as (
      update discounted_instrument t set accrued_to = l.accrual_day + 1,
        accrued_minor = l.accrued_after, version = t.version + 1
      from (
        select distinct on (id) id, accrual_day, accrued_after from day
        order by id, accrual_day desc
      ) l
      where t.id = l.id
    )
    select due.office_id, due.currency, due.kind, made.accrual_day,
      sum(made.amount_minor)::bigint as amount_minor, count(*) as rows, max(due.id) as last_id,
      bool_or(due.goal - due.accrued_to > ${TERM_END_OF_DAY.accruedDaysPerBatch}) as behind
    from made join due on due.id = made.instrument_id
    group by due.office_id, due.currency, due.kind, made.accrual_day
    order by due.office_id, due.currency, due.kind, made.accrual_day`);
}

/** Counts the accrual rows that are missing before a given date. */
export function countDiscountAccruable(db: Database, until: BusinessDate): Promise<bigint> {
  return countRows(
    db,
    sql`select coalesce(sum(least(maturity_date, ${until}::date) - accrued_to), 0) as count
      from discounted_instrument
      where status = 'RUNNING' and accrued_to < least(maturity_date, ${until}::date)`,
  );
}

/** Counts the running instruments that are due for payment on or before a date. */
export function countMaturedDiscounted(db: Database, until: BusinessDate): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from discounted_instrument
      where status = 'RUNNING' and payment_date <= ${until}`,
  );
}

/**
 * Selects and locks, in id order, the next running instruments that are due for payment on or
 * before a date. Leaves an instrument with missing accruals to the node that accrues it.
 */
export function lockMaturedDiscounted(
  tx: Tx,
  range: { readonly after: bigint; readonly most: number; readonly until: BusinessDate },
): Promise<DiscountedRow[]> {
  return tx.query(sql`${SELECT_DISCOUNTED}
    where t.status = 'RUNNING' and t.payment_date <= ${range.until} and t.id > ${range.after}
      and t.accrued_to >= least(t.maturity_date, t.payment_date)
    order by t.id limit ${range.most} for update of t`);
}

/** The end state of one matured instrument. */
interface MaturedRow {
  readonly id: bigint;
  readonly termination_reason: 'MATURED' | 'ROLLED_OVER';
  readonly not_rolled_over_reason: NotRolledOverReason | null;
  readonly paid_gross_minor: bigint;
  readonly paid_tax_minor: bigint;
}

export async function matureDiscounted(
  tx: Tx,
  matured: readonly MaturedRow[],
  stamp: Omit<Stamp, 'id'>,
): Promise<void> {
  await tx.query(sql`
    update discounted_instrument t set status = 'TERMINATED',
      termination_reason = e.termination_reason, termination_date = t.payment_date,
      not_rolled_over_reason = e.not_rolled_over_reason, paid_gross_minor = e.paid_gross_minor,
      paid_tax_minor = e.paid_tax_minor, version = t.version + 1, modified_by = ${stamp.by},
      modified_at = ${stamp.at}
    from jsonb_to_recordset(${toJson(matured)}::jsonb) as e (id bigint, termination_reason text,
      not_rolled_over_reason text, paid_gross_minor bigint, paid_tax_minor bigint)
    where t.id = e.id`);
}
