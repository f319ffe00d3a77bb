// Wire shapes of webhook endpoints and deliveries.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../platform/http/shape/wire.js';
import { ENDPOINT, SECRET } from './limits.js';

const ENDPOINT_STATES = ['ENABLED', 'DISABLED'] as const;
const DISABLED_REASONS = ['REQUESTED', 'GONE', 'FAILING', 'OWNER_ENDED'] as const;
const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED'] as const;
const DELIVERY_KINDS = ['EVENT', 'PING', 'TEST'] as const;

const url = wireText({
  description: 'URL to which events are posted; must use https and a public address',
  longest: ENDPOINT.urlCharactersMax,
});
const label = wireText({ description: 'Display text', longest: ENDPOINT.labelCharactersMax });
const types = Type.Array(
  wireText({ description: 'An event type, or all types of a noun, such as `order.*`' }),
  {
    description: 'Event types to send; empty for all that the owner can see',
    maxItems: ENDPOINT.typesMax,
  },
);

export const EndpointBody = closedObject({
  url,
  label: Type.Optional(label),
  types: Type.Optional(types),
  since: Type.Optional(
    wireId({ description: 'Send events after this one; if absent, only future events' }),
  ),
});

export const EndpointUpdateBody = closedObject({
  id: wireId({ description: 'Id of the endpoint' }),
  url: Type.Optional(url),
  label: Type.Optional(label),
  types: Type.Optional(types),
});

export const RotationBody = closedObject({
  overlapHours: Type.Optional(
    wireInteger({
      description: `Hours for which both secrets sign. Default: ${SECRET.overlapHoursDefault}`,
      most: SECRET.overlapHoursMax,
    }),
  ),
});

export const TestBody = closedObject({
  type: wireText({ description: 'Type of the sample event' }),
});

export const ById = closedObject({ id: wireId({ description: 'Id of the record' }) });

export const EndpointList = closedObject({
  ...pageBS,
  state: Type.Optional(wireChoice(ENDPOINT_STATES, { description: 'Filter by state' })),
});

export const EndpointRecord = closedObject({
  id: wireId(),
  active: wireFlag({ description: 'Whether events are sent to it' }),
  name: wireText({ description: 'Code assigned by the server' }),
  label,
  url,
  types,
  state: wireChoice(ENDPOINT_STATES),
  disabledReason: Type.Optional(wireChoice(DISABLED_REASONS)),
  owner: wireText({ description: 'Principal whose rights determine which events are sent' }),
  lastEventId: wireId({ description: 'All events up to this one are delivered or parked' }),
  waiting: wireInteger({ description: 'Number of deliveries waiting for their next attempt' }),
  failures: wireInteger({ description: 'Number of consecutive failed attempts' }),
  failingSinceDttm: Type.Optional(
    wireInstant({ description: 'Time of the first of the consecutive failures' }),
  ),
  notBeforeDttm: Type.Optional(wireInstant({ description: 'Time before which nothing is sent' })),
  previousSecretUntilDttm: Type.Optional(
    wireInstant({ description: 'Time until which the previous secret also signs messages' }),
  ),
  secret: Type.Optional(
    wireText({ description: 'The secret, `whsec_…`; returned only in the reply that created it' }),
  ),
  ...stampShape,
});

const state = Type.Optional(wireChoice(DELIVERY_STATES, { description: 'Filter by state' }));

export const DeliveryList = closedObject({
  ...pageBS,
  endpointId: naming(
    'webhook endpoint',
    Type.Optional(wireId({ description: 'Filter by endpoint' })),
  ),
  state,
  type: naming('event type', Type.Optional(wireText({ description: 'Filter by event type' }))),
  eventId: Type.Optional(wireId({ description: 'Filter by event' })),
});

const headers = Type.Record(Type.String(), Type.String());

const AttemptRecord = closedObject({
  number: wireInteger({ description: '1 is the first' }),
  dttm: wireInstant({ description: 'Time at which the attempt began' }),
  tookMs: wireInteger({ description: 'Time until the response or the failure' }),
  status: Type.Optional(wireInteger({ description: 'HTTP status of the response' })),
  fault: Type.Optional(wireText({ description: 'Reason why there was no response' })),
  requestHeaders: headers,
  answerHeaders: Type.Optional(headers),
  answerBody: Type.Optional(wireText({ description: 'The beginning of the response' })),
});

const deliveryMembers = {
  id: wireId(),
  endpointId: wireId(),
  kind: wireChoice(DELIVERY_KINDS),
  messageId: wireText({ description: '`webhook-id`; identical in every attempt' }),
  type: wireText({ description: 'Type of the event' }),
  eventId: Type.Optional(wireId({ description: 'The event; absent for a ping or test' })),
  state: wireChoice(DELIVERY_STATES),
  attempts: wireInteger({ description: 'Number of attempts so far' }),
  status: Type.Optional(wireInteger({ description: 'HTTP status of the last response' })),
  fault: Type.Optional(wireText({ description: 'Reason why the last attempt had no response' })),
  nextAttemptDttm: Type.Optional(wireInstant({ description: 'Earliest time of the next attempt' })),
  createdDttm: wireInstant({ description: 'Time at which it was first sent or requested' }),
  endedDttm: Type.Optional(
    wireInstant({ description: 'Time at which it was delivered or failed permanently' }),
  ),
};

export const DeliverySummary = closedObject(deliveryMembers);

export const DeliveryRecord = closedObject({
  ...deliveryMembers,
  body: wireText({ description: 'The body that is posted' }),
  attemptLog: Type.Array(AttemptRecord, { description: 'All attempts, most recent first' }),
});

export const ReplayRangeBody = closedObject({
  endpointId: wireId({ description: 'Id of the endpoint' }),
  since: wireId({ description: 'Events after this id' }),
  until: Type.Optional(
    wireId({ description: 'Events up to and including this id. Default: the last one' }),
  ),
});

export const ReplayFailedBody = closedObject({
  endpointId: wireId({ description: 'Id of the endpoint' }),
});

export const ReplayRecord = closedObject({
  replayed: wireInteger({ description: 'Number of messages to be sent again' }),
  next: Type.Optional(
    wireId({
      description: 'The value of `since` for the next request; absent if the range is complete',
    }),
  ),
});

export type EndpointDraft = Static<typeof EndpointBody>;
export type EndpointChange = Static<typeof EndpointUpdateBody>;
export type ReplayRange = Static<typeof ReplayRangeBody>;
