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
  description: 'Where events are posted; https, and a public address',
  longest: ENDPOINT.urlCharactersMax,
});
const label = wireText({ description: 'Human text', longest: ENDPOINT.labelCharactersMax });
const types = Type.Array(
  wireText({ description: 'An event type, or all types of a noun, such as `order.*`' }),
  {
    description: 'Event types to send; empty means all that the owner may see',
    maxItems: ENDPOINT.typesMax,
  },
);

export const EndpointBody = closedObject({
  url,
  label: Type.Optional(label),
  types: Type.Optional(types),
  since: Type.Optional(
    wireId({ description: 'Send events after this one; if absent, starting with the next event' }),
  ),
});

export const EndpointUpdateBody = closedObject({
  id: wireId({ description: 'The endpoint' }),
  url: Type.Optional(url),
  label: Type.Optional(label),
  types: Type.Optional(types),
});

export const RotationBody = closedObject({
  overlapHours: Type.Optional(
    wireInteger({
      description: `Hours of overlap of both secrets; default ${SECRET.overlapHoursDefault}`,
      most: SECRET.overlapHoursMax,
    }),
  ),
});

export const TestBody = closedObject({
  type: wireText({ description: 'The type of the sample event' }),
});

export const ById = closedObject({ id: wireId({ description: 'The record' }) });

export const EndpointList = closedObject({
  ...pageBS,
  state: Type.Optional(
    wireChoice(ENDPOINT_STATES, { description: 'Only endpoints in this state' }),
  ),
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
  owner: wireText({ description: 'The principal whose rights determine which events are sent' }),
  lastEventId: wireId({ description: 'All events up to this one are delivered or parked' }),
  waiting: wireInteger({ description: 'Number of deliveries waiting for their next attempt' }),
  failures: wireInteger({ description: 'Failed attempts in a row' }),
  failingSinceDttm: Type.Optional(
    wireInstant({ description: 'When the first of these failures happened' }),
  ),
  notBeforeDttm: Type.Optional(wireInstant({ description: 'Nothing is sent before this moment' })),
  previousSecretUntilDttm: Type.Optional(
    wireInstant({ description: 'Until then the previous secret also signs messages' }),
  ),
  secret: Type.Optional(
    wireText({ description: 'The secret, `whsec_…`; only the reply that created it contains it' }),
  ),
  ...stampShape,
});

const state = Type.Optional(
  wireChoice(DELIVERY_STATES, { description: 'Only deliveries in this state' }),
);

export const DeliveryList = closedObject({
  ...pageBS,
  endpointId: naming(
    'webhook endpoint',
    Type.Optional(wireId({ description: 'Only deliveries to this endpoint' })),
  ),
  state,
  type: naming(
    'event type',
    Type.Optional(wireText({ description: 'Only deliveries of this event type' })),
  ),
  eventId: Type.Optional(wireId({ description: 'Only deliveries of this event' })),
});

const headers = Type.Record(Type.String(), Type.String());

const AttemptRecord = closedObject({
  number: wireInteger({ description: '1 is the first' }),
  dttm: wireInstant({ description: 'When the attempt began' }),
  tookMs: wireInteger({ description: 'Time until the answer, or until the attempt failed' }),
  status: Type.Optional(wireInteger({ description: 'HTTP status of the answer' })),
  fault: Type.Optional(wireText({ description: 'Why there was no answer' })),
  requestHeaders: headers,
  answerHeaders: Type.Optional(headers),
  answerBody: Type.Optional(wireText({ description: 'The beginning of the answer' })),
});

const deliveryMembers = {
  id: wireId(),
  endpointId: wireId(),
  kind: wireChoice(DELIVERY_KINDS),
  messageId: wireText({ description: '`webhook-id`, the same in every attempt' }),
  type: wireText({ description: 'Type of the event' }),
  eventId: Type.Optional(wireId({ description: 'The event; a ping or test has none' })),
  state: wireChoice(DELIVERY_STATES),
  attempts: wireInteger({ description: 'Number of attempts until now' }),
  status: Type.Optional(wireInteger({ description: 'HTTP status of the last answer' })),
  fault: Type.Optional(wireText({ description: 'Why the last attempt had no answer' })),
  nextAttemptDttm: Type.Optional(wireInstant({ description: 'Not before this moment' })),
  createdDttm: wireInstant({ description: 'When it was first sent or requested' }),
  endedDttm: Type.Optional(
    wireInstant({ description: 'When it was delivered or failed permanently' }),
  ),
};

export const DeliverySummary = closedObject(deliveryMembers);

export const DeliveryRecord = closedObject({
  ...deliveryMembers,
  body: wireText({ description: 'The body that is posted' }),
  attemptLog: Type.Array(AttemptRecord, { description: 'All attempts, the last one first' }),
});

export const ReplayRangeBody = closedObject({
  endpointId: wireId({ description: 'The endpoint' }),
  since: wireId({ description: 'Events after this id' }),
  until: Type.Optional(
    wireId({ description: 'Up to and including this id; the last one if absent' }),
  ),
});

export const ReplayFailedBody = closedObject({
  endpointId: wireId({ description: 'The endpoint' }),
});

export const ReplayRecord = closedObject({
  replayed: wireInteger({ description: 'Number of messages that are sent again' }),
  next: Type.Optional(
    wireId({ description: 'The `since` of the next request; absent if the range is complete' }),
  ),
});

export type EndpointDraft = Static<typeof EndpointBody>;
export type EndpointChange = Static<typeof EndpointUpdateBody>;
export type ReplayRange = Static<typeof ReplayRangeBody>;
