// A reader of the event stream: its position, and the bytes being sent to it.

import { Readable } from 'node:stream';
import type { Clock } from '../clock.js';
import type { Principal } from '../context.js';
import { toJson } from '../json/json.js';
import type { EventSelection } from './queries.js';
import type { StreamLimits } from './stream-limit.js';
import type { Chunk } from './tail.js';

/** The reason why the server ends a stream. */
export type StreamEnd =
  | 'SERVER_STOPPING'
  | 'CREDENTIALS_ENDED'
  | 'PERMISSION_ENDED'
  | 'READER_TOO_SLOW'
  | 'UNAVAILABLE';

/** A reader's request for the stream. */
export interface StreamRequest {
  readonly position: bigint;
  readonly selection: EventSelection;
  /** Authenticates the reader again later. Throws INVALID_CREDENTIALS. */
  readonly authenticateAgain: () => Promise<Principal>;
}

export interface StreamReader {
  readonly stream: Readable;
  readonly authenticateAgain: StreamRequest['authenticateAgain'];
  selection: EventSelection;
  /** The position up to which all matching events have been pushed to the reader's stream. */
  position: bigint;
  /** False while the reader's buffer is full. Nothing more is pushed until there is room. */
  takes: boolean;
  /** True while the database is being read for this reader. */
  catchingUp: boolean;
  tookAtMs: number;
  sentAtMs: number;
  checkedAtMs: number;
}

/**
 * Opens a reader's stream. The first bytes are sent immediately, so that the reader knows that it
 * is connected.
 * @param wake called when the reader's buffer has room again
 */
export function openReader(
  { clock, limits }: { readonly clock: Clock; readonly limits: StreamLimits },
  request: StreamRequest,
  wake: (reader: StreamReader) => void,
): StreamReader {
  const now = clock.millis();
  const reader: StreamReader = {
    ...request,
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
    sentAtMs: now,
    checkedAtMs: now,
  };
  hand(reader, `retry: ${limits.retryMs}\nid: ${request.position}\n\n`, now);
  return reader;
}

/** Pushes a chunk to the reader's stream. */
export function handChunk(reader: StreamReader, { bytes, position }: Chunk, nowMs: number): void {
  reader.position = position;
  if (bytes.length > 0) hand(reader, bytes, nowMs);
}

/** Sends a heartbeat with the position up to which events were scanned for the reader. */
export function handHeartbeat(reader: StreamReader, nowMs: number): void {
  hand(reader, `: heartbeat\nid: ${reader.position}\n\n`, nowMs);
}

/** Sends the last block, which states why the stream ends and where the reader can continue. */
export function handEnd(reader: StreamReader, reason: StreamEnd): void {
  const { stream, position } = reader;
  if (stream.destroyed) return;
  stream.push(`event: end\ndata: ${toJson({ reason, lastId: position })}\n\n`);
  stream.push(null);
}

function hand(reader: StreamReader, bytes: Buffer | string, nowMs: number): void {
  if (reader.stream.destroyed) return;
  reader.takes = reader.stream.push(bytes);
  reader.sentAtMs = nowMs;
  // A slow reader is timed from the last push, however long the stream was idle before.
  if (!reader.takes) reader.tookAtMs = nowMs;
}
