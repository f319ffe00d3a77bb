// Notices of a customer that go out in one message: gathered as their events come, sent when their
// batch is due. Every step is a transaction that finds its work done when it is done again.

import { Type } from '@sinclair/typebox';
import { assert, present } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobKind } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { CRM, NOTIFICATION } from '../limits.js';
import type { CrmPorts } from '../port.js';
import {
  closeBatch,
  findClosedBatch,
  finishBatch,
  gather,
  gatheredIn,
  joinBatch,
  leaveBatch,
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

/** The job of one batch. */
export const sendGathered: JobKind<typeof BatchData> = {
  name: BATCH_JOB,
  data: BatchData,
  attemptsMax: NOTIFICATION.attemptsMax,
};

/**
 * Adds a notification, which the caller has locked, to the batch of its customer; the first one of
 * a batch also asks for its job. Returns the outcome if the notification has one already.
 */
export async function gatherNotification(
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
  await gather(work.tx, notification.id, batch.id);
  if (batch.notices === 1) {
    const [data, key] = [{ batchId: batch.id }, `notification batch ${batch.id}`];
    await enqueue(work, sendGathered, { data, key, delayMs: batch.waitMs });
  }
  return undefined;
}

/** An attempt at a batch. */
interface BatchAttempt {
  readonly id: bigint;
  /** 1 at the first one. */
  readonly attempt: number;
}

/**
 * Queues the messages of a batch and marks it as done, together; one that is done stays as it is.
 * Notices that come meanwhile open another batch. A notice that fails again and again leaves the
 * batch in the same transaction, and has a job of its own.
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
  // Documents take their time to be drawn, and no transaction waits for them.
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
  /** Those of which no message is made. */
  readonly ended: readonly EndedNotification[];
  /** Those whose record cannot be read, or whose document cannot be drawn. */
  readonly failed: readonly NotificationRow[];
}

// Most failures pass, such as a lack of processes to draw in: the first attempts end with them, and
// the batch stays whole. What still fails then does not stop the others. Where all of them fail,
// the batch stays whole, too, because none is in the way of another.
async function prepareBatch(
  context: Context,
  { id, rule, attempt }: BatchAttempt & { readonly rule: RuleRow },
  ports: CrmPorts,
): Promise<PreparedBatch> {
  const notices: Notice[] = [];
  const ended: EndedNotification[] = [];
  const failed: NotificationRow[] = [];
  const gathered = await gatheredIn(context.db, id);
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
      context.log.warn(about, 'notice failed, and is to leave its batch');
    }
  }
  return { notices, ended, failed };
}

// The key of the first job is taken, because the job is stored for some days.
async function sendAlone(work: Work, notificationId: bigint): Promise<void> {
  await leaveBatch(work.tx, notificationId);
  const key = `notification ${notificationId} alone`;
  const job = await enqueue(work, sendNotification, { data: { notificationId }, key });
  assert(job !== undefined, 'a notification leaves a batch once');
}

/** A batch with the rule by which its notices were prepared. */
interface Batch {
  readonly id: bigint;
  readonly rule: RuleRow;
  readonly notices: readonly Notice[];
}

async function sendAll(work: Work, { id, rule, notices }: Batch): Promise<EndedNotification[]> {
  // A rule that was changed meanwhile tells as it now is.
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

/** Notices in their order, as many together as one message takes by number and by size. */
function partsOf(notices: readonly Notice[]): readonly Notice[][] {
  const parts: Notice[][] = [];
  let part: Notice[] = [];
  let size = 0;
  for (const notice of notices) {
    const bytes = notice.documents.reduce((sum, document) => sum + document.bytes, 0);
    const isFull =
      part.length >= CRM.attachmentsPerEmailMax || size + bytes > NOTIFICATION.gatheredBytesMax;
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
