// A fake virus scanner that speaks clamd's INSTREAM over TCP and knows one signature: EICAR.

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/**
 * The test file that every scanner detects. Split in two so that scanners do not flag this source.
 */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** How the scanner behaves: correctly, or with a typical failure. */
export type Manner = 'SCANS' | 'HANGS_UP' | 'SAYS_ERROR' | 'SAYS_HALF' | 'FULL' | 'SILENT';

export interface TestScanner {
  readonly url: string;
  /** The size of each stream that arrived completely. */
  readonly sizes: readonly number[];
  behave(manner: Manner): void;
  stop(): Promise<void>;
}

/** Starts the scanner on a free loopback port. */
export async function startScanner(): Promise<TestScanner> {
  let manner: Manner = 'SCANS';
  const sizes: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (manner === 'HANGS_UP') return void socket.destroy();
    if (manner === 'FULL') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const content = contentOf(received);
      if (content === undefined) return;
      sizes.push(content.length);
      if (manner !== 'SILENT') socket.end(answerTo(content, manner));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    sizes,
    behave: (next) => {
      manner = next;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(content: Buffer, manner: Manner): string {
  if (manner === 'SAYS_ERROR') return "stream: Can't allocate memory ERROR\0";
  if (manner === 'SAYS_HALF') return 'stream: O';
  return content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0';
}

const COMMAND = 'zINSTREAM\0';

/**
 * Returns the content of a complete stream, or undefined while it is incomplete. Throws if the
 * protocol is not INSTREAM.
 */
function contentOf(received: Buffer): Buffer | undefined {
  const start = received.subarray(0, COMMAND.length).toString('latin1');
  if (!COMMAND.startsWith(start)) throw new Error(`not INSTREAM: ${start}`);
  const pieces: Buffer[] = [];
  let at = COMMAND.length;
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    if (at + 4 + length > received.length) return undefined;
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
