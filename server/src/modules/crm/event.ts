// Events of the CRM module. They carry ids and states, never what a person said of themselves.

import { Type } from '@sinclair/typebox';
import { eventId, eventKinds } from '../../platform/events/catalogue.js';
import type { DomainEvent } from '../../platform/events/event.js';
import { activityEvents } from './activity/event.js';
import { campaignEvents } from './campaign/event.js';
import { contactEvents } from './contact/event.js';
import { leadAssignmentEvents } from './lead/assignment-event.js';
import { leadImportEvents } from './lead-import/event.js';
import { messageEvents } from './message/event.js';
import { notificationEvents } from './notification/event.js';
import { templateEvents } from './template/event.js';

/** What all of these events tell about. */
export interface Subject {
  readonly id: bigint;
  readonly officeId: bigint;
}

export function leadCaptured(
  { id, officeId }: Subject,
  data: { readonly status: string; readonly leadType: string; readonly duplicates: number },
): DomainEvent {
  return { type: 'lead.captured', subjectId: id, officeId, data };
}

export function leadUpdated(
  { id, officeId }: Subject,
  data: { readonly status: string; readonly previousStatus: string; readonly consent: boolean },
): DomainEvent {
  return { type: 'lead.updated', subjectId: id, officeId, data };
}

export function leadConverted(
  { id, officeId }: Subject,
  data: { readonly customerId: bigint; readonly linked: boolean },
): DomainEvent {
  return { type: 'lead.converted', subjectId: id, officeId, data };
}

interface MessageFacts {
  readonly direction: string;
  readonly status: string;
}

export function messageCreated({ id, officeId }: Subject, data: MessageFacts): DomainEvent {
  return { type: 'whatsapp-message.created', subjectId: id, officeId, data: { ...data } };
}

export function messageUpdated(
  { id, officeId }: Subject,
  data: MessageFacts & { readonly previousStatus: string },
): DomainEvent {
  return { type: 'whatsapp-message.updated', subjectId: id, officeId, data: { ...data } };
}

const status = Type.String({ description: 'The status after it' });
const previousStatus = Type.String({ description: 'The status before it' });
const direction = Type.String({ description: 'INBOUND or OUTBOUND' });

const leadAndMessageEvents = eventKinds({
  'lead.captured': {
    summary: 'A lead was captured',
    permission: 'crm.lead.read',
    data: {
      status,
      leadType: Type.String({ description: 'Person or organisation' }),
      duplicates: Type.Integer({ description: 'How many records look like it' }),
    },
  },
  'lead.updated': {
    summary: 'Members of a lead were changed',
    permission: 'crm.lead.read',
    data: {
      status,
      previousStatus,
      consent: Type.Boolean({ description: 'Whether consent to be approached changed' }),
    },
  },
  'lead.converted': {
    summary: 'A lead became a customer',
    permission: 'crm.lead.read',
    data: {
      customerId: eventId('The customer'),
      linked: Type.Boolean({ description: 'True when the customer was there before' }),
    },
  },
  'whatsapp-message.created': {
    summary: 'A message was recorded',
    permission: 'crm.whatsapp.read',
    data: { direction, status },
  },
  'whatsapp-message.updated': {
    summary: 'A message was changed, mostly how far it came',
    permission: 'crm.whatsapp.read',
    data: { direction, status, previousStatus },
  },
});

/** Every kind of event of the module. */
export const crmEvents = [
  ...leadAndMessageEvents,
  ...templateEvents,
  ...notificationEvents,
  ...campaignEvents,
  ...messageEvents,
  ...contactEvents,
  ...activityEvents,
  ...leadAssignmentEvents,
  ...leadImportEvents,
];
