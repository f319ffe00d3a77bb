// Wire shapes of notification rules, notifications and preferences.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CHANNELS } from '../channel/channel.js';
import { NOTIFICATION, TEMPLATE } from '../limits.js';
import { code, flag, reference, text } from '../member-schema.js';
import { SUBJECT_KINDS } from '../template/subject.js';
import { EVENT_GROUPS } from './notifiable-event.js';

export const NOTIFICATION_RECIPIENTS = [
  'CUSTOMER',
  'ASSIGNED_USER',
  'APPROVERS',
  'MAKER',
  'CUSTODIAN',
] as const;
export const DELIVERIES = ['FIRST', 'ALL'] as const;
export const GATHER_MODES = ['AT_ONCE', 'MINUTES', 'TIME_OF_DAY'] as const;
export const NOTIFICATION_STATES = ['WAITING', 'GATHERED', 'QUEUED', 'NOBODY', 'DEAD'] as const;

const name = wireText({ description: 'Code of the rule', longest: TEMPLATE.nameLengthMax });
const eventType = wireText({ description: 'Event type, such as trade-order.executed' });
const recipient = wireChoice(NOTIFICATION_RECIPIENTS, { description: 'Recipient of the message' });
const deliver = wireChoice(DELIVERIES, {
  description:
    'FIRST (the default): only the first channel that is not suppressed; ALL: every channel',
});
const gather = wireChoice(GATHER_MODES, {
  description:
    'AT_ONCE (the default): each notice is a separate message; MINUTES and TIME_OF_DAY: a ' +
    "customer's notices are sent in one e-mail, either that long after the first notice or at " +
    'that time',
});
const gatherMinutes = Type.Optional(
  wireInteger({
    description: 'For MINUTES: minutes from the first notice to the message',
    least: 1,
    most: NOTIFICATION.gatherMinutesMax,
  }),
);
const channel = wireChoice(CHANNELS, { description: 'Channel of the message' });

const Condition = closedObject({
  member: wireText({ description: 'Member of the event data' }),
  values: Type.Array(wireText({ description: 'An allowed value' }), {
    minItems: 1,
    maxItems: NOTIFICATION.valuesMax,
  }),
});
const conditions = Type.Array(Condition, { maxItems: NOTIFICATION.conditionsMax });

const RuleChannel = closedObject({
  channel,
  templateId: reference('The template, unless templateName is given'),
  templateName: text('Code of the template'),
});
const channels = Type.Array(RuleChannel, { minItems: 1, maxItems: CHANNELS.length });

const ruleMembers = {
  label: text('Display text. Default: the code'),
  conditions: Type.Optional(conditions),
  permission: text(
    'For APPROVERS: permission of the users who get the message, such as ' +
      'finance.journal.approve',
  ),
  deliver: Type.Optional(deliver),
  attachDocument: flag('Attach the document of the record, such as the contract note as PDF'),
  gather: Type.Optional(gather),
  gatherMinutes,
  gatherTime: text('For TIME_OF_DAY: HH:MM in the time zone of the office, such as 15:30'),
  active: flag('If false, the rule sends no messages. Default: true'),
};

export const RuleBody = closedObject({
  id: reference('Assigned by the server'),
  name,
  eventType,
  recipient,
  channels,
  ...ruleMembers,
  businessOfficeId: reference(
    'Office. Default: your own office, or the whole firm if you have none',
  ),
  businessOfficeName: code('Code of the office'),
});

export type RuleDraft = Static<typeof RuleBody>;

/**
 * Clients may send a record back unchanged: fixed members must have their current values, and the
 * members that show who created and last changed it are ignored.
 */
export const RuleUpdateBody = closedObject({
  id: reference('The rule, unless name is given'),
  name: Type.Optional(name),
  eventType: Type.Optional(eventType),
  recipient: Type.Optional(recipient),
  channels: Type.Optional(channels),
  ...ruleMembers,
  businessOfficeId: reference('Never changes'),
  enabledFromDttm: Type.Optional(wireInstant({ description: 'Ignored' })),
  ...Type.Partial(Type.Object(stampShape)).properties,
});

export type RuleChange = Static<typeof RuleUpdateBody>;
export type Condition = Static<typeof Condition>;

export const RuleRecord = openObject({
  id: wireId({ description: 'Id of the rule' }),
  name,
  label: wireText({ description: 'Display text' }),
  active: wireFlag({ description: 'If false, the rule sends no messages' }),
  eventType,
  conditions,
  recipient,
  permission: text('Permission of the users who get the message'),
  deliver,
  channels,
  attachDocument: wireFlag({ description: 'True if the document of the record is attached' }),
  gather,
  gatherMinutes,
  gatherTime: text('HH:MM in the time zone of the office'),
  enabledFromDttm: wireInstant({
    description: 'Time of enabling; earlier events send no messages',
  }),
  businessOfficeId: reference('Office; the whole firm if absent'),
  ...stampShape,
});

export const RuleList = closedObject({
  ...pageBS,
  eventType: naming('event type', text('Filter by event type')),
  active: flag('Filter by active or inactive'),
});

export const NotificationRecord = openObject({
  id: wireId({ description: 'Id of the notification' }),
  ruleId: wireId({ description: 'Id of the rule' }),
  ruleName: name,
  eventType,
  position: wireId({ description: 'Position of the event in the event sequence' }),
  relatedTo: wireChoice(SUBJECT_KINDS, { description: 'Kind of the record' }),
  relatedToId: wireId({ description: 'Id of the record' }),
  businessOfficeId: reference('Office of the event'),
  state: wireChoice(NOTIFICATION_STATES, {
    description:
      'GATHERED: waits for further notices to its customer; QUEUED: its messages are queued; ' +
      'NOBODY: no message, see reason; DEAD: all attempts failed, can be replayed',
  }),
  reason: text('Reason why there was no message'),
  attempts: wireInteger({ description: 'Number of attempts' }),
  lastError: text('Error of the last attempt'),
  messageIds: Type.Array(wireId({ description: 'Id of a queued message' })),
  createdDttm: stampShape.createdDttm,
  doneDttm: Type.Optional(wireInstant({ description: 'Time at which it was done' })),
});

export const NotificationList = closedObject({
  ...pageBS,
  ruleId: naming('notification rule', reference('Filter by rule')),
  state: Type.Optional(wireChoice(NOTIFICATION_STATES, { description: 'Filter by state' })),
  eventType: naming('event type', text('Filter by event type')),
  relatedTo: Type.Optional(wireChoice(SUBJECT_KINDS, { description: 'Filter by kind of record' })),
  relatedToId: naming('related record', reference('Filter by record')),
});

const group = wireChoice(EVENT_GROUPS, { description: 'Kind of news' });
const wanted = Type.Array(channel, { maxItems: CHANNELS.length });

export const PreferenceBody = closedObject({
  customerId: wireId({ description: 'Id of the customer' }),
  language: Type.Optional(
    wireText({ description: 'Language tag, such as en or fr-CA', longest: 12 }),
  ),
  groups: Type.Optional(
    Type.Array(closedObject({ group, channels: Type.Optional(wanted) }), {
      maxItems: EVENT_GROUPS.length,
    }),
  ),
  ...Type.Partial(Type.Object(stampShape)).properties,
});

export type PreferenceChange = Static<typeof PreferenceBody>;

export const PreferenceRecord = openObject({
  customerId: wireId({ description: 'Id of the customer' }),
  language: text('Language tag, such as en or fr-CA'),
  groups: Type.Array(closedObject({ group, channels: wanted })),
  ...Type.Partial(Type.Object(stampShape)).properties,
});

export const ruleExample = {
  name: 'BIG-CASH-REJECTED',
  label: 'Notify customers of rejected cash transactions',
  eventType: 'cash-transaction.rejected',
  conditions: [{ member: 'transType', values: ['RECEIPT', 'PAYMENT'] }],
  recipient: 'CUSTOMER',
  channels: [{ channel: 'EMAIL', templateName: 'CASH-POSTED' }],
};

export const preferenceExample = {
  customerId: 1,
  language: 'en',
  groups: [
    { group: 'ORDERS', channels: ['SMS', 'EMAIL'] },
    { group: 'CASH', channels: [] },
  ],
};
