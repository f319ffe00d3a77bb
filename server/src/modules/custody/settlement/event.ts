// Domain events about the money of corporate actions. They contain no personal data except ids.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import { minorToDecimal } from '../../../platform/money/money.js';

const event = (summary: string, more: EventDeclaration['data'] = {}): EventDeclaration => ({
  summary,
  permission: 'custody.corporate-action.read',
  data: {
    name: Type.String({ description: 'The number of the corporate action' }),
    kind: Type.String({ description: 'Kind of the corporate action, such as DVCA' }),
    ...more,
  },
});

const entitlement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.entitlement.read',
  data: {
    eventName: Type.String({ description: 'The number of the corporate action' }),
    kind: Type.String({ description: 'Kind of the corporate action, such as DVCA' }),
    portfolioId: eventId('The portfolio'),
    customerId: eventId('The customer'),
    units: Type.Integer({ description: 'Entitled units', format: 'int64' }),
  },
});

const settlement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.event-settlement.read',
  data: {
    name: Type.String({ description: 'The number of the settlement' }),
    eventName: Type.String({ description: 'The number of the corporate action' }),
    direction: Type.String({ description: 'RECEIPT, PAYMENT or ADVANCE' }),
  },
});

const amount = (description: string) => Type.Number({ description });

/** The domain events about settlement. */
export const settlementEvents = eventKinds({
  'corporate-action.paid': event('All amounts due from the corporate action are paid'),
  'corporate-action.closed': event(
    'The corporate action is closed, because nothing is due and no money is left',
  ),
  'corporate-action.underfunded': event(
    'The money received is less than the amount due at an office, so no holder there is paid. ' +
      'Sent once a day',
    {
      currency: Type.String(),
      due: amount('The amount still due'),
      available: amount('The remaining part of the money received'),
    },
  ),
  'entitlement.paid': entitlement('A portfolio was paid by the firm or by the registrar'),
  'entitlement.reversed': entitlement('A payment to a portfolio was reversed'),
  'event-settlement.created': settlement('Money from or to a registrar was entered'),
  'event-settlement.posted': settlement(
    'A second person approved a settlement, which has been booked',
  ),
  'event-settlement.rejected': settlement('A second person rejected a settlement'),
});

interface EventSubject {
  readonly id: bigint;
  readonly name: string;
  readonly kind: string;
}

/** Returns the domain event for a change to a corporate action. */
export function eventStep(done: 'paid' | 'closed', row: EventSubject): DomainEvent {
  const data = { name: row.name, kind: row.kind };
  return { type: `corporate-action.${done}`, subjectId: row.id, data };
}

/** Returns the domain event for a shortfall. Amounts are in minor units. */
export function underfundedEvent(
  row: EventSubject,
  part: {
    readonly officeId: bigint;
    readonly currency: string;
    readonly dueMinor: bigint;
    readonly availableMinor: bigint;
  },
): DomainEvent {
  const { currency } = part;
  return {
    type: 'corporate-action.underfunded',
    subjectId: row.id,
    officeId: part.officeId,
    data: {
      name: row.name,
      kind: row.kind,
      currency,
      due: minorToDecimal(part.dueMinor, currency),
      available: minorToDecimal(part.availableMinor, currency),
    },
  };
}

/** Returns the domain event for a paid or reversed entitlement. */
export function entitlementEvent(
  done: 'paid' | 'reversed',
  eventName: string,
  row: {
    readonly id: bigint;
    readonly kind: string;
    readonly office_id: bigint;
    readonly portfolio_id: bigint;
    readonly customer_id: bigint;
    readonly eligible_quantity: bigint;
  },
): DomainEvent {
  return {
    type: `entitlement.${done}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      eventName,
      kind: row.kind,
      portfolioId: row.portfolio_id,
      customerId: row.customer_id,
      units: row.eligible_quantity,
    },
  };
}

/** Returns the domain event for a settlement. */
export function settlementEvent(
  done: 'created' | 'posted' | 'rejected',
  row: {
    readonly id: bigint;
    readonly name: string;
    readonly event_name: string;
    readonly office_id: bigint;
    readonly direction: string;
  },
): DomainEvent {
  const data = { name: row.name, eventName: row.event_name, direction: row.direction };
  return { type: `event-settlement.${done}`, subjectId: row.id, officeId: row.office_id, data };
}
