// Splits a byte stream into frames, in the order received. One frame is one message, valid or
// garbled.

import { FIX_LIMIT } from '../limits.js';

const SOH = 1;
const BEGIN = Buffer.from('8=', 'latin1');
const NEXT_BEGIN = Buffer.from('\u00018=FIX', 'latin1');
const CHECKSUM = Buffer.from('\u000110=', 'latin1');
/** Long enough for `8=FIXT.1.1|9=65536|`; a longer prefix is invalid. */
const PREFIX_BYTES = 40;

/** Buffers the bytes of incomplete messages. Each connection has its own framer. */
export interface Framer {
  /** Adds a chunk and returns the frames that are now complete; `decode` finds the garbled ones. */
  push(chunk: Buffer): Buffer[];
  /** Returns the buffered bytes of the incomplete message. */
  rest(): Buffer;
  /** Drops the incomplete message, and returns it together with the frames behind it. */
  giveUp(): Buffer[];
}

type Cut = { readonly kind: 'frame' | 'skip'; readonly end: number } | 'wait';

/** Creates a framer that buffers no more than the maximum message length. */
export function createFramer(messageBytesMax: number = FIX_LIMIT.frameBytes): Framer {
  let held: Buffer = Buffer.alloc(0);
  const cutAll = (): Buffer[] => {
    const frames: Buffer[] = [];
    let start = 0;
    while (start < held.length) {
      const cut = cutFirst(held.subarray(start), messageBytesMax);
      if (cut === 'wait') break;
      if (cut.kind === 'frame') frames.push(held.subarray(start, start + cut.end));
      start += cut.end;
    }
    held = held.subarray(start);
    return frames;
  };
  return {
    rest: () => held,
    push: (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      return cutAll();
    },
    giveUp: () => {
      const next = held.indexOf(NEXT_BEGIN);
      const end = next < 0 ? held.length : next + 1;
      const first = held.subarray(0, end);
      held = held.subarray(end);
      return first.length === 0 ? [] : [first, ...cutAll()];
    },
  };
}

/**
 * Finds the end of the buffer's first frame. BodyLength determines the position of the checksum. If
 * there is no checksum there, the frame extends to the next checksum and is garbled as a whole. A
 * message swallowed because of a wrong length is then lost in full, and the gap logic requests it
 * again.
 */
function cutFirst(buffer: Buffer, messageBytesMax: number): Cut {
  const begin = buffer.indexOf(BEGIN);
  if (begin < 0) return buffer.length > 1 ? { kind: 'skip', end: buffer.length - 1 } : 'wait';
  if (begin > 0) return { kind: 'skip', end: begin };
  const bodyEnd = announcedEnd(buffer);
  if (bodyEnd === 'wait') return 'wait';
  if (bodyEnd === 'none' || bodyEnd > messageBytesMax) return garbledUntilNext(buffer);
  const checksumAt = buffer.indexOf(CHECKSUM, bodyEnd - 1);
  const end = checksumAt < 0 ? -1 : buffer.indexOf(SOH, checksumAt + CHECKSUM.length);
  if (end >= 0) return { kind: 'frame', end: end + 1 };
  return buffer.length > messageBytesMax ? garbledUntilNext(buffer) : 'wait';
}

/** Returns the offset just after the body, according to the message's own BodyLength. */
function announcedEnd(buffer: Buffer): number | 'wait' | 'none' {
  const prefix = buffer.toString('latin1', 0, PREFIX_BYTES).replaceAll('\u0001', '|');
  const match = /^8=[^|]*\|9=(\d{1,9})\|/.exec(prefix);
  if (match !== null) return match[0].length + Number(match[1]);
  const mayBecome = /^8=[^|]*(\|(9(=\d{0,9})?)?)?$/.test(prefix);
  return mayBecome && buffer.length < PREFIX_BYTES ? 'wait' : 'none';
}

function garbledUntilNext(buffer: Buffer): Cut {
  const next = buffer.indexOf(NEXT_BEGIN);
  if (next >= 0) return { kind: 'frame', end: next + 1 };
  const tail = Math.max(buffer.length - NEXT_BEGIN.length, 1);
  return { kind: 'frame', end: tail };
}
