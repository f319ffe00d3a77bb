// Order limits by customer group. They are read for each order and can be changed only with a
// second person's approval.

import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { groupByCode } from '../../party/index.js';
import { ORDER } from '../limits.js';
import { countLimits, type LimitRow, selectLimit, selectLimits, storeLimit } from './queries.js';
import { type OrderLimit, OrderLimitBody } from './schema.js';

/**
 * The kind of change that sets limits. Until a change is approved, every group has the shipped
 * limits.
 */
export const ORDER_LIMIT: ChangeKind = changeKind({
  name: 'order-limit',
  label: 'Order limits',
  body: OrderLimitBody,
  shipped: [
    {
      subject: 'ALL:NGN',
      body: {
        currency: 'NGN',
        quantityMost: ORDER.quantityMax,
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

/** Proposes limits for a group in a currency; a second person must approve them. */
export async function proposeOrderLimit(
  work: Work,
  limit: OrderLimit,
  why: { readonly reason?: string | undefined; readonly effectiveNote?: string | undefined },
): Promise<Outcome> {
  const { customerGroup: code, ...terms } = limit;
  const group = code === undefined || code === 'ALL' ? undefined : await groupByCode(work.tx, code);
  const customerGroup = group?.name ?? code;
  const body = customerGroup === undefined ? terms : { ...terms, customerGroup };
  const subject = `${customerGroup ?? 'ALL'}:${limit.currency}`;
  return proposeChange(work, { kind: ORDER_LIMIT, subject, body, ...why });
}

/** Lists the limits in force, ordered by id. */
export async function listOrderLimits(call: Call, page: PageRequest): Promise<Page<object>> {
  const found = await selectLimits(call.db, page);
  const { rows, nextAfter } = pageFrom(found, page);
  const count = await countLimits(call.db);
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

// ALL means every group. A customer group of that name cannot have limits of its own.
async function presentLimit(on: Database | Tx, subject: string): Promise<object | undefined> {
  const end = subject.lastIndexOf(':');
  const [group, currency] = [subject.slice(0, end), subject.slice(end + 1)];
  const row = await selectLimit(on, group, currency);
  return row && limitOf(row);
}

async function checkLimit({ tx }: Work, limit: OrderLimit): Promise<void> {
  const { customerGroup, currency } = limit;
  if (minorUnits(currency) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not an ISO 4217 code');
  }
  for (const member of ['valueMost', 'dayValueMost'] as const) {
    const value = limit[member];
    if (value === undefined || parseMinor(value, currency) !== undefined) continue;
    const detail = `has more decimals than ${currency} allows`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, member, detail);
  }
  if (customerGroup === undefined) return;
  if (customerGroup === 'ALL' || (await groupByCode(tx, customerGroup)) === undefined) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'customerGroup',
      'does not match any customer group',
    );
  }
}
