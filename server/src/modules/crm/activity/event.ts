// Activity events. They contain ids and states, never personal data.

import { Type } from '@sinclair/typebox';
import { absentOr, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { ActivityRow } from './queries.js';

export function activityCreated(row: ActivityRow): DomainEvent {
  return eventOf('activity.created', row, { status: row.status });
}

/** Builds the event for an update, a completion or a cancellation. */
export function activityChanged(before: ActivityRow, after: ActivityRow): DomainEvent {
  const { status } = after;
  const isEnd = status !== before.status && (status === 'COMPLETED' || status === 'CANCELLED');
  const type = isEnd ? `activity.${status.toLowerCase()}` : 'activity.updated';
  return eventOf(type, after, { status, previousStatus: before.status });
}

export function activityDue(row: ActivityRow): DomainEvent {
  return eventOf('activity.due', row, { priority: row.priority, dueDttm: row.due_at });
}

function eventOf(type: string, row: ActivityRow, data: object): DomainEvent {
  return {
    type,
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      kind: row.kind,
      relatedTo: row.related_to,
      relatedToId: row.related_to_id,
      assignedTo: row.assigned_to,
      ...data,
    },
  };
}

const shared = {
  kind: Type.String({ description: 'The kind, such as CALL, MEETING or TASK' }),
  relatedTo: Type.String({ description: 'LEAD, CONTACT or CUSTOMER' }),
  relatedToId: eventId('The record that it is about'),
  assignedTo: absentOr(eventId('The user it is assigned to')),
};
const status = Type.String({ description: 'The new status' });
const moved = {
  ...shared,
  status,
  previousStatus: Type.String({ description: 'The previous status' }),
};
const permission = 'crm.activity.read';

export const activityEvents = eventKinds({
  'activity.created': {
    summary: 'An activity was planned or recorded',
    permission,
    data: { ...shared, status },
  },
  'activity.updated': { summary: 'An activity was changed', permission, data: moved },
  'activity.completed': { summary: 'An activity was completed', permission, data: moved },
  'activity.cancelled': { summary: 'An activity was cancelled', permission, data: moved },
  'activity.due': {
    summary: 'An open activity is due; sent once, and again after it is postponed',
    permission,
    data: {
      ...shared,
      priority: Type.String({ description: 'LOW, NORMAL, HIGH or URGENT' }),
      dueDttm: Type.String({ description: 'Time at which it is due' }),
    },
  },
});
