// Reads the bytes of bodies in turns, so that large bodies do not block the event loop, and joins
// them in slices.

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { HTTP } from '../../../limits.js';
import { othersTurn } from '../../concurrency/turn.js';
import { commonProblems, refusal } from '../reply/problem.js';
import { collectBytes } from './piece.js';

/**
 * Reads the whole body of a request. Refuses with BODY_TOO_LARGE beyond the operation's limit.
 * Fails with ECONNRESET if the caller disconnects.
 */
export async function readBytes(request: FastifyRequest): Promise<Buffer> {
  const { raw, routeOptions } = request;
  const pieces = await piecesOf(raw, routeOptions.bodyLimit ?? HTTP.bodyBytes);
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return joined(pieces, length);
}

function piecesOf(body: IncomingMessage, bytesMax: number): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const collected = collectBytes();
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= bytesMax) collected.add(chunk);
      else {
        body.off('data', take);
        reject(tooLarge(bytesMax));
      }
    };
    body.on('data', take);
    body.once('end', () => resolve(collected.pieces()));
    body.once('error', reject);
    readInTurns(body);
  });
}

function tooLarge(bytesMax: number): Error {
  return refusal(commonProblems.BODY_TOO_LARGE, {
    detail: `the body has more than ${bytesMax} bytes, the limit of this operation`,
  });
}

// Copying is slow because the memory is new: the system allocates each page on first use.
async function joined(pieces: readonly Buffer[], length: number): Promise<Buffer> {
  if (length <= HTTP.sliceBytes) return Buffer.concat(pieces, length);
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  let ofTurn = 0;
  for (const piece of pieces) {
    if (ofTurn >= HTTP.sliceBytes) {
      await othersTurn();
      ofTurn = 0;
    }
    bytes.set(piece, at);
    at += piece.byteLength;
    ofTurn += piece.byteLength;
  }
  return bytes;
}

/** Bodies that are already being read in turns. */
const paced = new WeakSet<IncomingMessage>();
/** Bytes read from all bodies in this round of the event loop. */
let bytesOfRound = 0;
/** Paused bodies that resume in later rounds, in order of arrival. */
const waiting: IncomingMessage[] = [];
let isRoundNoted = false;

// Without this, everything that has arrived of a body is read at once, possibly megabytes from each
// of many bodies.
function readInTurns(body: IncomingMessage): void {
  if (lengthMax(body) <= HTTP.bytesPerRoundMax || paced.has(body)) return;
  paced.add(body);
  body.on('data', (chunk: Buffer) => {
    bytesOfRound += chunk.byteLength;
    noteRound();
    if (bytesOfRound < HTTP.bytesPerRoundMax) return;
    body.pause();
    waiting.push(body);
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

// A request with neither header has no body.
function lengthMax({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/**
 * Reads and discards the rest of a large body when the reply was sent early: the caller reads the
 * reply only after sending everything. For a small body, the runtime does this.
 */
export function dropRest(body: IncomingMessage): void {
  if (body.complete || body.destroyed || lengthMax(body) <= HTTP.bytesPerRoundMax) return;
  body.on('error', () => undefined);
  readInTurns(body);
}
