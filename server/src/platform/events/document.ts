// The event documents: the JSON Schema of every event kind, and the AsyncAPI 3 document of the
// event stream.

import { dataSchemaOf, type EventKind } from './catalogue.js';

type Json = Readonly<Record<string, unknown>>;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Returns the JSON Schema of an event as readers receive it. Each kind is in `$defs` under its
 * type.
 */
export function eventSchemaOf(kinds: readonly EventKind[]): Json {
  return {
    $schema: DIALECT,
    $id: '/events.json',
    title: 'An event of Countinghouse',
    oneOf: kinds.map(({ type }) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(kinds.map((kind) => [kind.type, schemaOf(kind)])),
  };
}

/** Builds the AsyncAPI 3 document of `event/stream`: one channel, and one message per kind. */
export function asyncApiOf(kinds: readonly EventKind[], version: string): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Countinghouse events',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      events: {
        address: '/api/v1/event/stream',
        description: 'Server-sent events; the `id` of each is its position',
        messages: Object.fromEntries(
          kinds.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
      },
    },
    operations: {
      streamEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'Events, in the same order for all readers',
      },
    },
    components: {
      messages: Object.fromEntries(kinds.map((kind) => [kind.type, messageOf(kind)])),
    },
  };
}

const INTRODUCTION = [
  'Every event has a position, from 1 and without gaps, which is its `id`. A reader that continues',
  'after the last id that it received misses none and gets none twice. The same events are ' +
    'read page by',
  'page with `event/list`.',
].join('\n');

function messageOf(kind: EventKind): Json {
  return {
    name: kind.type,
    title: kind.type,
    summary: kind.summary,
    contentType: 'application/json',
    'x-permission': kind.permission,
    payload: schemaOf(kind),
  };
}

function schemaOf(kind: EventKind): Json {
  return {
    type: 'object',
    description: kind.summary,
    'x-permission': kind.permission,
    required: ['id', 'type', 'subjectId', 'time', 'data'],
    additionalProperties: false,
    properties: {
      id: {
        type: 'integer',
        format: 'int64',
        minimum: 1,
        description: "The event's position in the order of all events",
      },
      type: { const: kind.type },
      subjectId: {
        type: 'integer',
        format: 'int64',
        description: 'The record that the event is about',
      },
      businessOfficeId: {
        type: 'integer',
        format: 'int64',
        description: 'The business office of the record, if it has one',
      },
      time: { type: 'string', format: 'date-time', description: 'When the event was stored' },
      data: dataSchemaOf(kind),
    },
  };
}
