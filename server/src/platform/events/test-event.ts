// Test events let developers of event receivers test without waiting for real events. All have a
// type of their own, and their data contains the simulated type. Receivers of real types therefore
// cannot mistake them for real events.

import { Type } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { EVENT } from '../../limits.js';
import type { Work } from '../context.js';
import { commonProblems, refuseMember } from '../http/reply/problem.js';
import { type Outcome, type Route, write } from '../http/route.js';
import { closedObject, wireId, wireText } from '../http/shape/wire.js';
import { toJson } from '../json/json.js';
import { dataSchemaOf, type EventKind, eventKinds } from './catalogue.js';
import { sampleOf } from './sample.js';

const TRIGGERED = 'test-event.triggered';

/** The event kind of test events. */
export const testEvents = eventKinds({
  [TRIGGERED]: {
    summary: 'A test of an event receiver. Nothing has happened',
    permission: 'event.read',
    data: {
      type: Type.String({ description: 'The simulated type' }),
      data: Type.Object(
        {},
        { description: 'Data as in an event of the simulated type', additionalProperties: true },
      ),
    },
  },
});

const body = closedObject({
  type: wireText({ description: 'The type of event to simulate, such as trade-order.executed' }),
  subjectId: Type.Optional(wireId({ description: 'Id of the record it is about; default: 1' })),
  data: Type.Optional(
    Type.Object(
      {},
      { description: 'Members to replace in the sample data', additionalProperties: true },
    ),
  ),
});

/** The operation that triggers a test event. */
export const triggerTestEvent: Route = write({
  method: 'POST',
  path: 'event/test/trigger',
  operation: 'triggerTestEvent',
  summary: 'Create a test event that simulates an event type',
  description:
    `Its own type is \`${TRIGGERED}\`. Its \`data\` contains the simulated \`type\` and sample ` +
    '`data` that matches the schema of that type. It is delivered like any other event: in the ' +
    'list, in the stream and to webhooks.',
  permission: 'event.test-event.trigger',
  scope: 'OFFICE',
  problems: [commonProblems.UNKNOWN_REFERENCE],
  body,
  reply: closedObject({
    type: wireText({ description: 'The simulated type' }),
    subjectId: wireId({ description: 'The record that the event is about' }),
    data: Type.Object({}, { description: 'The data of the event', additionalProperties: true }),
  }),
  example: { type: 'trade-order.executed' },
  run: async (work, { body }) => trigger(work, body),
});

interface Wish {
  readonly type: string;
  readonly subjectId?: bigint;
  readonly data?: Readonly<Record<string, unknown>>;
}

function trigger(work: Work, { type, subjectId = 1n, data }: Wish): Outcome {
  const kind = kindOf(work, type);
  const pictured = { ...sampleOf(kind), ...data };
  refuseData(kind, pictured);
  // A caller restricted to offices receives only their events, so the test event gets one of these
  // offices.
  const [officeId] = work.principal.offices ?? [];
  work.events.push({ type: TRIGGERED, subjectId, officeId, data: { type, data: pictured } });
  return { msgCode: 'TEST_EVENT_TRIGGERED', result: { type, subjectId, data: pictured } };
}

// A type that the caller may not receive gets the same reply as an unknown type.
function kindOf({ context, principal }: Work, type: string): EventKind {
  const { kinds, hiddenFrom } = context.eventCatalogue;
  const kind = kinds.find((each) => each.type === type && type !== TRIGGERED);
  if (kind === undefined || hiddenFrom(principal).includes(type)) {
    const why = `${type} is not an event type; /events.json lists all of them`;
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'type', why);
  }
  return kind;
}

function refuseData(kind: EventKind, data: object): void {
  const text = toJson(data);
  const ajv = new Ajv2020({ formats: { int64: true, date: /^\d{4}-\d\d-\d\d$/ } });
  const fits = ajv.compile(dataSchemaOf(kind));
  const why =
    text.length > EVENT.testDataCharactersMax
      ? `must have at most ${EVENT.testDataCharactersMax} characters`
      : fits(JSON.parse(text))
        ? undefined
        : `does not match the schema of ${kind.type}: ${ajv.errorsText(fits.errors)}`;
  if (why !== undefined) throw refuseMember(commonProblems.INVALID_REQUEST, 'data', why);
}
