// A webhook receiver on the loopback address, like an integrator's. It verifies each message with
// the specification's reference library and answers as configured.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Json } from '../app.js';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: Json;
  /** The `webhook-id` header. */
  readonly id: string;
}

/** Answers a message, or leaves it unanswered. */
export type Answering = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** All messages, in order of arrival. */
  readonly received: Received[];
  /** Returns how many connections have been made in total. */
  readonly connections: () => number;
  /** Sets how messages are answered from now on. */
  answer(answering: Answering): void;
  /** Returns the ids of received events without duplicates, in order of first arrival. */
  eventIds(): number[];
  close(): Promise<void>;
}

const OK: Answering = (_, response) => {
  response.writeHead(204).end();
};

/** Starts a receiver. Port 0 takes any free port. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let answering = OK;
  let connections = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const { headers } = request;
      const one = { headers, body, json: JSON.parse(body), id: String(headers['webhook-id']) };
      received.push(one);
      answering(one, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    received,
    connections: () => connections,
    answer: (next) => {
      answering = next;
    },
    eventIds: () => [...new Set(received.map(({ json }) => json.id))],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Removes duplicates, keeping each message's first arrival: the sender may repeat any message. */
export function firstArrivals(received: readonly Received[]): Received[] {
  return received.filter(({ id }, at) => received.findIndex((each) => each.id === id) === at);
}

/** Returns a handler that answers every message with this status. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answering {
  return (_, response) => {
    response.writeHead(code, headers).end(`answer ${code}`);
  };
}

/**
 * Verifies a message with the specification's reference library. Throws if the signature is wrong.
 */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>) {
  const text: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) text[name] = String(value);
  return new Webhook(secret).verify(body, text);
}
