// Events of term instruments; no personal data beyond ids.

import type { DomainEvent } from '../../platform/events/event.js';

export type TermInstrumentEvent =
  | 'term-instrument.submitted'
  | 'term-instrument.updated'
  | 'term-instrument.posted'
  | 'term-instrument.cancelled'
  | 'term-instrument.interest-paid'
  | 'term-instrument.interest-capitalised'
  | 'term-instrument.matured'
  | 'term-instrument.rolled-over'
  | 'term-instrument.terminated'
  | 'term-instrument.overdue';

/** The event of one change of an instrument. */
export function termInstrumentEvent(
  type: TermInstrumentEvent,
  row: { readonly id: bigint; readonly office_id: bigint; readonly name: string },
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent {
  return { type, subjectId: row.id, officeId: row.office_id, data: { name: row.name, ...data } };
}
