// Prepares a notification, finds its addressees and queues their messages.

import { Type } from '@sinclair/typebox';
import { assert, present } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import type { JobKind } from '../../../platform/jobs/job.js';
import { NOTIFICATION } from '../limits.js';
import { queueMessage } from '../message/message.js';
import type { AttachmentRef } from '../message/new-message.js';
import { firstOffice } from '../person/queries.js';
import type { CrmPorts } from '../port.js';
import { fillForAll } from '../template/fill.js';
import { findTemplate } from '../template/queries.js';
import { relatedKindOf } from '../template/subject.js';
import { readSubject, type Subject } from '../template/subject-facts.js';
import { NOTIFICATION_JOB, type NoticeOutcome, type NotificationRow } from './queries.js';
import { type Addressee, addresseesOf, type NobodyReason } from './recipient.js';
import { findRule, type RuleChannel, type RuleRow } from './rule-queries.js';

/** A document that was generated and stored. */
interface StoredDocument {
  readonly file: AttachmentRef;
  readonly bytes: number;
}

/** A notification that is ready to be sent, with the data of its record and its documents. */
export interface Notice {
  readonly notification: NotificationRow;
  readonly subject: Subject;
  readonly documents: readonly StoredDocument[];
}

/** A notification with its rule. */
export interface RuledNotification {
  readonly notification: NotificationRow;
  readonly rule: RuleRow;
}

const SendData = Type.Object({ notificationId: wireId() });

/** The job that sends one notification. If its last attempt fails, the job becomes dead. */
export const sendNotification: JobKind<typeof SendData> = {
  name: NOTIFICATION_JOB,
  data: SendData,
  attemptsMax: NOTIFICATION.attemptsMax,
};

/**
 * Reads a notification's record and generates its document, outside any transaction. If no message
 * is to be sent, returns the outcome.
 */
export async function prepareNotice(
  context: Context,
  { notification, rule }: RuledNotification,
  ports: CrmPorts,
): Promise<Notice | NoticeOutcome> {
  const subject = await subjectOf(context.db, { notification, rule }, ports);
  if ('messageIds' in subject) return subject;
  const documents = rule.attach_document ? [await drawDocument(context, subject, ports)] : [];
  return { notification, subject, documents };
}

async function drawDocument(
  context: Context,
  { reference: { kind, id } }: Subject,
  ports: CrmPorts,
): Promise<StoredDocument> {
  const draw = present(ports.documents?.[kind], `a ${kind} has a document`);
  const { fileName, mimeType, bytes } = await draw(context, id);
  const file = { fileName, mimeType, sha256: await ports.attachments.put(bytes) };
  return { file, bytes: bytes.length };
}

/** Reads the record of a notification. If no message is to be sent, returns the outcome. */
export async function subjectOf(
  on: Database | Tx,
  ruled: RuledNotification,
  ports: CrmPorts,
): Promise<Subject | NoticeOutcome> {
  const reason = reasonOfRule(ruled);
  if (reason !== undefined) return unsent(reason);
  const { related_to: kind, related_to_id: id } = ruled.notification;
  return (await readSubject(on, { kind, id }, ports)) ?? unsent('RECORD_GONE');
}

/**
 * Returns the reason why the rule itself sends no message for a notification, or undefined if it
 * sends one. The record of the notification is not checked here. A rule whose event type has
 * changed sends nothing, because its templates expect other values.
 */
function reasonOfRule({ notification, rule }: RuledNotification): NobodyReason | undefined {
  if (!rule.active) return 'RULE_DISABLED';
  return rule.event_type === notification.event_type ? undefined : 'RULE_CHANGED';
}

/**
 * Refuses with 503 if a rule has changed since it was read, because it may now need other
 * documents. The next attempt of the job generates them.
 */
export async function refuseChangedRule(tx: Tx, { id, version }: RuleRow): Promise<void> {
  const rule = present(await findRule(tx, id), 'a rule is never removed');
  if (rule.version === version) return;
  const detail = 'the rule was changed while its documents were generated';
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

/** Queues the messages of one notification. */
export function sendNotice(
  work: Work,
  { notification, subject, documents }: Notice,
  rule: RuleRow,
): Promise<NoticeOutcome> {
  return sendToAddressees(work, {
    rule,
    key: `notification ${notification.id}`,
    first: subject,
    others: [],
    attachments: documents.map(({ file }) => file),
  });
}

/** Returns the outcome of a notification that sends no message. */
export function unsent(reason: NobodyReason): NoticeOutcome {
  return { messageIds: [], reason };
}

/** A message about one or more records. */
interface NoticeMessage {
  readonly rule: RuleRow;
  /** Prefix of the keys that ensure that each message is queued only once. */
  readonly key: string;
  readonly first: Subject;
  /** Further records of the same kind and customer. */
  readonly others: readonly Subject[];
  readonly attachments: readonly AttachmentRef[];
}

/** Queues a message to each of the rule's addressees. */
export async function sendToAddressees(work: Work, message: NoticeMessage): Promise<NoticeOutcome> {
  const addressees = await addresseesOf(work.tx, message.rule, message.first);
  if ('reason' in addressees) return unsent(addressees.reason);
  const messageIds: bigint[] = [];
  for (const addressee of addressees) {
    messageIds.push(...(await deliver(work, { ...message, addressee })));
  }
  return { messageIds, reason: undefined };
}

interface Delivery extends NoticeMessage {
  readonly addressee: Addressee;
}

/**
 * Tries one channel after another until a message is not suppressed. Suppressed messages are
 * stored, so that the reasons are visible.
 */
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
  const { rule, key, first, others, addressee, attachments } = delivery;
  const template = present(await findTemplate(work.tx, { id: templateId }), 'templates stay');
  assert(template.active, `the template ${template.name} of the rule ${rule.name} is not active`);
  const all = [first, ...others].map(({ values }) => namedValues(values, addressee));
  const filled = fillForAll(template, all, addressee.language);
  const more = others.length === 0 ? '' : ` (+${others.length})`;
  const related = others.length === 0 ? relatedKindOf(first.reference.kind) : undefined;
  return queueMessage(work, {
    channel,
    recipient: addressee.recipient,
    officeId: await officeOf(work, first),
    purpose: filled.purpose,
    subject: filled.subject === undefined ? undefined : `${filled.subject}${more}`,
    text: filled.text,
    html: filled.html,
    templateId,
    templateVersion: filled.templateVersion,
    whatsappTemplate: filled.whatsappTemplate,
    // A message about several records is stored as being about their customer.
    relatedTo: related,
    relatedToId: related === undefined ? undefined : first.reference.id,
    attachments: channel === 'EMAIL' ? attachments : [],
    onceKey: `${key} ${addressee.key} ${channel}`,
  });
}

function namedValues(values: Subject['values'], { name }: Addressee): Subject['values'] {
  return name === undefined ? values : { ...values, 'recipient.name': name };
}

/** Returns the office that sends the message. For firm-wide records, this is the first office. */
export async function officeOf({ tx }: Work, { officeId }: Subject): Promise<bigint> {
  return officeId ?? present(await firstOffice(tx), 'the firm has an office');
}
