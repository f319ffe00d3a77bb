// The event stream: first the backlog, then live events. One tail serves all readers of a node.

import type { Readable } from 'node:stream';
import { EVENT_STREAM } from '../../limits.js';
import { startLoop } from '../concurrency/loop.js';
import type { Context, Principal } from '../context.js';
import { commonProblems, Problem, refusal } from '../http/reply/problem.js';
import { SERVER_CLOSING } from '../http/server.js';
import type { RunningWorker, Worker } from '../worker.js';
import { listEvents } from './queries.js';
import { EVENT_POSITIONED } from './sequence.js';
import type { StreamLimits } from './stream-limit.js';
import {
  handChunk,
  handEnd,
  handHeartbeat,
  openReader,
  type StreamEnd,
  type StreamReader,
  type StreamRequest,
} from './stream-reader.js';
import { createEventTail, type EventTail, encodeEvent } from './tail.js';

/** Reads a caller's current rights. Undefined if there are none. */
export type Rights = (
  principal: Principal,
) => Pick<StreamReader['selection'], 'offices' | 'hidden'> | undefined;

export interface EventStream {
  readonly worker: Worker;
  /**
   * Opens a reader's stream. Refuses with SERVICE_UNAVAILABLE if the node has too many readers or
   * is stopping.
   * @param head the last position when the reader connected
   */
  readonly open: (request: StreamRequest, head: bigint) => Readable;
}

interface Hub {
  readonly context: Context;
  readonly rightsOf: Rights;
  readonly limits: StreamLimits;
  readonly tail: EventTail;
  readonly readers: Set<StreamReader>;
  /** Readers waiting for their turn to read the database. */
  readonly behind: StreamReader[];
  reading: number;
  closing: boolean;
}

/** Creates the event stream of one node. */
export function createEventStream(
  context: Context,
  rightsOf: Rights,
  limits: StreamLimits = EVENT_STREAM,
): EventStream {
  const hub: Hub = {
    ...{ context, rightsOf, limits, tail: createEventTail(limits) },
    ...{ readers: new Set<StreamReader>(), behind: [], reading: 0, closing: false },
  };
  return {
    worker: { name: 'event-stream', role: 'http', start: async () => startHub(hub) },
    open: (request, head) => addReader(hub, request, head),
  };
}

function startHub(hub: Hub): RunningWorker {
  const { context, limits } = hub;
  const loops = [
    startLoop(context, {
      name: 'event-tail',
      everyMs: limits.pollIntervalMs,
      wakeOn: EVENT_POSITIONED,
      round: () => followEvents(hub),
    }),
    startLoop(context, {
      name: 'event-readers',
      everyMs: limits.sweepEveryMs,
      round: () => sweep(hub),
    }),
  ];
  const forget = context.signals.on(SERVER_CLOSING, () => closeAll(hub));
  return {
    ready: () => true,
    stop: async () => {
      forget();
      closeAll(hub);
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function closeAll(hub: Hub): void {
  hub.closing = true;
  for (const reader of hub.readers) endReader(hub, reader, 'SERVER_STOPPING');
}

function addReader(hub: Hub, request: StreamRequest, head: bigint): Readable {
  const { limits, tail } = hub;
  if (hub.closing || hub.readers.size >= limits.readersMax) {
    throw refusal(commonProblems.SERVICE_UNAVAILABLE, {
      detail: 'too many clients are reading events',
    });
  }
  // The tail is not updated while there are no readers, so it restarts at the current head.
  if (hub.readers.size === 0) tail.restart(head);
  const reader = openReader({ clock: hub.context.clock, limits }, request, (one) =>
    deliver(hub, one),
  );
  hub.readers.add(reader);
  reader.stream.once('close', () => {
    hub.readers.delete(reader);
    measure(hub);
  });
  measure(hub);
  deliver(hub, reader);
  return reader.stream;
}

function measure({ context, readers }: Hub): void {
  context.metrics.gauges.set({ name: 'event_readers' }, readers.size);
}

// Reads the database once for all readers that have caught up.
async function followEvents(hub: Hub): Promise<void> {
  const { context, limits, tail, readers } = hub;
  for (let page = 0; page < limits.pagesPerRoundMax && readers.size > 0; page += 1) {
    const since = tail.head();
    const everything = { types: undefined, offices: undefined, hidden: [], until: undefined };
    const limit = limits.pageEventsMax;
    const read = await listEvents(context.db, { ...everything, since, limit });
    if (!tail.append(since, read) || read.next === since) return;
    for (const reader of readers) deliver(hub, reader);
  }
}

// Pushes as much as a reader can accept: from the tail, or from the database if the reader is
// further behind.
function deliver(hub: Hub, reader: StreamReader): void {
  const { tail, context } = hub;
  while (reader.takes && !reader.catchingUp && reader.position < tail.head()) {
    if (!hub.readers.has(reader)) return;
    if (reader.position < tail.first()) {
      reader.catchingUp = true;
      hub.behind.push(reader);
      catchUp(hub);
      return;
    }
    const chunk = tail.chunkAfter(reader.position, reader.selection);
    handChunk(reader, chunk, context.clock.millis());
  }
}

function catchUp(hub: Hub): void {
  while (hub.reading < hub.limits.catchUpsAtOnceMax) {
    const reader = hub.behind.shift();
    if (reader === undefined) return;
    hub.reading += 1;
    void readBehind(hub, reader).finally(() => {
      hub.reading -= 1;
      reader.catchingUp = false;
      deliver(hub, reader);
      catchUp(hub);
    });
  }
}

async function readBehind(hub: Hub, reader: StreamReader): Promise<void> {
  if (!hub.readers.has(reader)) return;
  const { context } = hub;
  try {
    const { events, next } = await listEvents(context.db, {
      ...reader.selection,
      since: reader.position,
      until: undefined,
      limit: hub.limits.catchUpEventsMax,
    });
    const bytes = Buffer.concat(events.map(encodeEvent));
    handChunk(reader, { bytes, position: next }, context.clock.millis());
  } catch (error) {
    // The reader reconnects with its last id. It then finds the database available, or gets a 503.
    context.log.warn({ err: error }, 'the events of a reader could not be read');
    endReader(hub, reader, 'UNAVAILABLE');
  }
}

async function sweep(hub: Hub): Promise<void> {
  const { limits } = hub;
  const now = hub.context.clock.millis();
  for (const reader of hub.readers) {
    if (!reader.takes && now - reader.tookAtMs > limits.slowMaxMs) {
      endReader(hub, reader, 'READER_TOO_SLOW');
    } else if (reader.takes && now - reader.sentAtMs >= limits.heartbeatEveryMs) {
      handHeartbeat(reader, now);
    }
  }
  const due = [...hub.readers].filter(
    (reader) => now - reader.checkedAtMs >= limits.recheckEveryMs,
  );
  for (let at = 0; at < due.length; at += limits.rechecksAtOnceMax) {
    const some = due.slice(at, at + limits.rechecksAtOnceMax);
    await Promise.all(some.map((reader) => recheck(hub, reader, now)));
  }
}

// Ends the stream if its token has expired, its session has ended or its role was removed.
async function recheck(hub: Hub, reader: StreamReader, nowMs: number): Promise<void> {
  reader.checkedAtMs = nowMs;
  try {
    const rights = hub.rightsOf(await reader.authenticateAgain());
    if (rights === undefined) endReader(hub, reader, 'PERMISSION_ENDED');
    else reader.selection = { ...reader.selection, ...rights };
  } catch (error) {
    const refused = error instanceof Problem && error.kind.status === 401;
    if (refused) endReader(hub, reader, 'CREDENTIALS_ENDED');
    else hub.context.log.warn({ err: error }, 'the rights of an event reader could not be checked');
  }
}

function endReader(hub: Hub, reader: StreamReader, reason: StreamEnd): void {
  if (!hub.readers.delete(reader)) return;
  hub.context.metrics.events.inc({ name: `event_stream_${reason.toLowerCase()}` });
  handEnd(reader, reason);
  // A reader that accepts no bytes would never receive the last block.
  const hangUp = setTimeout(() => reader.stream.destroy(), hub.limits.lastWordsMs);
  hangUp.unref();
  reader.stream.once('close', () => clearTimeout(hangUp));
}
