// SQL for stored order limits, and for the value of customers' buys per day.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { groupByCode } from '../../party/index.js';
import type { OrderRow } from '../record/order.js';
import type { OrderLimit } from './schema.js';

/** Limits as stored. */
export interface LimitRow {
  readonly id: bigint;
  readonly group_name: string | null;
  readonly currency: string;
  readonly quantity_most: bigint | null;
  readonly value_most_minor: bigint | null;
  readonly day_value_most_minor: bigint | null;
}

const SELECT_LIMIT = sql`
  select l.id, g.name as group_name, l.currency, l.quantity_most, l.value_most_minor,
    l.day_value_most_minor
  from order_limit l left join customer_group g on g.id = l.group_id`;

/** Stores the limits of a group in a currency, and returns their id. */
export async function storeLimit({ tx }: Work, limit: OrderLimit): Promise<bigint> {
  const { customerGroup, currency, quantityMost, valueMost, dayValueMost } = limit;
  const group = customerGroup === undefined ? undefined : await groupByCode(tx, customerGroup);
  const minor = (value: Decimal | undefined) =>
    value === undefined ? null : (parseMinor(value, currency) ?? null);
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into order_limit (group_id, currency, quantity_most, value_most_minor,
      day_value_most_minor)
    values (${group?.id ?? null}, ${currency}, ${quantityMost ?? null}, ${minor(valueMost)},
      ${minor(dayValueMost)})
    on conflict on constraint order_limit_is_unique do update set
      quantity_most = excluded.quantity_most, value_most_minor = excluded.value_most_minor,
      day_value_most_minor = excluded.day_value_most_minor
    returning id`);
  return present(row, 'an upsert returns its row').id;
}

/** The customer and currency of a buy. */
type Buyer = Pick<OrderRow, 'customer_id' | 'currency'>;

/** The value of each customer's buys on a day, keyed by `dayKeyOf`. */
export type DayValues = ReadonlyMap<string, bigint>;

/** Returns the key for a customer's day. */
export function dayKeyOf({ customer_id, currency }: Buyer): string {
  return `${customer_id} ${currency}`;
}

/**
 * Reads the value of the given customers' buys on a business date, excluding one order. A live buy
 * is included in full; an ended buy, only with its fills. Must be called while the customers'
 * accounts are locked, so that the sum for the later of two concurrent buys includes the earlier
 * one.
 */
export async function dayValues(
  tx: Tx,
  buyers: readonly Buyer[],
  { date, except }: { readonly date: BusinessDate; readonly except?: bigint },
): Promise<DayValues> {
  if (buyers.length === 0) return new Map();
  const rows = await tx.query<Buyer & { bought: bigint }>(sql`
    select customer_id, currency, sum(order_value_minor)::bigint as bought
    from trade_order
    where customer_id = any(${buyers.map(({ customer_id }) => customer_id)}::bigint[])
      and business_date = ${date} and order_type = 'BUY' and id <> ${except ?? 0n}
    group by customer_id, currency`);
  return new Map(rows.map((row) => [dayKeyOf(row), row.bought]));
}

/** Reads a page of limits by id, plus one row if there is a next page. */
export function selectLimits(on: Database, page: PageRequest): Promise<LimitRow[]> {
  return on.query<LimitRow>(sql`${SELECT_LIMIT}
    where l.id > ${page.after ?? 0n} order by l.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the stored limits. */
export function countLimits(on: Database): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from order_limit`);
}

/**
 * Reads the limits for a group in a currency. The group ALL represents every group without limits
 * of its own.
 */
export async function selectLimit(
  on: Database | Tx,
  group: string,
  currency: string,
): Promise<LimitRow | undefined> {
  const [row] = await on.query<LimitRow>(sql`${SELECT_LIMIT}
    where l.currency = ${currency} and coalesce(g.name, 'ALL') = ${group}`);
  return row;
}
