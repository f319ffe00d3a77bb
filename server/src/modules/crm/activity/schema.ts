// Wire shapes of activities: planned and completed work for a lead, a contact or a customer.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { DIRECTIONS } from '../channel/message-state.js';
import { flag, moment, note, reference, text } from '../member-schema.js';
import { RECIPIENT_KINDS } from '../person/recipient.js';
import { ACTIVITY_KINDS, ACTIVITY_STATUSES } from './state.js';

const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;

const plannedMembers = {
  priority: Type.Optional(wireChoice(PRIORITIES, { description: 'Priority; NORMAL when absent' })),
  direction: Type.Optional(
    wireChoice(DIRECTIONS, { description: 'Initiator of a call, mail or letter' }),
  ),
  description: note('The related record'),
  outcome: note('Outcome'),
  assignedTo: reference('User it is assigned to. Default: you, if you are a user'),
  dueDttm: moment('Time at which it is due; an event is sent then'),
};

const kind = wireChoice(ACTIVITY_KINDS, { description: 'Kind of activity' });
const subject = wireText({ description: 'Short description' });
const relatedTo = wireChoice(RECIPIENT_KINDS, { description: 'Kind of record that it is about' });
const relatedToId = wireId({
  description: 'Record that it is about; a converted lead is replaced by its customer',
});

export const ActivityBody = closedObject({
  id: reference('Assigned by the server'),
  kind,
  subject,
  relatedTo,
  relatedToId,
  status: Type.Optional(
    wireChoice(['PLANNED', 'IN_PROGRESS', 'COMPLETED'], {
      description:
        'COMPLETED records a past activity. Default: COMPLETED for a NOTE, otherwise PLANNED',
    }),
  ),
  endDttm: moment('Time at which it took place, not in the future. Default: now'),
  ...plannedMembers,
});
export type NewActivity = Static<typeof ActivityBody>;

/**
 * The body of an update. Clients may send a record back unchanged, so the members that show who
 * created and last changed it are accepted and ignored.
 */
export const ActivityUpdateBody = closedObject({
  id: wireId({ description: 'Id of the activity' }),
  name: text('Code assigned by the server'),
  kind: Type.Optional(kind),
  subject: Type.Optional(subject),
  relatedTo: Type.Optional(relatedTo),
  relatedToId: Type.Optional(relatedToId),
  status: Type.Optional(
    wireChoice(ACTIVITY_STATUSES, { description: 'New status; the current status or IN_PROGRESS' }),
  ),
  businessOfficeId: reference('Cannot change'),
  endDttm: moment('Ignored'),
  overdue: flag('Ignored'),
  ...plannedMembers,
  ...Type.Partial(Type.Object(stampShape)).properties,
});
export type ActivityChange = Static<typeof ActivityUpdateBody>;

export const CompleteBody = closedObject({
  outcome: note('Outcome'),
  endDttm: moment('Time at which it was done, not in the future. Default: now'),
  followUp: Type.Optional(closedObject({ kind, subject, ...plannedMembers })),
});
export type Completion = Static<typeof CompleteBody>;

export const CancelBody = closedObject({ outcome: note('Reason for the cancellation') });

/** An activity as the API returns it. */
export const ActivityRecord = openObject({
  id: wireId(),
  name: wireText(),
  kind,
  subject,
  status: wireChoice(ACTIVITY_STATUSES),
  relatedTo,
  relatedToId,
  businessOfficeId: wireId(),
  overdue: flag('True if it is open and past its due time'),
  endDttm: moment('Time at which it was completed or cancelled'),
  ...plannedMembers,
  ...stampShape,
});

export const ActivityList = closedObject({
  ...pageBS,
  relatedTo: Type.Optional(relatedTo),
  relatedToId: naming('related record', Type.Optional(relatedToId)),
  kind: Type.Optional(kind),
  status: Type.Optional(wireChoice(ACTIVITY_STATUSES, { description: 'Filter by state' })),
  assignedTo: naming('user', reference('Filter by user')),
  overdue: flag('Filter by overdue or not overdue'),
  dueFrom: moment('Filter by due time: at or after this time'),
  dueTo: moment('Filter by due time: before this time'),
  sort: Type.Optional(
    wireChoice(['NEWEST', 'DUE'], {
      description: 'Sort order. Default: NEWEST. DUE: activities with a due time, earliest first',
    }),
  ),
});
export type ActivityQuery = Static<typeof ActivityList>;

/** An example that works with the demonstration data. */
export const activityExample = {
  kind: 'MEETING',
  subject: 'Show the portfolio of treasury bills',
  relatedTo: 'LEAD',
  relatedToId: 1,
  priority: 'HIGH',
  dueDttm: '2030-01-15T09:30:00Z',
};
