// A listener for the process's metrics, separate from the API's port.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTP } from '../../../limits.js';
import type { Context } from '../../context.js';
import { metricsText } from '../../log/metrics.js';
import type { RunningWorker, Worker } from '../../worker.js';
import { refusedMetrics } from './access.js';

/** Creates the worker that serves `/metrics` at a separate address. */
export function metricsListener(address: string): Worker {
  return { name: 'metrics-listener', start: (context) => listen(context, address) };
}

async function listen(context: Context, address: string): Promise<RunningWorker> {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replaceAll(/[[\]]/g, '');
  const server = createServer((request, response) => {
    answer(context, request, response).catch((error: unknown) => {
      context.log.error({ err: error }, 'the metrics could not be sent');
      response.destroy();
    });
  });
  server.requestTimeout = HTTP.metricsTimeoutMs;
  server.headersTimeout = HTTP.metricsTimeoutMs;
  server.listen({ host, port: Number(address.slice(at + 1)) });
  await once(server, 'listening');
  context.log.info({ address: boundTo(server.address()) }, 'metrics are served');
  return {
    ready: () => server.listening,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function boundTo(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string') return String(address);
  return `${address.address}:${address.port}`;
}

async function answer(
  context: Context,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const end = (status: number, more: Readonly<Record<string, string>> = {}, text = '') => {
    response.writeHead(status, { 'cache-control': 'no-store', ...more });
    response.end(method === 'HEAD' ? undefined : text);
  };
  if (url.split('?', 1)[0] !== '/metrics') return end(404);
  if (method !== 'GET' && method !== 'HEAD') return end(405, { allow: 'GET, HEAD' });
  // Without a token, every caller that can reach the address may read the metrics.
  const { config, metrics } = context;
  const header = () => headers.authorization;
  if (config.metricsToken !== undefined && refusedMetrics(config, { address: '', header })) {
    return end(401, { 'www-authenticate': 'Bearer' });
  }
  const text = await metricsText(metrics);
  return end(200, { 'content-type': metrics.registry.contentType }, text);
}
