// Limits on orders by customer group: read with the order, changed under four eyes.

import { type Static, Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { closedObject, wireDecimal, wireId, wireText } from '../../../platform/http/shape/wire.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { ORDER } from '../limits.js';

/** What one order and one customer's day may come to; a member left out is not limited here. */
export const OrderLimitBody = closedObject({
  customerGroup: Type.Optional(
    wireText({ description: 'Code of the customer group; left out, every group without its own' }),
  ),
  currency: wireText({ description: 'Of the securities and of the values', longest: 3 }),
  quantityMost: Type.Optional(wireId({ description: 'Units of one order', least: 1 })),
  valueMost: Type.Optional(wireDecimal({ description: 'Value of one order', least: 0.01 })),
  dayValueMost: Type.Optional(
    wireDecimal({ description: "Value of a customer's buys of one business date", least: 0.01 }),
  ),
});

type OrderLimit = Static<typeof OrderLimitBody>;

/** The kind of change; without one every group has what the program ships. */
export const ORDER_LIMIT: ChangeKind = changeKind({
  name: 'order-limit',
  label: 'Order limits',
  body: OrderLimitBody,
  shipped: [
    {
      subject: 'ALL:NGN',
      body: {
        currency: 'NGN',
        quantityMost: ORDER.quantityMost,
        valueMost: minorToDecimal(ORDER.valueMinorMax, 'NGN'),
      },
    },
  ],
  present: presentLimit,
  check: (work, { body }) => checkLimit(work, body),
  apply: async (work, { subject, body }) => ({
    id: await storeLimit(work, body),
    name: subject,
  }),
});

/** Proposes the limits of a group in a currency; a second person approves them. */
export async function proposeOrderLimit(
  work: Work,
  limit: OrderLimit,
  why: { readonly reason?: string | undefined; readonly effectiveNote?: string | undefined },
): Promise<Outcome> {
  const subject = `${limit.customerGroup ?? 'ALL'}:${limit.currency}`;
  return proposeChange(work, { kind: ORDER_LIMIT, subject, body: limit, ...why });
}

interface LimitRow {
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

/** The limits in force, by id. */
export async function listOrderLimits(call: Call, page: PageRequest): Promise<Page<object>> {
  const found = await call.db.query<LimitRow>(sql`${SELECT_LIMIT}
    where l.id > ${page.after ?? 0n} order by l.id limit ${page.limit + 1} offset ${page.offset}`);
  const { rows, nextAfter } = pageFrom(found, page);
  const count = await countRows(call.db, sql`select count(*) as count from order_limit`);
  return { count, result: rows.map((row) => ({ id: row.id, ...limitOf(row) })), nextAfter };
}

function limitOf(row: LimitRow): OrderLimit {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    ...(row.group_name === null ? {} : { customerGroup: row.group_name }),
    currency: row.currency,
    ...(row.quantity_most === null ? {} : { quantityMost: row.quantity_most }),
    ...(row.value_most_minor === null ? {} : { valueMost: amount(row.value_most_minor) }),
    ...(row.day_value_most_minor === null
      ? {}
      : { dayValueMost: amount(row.day_value_most_minor) }),
  };
}

// ALL stands for every group; limits of a group that is called so are refused.
async function presentLimit(on: Database | Tx, subject: string): Promise<object | undefined> {
  const end = subject.lastIndexOf(':');
  const [group, currency] = [subject.slice(0, end), subject.slice(end + 1)];
  const [row] = await on.query<LimitRow>(sql`${SELECT_LIMIT}
    where l.currency = ${currency} and coalesce(g.name, 'ALL') = ${group}`);
  return row && limitOf(row);
}

async function checkLimit({ tx }: Work, limit: OrderLimit): Promise<void> {
  const { customerGroup, currency } = limit;
  if (minorUnits(currency) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not one of ISO 4217');
  }
  for (const member of ['valueMost', 'dayValueMost'] as const) {
    const value = limit[member];
    if (value === undefined || parseMinor(value, currency) !== undefined) continue;
    const detail = `has more decimals than ${currency}`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, member, detail);
  }
  if (customerGroup === undefined) return;
  if (customerGroup === 'ALL' || (await groupIdOf(tx, customerGroup)) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerGroup', 'names no group');
  }
}

async function groupIdOf(tx: Tx, name: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    sql`select id from customer_group where name = ${name}`,
  );
  return row?.id;
}

async function storeLimit({ tx }: Work, limit: OrderLimit): Promise<bigint> {
  const { customerGroup, currency, quantityMost, valueMost, dayValueMost } = limit;
  const groupId = customerGroup === undefined ? null : await groupIdOf(tx, customerGroup);
  const minor = (value: Decimal | undefined) =>
    value === undefined ? null : (parseMinor(value, currency) ?? null);
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into order_limit (group_id, currency, quantity_most, value_most_minor,
      day_value_most_minor)
    values (${groupId ?? null}, ${currency}, ${quantityMost ?? null}, ${minor(valueMost)},
      ${minor(dayValueMost)})
    on conflict on constraint order_limit_is_unique do update set
      quantity_most = excluded.quantity_most, value_most_minor = excluded.value_most_minor,
      day_value_most_minor = excluded.day_value_most_minor
    returning id`);
  return present(row, 'an upsert returns its row').id;
}
