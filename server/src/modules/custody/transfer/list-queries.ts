// SQL that lists transfers of units.

import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { TRANSFERS } from './queries.js';
import type { TransferRow, TransferState, TransferType } from './record.js';

/** Filters for listing transfers; undefined members are ignored. */
export interface TransferFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly portfolioId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly importId: bigint | undefined;
  readonly type: TransferType | undefined;
  readonly state: TransferState | undefined;
}

function matching(filter: TransferFilter): Sql {
  const { portfolioId, customerId, officeId, importId, type, state } = filter;
  return sql`${inOffices(sql`t.office_id`, filter.offices)}
    and (${portfolioId ?? null}::bigint is null
      or t.portfolio_id = ${portfolioId ?? null} or t.to_portfolio_id = ${portfolioId ?? null})
    and (${customerId ?? null}::bigint is null
      or t.customer_id = ${customerId ?? null} or t.to_customer_id = ${customerId ?? null})
    and (${importId ?? null}::bigint is null or t.import_id = ${importId ?? null})
    and (${officeId ?? null}::bigint is null or t.office_id = ${officeId ?? null})
    and (${type ?? null}::text is null or t.type = ${type ?? null})
    and (${state ?? null}::text is null or t.state = ${state ?? null})`;
}

/** Selects transfers, newest first, plus one extra row to detect a next page. */
export function selectTransfers(
  on: Database | Tx,
  filter: TransferFilter,
  page: Pick<PageRequest, 'after' | 'limit' | 'offset'>,
): Promise<TransferRow[]> {
  return on.query(sql`${TRANSFERS}
    where ${matching(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countTransfers(on: Database, filter: TransferFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from holding_transfer t where ${matching(filter)}`);
}
