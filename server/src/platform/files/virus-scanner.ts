// A client for virus scanners with clamd's INSTREAM protocol. Bytes are sent over a socket, and the
// scanner answers with one line.

import { connect, type Socket } from 'node:net';
import { SCANNER } from '../../limits.js';

/** The scanner's verdict. */
interface ScanVerdict {
  /** The name of the infection. Undefined for clean bytes. */
  readonly infection: string | undefined;
}

/**
 * Thrown if the scanner is unavailable or gave no verdict, so it is unknown whether the bytes are
 * clean.
 */
export class ScannerUnavailable extends Error {}

/**
 * Scans bytes. Only a complete positive answer means that they are clean. Throws ScannerUnavailable
 * for an incomplete or unknown answer.
 * @param signal aborts the wait
 */
export async function scanBytes(
  url: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const socket = openSocket(url);
  const giveUp = () => socket.destroy(new Error('the wait was aborted'));
  socket.setTimeout(SCANNER.silenceMaxMs, () =>
    socket.destroy(new Error('the scanner does not answer')),
  );
  signal.addEventListener('abort', giveUp);
  try {
    signal.throwIfAborted();
    const answer = answerOf(socket);
    sendStream(socket, bytes);
    return verdictOf(await answer);
  } catch (cause) {
    if (cause instanceof ScannerUnavailable) throw cause;
    throw new ScannerUnavailable('the virus scanner cannot be reached', { cause });
  } finally {
    signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

function openSocket(url: string): Socket {
  if (url.startsWith('unix:')) return connect(url.slice('unix:'.length));
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port) });
}

// Each chunk is preceded by its length. A length of zero ends the stream.
function sendStream(socket: Socket, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0');
  for (let start = 0; start < bytes.byteLength; start += SCANNER.pieceBytes) {
    const piece = bytes.subarray(start, start + SCANNER.pieceBytes);
    socket.write(lengthOf(piece.byteLength));
    socket.write(piece);
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

// The scanner may answer and close the connection before it has read everything. Such an answer is
// still valid.
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      const isWhole = chunk.includes(0);
      if (isWhole) resolve(Buffer.concat(chunks).toString('utf8'));
      else if (size > SCANNER.answerBytesMax) reject(new Error('the answer is too long'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the scanner closed the connection')));
  });
}

function verdictOf(answer: string): ScanVerdict {
  if (answer === 'stream: OK\0') return { infection: undefined };
  const [, infection] = /^stream: (.+) FOUND\0$/.exec(answer) ?? [];
  if (infection !== undefined) return { infection };
  throw new ScannerUnavailable('the virus scanner gave no verdict');
}
