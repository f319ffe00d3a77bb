// Reads stored prices for tests.

import type { BusinessDate } from '../../src/platform/calendar/business-date.js';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import type { Decimal } from '../../src/platform/money/decimal.js';

export interface StoredPrice {
  readonly previousClose: Decimal;
  /** Null until the first trade of the business day. The same applies to `high` and `low`. */
  readonly open: Decimal | null;
  readonly high: Decimal | null;
  readonly low: Decimal | null;
  readonly last: Decimal;
  readonly volume: bigint;
}

/** Returns the price of one security, or undefined if it never had one. */
export async function storedPrice(db: Database, id: bigint): Promise<StoredPrice | undefined> {
  const [price] = await db.query<StoredPrice>(sql`
    select previous_close as "previousClose", open, high, low, last, volume
    from security_price where security_id = ${id}`);
  return price;
}

/** Returns the closing price of the latest day, on or before a date, that has a bar. */
export async function storedClose(
  db: Database,
  id: bigint,
  date: BusinessDate,
): Promise<Decimal | undefined> {
  const [bar] = await db.query<{ close: Decimal }>(sql`
    select close from security_price_day
    where security_id = ${id} and price_date <= ${date} order by price_date desc limit 1`);
  return bar?.close;
}
