// Logs one line and one timing for each request, without personal data.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
    /** True if the path contains a personal number or address. */
    hidesPath?: () => boolean;
    /** Maximum number of members and items in a JSON body. */
    jsonValuesMax?: number;
    /** True if the operation verifies a signature over the unparsed body. */
    signedBody?: boolean;
  }
}

/** Logs and times all the server's replies. */
export function addAccessLog(server: FastifyInstance, context: Context): void {
  server.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config?.operation ?? 'unknown';
    const labels = { method: request.method, operation, status: String(reply.statusCode) };
    context.metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    if (!context.log.isLevelEnabled('debug')) return;
    context.log.debug(
      {
        requestId: request.id,
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        principal: request.principal
          ? `${request.principal.kind}:${request.principal.id}`
          : undefined,
      },
      'request',
    );
  });
}
