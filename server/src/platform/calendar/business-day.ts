// The date that business is done on: one row, moved only by the end of day.

import { assert } from '../assert.js';
import type { Database, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import type { BusinessDate } from './business-date.js';

/**
 * The present business date. Read it inside the operation's transaction, so that a close is seen
 * whole.
 */
export async function currentBusinessDate(on: Database | Tx): Promise<BusinessDate> {
  const [row] = await on.query<{ business_date: BusinessDate }>(
    sql`select business_date from business_day`,
  );
  assert(row, 'the business day is set at first start');
  return row.business_date;
}

/**
 * Sets the first business date; does nothing when one is set.
 * @param firstDate computes it; called only when none is set
 */
export async function openBusinessDay(
  on: Database | Tx,
  firstDate: () => Promise<BusinessDate>,
): Promise<void> {
  const [set] = await on.query<{ present: boolean }>(sql`
    select true as present from business_day`);
  if (set !== undefined) return;
  const date = await firstDate();
  await on.query(sql`
    insert into business_day (business_date) values (${date}) on conflict do nothing`);
}
