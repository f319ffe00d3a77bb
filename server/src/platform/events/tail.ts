// The tail contains the most recent events, encoded once. A node serves all its readers from it.

import { toJson } from '../json/json.js';
import { type EventPage, type EventSelection, type PositionedEvent, selects } from './queries.js';
import { eventRecord } from './record.js';
import type { StreamLimits } from './stream-limit.js';

/** A part of the stream as sent to one reader. */
export interface Chunk {
  readonly bytes: Buffer;
  /** The position, inclusive, up to which events were scanned. */
  readonly position: bigint;
}

export interface EventTail {
  /** The tail contains every event after this position. */
  readonly first: () => bigint;
  /** The last position in the tail, inclusive. */
  readonly head: () => bigint;
  /** Empties the tail and restarts it after the given position. */
  readonly restart: (position: bigint) => void;
  /**
   * Appends the page that follows `since`. Returns false if the tail was restarted at another
   * position.
   */
  readonly append: (since: bigint, page: EventPage) => boolean;
  /**
   * Returns the events after a position that match a selection. The position must not be below
   * `first`.
   */
  readonly chunkAfter: (position: bigint, selection: EventSelection) => Chunk;
}

interface Entry extends Pick<PositionedEvent, 'position' | 'type' | 'officeId'> {
  readonly bytes: Buffer;
}

/**
 * Encodes an event as a block of the stream. Its position is the id with which a reader reconnects.
 */
export function encodeEvent(event: PositionedEvent): Buffer {
  return Buffer.from(`id: ${event.position}\ndata: ${toJson(eventRecord(event))}\n\n`);
}

/** Creates an empty tail. */
export function createEventTail(limits: StreamLimits): EventTail {
  const state: TailState = { entries: [], bytes: 0, first: 0n, head: 0n };
  return {
    first: () => state.first,
    head: () => state.head,
    restart: (position) => {
      Object.assign(state, { entries: [], bytes: 0, first: position, head: position });
    },
    append: (since, { events, next }) => {
      if (since !== state.head) return false;
      for (const event of events) add(state, event);
      state.head = next;
      dropOldest(state, limits);
      return true;
    },
    chunkAfter: (position, selection) =>
      chunkOf({ ...state, bytesMax: limits.chunkBytesMax }, position, selection),
  };
}

interface TailState {
  entries: Entry[];
  bytes: number;
  first: bigint;
  head: bigint;
}

function add(state: TailState, event: PositionedEvent): void {
  const { position, type, officeId } = event;
  const bytes = encodeEvent(event);
  state.entries.push({ position, type, officeId, bytes });
  state.bytes += bytes.length;
}

function dropOldest(state: TailState, limits: StreamLimits): void {
  const { entries } = state;
  let dropped = 0;
  let { bytes } = state;
  while (entries.length - dropped > limits.tailEventsMax || bytes > limits.tailBytesMax) {
    bytes -= entries[dropped]?.bytes.length ?? bytes;
    dropped += 1;
  }
  if (dropped === 0) return;
  state.first = entries.splice(0, dropped).at(-1)?.position ?? state.first;
  state.bytes = bytes;
}

interface ChunkParts {
  readonly entries: readonly Entry[];
  readonly head: bigint;
  readonly bytesMax: number;
}

function chunkOf(
  { entries, head, bytesMax }: ChunkParts,
  after: bigint,
  selection: EventSelection,
): Chunk {
  const parts: Buffer[] = [];
  let length = 0;
  for (let at = indexAfter(entries, after); at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry === undefined || !selects(selection, entry)) continue;
    parts.push(entry.bytes);
    length += entry.bytes.length;
    if (length >= bytesMax) {
      return { bytes: Buffer.concat(parts), position: entry.position };
    }
  }
  return { bytes: Buffer.concat(parts), position: head > after ? head : after };
}

// Positions are ascending, so the first entry after a position is found by binary search.
function indexAfter(entries: readonly Entry[], position: bigint): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && entry.position <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
