// The notification jobs. Each notification is sent on its own or added to its customer's batch.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { NOTIFICATION } from '../limits.js';
import type { CrmPorts } from '../port.js';
import { batchJob, batchNotification, sendBatch } from './batch.js';
import { deleteOldBatches } from './batch-queries.js';
import {
  type Notice,
  prepareNotice,
  refuseChangedRule,
  sendNotice,
  sendNotification,
} from './delivery.js';
import {
  deleteOldNotifications,
  findNotification,
  finishNotification,
  lockWaiting,
  type NoticeOutcome,
} from './queries.js';
import { findRule, type RuleRow } from './rule-queries.js';

const purgeNotifications = { name: 'notification.purge', data: Type.Object({}) };

/** Returns the handlers of all notification jobs. */
export function notificationJobs(ports: CrmPorts): readonly JobHandler[] {
  return [
    jobHandler({
      kind: sendNotification,
      run: (context, { data }) => notify(context, data.notificationId, ports),
    }),
    jobHandler({
      kind: batchJob,
      timeoutMs: NOTIFICATION.batchTimeoutMs,
      run: (context, { data, attempt }) => sendBatch(context, { id: data.batchId, attempt }, ports),
    }),
    jobHandler({
      kind: purgeNotifications,
      dailyAtUtc: '02:40',
      timeoutMs: NOTIFICATION.purgeTimeoutMs,
      run: async ({ db }, { signal }) => {
        while (!signal.aborted && (await deleteOldNotifications(db)) > 0);
        while (!signal.aborted && (await deleteOldBatches(db)) > 0);
      },
    }),
  ];
}

/**
 * Queues the messages of a notification and marks it as done in one transaction. If its rule
 * batches notices, adds it to the batch instead. A notification that is done never changes. Throws
 * if it cannot be sent, for example because its template is inactive.
 */
export async function notify(context: Context, id: bigint, ports: CrmPorts): Promise<void> {
  const before = await findNotification(context.db, id);
  if (before?.state !== 'WAITING') return;
  const rule = present(await findRule(context.db, before.rule_id), 'a rule is never removed');
  const isBatched = rule.active && rule.gather !== 'AT_ONCE' && !before.alone;
  // Documents are generated outside the transaction, because generating them is slow.
  const prepared = isBatched
    ? undefined
    : await prepareNotice(context, { notification: before, rule }, ports);
  await systemWork(context, `notification ${id}`, async (work) => {
    const notification = await lockWaiting(work.tx, id);
    // If the notification has left its batch in the meantime, another job sends it.
    if (notification === undefined || notification.alone !== before.alone) return;
    await refuseChangedRule(work.tx, rule);
    const outcome =
      prepared === undefined
        ? await batchNotification(work, { notification, rule }, ports)
        : await outcomeOf(work, prepared, rule);
    if (outcome !== undefined) await finishNotification(work.tx, id, outcome);
  });
}

async function outcomeOf(
  work: Work,
  prepared: Notice | NoticeOutcome,
  rule: RuleRow,
): Promise<NoticeOutcome> {
  return 'messageIds' in prepared ? prepared : sendNotice(work, prepared, rule);
}
