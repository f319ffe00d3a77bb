// The event record, in lists and in the stream.

import { Type } from '@sinclair/typebox';
import { closedObject, wireId, wireInstant, wireText } from '../http/shape/wire.js';
import type { PositionedEvent } from './queries.js';

/** The wire shape of an event. */
export const EventRecord = closedObject({
  id: wireId({ description: "The event's position in the order of all events" }),
  type: wireText({ description: 'What happened, as noun.past-participle' }),
  subjectId: wireId({ description: 'The record that the event is about' }),
  businessOfficeId: Type.Optional(wireId({ description: "The record's business office" })),
  time: wireInstant({ description: 'When the event was stored' }),
  data: Type.Object({}, { additionalProperties: true }),
});

/** Converts an event to its record. */
export function eventRecord({ position, officeId, ...event }: PositionedEvent) {
  return { id: position, ...event, businessOfficeId: officeId ?? undefined };
}
