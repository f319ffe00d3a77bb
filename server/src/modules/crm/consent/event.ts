// The consent event. It never contains an address.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventSubject } from '../record.js';

export function consentChanged(
  { id, officeId }: EventSubject,
  data: {
    readonly channel: string;
    readonly purpose: string;
    readonly granted: boolean;
    readonly source: string;
  },
): DomainEvent {
  return { type: 'consent.changed', subjectId: id, officeId, data: { ...data } };
}

export const consentEvents = eventKinds({
  'consent.changed': {
    summary: 'Consent was given or withdrawn',
    permission: 'crm.consent.read',
    data: {
      channel: Type.String({
        description: 'EMAIL, SMS or WHATSAPP; for consent also CALL and SHARE',
      }),
      purpose: Type.String({ description: 'ALL or MARKETING' }),
      granted: Type.Boolean({ description: 'True if consent is given, false if it is withdrawn' }),
      source: Type.String({ description: 'How the person made the statement' }),
    },
  },
});
