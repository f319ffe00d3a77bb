// A keep-alive connection that waits for each complete reply. It does as little work as possible,
// because it shares the processors with the measured server.

import { connect, type Socket } from 'node:net';

interface ShortReply {
  readonly status: number;
  readonly text: string;
}

export interface CallerConnection {
  ask(request: string): Promise<ShortReply>;
  close(): void;
}

/** Opens a connection, which sends one request at a time. */
export async function openConnection(host: string, port: number): Promise<CallerConnection> {
  const socket = connect({ host, port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return { ask: (request) => ask(socket, request), close: () => socket.destroy() };
}

function ask(socket: Socket, request: string): Promise<ShortReply> {
  return new Promise((resolve, reject) => {
    let received = '';
    const finish = (settle: () => void) => {
      socket.removeAllListeners('data');
      socket.removeAllListeners('close');
      settle();
    };
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const reply = wholeReply(received);
      if (reply !== undefined) finish(() => resolve(reply));
    });
    socket.on('close', () => finish(() => reject(new Error('the server hung up'))));
    socket.write(request);
  });
}

// API replies always have a Content-Length.
function wholeReply(received: string): ShortReply | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1];
  if (length === undefined || received.length < head + 4 + Number(length)) return undefined;
  return { status: Number(received.slice(9, 12)), text: received.slice(head + 4) };
}
