// The limit for the event stream, measured with a bare HTTP server that writes the same bytes to
// the same number of readers.

import { createServer, type ServerResponse } from 'node:http';

interface BareStream {
  readonly url: string;
  /** Writes blocks as large as the stream's to every reader, one chunk at a time. */
  readonly write: (blocks: number) => void;
  readonly stop: () => Promise<void>;
}

/** The number of blocks that the server reads from the database at once. */
const BLOCKS_PER_CHUNK = 100;

/** Starts the server. */
export async function openBareStream(): Promise<BareStream> {
  const readers: ServerResponse[] = [];
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    reply.write('retry: 2000\nid: 0\n\n');
    readers.push(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    write: (blocks) => {
      for (let left = blocks; left > 0; left -= BLOCKS_PER_CHUNK) {
        const chunk = Buffer.from(block().repeat(Math.min(left, BLOCKS_PER_CHUNK)));
        for (const reader of readers) reader.write(chunk);
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function block(): string {
  const event = {
    ...{ id: 1_000_000, type: 'security.updated', subjectId: 1 },
    ...{ time: new Date().toISOString(), data: { name: 'PROBE' } },
  };
  return `id: 1000000\ndata: ${JSON.stringify(event)}\n\n`;
}
