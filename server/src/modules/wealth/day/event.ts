// Events about daily snapshots. They contain ids, dates and counts, but no amounts.

import { Type } from '@sinclair/typebox';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { FinishedClose } from './close-queries.js';
import type { EndedRestatement } from './restatement-queries.js';

const date = (description: string) => Type.String({ description, format: 'date' });
const count = (description: string) => Type.Integer({ description, minimum: 0, format: 'int64' });
const permission = 'wealth.valuation.read';

export const wealthEvents = eventKinds({
  'valuation-day.closed': {
    summary: 'All customers were valued at the end of a date; the subject is the date as a number',
    permission,
    data: {
      date: date('The date that was closed'),
      customers: count('Number of customers that were valued'),
      unvalued: count('Number of positions without a price or a value per unit'),
      stale: count('Number of positions whose price is too old'),
    },
  },
  'valuation.restated': {
    summary: 'Snapshots of a customer changed because something was recorded late',
    permission,
    data: {
      customerId: eventId('The customer'),
      from: date('The first date that was valued again'),
      to: date('The last date whose snapshot changed'),
      reason: Type.String({
        description: 'CORRECTION, PRICE, NAV, CORPORATE_ACTION or JOURNAL',
      }),
    },
  },
});

/** Returns the event for a valued date. */
export function closedEvent(closing: BusinessDate, closed: FinishedClose): DomainEvent {
  return {
    type: 'valuation-day.closed',
    subjectId: BigInt(closing.replaceAll('-', '')),
    data: {
      date: closing,
      customers: closed.customers,
      unvalued: closed.unvalued_lines,
      stale: closed.stale_lines,
    },
  };
}

/** Returns the event for a customer's changed snapshots. */
export function restatedEvent(row: EndedRestatement): DomainEvent {
  return {
    type: 'valuation.restated',
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      customerId: row.customer_id,
      from: row.from_date,
      to: row.changed_to,
      reason: row.reason,
    },
  };
}
