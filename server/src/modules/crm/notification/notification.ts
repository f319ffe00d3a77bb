// Lists notifications and replays dead ones.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { JOB_SIGNAL } from '../../../platform/jobs/job.js';
import { lockJob, requeueJob } from '../../../platform/jobs/queries.js';
import { crmProblems } from '../problems.js';
import {
  countNotifications,
  findShown,
  listNotificationRows,
  type NotificationFilter,
  type ShownNotification,
} from './queries.js';

/** Lists the notifications in the caller's offices, newest first. */
export async function listNotifications(
  call: Call,
  filter: Omit<NotificationFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: NotificationFilter = { ...filter, offices: call.principal.offices };
  const count = await countNotifications(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listNotificationRows(call.db, scoped, page), page);
  return { count, result: rows.map(notificationRecord), nextAfter };
}

/**
 * Replays a dead notification with the current rule and templates. Refuses with DOCUMENT_NOT_FOUND
 * and NOTIFICATION_WRONG_STATE (current state as argument).
 */
export async function replayNotification(work: Work, id: bigint): Promise<Outcome> {
  const found = await findShown(work.tx, id);
  if (found === undefined || !sees(work, found)) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  const job = found.job_id === null ? undefined : await lockJob(work.tx, found.job_id);
  if (found.state !== 'DEAD' || job?.state !== 'DEAD') {
    const state = found.state === 'DEAD' ? openState(found) : found.state;
    throw refusal(crmProblems.NOTIFICATION_WRONG_STATE, { args: [state] });
  }
  await requeueJob(work.tx, job.id);
  work.tx.afterCommit(() => work.context.signals.raise(JOB_SIGNAL));
  const result = notificationRecord({ ...found, state: openState(found), attempts: 0 });
  return { msgCode: 'NOTIFICATION_REPLAYED', id, result };
}

function openState({ batch_id: batchId }: ShownNotification): 'WAITING' | 'GATHERED' {
  return batchId === null ? 'WAITING' : 'GATHERED';
}

// Returns whether the caller can see a notification. Notifications without an office, such as those
// about reference data, are visible only to callers who are not restricted to offices.
function sees({ principal }: Work, { office_id: officeId }: ShownNotification): boolean {
  return officeId === null ? principal.offices === undefined : seesOffice(principal, officeId);
}

function notificationRecord(row: ShownNotification): object {
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    eventType: row.event_type,
    position: row.position,
    relatedTo: row.related_to,
    relatedToId: row.related_to_id,
    businessOfficeId: row.office_id ?? undefined,
    state: row.state,
    reason: row.reason ?? undefined,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    messageIds: row.message_ids.map(BigInt),
    createdDttm: row.created_at,
    doneDttm: row.done_at ?? undefined,
  };
}
