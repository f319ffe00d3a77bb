// Doing a notification: whom it goes to, what it says, and its messages in the queue, once.

import { Type } from '@sinclair/typebox';
import { assert, present } from '../../platform/assert.js';
import type { Context, Work } from '../../platform/context.js';
import { wireId } from '../../platform/http/wire.js';
import { type JobHandler, type JobKind, jobHandler } from '../../platform/jobs/job.js';
import { systemWork } from '../../platform/system-work.js';
import { NOTIFICATION } from './limits.js';
import { type AttachmentRef, queueMessage } from './message.js';
import {
  deleteOldNotifications,
  findNotification,
  finishNotification,
  lockWaiting,
  NOTIFICATION_JOB,
  type NotificationRow,
} from './notification-queries.js';
import { type Addressee, addresseesOf, type NobodyReason } from './notification-recipient.js';
import { findRule, type RuleChannel, type RuleRow } from './notification-rule-queries.js';
import { firstOffice } from './office-scope.js';
import type { CrmPorts } from './port.js';
import { readSubject, type Subject } from './subject-facts.js';
import { fillTemplate } from './template-fill.js';
import { findTemplate } from './template-queries.js';
import { relatedKindOf } from './template-subject.js';

const SendData = Type.Object({ notificationId: wireId() });

/** The job of one notification. Its attempts are waited between; then it is a dead letter. */
export const sendNotification: JobKind<typeof SendData> = {
  name: NOTIFICATION_JOB,
  data: SendData,
  attemptsMost: NOTIFICATION.attemptsMost,
};

const purgeNotifications = { name: 'notification.purge', data: Type.Object({}) };

/** The jobs of notifications. */
export function notificationJobs(ports: CrmPorts): readonly JobHandler[] {
  return [
    jobHandler({
      kind: sendNotification,
      run: (context, { data }) => notify(context, data.notificationId, ports),
    }),
    jobHandler({
      kind: purgeNotifications,
      dailyAtUtc: '02:40',
      timeoutMs: NOTIFICATION.purgeTimeoutMs,
      run: async ({ db }, { signal }) => {
        while (!signal.aborted && (await deleteOldNotifications(db)) > 0);
      },
    }),
  ];
}

/**
 * Queues the messages of a notification and marks it as done, together; one that is done stays as
 * it is. Throws what stands in its way, such as a template that is not active any more.
 */
export async function notify(context: Context, id: bigint, ports: CrmPorts): Promise<void> {
  const before = await findNotification(context.db, id);
  if (before?.state !== 'WAITING') return;
  // A document takes its time to be drawn, and no transaction waits for it.
  const attachments = await documentOf(context, before, ports);
  await systemWork(context, `notification ${id}`, async (work) => {
    const notification = await lockWaiting(work.tx, id);
    if (notification === undefined) return;
    const told = await tell(work, { notification, attachments }, ports);
    const reason = 'reason' in told ? told.reason : undefined;
    const messageIds = 'reason' in told ? [] : told;
    await finishNotification(work.tx, id, { messageIds, reason });
  });
}

async function documentOf(
  context: Context,
  { rule_id, related_to, related_to_id }: NotificationRow,
  ports: CrmPorts,
): Promise<readonly AttachmentRef[]> {
  const rule = await findRule(context.db, rule_id);
  if (rule?.attach_document !== true || !rule.active) return [];
  const draw = present(ports.documents?.[related_to], `a ${related_to} has a document`);
  const { fileName, mimeType, bytes } = await draw(context, related_to_id);
  return [{ fileName, mimeType, sha256: await ports.attachments.put(bytes) }];
}

interface Telling {
  readonly notification: NotificationRow;
  readonly attachments: readonly AttachmentRef[];
}

async function tell(
  work: Work,
  { notification, attachments }: Telling,
  ports: CrmPorts,
): Promise<readonly bigint[] | { readonly reason: NobodyReason }> {
  const { rule_id, related_to: kind, related_to_id: id } = notification;
  const rule = present(await findRule(work.tx, rule_id), 'a rule is never removed');
  if (!rule.active) return { reason: 'RULE_DISABLED' };
  const subject = await readSubject(work.tx, { kind, id }, ports);
  if (subject === undefined) return { reason: 'RECORD_GONE' };
  const addressees = await addresseesOf(work.tx, rule, subject);
  if ('reason' in addressees) return addressees;
  const ids: bigint[] = [];
  for (const addressee of addressees) {
    ids.push(...(await deliver(work, { rule, subject, notification, addressee, attachments })));
  }
  return ids;
}

interface Delivery extends Telling {
  readonly rule: RuleRow;
  readonly subject: Subject;
  readonly addressee: Addressee;
}

// A channel that does not reach leaves its message SUPPRESSED, so that one sees why; the next is
// tried then.
async function deliver(work: Work, delivery: Delivery): Promise<readonly bigint[]> {
  const ids: bigint[] = [];
  for (const channel of delivery.addressee.channels) {
    const { id, status } = await send(work, delivery, channel);
    ids.push(id);
    if (status === 'QUEUED' && delivery.rule.deliver === 'FIRST') break;
  }
  return ids;
}

async function send(work: Work, delivery: Delivery, { channel, templateId }: RuleChannel) {
  const { rule, subject, notification, addressee, attachments } = delivery;
  const template = present(await findTemplate(work.tx, { id: templateId }), 'templates stay');
  assert(template.active, `the template ${template.name} of the rule ${rule.name} is not active`);
  const { name } = addressee;
  const values =
    name === undefined ? subject.values : { ...subject.values, 'recipient.name': name };
  const filled = fillTemplate(template, values, addressee.language);
  return queueMessage(work, {
    channel,
    recipient: addressee.recipient,
    officeId: await officeOf(work, subject),
    purpose: filled.purpose,
    subject: filled.subject,
    text: filled.text,
    html: filled.html,
    templateId,
    templateVersion: filled.templateVersion,
    whatsappTemplate: filled.whatsappTemplate,
    relatedTo: relatedKindOf(subject.reference.kind),
    relatedToId:
      relatedKindOf(subject.reference.kind) === undefined ? undefined : subject.reference.id,
    attachments: channel === 'EMAIL' ? attachments : [],
    onceKey: `notification ${notification.id} ${addressee.key} ${channel}`,
  });
}

// What concerns the whole firm is sent by its first office.
async function officeOf({ tx }: Work, { officeId }: Subject): Promise<bigint> {
  return officeId ?? present(await firstOffice(tx), 'the firm has an office');
}
