// HTTP operations on events: the list and the stream. Both return events in the same order to every
// reader.

import { Type } from '@sinclair/typebox';
import { EVENT } from '../../../limits.js';
import { present } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import { createHeadReader } from '../../../platform/events/head.js';
import { type EventSelection, listEvents } from '../../../platform/events/queries.js';
import { EventRecord, eventRecord } from '../../../platform/events/record.js';
import { eventSequencer } from '../../../platform/events/sequence.js';
import {
  createEventStream,
  type EventStream,
  type Rights,
} from '../../../platform/events/stream.js';
import { triggerTestEvent } from '../../../platform/events/test-event.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { closedObject, wireId, wireInteger, wireText } from '../../../platform/http/shape/wire.js';
import type { Module } from '../../../platform/module.js';

const PERMISSION = 'event.read';

/** Builds the event module: the list, the stream, and the worker that numbers events. */
export function eventModule(context: Context): Module {
  const { eventCatalogue } = context;
  const rightsOf: Rights = (principal) =>
    principal.permissions.has(PERMISSION)
      ? { offices: principal.offices, hidden: eventCatalogue.hiddenFrom(principal) }
      : undefined;
  const stream = createEventStream(context, rightsOf);
  return {
    name: 'event',
    summary: 'Events, as a list and as a stream',
    routes: [eventList, streamRoute(stream, createHeadReader(context.db)), triggerTestEvent],
    problems: {},
    workers: [eventSequencer, stream.worker],
  };
}

const types = Type.Optional(
  wireText({
    description: 'Types, separated by commas; `cash-transaction.*` selects all types of a noun',
    longest: EVENT.typesCharactersMax,
  }),
);

const eventList = read({
  path: 'event/list',
  operation: 'listEvents',
  summary: 'Events after a position, in order',
  description:
    'Use `next` as `since` to request the next page: no event is missed or repeated. If ' +
    '`next` equals `since`, there are no more events yet. A page may be empty although `next` ' +
    'increases.',
  permission: PERMISSION,
  query: closedObject({
    since: Type.Optional(wireId({ description: 'Events after this id; 0 for all' })),
    until: Type.Optional(wireId({ description: 'Events up to and including this id' })),
    types,
    c: Type.Optional(
      wireInteger({
        description: `Events per page. Default: ${EVENT.listedDefault}, also for 0`,
        most: EVENT.listedMax,
      }),
    ),
  }),
  reply: closedObject({
    result: Type.Array(EventRecord),
    next: wireId({ description: 'The value of `since` for the next page' }),
  }),
  run: async ({ db, context, principal }, { query }) => {
    const page = await listEvents(db, {
      since: query.since ?? 0n,
      until: query.until,
      types: typesOf(query.types),
      offices: principal.offices,
      hidden: context.eventCatalogue.hiddenFrom(principal),
      limit: query.c || EVENT.listedDefault,
    });
    return { result: page.events.map(eventRecord), next: page.next };
  },
});

function streamRoute(stream: EventStream, readHead: () => Promise<bigint>): Route {
  return read({
    path: 'event/stream',
    operation: 'streamEvents',
    summary: 'Events as they happen, as server-sent events',
    description:
      'Starts after `Last-Event-ID`, otherwise after `since`, otherwise now. Past ' +
      'events are sent first, then new ones. Comments are heartbeats. The last block of a stream ' +
      'that the server ends is `event: end` with `reason` and `lastId`. Messages: ' +
      '`/asyncapi.json`.',
    permission: PERMISSION,
    query: closedObject({
      since: Type.Optional(wireId({ description: 'Events after this id; 0 for all' })),
      types,
    }),
    produces: 'text/event-stream',
    endless: true,
    run: async ({ context, principal, request: received }, { query }) => {
      const { lastEventId, authenticateAgain } = present(received, 'a stream has a request');
      const wanted = { types: typesOf(query.types), offices: principal.offices };
      const head = await readHead();
      const position = startOf(lastEventId, query.since, head);
      const hidden = context.eventCatalogue.hiddenFrom(principal);
      const request = { position, selection: { ...wanted, hidden }, authenticateAgain };
      return {
        contentType: 'text/event-stream; charset=utf-8',
        // Tells proxies not to buffer the reply, because buffering would delay events.
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        bytes: stream.open(request, head),
      };
    },
  });
}

// Returns the start position. A browser that reconnects repeats its URL, including `since`, so the
// header takes precedence.
function startOf(lastEventId: string | undefined, since: bigint | undefined, head: bigint): bigint {
  const member = lastEventId ? 'Last-Event-ID' : 'since';
  if (lastEventId && !/^\d{1,18}$/.test(lastEventId)) {
    throw refuseMember(commonProblems.INVALID_REQUEST, member, 'must be the id of an event');
  }
  const start = lastEventId ? BigInt(lastEventId) : (since ?? head);
  if (start > head) {
    const why = `is after the last event, which is ${head}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, member, why);
  }
  return start;
}

// Returns the selected types. They become part of a pattern, so only certain characters are
// allowed.
function typesOf(text: string | undefined): EventSelection['types'] {
  if (text === undefined) return undefined;
  const types = text.split(',').map((type) => type.trim());
  const fits = types.every((type) => /^[a-z\d-]+\.([a-z\d-]+|\*)$/.test(type));
  if (!fits || types.length > EVENT.typesMax) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'types',
      `must be at most ${EVENT.typesMax} types such as order.filled, separated by commas`,
    );
  }
  return types;
}
