// Lists the items in providers' deliveries, and queues items for another read.

import { present } from '../../../platform/assert.js';
import { type Call, type Principal, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { INBOUND } from '../limits.js';
import { crmProblems } from '../problems.js';
import { withoutAbsent } from '../record.js';
import { INBOUND_SIGNAL } from './intake.js';
import {
  countShownItems,
  discardItem,
  findItem,
  type ItemFilter,
  listItems,
  requeueItem,
  type ShownItem,
} from './list-queries.js';

/** Lists the items that the caller can see, newest first. */
export async function listInbound(
  call: Call,
  filter: Omit<ItemFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped = { ...filter, offices: call.principal.offices };
  const count = await countShownItems(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listItems(call.db, scoped, page), page);
  return { count, result: rows.map(recordOf), nextAfter };
}

/** Reads one item with its content as delivered, or refuses with DOCUMENT_NOT_FOUND. */
export async function readInbound(call: Call, id: bigint): Promise<object> {
  const row = await findItem(call.db, id);
  if (row === undefined || !sees(call.principal, row)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return { ...recordOf(row), content: row.content };
}

/**
 * Queues an item for another read, for example after an update of the program. Refuses with
 * DOCUMENT_NOT_FOUND and INBOUND_WRONG_STATE (current state as argument).
 */
export async function retryInbound(work: Work, id: bigint): Promise<Outcome> {
  const row = await findItem(work.tx, id);
  if (row === undefined || !sees(work.principal, row)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  if (!(await requeueItem(work.tx, id))) {
    throw refusal(crmProblems.INBOUND_WRONG_STATE, { args: [row.state] });
  }
  work.tx.afterCommit(() => work.context.signals.raise(INBOUND_SIGNAL));
  const result = recordOf(present(await findItem(work.tx, id), 'the item was changed'));
  return { msgCode: 'INBOUND_QUEUED', id, result };
}

/**
 * Closes a parked item that will never be understood. Its content remains stored, and it can still
 * be read again. Refuses with DOCUMENT_NOT_FOUND and INBOUND_WRONG_STATE (current state as
 * argument).
 */
export async function discardInbound(
  work: Work,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<Outcome> {
  const row = await findItem(work.tx, id);
  if (row === undefined || !sees(work.principal, row)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  if (reason.trim() === '') {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'reason', 'must not be empty');
  }
  const noted = `DISCARDED: ${reason.trim()} (${row.reason ?? 'no reason'})`;
  if (!(await discardItem(work.tx, id, noted.slice(0, INBOUND.reasonCharactersMax)))) {
    throw refusal(crmProblems.INBOUND_WRONG_STATE, { args: [row.state] });
  }
  const result = recordOf(present(await findItem(work.tx, id), 'the item was changed'));
  return { msgCode: 'INBOUND_DISCARDED', id, result };
}

function sees(principal: Principal, { office_id: officeId }: ShownItem): boolean {
  return officeId === null ? principal.offices === undefined : seesOffice(principal, officeId);
}

function recordOf(row: ShownItem) {
  return withoutAbsent({
    ...{ id: row.id, deliveryId: row.delivery_id, channel: row.channel, state: row.state },
    ...{ kind: row.kind, reason: row.reason, attempts: row.attempts, sender: row.sender },
    ...{ messageId: row.transport_id, businessOfficeId: row.office_id },
    ...{ receivedDttm: row.received_at, settledDttm: row.settled_at },
  });
}
