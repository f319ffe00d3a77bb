// Entitlement events. They contain ids and units, and no personal data.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { CorporateActionRow } from '../record/queries.js';
import type { ChangedRow } from './store-queries.js';

const ofEntitlement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.entitlement.read',
  data: {
    eventName: Type.String({ description: 'The name of the corporate action' }),
    kind: Type.String({ description: 'Kind of the corporate action, such as DVCA' }),
    portfolioId: eventId('The portfolio'),
    customerId: eventId('The customer'),
    option: Type.Integer({ description: 'The number of the option' }),
    revision: Type.Integer({ description: '1 for the first revision' }),
    units: Type.Integer({ description: 'Entitled units', format: 'int64' }),
    newUnits: Type.Integer({ description: 'New units', format: 'int64' }),
    state: Type.String({ description: 'The state, such as PROVISIONAL or DUE' }),
  },
});

const ofEvent = (summary: string, data: EventDeclaration['data']): EventDeclaration => ({
  summary,
  permission: 'custody.corporate-action.read',
  data: {
    name: Type.String({ description: 'The name of the corporate action' }),
    kind: Type.String({ description: 'Kind of the corporate action, such as DVCA' }),
    ...data,
  },
});

const termsVersion = Type.Integer({ description: 'The version of its terms' });
const deliveryDate = Type.String({ format: 'date' });

/** The entitlement events. */
export const entitlementEvents = eventKinds({
  'corporate-action.entitled': ofEvent(
    'The holders of a corporate action are entitled under a version of its terms',
    {
      termsVersion,
    },
  ),
  'corporate-action.delivered': ofEvent(
    'The pending units of a corporate action can be delivered',
    { deliveryDate },
  ),
  'entitlement.made': ofEntitlement('A portfolio has received an entitlement'),
  'entitlement.revised': ofEntitlement('An entitlement has a new revision'),
});

type EventSubject = Pick<CorporateActionRow, 'id' | 'name' | 'kind'>;

/**
 * Returns the domain event for a corporate action whose holders are entitled under the terms in
 * force.
 */
export function entitledEvent(
  event: EventSubject & { readonly terms_version: number },
): DomainEvent {
  const { id, name, kind, terms_version: version } = event;
  return {
    type: 'corporate-action.entitled',
    subjectId: id,
    data: { name, kind, termsVersion: version },
  };
}

/** Returns the domain event for a corporate action whose pending units can be delivered. */
export function deliveredEvent({ id, name, kind }: EventSubject, date: string): DomainEvent {
  return {
    type: 'corporate-action.delivered',
    subjectId: id,
    data: { name, kind, deliveryDate: date },
  };
}

/** Returns the domain event for a new or revised entitlement. */
export function entitlementEvent({ name, kind }: EventSubject, row: ChangedRow): DomainEvent {
  return {
    type: row.revision === 1 ? 'entitlement.made' : 'entitlement.revised',
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      eventName: name,
      kind,
      portfolioId: row.portfolio_id,
      customerId: row.customer_id,
      option: row.option_number,
      revision: row.revision,
      units: row.eligible_quantity,
      newUnits: row.new_units,
      state: row.state,
    },
  };
}
