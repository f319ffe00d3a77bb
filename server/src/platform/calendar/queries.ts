// SQL for the business date and for time zones.

import type { Database, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import type { BusinessDate } from './business-date.js';

/** Reads the business date. Undefined before the first start. */
export async function selectBusinessDate(on: Database | Tx): Promise<BusinessDate | undefined> {
  const [row] = await on.query<{ business_date: BusinessDate }>(
    sql`select business_date from business_day`,
  );
  return row?.business_date;
}

/** Stores the first business date. Does nothing if a date is already stored. */
export async function insertBusinessDate(on: Database | Tx, date: BusinessDate): Promise<void> {
  await on.query(sql`
    insert into business_day (business_date) values (${date}) on conflict do nothing`);
}

/** True if the database recognises a time zone with this name. */
export async function isTimeZoneOfDatabase(on: Database | Tx, name: string): Promise<boolean> {
  const rows = await on.query(sql`select from pg_timezone_names where name = ${name}`);
  return rows.length > 0;
}
