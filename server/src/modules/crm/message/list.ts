// Lists pending, sent and failed messages in every channel, and queues failed ones again.

import { present } from '../../../platform/assert.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import type { Channel } from '../channel/channel.js';
import { MESSAGE } from '../limits.js';
import { crmProblems } from '../problems.js';
import { withoutAbsent } from '../record.js';
import {
  countShown,
  findShown,
  listAttempts,
  listFiles,
  listReceipts,
  listShown,
  requeueFailed,
  type ShownFilter,
  type ShownMessage,
} from './list-queries.js';
import { MESSAGE_SIGNAL } from './message.js';

/** Lists the messages that the caller can see, newest first. */
export async function listSentMessages(
  call: Call,
  filter: Omit<ShownFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped = { ...filter, offices: call.principal.offices };
  const count = await countShown(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listShown(call.db, scoped, page), page);
  return { count, result: rows.map(recordOf), nextAfter };
}

/** Reads one message with its attempts and receipts, or refuses with DOCUMENT_NOT_FOUND. */
export async function readSentMessage(call: Call, id: bigint): Promise<object> {
  const row = await findShown(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return wholeRecord(call.db, row);
}

/** Returns the record of a message that was queued in this transaction. */
export async function shownMessage(tx: Tx, id: bigint): Promise<object> {
  return wholeRecord(tx, present(await findShown(tx, id), 'a queued message exists'));
}

async function wholeRecord(on: Database | Tx, row: ShownMessage): Promise<object> {
  const [attempts, receipts, files] = await Promise.all([
    listAttempts(on, row.id),
    listReceipts(on, row.id),
    listFiles(on, row.id),
  ]);
  return {
    ...recordOf(row),
    attachments: files.map((file) =>
      withoutAbsent({
        attachmentId: file.attachment_id,
        fileName: file.file_name,
        fileMimeType: file.mime_type,
        sha256: file.sha256,
      }),
    ),
    attemptList: attempts.map((each) =>
      withoutAbsent({
        ...{ attempt: each.attempt, node: each.node, startDttm: each.started_at },
        ...{ endDttm: each.ended_at, outcome: each.outcome, reason: each.reason },
      }),
    ),
    receipts: receipts.map(({ status, at, detail }) => withoutAbsent({ status, at, detail })),
  };
}

function recordOf(row: ShownMessage): object {
  return withoutAbsent({
    ...{ id: row.id, name: row.id < 0n ? null : row.name, channel: row.channel },
    ...{ direction: row.direction, status: row.status, state: row.state, rule: row.rule },
    ...{ purpose: row.purpose, whatsappMessageId: row.whatsapp_message_id },
    ...{ recipientType: row.recipient_kind, recipientId: row.recipient_id },
    ...{ from: row.from_address, to: row.to_address, subject: row.subject, body: row.body },
    ...{ html: row.html, relatedTo: row.related_to, relatedToId: row.related_to_id },
    ...{ templateId: row.template_id, campaignId: row.campaign_id, notBefore: row.not_before },
    ...{ attempts: row.attempts, failures: row.failures, lastError: row.last_error },
    ...{ reference: row.reference, providerId: row.provider_id },
    ...{ startDttm: row.started_at, endDttm: row.ended_at, businessOfficeId: row.office_id },
    ...shownStamp(row),
  });
}

/**
 * Queues a failed message again and resets its failure count. Refuses with DOCUMENT_NOT_FOUND and
 * MESSAGE_NOT_FAILED (current state as argument).
 */
export async function replayMessage(work: Work, id: bigint): Promise<Outcome> {
  const row = await findShown(work.tx, id);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const [queued] = await requeueFailed(work.tx, { id, offices: undefined, most: 1 });
  if (queued === undefined) {
    const now = await findShown(work.tx, id);
    throw refusal(crmProblems.MESSAGE_NOT_FAILED, { args: [now?.state ?? row.state] });
  }
  wakeSender(work);
  return { msgCode: 'MESSAGE_QUEUED', id, result: await shownMessage(work.tx, id) };
}

/**
 * Queues failed messages that match a filter again, oldest first. The reply contains the number of
 * queued messages.
 */
export async function replayMessages(
  work: Work,
  wish: { readonly channel?: Channel; readonly campaignId?: bigint; readonly most?: number },
): Promise<Outcome> {
  const { channel, campaignId, most = MESSAGE.replayedMax } = wish;
  const offices = work.principal.offices;
  const ids = await requeueFailed(work.tx, { offices, channel, campaignId, most });
  wakeSender(work);
  return { msgCode: 'MESSAGES_QUEUED', result: { count: ids.length, ids } };
}

function wakeSender(work: Work): void {
  work.tx.afterCommit(() => work.context.signals.raise(MESSAGE_SIGNAL));
}
