// SQL for interest that is settled before an instrument ends.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { TERM_END_OF_DAY, TERM_INSTRUMENT } from '../limits.js';
import type { Stamp } from '../stamp.js';
import { type DueRange, lockDueInstruments } from './end-of-day-queries.js';
import type { TermInstrumentRow } from './queries.js';

/** Interest settled before an instrument ended; amounts are in minor units. */
export interface InterestPaymentRow {
  readonly instrument_id: bigint;
  readonly interest_date: BusinessDate;
  readonly paid_on: BusinessDate;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly capitalised: boolean;
  readonly journal_id: bigint | null;
}

/** Stores settlements. The primary key rejects a second settlement for an instrument on one day. */
export async function insertInterestPayments(
  tx: Tx,
  rows: readonly InterestPaymentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into term_interest_payment
    select * from jsonb_populate_recordset(null::term_interest_payment, ${toJson(rows)}::jsonb)`);
}

/** Selects an instrument's settlements, in order. */
export function selectInterestPayments(
  on: Database | Tx,
  instrumentId: bigint,
): Promise<InterestPaymentRow[]> {
  return on.query(sql`
    select * from term_interest_payment where instrument_id = ${instrumentId}
    order by interest_date limit ${TERM_END_OF_DAY.interestDatesMax}`);
}

/** One day's interest, in minor units. */
export interface TermAccrualRow {
  readonly accrual_day: BusinessDate;
  readonly amount_minor: bigint;
}

/** Selects an instrument's accrual rows. The tenure limits their number. */
export function selectTermAccruals(
  on: Database | Tx,
  instrumentId: bigint,
): Promise<TermAccrualRow[]> {
  return on.query(sql`
    select accrual_day, amount_minor from term_accrual where instrument_id = ${instrumentId}
    order by accrual_day limit ${TERM_INSTRUMENT.accruedDaysMax}`);
}

/**
 * Locks running instruments that have reached an interest payment date and have accrued all earlier
 * days.
 */
export function lockInterestDue(tx: Tx, range: DueRange): Promise<TermInstrumentRow[]> {
  const due = sql`t.next_interest_date <= ${range.until} and t.accrued_to >= t.next_interest_date`;
  return lockDueInstruments(tx, due, range);
}

/** The columns of an instrument that an interest payment changes. */
interface InterestSettledRow {
  readonly id: bigint;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly next_interest_date: BusinessDate | null;
}

/**
 * Adds settled interest to the instrument. Capitalised interest itself earns interest, starting on
 * the interest payment date.
 */
export async function settleInterest(
  tx: Tx,
  settled: readonly InterestSettledRow[],
  stamp: Omit<Stamp, 'id'>,
): Promise<void> {
  await tx.query(sql`
    update term_instrument t set
      interest_paid_minor = t.interest_paid_minor + s.gross_minor,
      interest_tax_minor = t.interest_tax_minor + s.tax_minor,
      capitalised_minor = case when t.interest_payment = 'CAPITALISED'
        then t.capitalised_minor + s.gross_minor - s.tax_minor else 0 end,
      capitalised_on = case when t.interest_payment = 'CAPITALISED' then t.next_interest_date end,
      capitalised_accrued_minor = case when t.interest_payment = 'CAPITALISED'
        then t.accrued_minor else 0 end,
      next_interest_date = s.next_interest_date,
      version = t.version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from jsonb_to_recordset(${toJson(settled)}::jsonb) as s (id bigint, gross_minor bigint,
      tax_minor bigint, next_interest_date date)
    where t.id = s.id`);
}
