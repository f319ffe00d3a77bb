// Methods that a path does not have: 405 with Allow, and OPTIONS answered from the same list.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Router from 'find-my-way';
import { lazilyAsync } from '../../concurrency/lazily.js';
import { inSlices, type Sliced } from '../../concurrency/turn.js';
import { commonProblems, refusal } from '../reply/problem.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * The methods of a path that is only read. HEAD is answered like GET; Node leaves out the body.
 * Both share one registration, because each registration takes time at the start.
 */
export const READ_METHODS = ['GET', 'HEAD'] as const;

/** Serves one of our own pages or documents. */
export function addPage(
  server: FastifyInstance,
  url: string,
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  server.route({ method: [...READ_METHODS], url, handler: send });
}

/** What the server's own router is told: here the same paths must be found. */
export type PathOptions = Pick<
  Router.Config<Router.HTTPVersion.V1>,
  'ignoreTrailingSlash' | 'maxParamLength'
>;

/** Notes every path that is registered from now on, and answers for the methods it lacks. */
export function answerMissingMethods(server: FastifyInstance, options: PathOptions): void {
  const known = new Map<string, Set<string>>();
  server.addHook('onRoute', (route) => {
    if (route.url.endsWith('*')) return;
    // Two spellings of one path must share their methods, whatever their parameters are called.
    const path = route.url.replaceAll(/:\w+/g, ':p');
    const methods = known.get(path) ?? new Set<string>();
    for (const method of [route.method].flat()) methods.add(method);
    known.set(path, methods);
  });
  // Made when it is first asked: a start need not wait for it.
  const paths = lazilyAsync(() => inSlices(pathsOf(known, options)));
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const allow = (await paths()).find('GET', request.url)?.store;
    if (allow === undefined) return;
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.status(204).send();
    throw refusal(commonProblems.METHOD_NOT_ALLOWED, {
      detail: `${request.method} is not a method of this path; it has ${allow}`,
      args: [allow],
    });
  });
}

type Paths = Router.Instance<Router.HTTPVersion.V1>;

/** Every path under one method, with what stands in Allow. */
function* pathsOf(
  known: ReadonlyMap<string, ReadonlySet<string>>,
  options: PathOptions,
): Sliced<Paths> {
  const paths = Router(options);
  for (const [path, methods] of known) {
    const allow = METHODS.filter((method) => methods.has(method) || method === 'OPTIONS');
    paths.on('GET', path, () => undefined, allow.join(', '));
    yield;
  }
  return paths;
}
