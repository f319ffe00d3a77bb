// The client: JSON over fetch with credentials, idempotency keys that survive retries, and typed
// problems.

import { ApiProblem, type ProblemBody } from './problem.js';

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** API client id or staff user name. */
  readonly username: string;
  /** Client secret or password. */
  readonly password: string;
  /** How often a request that may be repeated safely is tried; 3 when not said. */
  readonly attempts?: number;
  /** Milliseconds after which one try is given up; 30,000 when not said. */
  readonly timeoutMs?: number;
}

/** A reply body; its shape is that of the operation in the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: typed per operation once the document generates types
export type Reply = any;

export interface WriteOptions {
  /** Sent with every retry of this call; made when not given. */
  readonly idempotencyKey?: string;
  /** The same checks and the same reply, and nothing written. */
  readonly dryRun?: boolean;
}

export interface Client {
  get(path: string): Promise<Reply>;
  post(path: string, body?: object, options?: WriteOptions): Promise<Reply>;
  put(path: string, body?: object, options?: WriteOptions): Promise<Reply>;
  delete(path: string, options?: WriteOptions): Promise<Reply>;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly options?: WriteOptions | undefined;
}

const RETRYABLE = new Set([429, 503]);

/** Makes a client. Paths that do not start with `/` are below `/api/v1/`. */
export function createClient(options: ClientOptions): Client {
  const call = (request: Request) => callWithRetries(options, request);
  return {
    get: (path) => call({ method: 'GET', path }),
    post: (path, body, write) => call({ method: 'POST', path, body, options: write }),
    put: (path, body, write) => call({ method: 'PUT', path, body, options: write }),
    delete: (path, write) => call({ method: 'DELETE', path, options: write }),
  };
}

async function callWithRetries(client: ClientOptions, request: Request): Promise<Reply> {
  const attempts = client.attempts ?? 3;
  const key = request.options?.idempotencyKey ?? crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callOnce(client, request, key).catch((error: unknown) => ({ error }));
    if ('reply' in outcome) return outcome.reply;
    const last = attempt >= attempts;
    if (last || !mayRetry(outcome.error)) throw outcome.error;
    await new Promise((resolve) => setTimeout(resolve, waitMs(outcome.error, attempt)));
  }
}

// A connection that broke may have been served: the idempotency key makes the repetition safe.
function mayRetry(error: unknown): boolean {
  return !(error instanceof ApiProblem) || RETRYABLE.has(error.status);
}

function waitMs(error: unknown, attempt: number): number {
  const asked = error instanceof ApiProblem ? error.retryAfterSeconds : undefined;
  return asked === undefined ? 100 * 2 ** attempt : asked * 1000;
}

async function callOnce(
  client: ClientOptions,
  request: Request,
  key: string,
): Promise<{ readonly reply: Reply }> {
  const { method, path, body } = request;
  const url = path.startsWith('/') ? `${client.url}${path}` : `${client.url}/api/v1/${path}`;
  const response = await fetch(url, {
    method,
    headers: headersOf(client, request, key),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(client.timeoutMs ?? 30_000),
  });
  const text = await response.text();
  if (!response.ok) throw problemOf(response, text);
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return { reply: isJson ? JSON.parse(text) : text };
}

function headersOf(client: ClientOptions, request: Request, key: string): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Basic ${btoa(`${client.username}:${client.password}`)}`,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.method === 'GET' ? {} : { 'idempotency-key': key }),
    ...(request.options?.dryRun ? { prefer: 'dry-run' } : {}),
  };
}

function problemOf(response: Response, text: string): ApiProblem {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem(bodyOf(response, text), Number.isNaN(retryAfter) ? undefined : retryAfter);
}

function bodyOf(response: Response, text: string): ProblemBody {
  try {
    return JSON.parse(text);
  } catch {
    return {
      type: 'about:blank',
      title: response.statusText,
      status: response.status,
      success: false,
      msgCode: 'UNREADABLE_REPLY',
      msgArgs: [],
    };
  }
}
