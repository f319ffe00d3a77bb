// Limits the pace at which large bodies are read. They take turns, so that they do not block the
// event loop.

import type { IncomingMessage } from 'node:http';
import { HTTP } from '../../../limits.js';

/** Bodies that already take turns. */
const paced = new WeakSet<IncomingMessage>();

/** Bytes read from all bodies in the current round of the event loop. */
let bytesOfRound = 0;
/** Paused bodies that resume in later rounds, in order of arrival. */
const waiting: IncomingMessage[] = [];
let isRoundNoted = false;

/** Makes a body take turns with others if it may be large. */
export function readInTurns(body: IncomingMessage): void {
  if (lengthMax(body) <= HTTP.bytesPerRoundMax || paced.has(body)) return;
  paced.add(body);
  // Without this, all bytes that have arrived would be read at once, possibly megabytes from each
  // of many bodies.
  body.on('data', (chunk: Buffer) => {
    bytesOfRound += chunk.byteLength;
    noteRound();
    if (bytesOfRound < HTTP.bytesPerRoundMax) return;
    body.pause();
    waiting.push(body);
  });
}

/**
 * Reads and discards the rest of a large body if the reply was sent early. The caller may read the
 * reply only after sending the whole body, and may already have sent the next request. For small
 * bodies, the runtime does this.
 */
export function dropRest(body: IncomingMessage): void {
  if (body.complete || body.destroyed || lengthMax(body) <= HTTP.bytesPerRoundMax) return;
  body.on('error', () => undefined);
  readInTurns(body);
}

// A request with neither header has no body.
function lengthMax({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

function noteRound(): void {
  if (isRoundNoted) return;
  isRoundNoted = true;
  setImmediate(beginRound);
}

function beginRound(): void {
  bytesOfRound = 0;
  isRoundNoted = false;
  for (const body of waiting.splice(0, HTTP.bodiesPerRoundMax)) body.resume();
  if (waiting.length > 0) noteRound();
}
