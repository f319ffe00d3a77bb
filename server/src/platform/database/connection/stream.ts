// The socket of a connection, which the driver keeps to itself.

import { Duplex } from 'node:stream';
import type pg from 'pg';
import { DATABASE } from '../../../limits.js';
import { othersTurn } from '../../concurrency/turn.js';

/** The socket of a connection; undefined if the driver has changed. */
export function streamOf(client: pg.ClientBase): Duplex | undefined {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  return stream instanceof Duplex ? stream : undefined;
}

/**
 * Statements of one turn go out in one write: each write wakes the server's process, which then
 * takes the processor away from this one.
 */
export function batchWrites(client: pg.ClientBase): void {
  const stream = streamOf(client);
  stream?.cork();
  process.nextTick(() => stream?.uncork());
}

/**
 * Makes a connection read in turns with other work. The driver reads all rows that have arrived in
 * one go, and they may be many thousands: after so many bytes other requests have a turn.
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
