// Wire shapes of webhook endpoints and deliveries.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import {
  closedObject,
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
const types = Type.Array(wireText({ description: 'A type, or all of a noun as `order.*`' }), {
  description: 'What is sent; none means all that the owner may see',
  maxItems: ENDPOINT.typesMax,
});

export const EndpointBody = closedObject({
  url,
  label: Type.Optional(label),
  types: Type.Optional(types),
  since: Type.Optional(
    wireId({ description: 'Begin after this event; what happens from now on when absent' }),
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
      description: `For so long the secret before signs too; ${SECRET.overlapHoursDefault} hours`,
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
  state: Type.Optional(wireChoice(ENDPOINT_STATES, { description: 'Only those in this state' })),
});

export const EndpointRecord = closedObject({
  id: wireId(),
  active: wireFlag({ description: 'Whether it is sent to' }),
  name: wireText({ description: 'Code given by the server' }),
  label,
  url,
  types,
  state: wireChoice(ENDPOINT_STATES),
  disabledReason: Type.Optional(wireChoice(DISABLED_REASONS)),
  owner: wireText({ description: 'Whose rights say what is sent' }),
  lastEventId: wireId({ description: 'All events up to here are delivered or wait aside' }),
  waiting: wireInteger({ description: 'Deliveries that wait for their next attempt' }),
  failures: wireInteger({ description: 'Failed attempts in a row' }),
  failingSinceDttm: Type.Optional(wireInstant({ description: 'The first of these failures' })),
  notBeforeDttm: Type.Optional(wireInstant({ description: 'Nothing is sent before this moment' })),
  previousSecretUntilDttm: Type.Optional(
    wireInstant({ description: 'Until then messages carry a signature by the secret before, too' }),
  ),
  secret: Type.Optional(
    wireText({ description: 'The secret, `whsec_…`: in the reply that made it, and never again' }),
  ),
  ...stampShape,
});

const state = Type.Optional(wireChoice(DELIVERY_STATES, { description: 'Only those in it' }));

export const DeliveryList = closedObject({
  ...pageBS,
  endpointId: Type.Optional(wireId({ description: 'Only those to this endpoint' })),
  state,
  type: Type.Optional(wireText({ description: 'Only events of this type' })),
  eventId: Type.Optional(wireId({ description: 'Only those of this event' })),
});

const headers = Type.Record(Type.String(), Type.String());

const AttemptRecord = closedObject({
  number: wireInteger({ description: '1 is the first' }),
  dttm: wireInstant({ description: 'When it began' }),
  tookMs: wireInteger({ description: 'Until the answer, or until it was given up' }),
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
  attempts: wireInteger({ description: 'Attempts so far' }),
  status: Type.Optional(wireInteger({ description: 'HTTP status of the last answer' })),
  fault: Type.Optional(wireText({ description: 'Why the last attempt had no answer' })),
  nextAttemptDttm: Type.Optional(wireInstant({ description: 'Not before this moment' })),
  createdDttm: wireInstant({ description: 'When it was first sent, or asked for' }),
  endedDttm: Type.Optional(wireInstant({ description: 'When it was delivered or given up' })),
};

export const DeliverySummary = closedObject(deliveryMembers);

export const DeliveryRecord = closedObject({
  ...deliveryMembers,
  body: wireText({ description: 'What is posted' }),
  attemptLog: Type.Array(AttemptRecord, { description: 'Every attempt, the last one first' }),
});

export const ReplayRangeBody = closedObject({
  endpointId: wireId({ description: 'The endpoint' }),
  since: wireId({ description: 'Events after this id' }),
  until: Type.Optional(wireId({ description: 'Up to and with this id; the last one when absent' })),
});

export const ReplayFailedBody = closedObject({
  endpointId: wireId({ description: 'The endpoint' }),
});

export const ReplayRecord = closedObject({
  replayed: wireInteger({ description: 'How many messages are sent again' }),
  next: Type.Optional(
    wireId({ description: 'The `since` to go on with; absent when the range is done' }),
  ),
});

export type EndpointDraft = Static<typeof EndpointBody>;
export type EndpointChange = Static<typeof EndpointUpdateBody>;
export type ReplayRange = Static<typeof ReplayRangeBody>;
