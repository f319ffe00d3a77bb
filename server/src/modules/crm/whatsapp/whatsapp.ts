// Creates, updates and reads WhatsApp messages. A status only moves forward.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { isOfOffices, visibleRows } from '../../../platform/reference-data/state-step.js';
import { decodeAttachments, saveAttachments } from '../attachment/attachment.js';
import { listAttachments } from '../attachment/queries.js';
import { firstStatus, mayMoveMessage, statusFits } from '../channel/message-state.js';
import { holdChangedRelated } from '../person/related.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { keyGiven, officeFor, refuseOtherOffice, refuseOwnId } from '../record.js';
import { refuseUnknownReferences } from '../reference.js';
import { messageCreated, messageUpdated } from './event.js';
import { checkEvidence } from './evidence.js';
import {
  countMessages,
  findMessage,
  insertMessage,
  listMessageRows,
  lockMessage,
  type MessageFilter,
  type MessageKey,
  type MessageRow,
  updateMessageRow,
} from './queries.js';
import { changedMessageRow, messageRecord, newMessageRow } from './record.js';
import type { Message } from './schema.js';

/**
 * Creates the record of a message. Nothing is sent. By default it is an OUTBOUND message in DRAFT;
 * an INBOUND message starts as IN_PROGRESS. Refuses for the same reasons as `updateMessage`, and
 * with INVALID_REQUEST if an id is given.
 */
export async function createMessage(work: Work, body: Message, ports: CrmPorts): Promise<Outcome> {
  refuseOwnId(body.id);
  const attachments = await decodeAttachments(body.attachmentsWS);
  const officeId = await officeFor(work, body);
  const id = await work.context.ids.next(work.tx, 'whatsapp_message_id');
  const direction = body.direction ?? (body.status === 'IN_PROGRESS' ? 'INBOUND' : 'OUTBOUND');
  const first = { direction, status: body.status ?? firstStatus(direction) };
  const given = newMessageRow(work, { ...body, ...first }, { id, name: codeOf(id), officeId });
  const row = await consistentRow(work, { before: undefined, after: given }, ports);
  await insertMessage(work.tx, row);
  const ignored = await saveAttachments(work, attachments, { messageId: id, ports });
  work.events.push(messageCreated({ id, officeId }, first));
  return {
    ...(await outcomeOf(work, 'WHATSAPP_MESSAGE_CREATED', row)),
    created: true,
    location: `crm/whatsapp/id/${id}`,
    extra: warned(ignored),
  };
}

/**
 * Changes the given members of a message and keeps the rest. The request may contain the current
 * status and unchanged content that WhatsApp delivered.
 *
 * Refuses, in this order, with ATTACHMENT_TOO_LARGE, ATTACHMENT_NOT_BASE64, DOCUMENT_NOT_FOUND,
 * PRECONDITION_FAILED, MESSAGE_WRONG_STATE (current status as first argument) if the status moves
 * back or delivered content changes, and for the same reasons as `consistentRow` and
 * `saveAttachments`.
 */
export async function updateMessage(work: Work, body: Message, ports: CrmPorts): Promise<Outcome> {
  const key = keyGiven(body);
  const decoded = await decodeAttachments(body.attachmentsWS);
  const before = await messageRows.lockVisible(work, key);
  const files = await listAttachments(work.tx, [before.id]);
  const attachments = await checkEvidence(before, files, { body, attachments: decoded });
  refuseMove(before, body);
  await refuseOtherOffice(work, body, before.office_id);
  const changed = changedMessageRow(work, before, body);
  const after = await consistentRow(work, { before, after: changed }, ports);
  await updateMessageRow(work.tx, after);
  const ignored = await saveAttachments(work, attachments, { messageId: after.id, ports });
  const { direction, status } = after;
  work.events.push(
    messageUpdated(
      { id: after.id, officeId: after.office_id },
      { direction, status, previousStatus: before.status },
    ),
  );
  const outcome = await outcomeOf(work, 'WHATSAPP_MESSAGE_UPDATED', after);
  return { ...outcome, extra: warned(ignored) };
}

/** Selects and locks WhatsApp messages by id or name. */
export const messageRows = visibleRows({
  lock: ({ tx }: Work, key: MessageKey) => lockMessage(tx, key),
  isVisible: isOfOffices,
});

function refuseMove(before: MessageRow, body: Message): void {
  const to = body.status ?? before.status;
  if (!mayMoveMessage(before.status, to)) {
    throw refusal(crmProblems.MESSAGE_WRONG_STATE, {
      detail: `a message that is ${before.status} cannot become ${to}`,
      args: [before.status, to],
    });
  }
  const direction = body.direction ?? before.direction;
  if (direction !== before.direction && before.status !== 'DRAFT') {
    throw refuseMember(
      crmProblems.MESSAGE_DIRECTION_FIXED,
      'direction',
      `cannot change from ${before.direction}, because the message is not a draft`,
    );
  }
}

// Checks the row, and replaces a converted lead with its customer. Refuses with UNKNOWN_REFERENCE
// for a record that the caller cannot see.
async function consistentRow(
  work: Work,
  { before, after: row }: { readonly before: MessageRow | undefined; readonly after: MessageRow },
  ports: CrmPorts,
): Promise<MessageRow> {
  if (!statusFits(row.direction, row.status)) {
    throw refuseMember(
      crmProblems.MESSAGE_STATUS_NOT_OF_DIRECTION,
      'status',
      `cannot be ${row.status} for an ${row.direction} message`,
    );
  }
  if (row.started_at !== null && row.ended_at !== null && row.ended_at < row.started_at) {
    throw refuseMember(
      crmProblems.MESSAGE_TIMES_REVERSED,
      'endDttm',
      `must not be before ${row.started_at}`,
    );
  }
  refuseOnReceived(before, row);
  await refuseUnknownReferences(work, { before, after: row });
  return {
    ...row,
    ...(await holdChangedRelated(work, { pointer: '', before, after: row }, ports)),
  };
}

// A message received from a person belongs to no campaign and has no template.
function refuseOnReceived(before: MessageRow | undefined, row: MessageRow): void {
  if (row.direction !== 'INBOUND') return;
  for (const member of ['campaign', 'template'] as const) {
    if (row[member] === (before?.[member] ?? null)) continue;
    const detail = 'is not allowed for a received message';
    throw refusal(crmProblems.MESSAGE_WRONG_STATE, {
      detail: `${member} ${detail}`,
      args: [before?.status ?? row.status, row.status],
      errors: [{ pointer: `/${member}`, code: crmProblems.MESSAGE_WRONG_STATE.code, detail }],
    });
  }
}

async function outcomeOf(work: Work, msgCode: string, row: MessageRow): Promise<Outcome> {
  const attachments = await listAttachments(work.tx, [row.id]);
  const result = messageRecord(row, attachments);
  return { msgCode, id: row.id, name: row.name, result, version: row.version };
}

/** Reads one message with the metadata of its attachments, or refuses with DOCUMENT_NOT_FOUND. */
export async function readMessage(call: Call, id: bigint): Promise<object> {
  const row = await findMessage(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(messageRecord(row, await listAttachments(call.db, [id])), row.version);
}

/**
 * Lists the messages that the caller can see, newest first, with the metadata of their attachments.
 */
export async function listMessages(
  call: Call,
  filter: Omit<MessageFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: MessageFilter = { ...filter, offices: call.principal.offices };
  const count = await countMessages(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listMessageRows(call.db, scoped, page), page);
  const attachments = await listAttachments(
    call.db,
    rows.map((row) => row.id),
  );
  const result = rows.map((row) =>
    messageRecord(
      row,
      attachments.filter((attachment) => attachment.message_id === row.id),
    ),
  );
  return { count, result, nextAfter };
}
