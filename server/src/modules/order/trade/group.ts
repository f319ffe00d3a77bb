// The blotter by groups: orders that match its filters, counted and summed by one of their members.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { PAGE_BS, pageOf, startOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import type { BlotterGroupQuery, GROUPINGS } from '../schema.js';
import { blotterWhere } from './list.js';
import { ORDER_SUMS, type OrderSumRow, shownSums } from './summary.js';

type Grouping = (typeof GROUPINGS)[number];

interface Member {
  /** What the filter of the blotter is given to see the orders of the group. */
  readonly key: Sql;
  readonly label: Sql;
  /** Further tables, beside the order `t`, its security `s` and its office `o`. */
  readonly from: Sql;
}

const MEMBERS: Readonly<Record<Grouping, Member>> = {
  SECURITY: { key: sql`s.name`, label: sql`s.label`, from: sql`` },
  CUSTOMER: {
    key: sql`c.id::text`,
    label: sql`c.label`,
    from: sql`join customer c on c.id = t.customer_id`,
  },
  SIDE: { key: sql`t.order_type`, label: sql`t.order_type`, from: sql`` },
  STATUS: { key: sql`t.order_status`, label: sql`t.order_status`, from: sql`` },
  EXCHANGE: {
    key: sql`e.name`,
    label: sql`e.label`,
    from: sql`join exchange e on e.id = t.exchange_id`,
  },
};

interface GroupRow extends OrderSumRow {
  readonly key: string;
  readonly label: string;
  readonly groups: bigint;
}

/** Groups by a member and the currency, those of the most orders first. */
export async function groupOrders(
  call: Call,
  query: Static<typeof BlotterGroupQuery>,
): Promise<Page<object>> {
  const where = await blotterWhere(call, query);
  const page = pageOf(query, PAGE_BS);
  const start = startOf(page);
  const { key, label, from } = MEMBERS[query.by];
  const rows = await call.db.query<GroupRow>(sql`
    select ${key} as key, ${label} as label, count(*) over () as groups, ${ORDER_SUMS}
    from trade_order t
    join security s on s.id = t.security_id
    join business_office o on o.id = t.office_id
    ${from}
    where ${where} group by 1, 2, t.currency
    order by count(*) desc, 1, t.currency limit ${page.limit} offset ${start}`);
  const result = rows.map((row) => ({ key: row.key, label: row.label, ...shownSums(row) }));
  // Rows tell the count; beyond the last of them the first page does.
  if (rows.length === 0 && start > 0) {
    const { cursor: _, ...others } = query;
    const { count } = await groupOrders(call, { ...others, b: 1 });
    return { count, result };
  }
  const end = BigInt(start + rows.length);
  const count = rows[0]?.groups ?? 0n;
  return { count, result, nextAfter: end < count ? end : undefined };
}
