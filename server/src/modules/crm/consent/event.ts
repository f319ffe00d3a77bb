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
      channel: Type.String({ description: 'EMAIL, SMS, WHATSAPP, and for consent CALL, SHARE' }),
      purpose: Type.String({ description: 'ALL or MARKETING' }),
      granted: Type.Boolean({ description: 'False: withdrawn' }),
      source: Type.String({ description: 'How it was stated' }),
    },
  },
});
