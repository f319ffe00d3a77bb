// SQL for the list of market discount rates in force.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { isLatest } from './queries.js';

/** The filter for listing rates. An absent member matches everything. */
interface RateFilter {
  readonly issueId?: bigint | undefined;
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
}

interface RateRow {
  readonly id: bigint;
  readonly issueId: bigint;
  readonly issueName: string;
  readonly issueLabel: string;
  readonly date: BusinessDate;
  /** In percent per year. */
  readonly rate: Decimal;
  readonly recordedAt: Instant;
}

function isListed({ issueId, sd, ed }: RateFilter): Sql {
  return sql`y.rate is not null and ${isLatest(undefined)}
    and (${issueId ?? null}::bigint is null or y.type_id = ${issueId ?? null})
    and (${sd ?? null}::date is null or y.yield_date >= ${sd ?? null})
    and (${ed ?? null}::date is null or y.yield_date <= ${ed ?? null})`;
}

export function countRates(db: Database, filter: RateFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from market_yield y where ${isListed(filter)}`);
}

/** Selects a page, most recently recorded rate first, plus one extra row to detect a next page. */
export function selectRates(
  db: Database,
  filter: RateFilter,
  page: PageRequest,
): Promise<RateRow[]> {
  const start = page.after === null ? sql`true` : sql`y.id < ${page.after}`;
  return db.query(sql`
    select y.id, y.type_id as "issueId", t.name as "issueName", t.label as "issueLabel",
      y.yield_date as date, y.rate, y.recorded_at as "recordedAt"
    from market_yield y join discounted_instrument_type t on t.id = y.type_id
    where ${isListed(filter)} and ${start}
    order by y.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
