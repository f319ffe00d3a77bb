// SQL for one holding's accruals and history, oldest row first.

import { HTTP } from '../../../limits.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { DISCOUNTED, TERM_INSTRUMENT } from '../limits.js';
import type { Stamp } from '../stamp.js';

/**
 * One history line to write. Amounts are in minor units; the rate is a discount rate in percent.
 */
export interface NewDiscountedChange {
  readonly instrument_id: bigint;
  readonly kind: 'PLACEMENT' | 'PART_TERMINATION' | 'TERMINATION' | 'MATURITY';
  readonly effective_date: BusinessDate;
  readonly booked_date: BusinessDate;
  readonly face_minor: bigint;
  readonly face_after_minor: bigint;
  readonly cost_minor: bigint;
  readonly rate: Decimal | null;
  readonly amount_minor: bigint;
  readonly book_value_minor: bigint;
  readonly earned_minor: bigint;
  /** Accrued discount that was reversed in the ledger at the end. */
  readonly released_minor: bigint;
  readonly tax_minor: bigint;
  /** Cost of the instrument that this one rolled over into, if any. */
  readonly rolled_minor: bigint;
  readonly journal_id: bigint;
  readonly description: string | null;
}

export interface DiscountedChangeRow extends NewDiscountedChange {
  readonly id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
}

/** One day's discount, in minor units. */
export interface DiscountedAccrual {
  readonly accrual_day: BusinessDate;
  readonly amount_minor: bigint;
}

/** Selects the accrual rows. The tenure limits their number. */
export function selectAccruals(
  on: Database | Tx,
  instrumentId: bigint,
): Promise<DiscountedAccrual[]> {
  return on.query(sql`
    select accrual_day, amount_minor from discounted_accrual where instrument_id = ${instrumentId}
    order by accrual_day limit ${TERM_INSTRUMENT.tenureDaysMax}`);
}

/** Selects the placement and every termination. */
export function selectChanges(
  on: Database | Tx,
  instrumentId: bigint,
): Promise<NewDiscountedChange[]> {
  return on.query(sql`
    select * from discounted_change where instrument_id = ${instrumentId}
    order by id limit ${DISCOUNTED.changesShownMax}`);
}

/** Writes history lines in the given order. */
export async function recordChanges(
  tx: Tx,
  changes: readonly NewDiscountedChange[],
  stamp: Omit<Stamp, 'id'>,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(sql`
    insert into discounted_change (instrument_id, kind, effective_date, booked_date, face_minor,
      face_after_minor, cost_minor, rate, amount_minor, book_value_minor, earned_minor,
      released_minor, tax_minor, rolled_minor, journal_id, description, created_by, created_at)
    select r.instrument_id, r.kind, r.effective_date, r.booked_date, r.face_minor,
      r.face_after_minor, r.cost_minor, r.rate, r.amount_minor, r.book_value_minor,
      r.earned_minor, r.released_minor, r.tax_minor, r.rolled_minor, r.journal_id,
      r.description, ${stamp.by}, ${stamp.at}
    from jsonb_populate_recordset(null::discounted_change, ${toJson(changes)}::jsonb) r`);
}

/** Returns a recent partial termination with the given change's instrument and amounts, if any. */
export async function selectDuplicatePart(
  tx: Tx,
  change: NewDiscountedChange,
  now: Instant,
): Promise<bigint | undefined> {
  const [duplicate] = await tx.query<{ id: bigint }>(sql`
    select id from discounted_change
    where instrument_id = ${change.instrument_id} and kind = 'PART_TERMINATION'
      and face_minor = ${change.face_minor} and amount_minor = ${change.amount_minor}
      and created_at > ${now}::timestamptz - make_interval(secs => ${HTTP.duplicateWindowSeconds})
    order by id desc limit 1`);
  return duplicate?.id;
}

/**
 * Sums the face value and cost, in minor units, of parts whose termination takes effect after a
 * date. These parts were still held on that date.
 */
export async function endedAfter(
  on: Database | Tx,
  instrumentId: bigint,
  date: BusinessDate,
): Promise<{ readonly faceMinor: bigint; readonly costMinor: bigint }> {
  const [row] = await on.query<{ face: bigint; cost: bigint }>(sql`
    select coalesce(sum(face_minor), 0)::bigint as face,
      coalesce(sum(cost_minor), 0)::bigint as cost
    from discounted_change
    where instrument_id = ${instrumentId} and kind = 'PART_TERMINATION'
      and effective_date > ${date}`);
  return { faceMinor: row?.face ?? 0n, costMinor: row?.cost ?? 0n };
}

/** Selects a page, oldest first, plus one extra row to detect a next page. */
export function selectChangePage(
  on: Database,
  instrumentId: bigint,
  page: PageRequest,
): Promise<DiscountedChangeRow[]> {
  return on.query(sql`
    select * from discounted_change
    where instrument_id = ${instrumentId} and (${page.after}::bigint is null or id > ${page.after})
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countChanges(on: Database, instrumentId: bigint): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from discounted_change where instrument_id = ${instrumentId}`,
  );
}
