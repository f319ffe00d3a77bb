// The statement of an agent: the earnings from each contract note, and their reversals.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import {
  countEarnings,
  type EarningFilter,
  type EarningRow,
  selectEarnings,
  sumEarnings,
} from './queries.js';
import type { EarningQuery, EarningSumQuery } from './schema.js';

/** Lists the earnings of agents, in the sequence of their booking. */
export async function agentStatement(
  call: Call,
  query: Static<typeof EarningQuery>,
): Promise<Page<object>> {
  const filter = filterOf(call, query);
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
  const sums = await sumEarnings(call.db, filterOf(call, query));
  const result = sums.map((sum) => ({
    agentName: sum.agent_name,
    currency: sum.currency,
    earned: minorToDecimal(sum.earned_minor, sum.currency),
    takenBack: minorToDecimal(sum.reversed_minor, sum.currency),
    amount: minorToDecimal(sum.earned_minor - sum.reversed_minor, sum.currency),
  }));
  return { result };
}

function filterOf(call: Call, query: Static<typeof EarningSumQuery>): EarningFilter {
  const { agentName, sd, ed } = query;
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
