// A small HTTP proxy like one in front of the server. Adds its client's address to
// `X-Forwarded-For`.

import { createServer, request } from 'node:http';
import { type AddressInfo, isIPv4 } from 'node:net';

/** A time in milliseconds that is longer than any test. */
const KEEP_ALIVE_MS = 600_000;

export interface Forwarder {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy on a free loopback port. */
export async function startForwarder(target: string): Promise<Forwarder> {
  // A shorter keep-alive could close a socket just as a client reuses it.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (received, reply) => {
    const before = received.headers['x-forwarded-for'];
    const client = received.socket.remoteAddress ?? '';
    const forwarded = before === undefined ? client : `${before}, ${client}`;
    const headers = { ...received.headers, 'x-forwarded-for': forwarded };
    const sent = request(`${target}${received.url}`, { method: received.method, headers });
    sent.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(reply);
    });
    sent.on('error', () => reply.writeHead(502).end());
    received.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: urlOf(server.address()),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function urlOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string' || !isIPv4(address.address)) {
    throw new Error('the proxy does not listen');
  }
  return `http://${address.address}:${address.port}`;
}
