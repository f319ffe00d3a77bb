// Converts WhatsApp messages between their wire format and their row.

import type { Work } from '../../../platform/context.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import type { AttachmentRow } from '../attachment/queries.js';
import { attachmentRecord } from '../attachment/record.js';
import { hasEnded, hasStarted } from '../channel/message-state.js';
import { idGiven, withoutAbsent } from '../record.js';
import type { MessageRow } from './queries.js';
import type { Message } from './schema.js';

/** Members that are set at creation and never change. */
interface MessageOrigin {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
}

/** Builds the row of a new message. */
export function newMessageRow(work: Work, body: Message, origin: MessageOrigin): MessageRow {
  const blank: MessageRow = {
    ...{ id: origin.id, name: origin.name, office_id: origin.officeId, label: null, active: true },
    ...{ direction: 'OUTBOUND', status: 'DRAFT', from_address: null, to_address: null },
    ...{ subject: null, body: null, workflow_notes: null, assigned_to: null, campaign: null },
    ...{ template: null, related_to: null, related_to_id: null, started_at: null },
    ...{ ended_at: null, version: 0n, created_by: work.principal.name, created_at: work.now },
    ...{ modified_by: work.principal.name, modified_at: work.now, received: null },
  };
  return changedMessageRow(work, blank, body);
}

/** Returns the row with the given members changed and the version incremented. */
export function changedMessageRow(work: Work, row: MessageRow, body: Message): MessageRow {
  const status = body.status ?? row.status;
  const relatedToId = idGiven(body.relatedToId) ?? row.related_to_id;
  return changed(work, row, {
    status,
    label: body.label ?? row.label,
    active: body.active ?? row.active,
    direction: body.direction ?? row.direction,
    from_address: body.from ?? row.from_address,
    to_address: body.to ?? row.to_address,
    subject: body.subject ?? row.subject,
    body: body.body ?? row.body,
    workflow_notes: body.workflowNotes ?? row.workflow_notes,
    assigned_to: idGiven(body.assignedTo) ?? row.assigned_to,
    campaign: idGiven(body.campaign) ?? row.campaign,
    template: idGiven(body.template) ?? row.template,
    related_to: body.relatedTo ?? row.related_to ?? (relatedToId === null ? null : 'CONTACT'),
    related_to_id: relatedToId,
    started_at: body.startDttm ?? row.started_at ?? (hasStarted(status) ? work.now : null),
    ended_at: body.endDttm ?? row.ended_at ?? (hasEnded(status) ? endOf(work, row, body) : null),
  });
}

// Returns the end time. The start that a client sends may be ahead of our clock, but a message must
// not end before it starts.
function endOf(work: Work, row: MessageRow, body: Message): string {
  const start = body.startDttm ?? row.started_at ?? work.now;
  const ahead = start > work.now;
  return ahead ? start : work.now;
}

/** Converts a message to the record that the API returns. */
export function messageRecord(row: MessageRow, attachments: readonly AttachmentRow[]): object {
  return withoutAbsent({
    id: row.id,
    name: row.id < 0n ? null : row.name,
    label: row.label ?? `${row.direction} ${row.id < 0n ? 'message' : row.name}`,
    active: row.active,
    direction: row.direction,
    status: row.status,
    from: row.from_address,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    workflowNotes: row.workflow_notes,
    assignedTo: row.assigned_to,
    campaign: row.campaign,
    template: row.template,
    relatedTo: row.related_to,
    relatedToId: row.related_to_id,
    startDttm: row.started_at,
    endDttm: row.ended_at,
    businessOfficeId: row.office_id,
    ...shownStamp(row),
    received: row.received,
    attachmentsWS: attachments.map(attachmentRecord),
  });
}
