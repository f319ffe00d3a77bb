// SQL for lists of restatements.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

/** A restatement with its customer. */
export interface RestatementRow {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly found_on: BusinessDate;
  readonly from_date: BusinessDate;
  readonly next_date: BusinessDate;
  readonly reason: string;
  readonly days: bigint;
  readonly changed_rows: bigint;
  readonly changed_to: BusinessDate | null;
  readonly created_at: Instant;
  readonly finished_at: Instant | null;
}

/** Filters for a list. Undefined members are ignored. */
interface RestatementFilter {
  readonly customerId: bigint | undefined;
  readonly sd: BusinessDate | undefined;
  readonly ed: BusinessDate | undefined;
  readonly offices: readonly bigint[] | undefined;
}

function matching({ customerId, sd, ed, offices }: RestatementFilter): Sql {
  return sql`wealth_restatement r join customer c on c.id = r.customer_id
    where (${customerId ?? null}::bigint is null or r.customer_id = ${customerId ?? null})
      and (${sd ?? null}::date is null or r.found_on >= ${sd ?? null})
      and (${ed ?? null}::date is null or r.found_on <= ${ed ?? null})
      and ${inOffices(sql`c.office_id`, offices)}`;
}

/** Selects a page of restatements, newest first, plus one row if there is a next page. */
export function selectRestatements(
  on: Database | Tx,
  filter: RestatementFilter,
  page: PageRequest,
): Promise<RestatementRow[]> {
  return on.query(sql`
    select r.*, c.name as customer_name, c.label as customer_label
    from ${matching(filter)} and (${page.after}::bigint is null or r.id < ${page.after})
    order by r.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countRestatements(on: Database | Tx, filter: RestatementFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from ${matching(filter)}`);
}
