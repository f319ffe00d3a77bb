// Events about webhook endpoints. Deliveries are only recorded; they raise no events.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../platform/events/catalogue.js';
import type { DomainEvent } from '../../platform/events/event.js';

const declare = (summary: string): EventDeclaration => ({
  summary,
  permission: 'webhook.endpoint.read',
});

export const webhookEvents = eventKinds({
  'webhook-endpoint.created': declare('A webhook endpoint was created'),
  'webhook-endpoint.updated': declare('A webhook endpoint was changed'),
  'webhook-endpoint.enabled': declare('A webhook endpoint was enabled; sending continues'),
  'webhook-endpoint.disabled': {
    ...declare('A webhook endpoint was disabled; nothing is sent until it is enabled'),
    data: {
      reason: Type.String({
        description:
          'REQUESTED by a caller, GONE (the receiver responded with 410), FAILING for days, ' +
          'or OWNER_ENDED',
      }),
    },
  },
  'webhook-endpoint.secret-rotated': declare('A webhook endpoint has a new secret'),
  'webhook-endpoint.deleted': declare('A webhook endpoint was deleted'),
});

/**
 * Builds the event for a change to an endpoint. It belongs to the endpoint's owner, not to an
 * office.
 */
export function endpointEvent(
  what: 'created' | 'updated' | 'enabled' | 'secret-rotated' | 'deleted',
  id: bigint,
): DomainEvent {
  return { type: `webhook-endpoint.${what}`, subjectId: id };
}

export function endpointDisabled(id: bigint, reason: string): DomainEvent {
  return { type: 'webhook-endpoint.disabled', subjectId: id, data: { reason } };
}
