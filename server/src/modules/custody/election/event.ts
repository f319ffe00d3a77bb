// Election events. They contain no personal data except ids.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventKind } from '../rule/kind.js';
import type { ElectionRow } from './queries.js';

const election = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.election.read',
  data: {
    eventName: Type.String({ description: 'The name of the corporate action' }),
    kind: Type.String({ description: 'Kind of the corporate action, such as EXRI' }),
    portfolioId: eventId('The portfolio'),
    customerId: eventId('The customer'),
    option: Type.Integer({ description: 'The number of the option' }),
    units: Type.Integer({ description: 'Units elected', format: 'int64' }),
    additionalUnits: Type.Integer({
      description: 'Units applied for beyond the rights',
      format: 'int64',
    }),
  },
});

/** The election events. */
export const electionEvents = eventKinds({
  'election.submitted': election('A portfolio elected an option'),
  'election.cancelled': election(
    'An election was cancelled or replaced, its event was cancelled, or lapsed rights were ' +
      'restored',
  ),
  'election.instructed': election('The deadline has passed; the election is sent to the registrar'),
  'election.settled': election('The registrar has allotted some or all of the elected units'),
  'election.lapsed': election('Rights lapsed, or an election could not be carried out'),
  'election.due': {
    summary: 'The deadline is near, and a holder has made no election',
    permission: 'custody.election.read',
    data: {
      eventName: Type.String({ description: 'The name of the corporate action' }),
      kind: Type.String({ description: 'Kind of the corporate action, such as EXRI' }),
      portfolioId: eventId('The portfolio'),
      customerId: eventId('The customer'),
    },
  },
});

/** The payload of an election event. */
type ElectionSubject = Pick<
  ElectionRow,
  | 'id'
  | 'event_name'
  | 'portfolio_id'
  | 'customer_id'
  | 'office_id'
  | 'option_number'
  | 'quantity'
  | 'additional_quantity'
> & { readonly kind: EventKind };

/** Returns the event for a change to an election. */
export function electionEvent(
  done: 'submitted' | 'cancelled' | 'instructed' | 'settled' | 'lapsed',
  row: ElectionSubject,
): DomainEvent {
  return {
    type: `election.${done}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      eventName: row.event_name,
      kind: row.kind,
      portfolioId: row.portfolio_id,
      customerId: row.customer_id,
      option: row.option_number,
      units: row.quantity,
      additionalUnits: row.additional_quantity,
    },
  };
}

/** Returns the event for a reminder; its subject is the reminder. */
export function dueEvent(
  event: { readonly name: string; readonly kind: EventKind },
  row: {
    readonly id: bigint;
    readonly portfolio_id: bigint;
    readonly customer_id: bigint;
    readonly office_id: bigint;
  },
): DomainEvent {
  const data = { portfolioId: row.portfolio_id, customerId: row.customer_id };
  return {
    ...{ type: 'election.due', subjectId: row.id, officeId: row.office_id },
    data: { eventName: event.name, kind: event.kind, ...data },
  };
}
