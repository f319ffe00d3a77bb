// The writing side of a socket. It writes frames in order, applies back pressure, and limits the
// wait.

import type { Socket } from 'node:net';
import { FIX_LIMIT } from '../limits.js';

/**
 * Writes frames as one chunk and waits until the socket accepts more. A closed socket discards the
 * frames.
 */
export async function writeFrames(socket: Socket, frames: readonly Buffer[]): Promise<void> {
  if (frames.length === 0 || !socket.writable) return;
  const bytes = frames.length === 1 ? frames[0] : Buffer.concat(frames);
  if (bytes === undefined || socket.write(bytes)) return;
  await drained(socket);
}

/**
 * Closes the socket once the written bytes are sent, or by force if the other side does not read
 * them.
 */
export function closeGently(socket: Socket): void {
  if (socket.destroyed) return;
  socket.end();
  const force = setTimeout(() => socket.destroy(), FIX_LIMIT.closeTimeoutMs);
  socket.once('close', () => clearTimeout(force));
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit);
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    const limit = setTimeout(() => {
      socket.destroy();
      done();
    }, FIX_LIMIT.writeTimeoutMs);
    socket.once('drain', done);
    socket.once('close', done);
  });
}
