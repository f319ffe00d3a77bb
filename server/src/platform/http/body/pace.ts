// The pace at which large bodies are read: in turns, so that they do not block the event loop, and
// slowly if they are only discarded. Each chunk is memory outside the heap, and discarding it at
// the speed of its sender would cause several full garbage collections per second.

import type { IncomingMessage } from 'node:http';
import { HTTP } from '../../../limits.js';

/** Bodies that are already being read in turns. */
const paced = new WeakSet<IncomingMessage>();
/** Bodies whose rest is discarded. */
const refused = new WeakSet<IncomingMessage>();

/** Bytes read from all bodies in this round of the event loop. */
let bytesOfRound = 0;
/** Paused bodies that resume in later rounds, in order of arrival. */
const waiting: IncomingMessage[] = [];
let isRoundNoted = false;

/** Bytes of refused bodies that may be discarded now; negative if the last chunk exceeded them. */
let allowedBytes: number = HTTP.droppedBytesAtOnceMax;
let allowedAtMs = performance.now();
/** Paused refused bodies, in order of arrival. */
const delayed: IncomingMessage[] = [];

/** Reads a body in turns with others if it may be large. */
export function readInTurns(body: IncomingMessage): void {
  if (lengthMax(body) > HTTP.bytesPerRoundMax) pace(body);
}

/**
 * Reads and discards the rest of a large body when the reply was sent early: the caller may read
 * the reply only after sending everything. For a small body, the runtime does this. If too many
 * such bodies wait, the connection of the longest-waiting one is closed.
 */
export function dropRest(body: IncomingMessage): void {
  if (body.complete || body.destroyed || lengthMax(body) <= HTTP.smallBodyBytes) return;
  body.on('error', () => undefined);
  refused.add(body);
  pace(body);
}

// A request with neither header has no body.
function lengthMax({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

// Without this, everything that has arrived of a body is read at once, possibly megabytes from each
// of many bodies.
function pace(body: IncomingMessage): void {
  if (paced.has(body)) return;
  paced.add(body);
  body.on('data', (chunk: Buffer) => {
    bytesOfRound += chunk.byteLength;
    noteRound();
    if (refused.has(body) && spendAllowance(chunk.byteLength)) delay(body);
    else if (bytesOfRound >= HTTP.bytesPerRoundMax) {
      body.pause();
      waiting.push(body);
    }
  });
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

// Returns true if nothing more may be discarded for now.
function spendAllowance(bytes: number): boolean {
  const now = performance.now();
  const grown = allowedBytes + ((now - allowedAtMs) * HTTP.droppedBytesPerSecondMax) / 1_000;
  allowedBytes = Math.min(grown, HTTP.droppedBytesAtOnceMax) - bytes;
  allowedAtMs = now;
  return allowedBytes <= 0;
}

function delay(body: IncomingMessage): void {
  body.pause();
  delayed.push(body);
  if (delayed.length === 1) setTimeout(resumeDelayed, HTTP.dropIntervalMs);
  if (delayed.length > HTTP.delayedBodiesMax) delayed.shift()?.destroy();
}

function resumeDelayed(): void {
  spendAllowance(0);
  let left = allowedBytes;
  while (left > 0 && delayed.length > 0) {
    const body = delayed.shift();
    if (body === undefined || body.destroyed) continue;
    body.resume();
    left -= HTTP.readBytes;
  }
  if (delayed.length > 0) setTimeout(resumeDelayed, HTTP.dropIntervalMs);
}
