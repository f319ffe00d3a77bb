// Handles methods that a path does not support. Replies with 405 and Allow, and answers OPTIONS
// from the same list.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Router from 'find-my-way';
import { lazilyAsync } from '../../concurrency/lazily.js';
import { inSlices, type Sliced } from '../../concurrency/turn.js';
import { commonProblems, refusal } from '../reply/problem.js';

/** All methods that a path may have. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * The methods of a read-only path. HEAD is handled like GET, but Node omits the body. Both share
 * one registration, because each registration takes time at startup.
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

/**
 * The options of the server's router. They are also used here, so that both find the same paths.
 */
export type PathOptions = Pick<
  Router.Config<Router.HTTPVersion.V1>,
  'ignoreTrailingSlash' | 'maxParamLength'
>;

/** A registered path. */
interface KnownPath {
  /** The path as registered, without the names of its parameters. */
  readonly path: string;
  /** The methods of the path, and OPTIONS, in the form of the Allow header. */
  readonly allow: string;
}

/** Finds the registered path that matches a request's path, regardless of its method. */
export type FindPath = (request: FastifyRequest) => Promise<KnownPath | undefined>;

/** Records every path registered from now on. Returns the function that finds a path. */
export function recordPaths(server: FastifyInstance, options: PathOptions): FindPath {
  const known = new Map<string, Set<string>>();
  server.addHook('onRoute', (route) => {
    if (route.url.endsWith('*')) return;
    // Paths that differ only in the names of their parameters share their methods.
    const path = route.url.replaceAll(/:\w+/g, ':p');
    const methods = known.get(path) ?? new Set<string>();
    for (const method of [route.method].flat()) methods.add(method);
    known.set(path, methods);
  });
  // Built on first use, so that startup does not wait for it.
  const paths = lazilyAsync(() => inSlices(pathsOf(known, options)));
  return async (request) => (await paths()).find('GET', request.url)?.store;
}

/** Answers requests whose method the path does not support. */
export function answerMissingMethods(server: FastifyInstance, find: FindPath): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const allow = (await find(request))?.allow;
    if (allow === undefined) return;
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.status(204).send();
    throw refusal(commonProblems.METHOD_NOT_ALLOWED, {
      detail: `${request.method} is not allowed for this path; allowed: ${allow}`,
      args: [allow],
    });
  });
}

type Paths = Router.Instance<Router.HTTPVersion.V1>;

/** Yields every path under one method, with its Allow header. */
function* pathsOf(
  known: ReadonlyMap<string, ReadonlySet<string>>,
  options: PathOptions,
): Sliced<Paths> {
  const paths = Router(options);
  for (const [path, methods] of known) {
    const allow = METHODS.filter((method) => methods.has(method) || method === 'OPTIONS');
    const store: KnownPath = { path, allow: allow.join(', ') };
    paths.on('GET', path, () => undefined, store);
    yield;
  }
  return paths;
}
