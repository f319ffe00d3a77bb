// The pieces of a body: chunks as received, with small ones joined.

import { HTTP } from '../../../limits.js';

/** Collects the chunks of a body. */
interface ByteCollector {
  readonly add: (chunk: Buffer) => void;
  /** Returns all chunks in order. */
  readonly pieces: () => readonly Buffer[];
}

/**
 * Collects chunks. Small chunks after the first are joined, because a chunk of one byte takes a
 * hundred bytes of memory, and a caller could send the whole body in such chunks.
 */
export function collectBytes(): ByteCollector {
  const pieces: Buffer[] = [];
  let room = Buffer.alloc(0);
  let used = 0;
  const close = () => {
    if (used > 0) pieces.push(room.subarray(0, used));
    room = room.subarray(used);
    used = 0;
  };
  return {
    add: (chunk) => {
      if (pieces.length === 0 || chunk.byteLength >= HTTP.smallChunkBytes) {
        close();
        pieces.push(chunk);
        return;
      }
      if (used + chunk.byteLength > room.length) {
        close();
        room = Buffer.allocUnsafeSlow(HTTP.pieceBytes);
      }
      used += chunk.copy(room, used);
    },
    pieces: () => {
      close();
      return pieces;
    },
  };
}
