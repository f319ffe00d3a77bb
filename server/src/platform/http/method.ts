// Methods that a path does not have: 405 with Allow, and OPTIONS answered from the same list.

import type { FastifyInstance, HTTPMethods } from 'fastify';
import { commonProblems, refusal } from './problem.js';

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** Notes every path that is registered from now on; returns the function that closes the gaps. */
export function noteMethods(server: FastifyInstance): () => void {
  const known = new Map<string, Set<HTTPMethods>>();
  let noting = true;
  server.addHook('onRoute', (route) => {
    if (!noting || route.url.endsWith('*')) return;
    // Two spellings of one path must share their methods, whatever their parameters are called.
    const path = route.url.replaceAll(/:\w+/g, ':p');
    const methods = known.get(path) ?? new Set<HTTPMethods>();
    for (const method of [route.method].flat()) methods.add(method);
    known.set(path, methods);
  });
  return () => {
    noting = false;
    for (const [path, methods] of known) addMissing(server, path, methods);
  };
}

function addMissing(server: FastifyInstance, path: string, methods: Set<HTTPMethods>): void {
  const allow = METHODS.filter((method) => methods.has(method) || method === 'OPTIONS').join(', ');
  server.route({
    method: METHODS.filter((method) => !methods.has(method)),
    url: path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.header('allow', allow);
      if (request.method === 'OPTIONS') return reply.status(204).send();
      throw refusal(commonProblems.METHOD_NOT_ALLOWED, {
        detail: `${request.method} is not a method of this path; it has ${allow}`,
        args: [allow],
      });
    },
    handler: async (_request, reply) => reply.status(204).send(),
  });
}
