// The pieces of a body: chunks as they come, small ones copied together.

import { HTTP } from '../../../limits.js';

/** Bytes that come in chunks. */
interface ByteCollector {
  readonly add: (chunk: Buffer) => void;
  /** All of them in their order. */
  readonly pieces: () => readonly Buffer[];
}

/**
 * Gathers chunks. What follows the first one and is small is copied together: a chunk of one byte
 * takes a hundred times as much memory, and a caller may send nothing else.
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
