// Lists restatements in the offices that the caller can see.

import type { Static } from '@sinclair/typebox';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import type { ListCall } from '../list-file.js';
import { countRestatements, type RestatementRow, selectRestatements } from './list-queries.js';
import type { RestatementFilters } from './schema.js';

/** Lists restatements, newest first. */
export async function listRestatements(
  call: ListCall,
  { c, sd, ed }: Static<typeof RestatementFilters>,
  page: PageRequest,
): Promise<Page<object>> {
  if (sd !== undefined && ed !== undefined && sd > ed) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sd', 'must not be after ed');
  }
  const filter = { customerId: c || undefined, sd, ed, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectRestatements(call.db, filter, page), page);
  const count = await countRestatements(call.db, filter);
  return { count, result: rows.map(restatementRecord), nextAfter };
}

function restatementRecord(row: RestatementRow): object {
  const isDone = row.finished_at !== null;
  return {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    foundOn: row.found_on,
    fromDate: row.from_date,
    reason: row.reason,
    state: isDone ? 'DONE' : 'OPEN',
    nextDate: isDone ? undefined : row.next_date,
    days: row.days,
    changedRows: row.changed_rows,
    changedTo: row.changed_to ?? undefined,
    createdDttm: row.created_at,
    finishedDttm: row.finished_at ?? undefined,
  };
}
