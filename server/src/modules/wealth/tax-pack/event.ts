// Tax pack events. They contain ids and dates, but no amounts.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { PackRow } from './store-queries.js';

const pack = (summary: string): EventDeclaration => ({
  summary,
  permission: 'wealth.tax-pack.read',
  data: {
    name: Type.String({ description: 'The number of the pack' }),
    customerId: eventId('The customer'),
    year: Type.Integer({ description: 'The calendar year in which the tax year starts' }),
    state: Type.String({ description: 'State: DRAFT, PROVISIONAL or FINAL' }),
    versionNo: Type.Integer({ description: 'Version number; 1 for the first pack of the year' }),
  },
});

/** The tax pack events. */
export const packEvents = eventKinds({
  'tax-pack.issued': pack('A tax pack was issued and sealed'),
  'tax-pack.outdated': pack('A later record changes the pack'),
  'tax-pack.replaced': pack('A later version has replaced the pack'),
});

/** Returns the event for a change to a pack. */
export function packEvent(done: 'issued' | 'outdated' | 'replaced', row: PackRow): DomainEvent {
  return {
    type: `tax-pack.${done}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      name: row.name,
      customerId: row.customer_id,
      year: row.tax_year,
      state: row.state,
      versionNo: row.version_no,
    },
  };
}
