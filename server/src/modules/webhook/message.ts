// Builds message bodies. A body is the event record that lists and the stream also contain, plus
// the `timestamp` of the Standard Webhooks specification.

import type { EventKind } from '../../platform/events/catalogue.js';
import type { PositionedEvent } from '../../platform/events/queries.js';
import { eventRecord } from '../../platform/events/record.js';
import { sampleOf } from '../../platform/events/sample.js';
import { toJson } from '../../platform/json/json.js';
import type { Dispatch } from './sending-queries.js';

/** Returns the message for an event. It is identical for all endpoints and attempts. */
export function messageOf(event: PositionedEvent): Dispatch {
  const { position, type, time } = event;
  return {
    id: undefined,
    replays: 0,
    kind: 'EVENT',
    position,
    // After the database is restored, positions may be reused. The time then keeps the ids
    // distinct.
    messageId: `evt_${position}_${Date.parse(time).toString(36)}`,
    type,
    body: toJson({ timestamp: time, ...eventRecord(event) }),
  };
}

/** Returns the body of a ping, which contains no data. */
export function pingBody(endpointId: bigint, now: string): string {
  return toJson({
    ...{ type: PING, timestamp: now, test: true },
    ...{ subjectId: endpointId, time: now, data: {} },
  });
}

/** The type of a ping. No event has this type. */
export const PING = 'webhook-endpoint.pinged';

/** Returns the body of a sample event, which is marked as a sample. */
export function sampleBody(kind: EventKind, now: string): string {
  const { type } = kind;
  return toJson({
    ...{ type, timestamp: now, test: true },
    ...{ id: 1, subjectId: 1, time: now, data: sampleOf(kind) },
  });
}
