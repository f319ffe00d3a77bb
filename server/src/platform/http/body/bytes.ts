// Reads bodies a portion at a time, and joins their bytes in slices, so that large bodies do not
// block the event loop.

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { HTTP } from '../../../limits.js';
import { othersTurn } from '../../concurrency/turn.js';
import { commonProblems, refusal } from '../reply/problem.js';
import { readInTurns } from './pace.js';
import { collectBytes } from './piece.js';

/** Checks a chunk of a body as it arrives. Throws to refuse the body before the rest is read. */
type ChunkCheck = (chunk: Buffer) => void;

/**
 * Reads the whole body of a request. Refuses with BODY_TOO_LARGE beyond the operation's limit, and
 * with any error thrown by `check`. Fails with ECONNRESET if the caller disconnects.
 */
export async function readBytes(
  request: FastifyRequest,
  check: ChunkCheck = () => undefined,
): Promise<Buffer> {
  const { raw, routeOptions } = request;
  const bytesMax = routeOptions.bodyLimit ?? HTTP.bodyBytes;
  let bytes = 0;
  const pieces = await piecesOf(raw, (chunk) => {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    check(chunk);
  });
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return joined(pieces, length);
}

function piecesOf(body: IncomingMessage, check: ChunkCheck): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const collected = collectBytes();
    const take = (chunk: Buffer) => {
      try {
        check(chunk);
        collected.add(chunk);
      } catch (refused) {
        body.off('data', take);
        reject(refused);
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

// Copied in slices, because copying into new memory is slow. The system allocates each page on
// first use.
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
