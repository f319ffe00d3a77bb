// One reader of the event stream: how far it is, and the bytes on their way to it.

import { Readable } from 'node:stream';
import type { Clock } from '../clock.js';
import type { Principal } from '../context.js';
import { toJson } from '../json/json.js';
import type { EventSelection } from './queries.js';
import type { StreamLimits } from './stream-limit.js';
import type { Chunk } from './tail.js';

/** Why the server ends a stream. */
export type StreamEnd =
  | 'SERVER_STOPPING'
  | 'CREDENTIALS_ENDED'
  | 'PERMISSION_ENDED'
  | 'READER_TOO_SLOW'
  | 'UNAVAILABLE';

/** What a reader asked for. */
export interface StreamWish {
  readonly position: bigint;
  readonly selection: EventSelection;
  /** Who the reader is at a later time; throws INVALID_CREDENTIALS. */
  readonly authenticateAgain: () => Promise<Principal>;
}

export interface StreamReader {
  readonly stream: Readable;
  readonly authenticateAgain: StreamWish['authenticateAgain'];
  selection: EventSelection;
  /** All that it gets up to here has been handed over. */
  position: bigint;
  /** False while so much waits for it that it is handed no more. */
  takes: boolean;
  /** True while the database is read for it. */
  catchingUp: boolean;
  tookAtMs: number;
  toldAtMs: number;
  checkedAtMs: number;
}

/**
 * A reader at its start. Its first bytes are out at once, so that it knows that it is connected.
 * @param wake called when it takes more after having taken none
 */
export function openReader(
  { clock, limits }: { readonly clock: Clock; readonly limits: StreamLimits },
  wish: StreamWish,
  wake: (reader: StreamReader) => void,
): StreamReader {
  const now = clock.millis();
  const reader: StreamReader = {
    ...wish,
    stream: new Readable({
      highWaterMark: limits.bufferBytes,
      read: () => {
        reader.takes = true;
        reader.tookAtMs = clock.millis();
        wake(reader);
      },
    }),
    takes: true,
    catchingUp: false,
    tookAtMs: now,
    toldAtMs: now,
    checkedAtMs: now,
  };
  hand(reader, `retry: ${limits.retryMs}\nid: ${wish.position}\n\n`, now);
  return reader;
}

/** Hands a part of the stream over. */
export function handChunk(reader: StreamReader, { bytes, position }: Chunk, nowMs: number): void {
  reader.position = position;
  if (bytes.length > 0) hand(reader, bytes, nowMs);
}

/** A sign of life, which also tells how far the events were looked through that it does not get. */
export function handHeartbeat(reader: StreamReader, nowMs: number): void {
  hand(reader, `: heartbeat\nid: ${reader.position}\n\n`, nowMs);
}

/** The last words: why it ends, and where to go on. */
export function handEnd(reader: StreamReader, reason: StreamEnd): void {
  const { stream, position } = reader;
  if (stream.destroyed) return;
  stream.push(`event: end\ndata: ${toJson({ reason, lastId: position })}\n\n`);
  stream.push(null);
}

function hand(reader: StreamReader, bytes: Buffer | string, nowMs: number): void {
  if (reader.stream.destroyed) return;
  reader.takes = reader.stream.push(bytes);
  reader.toldAtMs = nowMs;
  // Its time begins with what it was handed last, however long nothing was to be had before.
  if (!reader.takes) reader.tookAtMs = nowMs;
}
