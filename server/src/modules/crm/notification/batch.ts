// Batches a customer's notices into one message, which is sent when the batch is due. Each step is
// one idempotent transaction.

import { Type } from '@sinclair/typebox';
import { assert, present } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobKind } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { CRM, NOTIFICATION } from '../limits.js';
import type { CrmPorts } from '../port.js';
import {
  addToBatch,
  closeBatch,
  findClosedBatch,
  finishBatch,
  joinBatch,
  leaveBatch,
  listBatched,
  lockClosedBatch,
} from './batch-queries.js';
import {
  type Notice,
  officeOf,
  prepareNotice,
  type RuledNotification,
  refuseChangedRule,
  sendNotification,
  sendToAddressees,
  subjectOf,
  unsent,
} from './delivery.js';
import {
  BATCH_JOB,
  finishNotification,
  type NoticeOutcome,
  type NotificationRow,
} from './queries.js';
import { findRule, type RuleRow } from './rule-queries.js';

const BatchData = Type.Object({ batchId: wireId() });

/** The job that sends one batch. */
export const batchJob: JobKind<typeof BatchData> = {
  name: BATCH_JOB,
  data: BatchData,
  attemptsMax: NOTIFICATION.attemptsMax,
};

/**
 * Adds a notification to its customer's batch. The caller has locked the notification. The first
 * notification of a batch also enqueues the batch's job. If no message is to be sent, returns the
 * outcome.
 */
export async function batchNotification(
  work: Work,
  { notification, rule }: RuledNotification,
  ports: CrmPorts,
): Promise<NoticeOutcome | undefined> {
  const subject = await subjectOf(work.tx, { notification, rule }, ports);
  if ('messageIds' in subject) return subject;
  const { customerId } = subject;
  if (customerId === undefined) return unsent('NO_CUSTOMER');
  const officeId = await officeOf(work, subject);
  const joined = await joinBatch(work.tx, rule, { customerId, officeId });
  const batch = present(joined, 'a notice joins a batch or opens one');
  await addToBatch(work.tx, notification.id, batch.id);
  if (batch.notices === 1) {
    const [data, key] = [{ batchId: batch.id }, `notification batch ${batch.id}`];
    await enqueue(work, batchJob, { data, key, delayMs: batch.waitMs });
  }
  return undefined;
}

/** An attempt to send a batch. */
interface BatchAttempt {
  readonly id: bigint;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
}

/**
 * Queues the messages of a batch and marks the batch as done in one transaction. A batch that is
 * done never changes, and later notices open another batch. In the same transaction, a notice that
 * fails repeatedly leaves the batch and gets its own job.
 */
export async function sendBatch(
  context: Context,
  { id, attempt }: BatchAttempt,
  ports: CrmPorts,
): Promise<void> {
  await closeBatch(context.db, id);
  const closed = await findClosedBatch(context.db, id);
  if (closed === undefined) return;
  const rule = present(await findRule(context.db, closed.rule_id), 'a rule is never removed');
  // Documents are generated outside the transaction, because generating them is slow.
  const { notices, ended, failed } = await prepareBatch(context, { id, rule, attempt }, ports);
  await systemWork(context, `notification batch ${id}`, async (work) => {
    if (!(await lockClosedBatch(work.tx, id))) return;
    await refuseChangedRule(work.tx, rule);
    for (const notification of failed) await sendAlone(work, notification.id);
    for (const { notification, outcome } of [
      ...ended,
      ...(await sendAll(work, { id, rule, notices })),
    ]) {
      await finishNotification(work.tx, notification.id, outcome);
    }
    await finishBatch(work.tx, id);
  });
}

/** A notification and its outcome. */
interface EndedNotification {
  readonly notification: NotificationRow;
  readonly outcome: NoticeOutcome;
}

/** The notifications of a batch before it is sent. */
interface PreparedBatch {
  readonly notices: readonly Notice[];
  /** Notifications that send no message. */
  readonly ended: readonly EndedNotification[];
  /** Notifications whose record cannot be read or whose document cannot be generated. */
  readonly failed: readonly NotificationRow[];
}

// Prepares the notices of a batch. Most failures are temporary, such as a full queue of document
// processes, so in the first attempts one failure makes the whole batch fail. In later attempts,
// notices that still fail leave the batch, unless all of them fail.
async function prepareBatch(
  context: Context,
  { id, rule, attempt }: BatchAttempt & { readonly rule: RuleRow },
  ports: CrmPorts,
): Promise<PreparedBatch> {
  const notices: Notice[] = [];
  const ended: EndedNotification[] = [];
  const failed: NotificationRow[] = [];
  const gathered = await listBatched(context.db, id);
  for (const notification of gathered) {
    try {
      const prepared = await prepareNotice(context, { notification, rule }, ports);
      if ('messageIds' in prepared) ended.push({ notification, outcome: prepared });
      else notices.push(prepared);
    } catch (error) {
      failed.push(notification);
      const isLast = failed.length === gathered.length;
      if (attempt <= NOTIFICATION.wholeBatchAttemptsMax || isLast) throw error;
      const about = { err: error, batch: id, notification: notification.id };
      context.log.warn(about, 'notice failed and leaves its batch');
    }
  }
  return { notices, ended, failed };
}

// Enqueues a separate job for a notification. The job needs a different key, because the first job
// remains stored for a few days.
async function sendAlone(work: Work, notificationId: bigint): Promise<void> {
  await leaveBatch(work.tx, notificationId);
  const key = `notification ${notificationId} alone`;
  const job = await enqueue(work, sendNotification, { data: { notificationId }, key });
  assert(job !== undefined, 'a notification leaves a batch once');
}

/** A batch and the rule used to prepare its notices. */
interface Batch {
  readonly id: bigint;
  readonly rule: RuleRow;
  readonly notices: readonly Notice[];
}

async function sendAll(work: Work, { id, rule, notices }: Batch): Promise<EndedNotification[]> {
  // If the rule no longer batches, each notice becomes a separate message.
  const parts = rule.gather === 'AT_ONCE' ? notices.map((notice) => [notice]) : partsOf(notices);
  const all: EndedNotification[] = [];
  for (const [index, part] of parts.entries()) {
    const [first, ...others] = part.map(({ subject }) => subject);
    const outcome = await sendToAddressees(work, {
      rule,
      key: `notification batch ${id}/${index}`,
      first: present(first, 'a part has a notice'),
      others,
      attachments: part.flatMap(({ documents }) => documents.map(({ file }) => file)),
    });
    all.push(...part.map(({ notification }) => ({ notification, outcome })));
  }
  return all;
}

/** Splits notices, in order, into messages within the limits on number and size. */
function partsOf(notices: readonly Notice[]): readonly Notice[][] {
  const parts: Notice[][] = [];
  let part: Notice[] = [];
  let size = 0;
  for (const notice of notices) {
    const bytes = notice.documents.reduce((sum, document) => sum + document.bytes, 0);
    const isFull =
      part.length >= CRM.attachmentsPerEmailMax || size + bytes > NOTIFICATION.batchBytesMax;
    if (part.length === 0 || isFull) {
      part = [];
      parts.push(part);
      size = 0;
    }
    part.push(notice);
    size += bytes;
  }
  return parts;
}
