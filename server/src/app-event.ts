// The operations of events: what happened, in one order that every reader sees alike.

import { Type } from '@sinclair/typebox';
import { EVENT } from './limits.js';
import { type EventFilter, listEvents } from './platform/events/event-list.js';
import { eventSequencer } from './platform/events/sequence.js';
import type { Module } from './platform/http/module.js';
import { commonProblems, refuseMember } from './platform/http/problem.js';
import { type Route, read } from './platform/http/route.js';
import { closedObject, wireId, wireInstant, wireInteger, wireText } from './platform/http/wire.js';

/** The module of events: their list, and the worker that gives them their order. */
export function eventModule(): Module {
  return { name: 'event', routes: eventRoutes, problems: {}, workers: [eventSequencer] };
}

const EventRecord = closedObject({
  id: wireId({ description: 'Its place in the order of all events' }),
  type: wireText({ description: 'What happened, as noun.past-participle' }),
  subjectId: wireId({ description: 'The record that it happened to' }),
  businessOfficeId: Type.Optional(wireId({ description: 'The business office of the record' })),
  time: wireInstant({ description: 'When it was written' }),
  data: Type.Object({}, { additionalProperties: true }),
});

const eventRoutes: readonly Route[] = [
  read({
    path: 'event/list',
    operation: 'listEvents',
    summary: 'Events in their order, after a position',
    description:
      'Ask again with `next` as `since`: no event is ever missed or comes twice. When `next` ' +
      'equals `since` there is nothing more yet. A page may be empty and `next` still go forward.',
    permission: 'event.read',
    query: closedObject({
      since: Type.Optional(wireId({ description: 'Events after this id; 0 is the beginning' })),
      until: Type.Optional(wireId({ description: 'Events up to and with this id' })),
      types: Type.Optional(
        wireText({
          description: 'Types with commas between; `cash-transaction.*` takes all of a noun',
          longest: EVENT.typesCharactersMost,
        }),
      ),
      c: Type.Optional(
        wireInteger({ description: 'Events per page', least: 1, most: EVENT.listedMost }),
      ),
    }),
    reply: closedObject({
      result: Type.Array(EventRecord),
      next: wireId({ description: 'The `since` of the next page' }),
    }),
    run: async ({ db, principal }, { query }) => {
      const page = await listEvents(db, {
        since: query.since ?? 0n,
        until: query.until,
        types: query.types === undefined ? undefined : typesOf(query.types),
        offices: principal.offices,
        limit: query.c ?? EVENT.listedDefault,
      });
      const result = page.events.map(({ position, officeId, ...event }) => ({
        id: position,
        ...event,
        businessOfficeId: officeId ?? undefined,
      }));
      return { result, next: page.next };
    },
  }),
];

// Nothing but these characters reaches the pattern that they become.
function typesOf(text: string): EventFilter['types'] {
  const types = text.split(',').map((type) => type.trim());
  const fits = types.every((type) => /^[a-z\d-]+\.([a-z\d-]+|\*)$/.test(type));
  if (!fits || types.length > EVENT.typesMost) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'types',
      `must be at most ${EVENT.typesMost} types such as order.filled or order.*, with commas`,
    );
  }
  return types;
}
