// An agent's statement: the earnings from each contract note, and their reversals.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireAgent } from '../../party/index.js';
import {
  countEarnings,
  type EarningFilter,
  type EarningRow,
  selectEarnings,
  sumEarnings,
  sumPaid,
} from './queries.js';
import type { EarningQuery, EarningSumQuery } from './schema.js';

/** Lists agents' earnings in the order in which they were booked. */
export async function agentStatement(
  call: Call,
  query: Static<typeof EarningQuery>,
): Promise<Page<object>> {
  const filter = await filterOf(call, query);
  const page = pageOf(query, PAGE_BS);
  const found = await selectEarnings(call.db, filter, page);
  const { rows } = pageFrom(found, page);
  const last = rows.at(-1);
  const nextAfter = found.length > rows.length ? last?.journal_id : undefined;
  const result = rows.map(toRecord);
  return { count: await countEarnings(call.db, filter), result, nextAfter };
}

/** Returns the sums of agents' earnings, one per agent and currency. */
export async function agentSums(
  call: Call,
  query: Static<typeof EarningSumQuery>,
): Promise<object> {
  const filter = await filterOf(call, query);
  const [earned, paid] = [await sumEarnings(call.db, filter), await sumPaid(call.db, filter)];
  const keyOf = (row: { readonly agent_name: string; readonly currency: string }) =>
    `${row.agent_name} ${row.currency}`;
  const rows = new Map([...paid, ...earned].map((row) => [keyOf(row), row]));
  const earnedOf = new Map(earned.map((row) => [keyOf(row), row]));
  const paidOf = new Map(paid.map((row) => [keyOf(row), row.paid_minor]));
  const result = [...rows].sort().map(([key, { agent_name: agentName, currency }]) => {
    const { earned_minor = 0n, reversed_minor = 0n } = earnedOf.get(key) ?? {};
    const [minor, paidMinor] = [earned_minor - reversed_minor, paidOf.get(key) ?? 0n];
    const amount = (of: bigint) => minorToDecimal(of, currency);
    return {
      agentName,
      currency,
      earned: amount(earned_minor),
      takenBack: amount(reversed_minor),
      amount: amount(minor),
      paid: amount(paidMinor),
      due: amount(minor - paidMinor),
    };
  });
  return { result };
}

async function filterOf(call: Call, query: Static<typeof EarningSumQuery>): Promise<EarningFilter> {
  const { agentName, sd, ed } = query;
  if (agentName !== undefined) await requireAgent(call.db, agentName);
  return { offices: call.principal.offices, agentName, sd, ed };
}

function toRecord(row: EarningRow): object {
  return {
    journalId: row.journal_id,
    bookingDate: row.booked_on,
    agentName: row.agent_name,
    agentLabel: row.agent_label,
    sharePercent: row.agent_percent,
    amount: minorToDecimal(row.amount_minor, row.currency),
    currency: row.currency,
    contractNoteId: row.id,
    contractNoteName: row.note_name,
    orderId: row.order_id,
    orderName: row.order_name,
    customerName: row.customer_name,
    tradeDate: row.trade_date,
  };
}
