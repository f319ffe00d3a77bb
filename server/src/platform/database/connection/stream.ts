// The socket of a connection, which the driver does not expose.

import { Duplex } from 'node:stream';
import type pg from 'pg';
import { DATABASE } from '../../../limits.js';
import { othersTurn } from '../../concurrency/turn.js';

/** Returns the socket of a connection. Undefined if the driver has changed. */
export function streamOf(client: pg.ClientBase): Duplex | undefined {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  return stream instanceof Duplex ? stream : undefined;
}

/**
 * Sends the statements of one turn of the event loop in a single write. Each write wakes the
 * server's process, which competes with this process for CPU time.
 */
export function batchWrites(client: pg.ClientBase): void {
  const stream = streamOf(client);
  stream?.cork();
  process.nextTick(() => stream?.uncork());
}

/**
 * Makes a connection yield while reading. The driver reads all rows that have arrived at once,
 * which may be many thousands. Yielding after a number of bytes lets other requests be served.
 */
export function readInTurns(client: pg.ClientBase): void {
  const stream = streamOf(client);
  let bytesOfTurn = 0;
  const begin = () => {
    bytesOfTurn = 0;
  };
  stream?.on('data', (chunk: Buffer) => {
    if (bytesOfTurn === 0) setImmediate(begin);
    bytesOfTurn += chunk.byteLength;
    if (bytesOfTurn < DATABASE.bytesPerTurnMax || stream.isPaused()) return;
    stream.pause();
    void othersTurn().then(() => stream.resume());
  });
}
