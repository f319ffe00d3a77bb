// The blotter by groups: orders that match its filters, counted and summed by a member.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { PAGE_BS, pageOf, startOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import type { BlotterGroupQuery } from '../schema.js';
import { blotterWhere } from './list-queries.js';
import { shownSums } from './summary.js';
import { selectGroups } from './summary-queries.js';

/** Groups by a member and the currency, those with the most orders first. */
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
  // Each row contains the count. Beyond the last row, the first page is read for it.
  if (rows.length === 0 && start > 0) {
    const { cursor: _, ...others } = query;
    const { count } = await groupOrders(call, { ...others, b: 1 });
    return { count, result };
  }
  const end = BigInt(start + rows.length);
  const count = rows[0]?.groups ?? 0n;
  return { count, result, nextAfter: end < count ? end : undefined };
}
