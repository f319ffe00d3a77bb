// Events of term instruments; they contain no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';

export type TermInstrumentEvent =
  | 'term-instrument.submitted'
  | 'term-instrument.updated'
  | 'term-instrument.start-due'
  | 'term-instrument.posted'
  | 'term-instrument.cancelled'
  | 'term-instrument.interest-paid'
  | 'term-instrument.interest-capitalised'
  | 'term-instrument.matured'
  | 'term-instrument.rolled-over'
  | 'term-instrument.terminated'
  | 'term-instrument.overdue';

/** Returns the event for one change to an instrument. */
export function termInstrumentEvent(
  type: TermInstrumentEvent,
  row: { readonly id: bigint; readonly office_id: bigint; readonly name: string },
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent {
  return { type, subjectId: row.id, officeId: row.office_id, data: { name: row.name, ...data } };
}

const name = Type.String({ description: 'The number of the instrument' });
const status = Type.String({ description: 'The status after the change' });

const instrument = (
  summary: string,
  more: EventDeclaration['data'] = { status },
): EventDeclaration => ({
  summary,
  permission: 'asset.term-instrument.read',
  data: { name, ...more },
});

const interestDate = Type.String({ description: 'The interest payment date', format: 'date' });

/** The event kinds of term instruments. */
export const termInstrumentEvents = eventKinds({
  'term-instrument.submitted': instrument('A deposit or loan was captured'),
  'term-instrument.updated': instrument('A pending deposit or loan was changed'),
  'term-instrument.start-due': instrument(
    'A pending deposit or loan has reached its start date and must be posted',
    { startDate: Type.String({ description: 'The requested start', format: 'date' }) },
  ),
  'term-instrument.posted': instrument(
    'A deposit or loan was posted: the money moved and the term began',
  ),
  'term-instrument.cancelled': instrument('A deposit or loan was cancelled'),
  'term-instrument.interest-paid': instrument('Interest was paid', { interestDate }),
  'term-instrument.interest-capitalised': instrument('Interest became principal', {
    interestDate,
  }),
  'term-instrument.matured': instrument('A deposit or loan matured and was paid', {}),
  'term-instrument.rolled-over': instrument('A deposit matured and rolled over into another', {
    childId: eventId('The deposit into which it rolled over'),
  }),
  'term-instrument.terminated': instrument('A deposit or loan was terminated early'),
  'term-instrument.overdue': instrument('A loan was due but its customer had no cash', {}),
} satisfies Record<TermInstrumentEvent, EventDeclaration>);
