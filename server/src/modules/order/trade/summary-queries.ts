// SQL for sums over the orders that match the blotter's filters.

import type { Database } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER_TOTAL } from '../record/queries.js';
import type { GROUPINGS } from '../schema.js';

/** Sums over the orders in one currency, as read. */
export interface OrderSumRow {
  readonly currency: string;
  readonly count: bigint;
  readonly live: bigint;
  readonly bought: Decimal;
  readonly sold: Decimal;
  readonly pending_minor: bigint;
}

// The value of the fills of order `t`, computed in the same way as by `tradeValue`.
const FILLED_VALUE: Sql = sql`t.quantity_filled * t.average_price
  * case when is_bond(t.instrument_type) then coalesce(t.face_value, 100) / 100 else 1 end`;

/**
 * The sums over orders `t` in securities `s`, grouped by currency and optionally by further
 * columns.
 */
const ORDER_SUMS: Sql = sql`t.currency, count(*) as count,
  count(*) filter (where t.order_status in ('BOOKED', 'EXECUTING')) as live,
  coalesce(sum(${FILLED_VALUE}) filter (where t.order_type = 'BUY'), 0) as bought,
  coalesce(sum(${FILLED_VALUE}) filter (where t.order_type = 'SELL'), 0) as sold,
  coalesce(sum(${ORDER_TOTAL}) filter
    (where t.order_status in ('BOOKED', 'EXECUTING')), 0)::bigint as pending_minor`;

type Grouping = (typeof GROUPINGS)[number];

interface Member {
  /** The filter value that selects the group's orders in the blotter. */
  readonly key: Sql;
  readonly label: Sql;
  /** Other tables, in addition to the order `t`, its security `s` and its office `o`. */
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

/** Reads the sums over the orders that match a condition, by currency. */
export function selectSums(db: Database, where: Sql): Promise<OrderSumRow[]> {
  return db.query<OrderSumRow>(sql`
    select ${ORDER_SUMS}
    from trade_order t
    join security s on s.id = t.security_id
    join business_office o on o.id = t.office_id
    where ${where} group by t.currency order by t.currency`);
}

/** Reads a page of groups by field and currency; groups with the most orders come first. */
export function selectGroups(
  db: Database,
  { where, by }: { readonly where: Sql; readonly by: Grouping },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<GroupRow[]> {
  const { key, label, from } = MEMBERS[by];
  return db.query<GroupRow>(sql`
    select ${key} as key, ${label} as label, count(*) over () as groups, ${ORDER_SUMS}
    from trade_order t
    join security s on s.id = t.security_id
    join business_office o on o.id = t.office_id
    ${from}
    where ${where} group by 1, 2, t.currency
    order by count(*) desc, 1, t.currency limit ${limit} offset ${offset}`);
}
