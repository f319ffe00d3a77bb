// Kills this process at a given point in its database traffic.

import { Socket } from 'node:net';
import pg from 'pg';
import type { Point, Said } from './kill-point.js';

/**
 * Arms the kill, unless the point is `none`. With `backend`, ends the statement's database backend
 * instead of this process.
 * @param url of the database
 * @returns the amount of data sent to the database so far, which keeps growing
 */
export function armKill(point: Point, url: string): Readonly<Said> {
  const said = { statements: 0, bytes: 0 };
  let counted = 0;
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  const write: unknown = Reflect.get(Socket.prototype, 'write');
  if (typeof query !== 'function' || typeof write !== 'function') throw new Error('no driver');
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const fires = isHere(args[0]);
    if (fires && point.kind === 'before') die();
    const answer: unknown = Reflect.apply(query, this, args);
    if (fires && point.kind === 'sent') setImmediate(die);
    if (fires && point.kind === 'answered') Promise.resolve(answer).then(die, die);
    if (fires && point.kind === 'backend') endBackend(this);
    return answer;
  });
  Reflect.set(Socket.prototype, 'write', function (this: Socket, ...args: unknown[]) {
    const [chunk] = args;
    const size = Buffer.isBuffer(chunk) ? chunk.length : 0;
    const fires = point.kind === 'bytes' && Buffer.isBuffer(chunk) && said.bytes + size >= point.at;
    if (!fires) {
      said.bytes += size;
      return Reflect.apply(write, this, args);
    }
    // Cuts a message off in the middle.
    Reflect.apply(write, this, [chunk.subarray(0, point.at - said.bytes)]);
    this.uncork();
    setImmediate(die);
    said.bytes = Number.NEGATIVE_INFINITY;
    return true;
  });
  return said;

  /**
   * Counts the statement. Returns true if the kill point identifies this statement by its number or
   * step.
   */
  function isHere(first: unknown): boolean {
    const { text = '', values = [] } = statementOf(first);
    said.statements += 1;
    if (point.kind === 'bytes' || point.kind === 'none') return false;
    if (point.step === undefined) return said.statements === point.at;
    if (!text.includes('set records = records + ') || !values.includes(point.step)) return false;
    counted += 1;
    return counted > point.at;
  }

  function endBackend(client: pg.Client): void {
    const killer = new pg.Client(url);
    const victim: unknown = Reflect.get(client, 'processID');
    killer
      .connect()
      .then(() => killer.query('select pg_terminate_backend($1)', [victim]))
      .then(() => killer.end())
      .catch(die);
  }
}

function statementOf(first: unknown): { readonly text?: string; readonly values?: unknown[] } {
  return typeof first === 'object' && first !== null ? first : {};
}

/** Kills this process at once. */
export function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
