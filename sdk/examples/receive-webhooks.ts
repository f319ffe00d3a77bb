// Receives webhooks: refuses unsigned messages, and processes each message once. It remembers the
// ids of processed messages for as long as the server may send them again. A real receiver stores
// the ids in its database, in the same transaction as its own work.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyWebhook, WebhookError } from '@countinghouse/sdk';

// During secret rotation, both secrets are given, separated by a comma.
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',');
const BODY_BYTES_MAX = 1_000_000;
const done = new Set<string>();

const server = createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    console.log(`refused: ${error instanceof WebhookError ? error.fault : error}`);
  });
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on port ${typeof address === 'object' ? address?.port : address}`);
});
process.once('SIGTERM', () => server.close());

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const { id, event } = await verifyWebhook(secrets, { headers: request.headers, body });
  if (done.has(id)) console.log(`again: ${event.type} ${event.subjectId}`);
  else console.log(`received: ${event.type} ${event.subjectId}`);
  done.add(id);
  response.writeHead(204).end();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new RangeError('the body is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
