// SQL that reads a customer's assets on many closed dates from their daily snapshots.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { isRecordedBy } from '../../finance/index.js';
import type { UnvaluedReason } from '../valuation/line.js';

/** The first and the last closed date that has snapshots; null if there is none. */
interface ClosedDates {
  readonly first: BusinessDate | null;
  readonly last: BusinessDate | null;
}

export async function selectClosedDates(tx: Tx, knownAt?: string): Promise<ClosedDates> {
  const [row] = await tx.query<ClosedDates>(sql`
    select min(value_date) as first, max(value_date) as last from wealth_close
    where finished_at is not null and ${isRecordedBy(sql`known_at`, knownAt)}`);
  return row ?? { first: null, last: null };
}

/** The first and the last date, and the time after which snapshots are left out. */
interface SnapshotRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly knownAt: string | undefined;
}

/** Selects the finished closes between two dates. */
export async function selectClosesBetween(
  tx: Tx,
  { from, to, knownAt }: SnapshotRange,
): Promise<Set<BusinessDate>> {
  const rows = await tx.query<{ date: BusinessDate }>(sql`
    select value_date as date from wealth_close
    where value_date between ${from} and ${to} and finished_at is not null
      and ${isRecordedBy(sql`known_at`, knownAt)}`);
  return new Set(rows.map(({ date }) => date));
}

/** A portfolio's assets in a currency, from a date until the next row or the end of the month. */
export interface SnapshotRow {
  readonly value_date: BusinessDate;
  readonly portfolio_id: bigint;
  readonly currency: string;
  /** The amounts by class, in minor units. */
  readonly minor: bigint;
  /** The reason why a part of the value is unknown. */
  readonly unvalued: UnvaluedReason | null;
}

/** Selects the latest known versions of a customer's snapshots between two dates, by date. */
export function selectSnapshots(
  tx: Tx,
  customerId: bigint,
  { from, to, knownAt }: SnapshotRange,
): Promise<SnapshotRow[]> {
  return tx.query(sql`
    select value_date, portfolio_id, currency, unvalued,
      equity_minor + bond_minor + deposit_minor + paper_minor + bill_minor + fund_minor
        + cash_minor + receivable_minor + payable_minor + loan_minor as minor
    from (
      select distinct on (value_date, portfolio_id, currency) * from wealth_day
      where customer_id = ${customerId} and value_date between ${from} and ${to}
        and ${isRecordedBy(sql`known_at`, knownAt)}
      order by value_date, portfolio_id, currency, version_no desc
    ) latest
    order by value_date`);
}
