// Groups the blotter by a field: counts and sums the orders that match its filters.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { PAGE_BS, pageOf, startOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import type { BlotterGroupQuery } from '../schema.js';
import { blotterWhere } from './list-queries.js';
import { shownSums } from './summary.js';
import { selectGroups } from './summary-queries.js';

/** Groups orders by a field and the currency; groups with the most orders come first. */
export async function groupOrders(
  call: Call,
  query: Static<typeof BlotterGroupQuery>,
): Promise<Page<object>> {
  const where = await blotterWhere(call, query);
  const page = pageOf(query, PAGE_BS);
  const start = startOf(page);
  const { limit } = page;
  const rows = await selectGroups(call.db, { where, by: query.by }, { limit, offset: start });
  const result = rows.map((row) => ({ key: row.key, label: row.label, ...shownSums(row) }));
  // Each row contains the total count. For a page beyond the last row, the first page is read to
  // get the count.
  if (rows.length === 0 && start > 0) {
    const { cursor: _, ...others } = query;
    const { count } = await groupOrders(call, { ...others, b: 1 });
    return { count, result };
  }
  const end = BigInt(start + rows.length);
  const count = rows[0]?.groups ?? 0n;
  return { count, result, nextAfter: end < count ? end : undefined };
}
