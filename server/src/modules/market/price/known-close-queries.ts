// SQL for the closes of securities known at a point in time.

import { type Sql, sql } from '../../../platform/database/sql.js';

/**
 * SQL: a table of closes with `security_id`, `price_date`, `close` and `volume`. If a time is
 * given, it contains the versions in force at that time, excluding removed bars.
 */
export function closesKnownAt(knownAt: string | undefined): Sql {
  if (knownAt === undefined) return sql`security_price_day`;
  return sql`(
    select * from (
      select distinct on (security_id, price_date) security_id, price_date, close, volume
      from security_price_version where recorded_at <= ${knownAt}::timestamptz
      order by security_id, price_date, id desc
    ) version where close is not null)`;
}
