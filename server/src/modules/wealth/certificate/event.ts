// Events of withholding tax certificates.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { ShownCertificate } from './queries.js';

const of = {
  permission: 'wealth.withholding-certificate.read',
  data: {
    customerId: Type.Integer({ description: 'The customer' }),
    deductions: Type.Integer({ description: 'Number of deductions on the certificate' }),
  },
};

export const certificateEvents = eventKinds({
  'withholding-certificate.recorded': {
    summary: 'A withholding tax certificate was recorded',
    ...of,
  },
  'withholding-certificate.undone': { summary: 'A withholding tax certificate was undone', ...of },
});

/** Returns the event for a change to a certificate. */
export function certificateEvent(done: 'recorded' | 'undone', row: ShownCertificate): DomainEvent {
  return {
    type: `withholding-certificate.${done}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: { customerId: row.customer_id, deductions: row.deductions.length },
  };
}
