// One call over HTTP: its attempts, each with a timeout, and the delays between them.

import { type CredentialOptions, type Credentials, credentialsOf } from './credential.js';
import { UNKEYED_WRITES } from './generated/unkeyed-write.js';
import { CLIENT } from './limits.js';
import type { WriteOptions } from './operation.js';
import { type Pause, pause, waitBefore } from './pause.js';
import { ConnectionError, ProblemError, problemOf } from './problem.js';
import { etagOf } from './reply.js';

/** The type of `fetch`, for callers that provide their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions extends CredentialOptions {
  /**
   * The server's address, such as `http://127.0.0.1:8080`. In a browser, `''` is the page's origin.
   */
  readonly baseUrl: string;
  readonly fetch?: Fetch | undefined;
  /** Maximum attempts for a request that is safe to repeat. 1 disables retries. */
  readonly attempts?: number | undefined;
  /** The timeout of one attempt in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The pause between attempts and between connections. Default: the platform's timers. */
  readonly pause?: Pause | undefined;
}

export interface ApiRequest extends WriteOptions {
  readonly method: string;
  /** Relative to `/api/v1/`, unless it begins with `/`. `{name}` is filled in from `path`. */
  readonly to: string;
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | URLSearchParams | undefined;
  readonly body?: unknown;
  /** Raw JSON instead of `body`, so that its numbers keep all digits. */
  readonly bodyText?: string | undefined;
}

/** A reply and its complete body. */
export interface Received {
  readonly response: Response;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The transport of one client. */
export interface Transport {
  /** Returns the reply to a successful call. Throws ProblemError or ConnectionError. */
  readonly send: (request: ApiRequest) => Promise<Received>;
  /** Makes one attempt without a timeout, for streams. The body is not read. */
  readonly open: (request: ApiRequest) => Promise<Response>;
  readonly pause: Pause;
}

/** Creates the transport of a client. */
export function transportOf(options: ClientOptions): Transport {
  const anonymous: Credentials = { headers: async () => ({}), renew: () => false };
  const tokens = (request: { readonly path: string; readonly body: object }) =>
    sendWithRetries(
      { options, credentials: anonymous },
      { method: 'POST', to: request.path, body: request.body },
    );
  const credentials = credentialsOf(options, async (request) =>
    JSON.parse(new TextDecoder().decode((await tokens(request)).bytes)),
  );
  const sender = { options, credentials };
  return {
    send: (request) => sendWithRetries(sender, request),
    open: (request) =>
      withFreshCredentials(sender, request, (one) => tryOnce(sender, one, one.signal)),
    pause: pauseOf(options),
  };
}

const pauseOf = (options: ClientOptions): Pause => options.pause ?? pause;

interface Sender {
  readonly options: ClientOptions;
  readonly credentials: Credentials;
}

/** One attempt, with the values that all attempts of a call share. */
interface Try extends ApiRequest {
  readonly credentialHeaders: Readonly<Record<string, string>>;
}

async function sendWithRetries(sender: Sender, request: ApiRequest): Promise<Received> {
  const attemptsMax = sender.options.attempts ?? CLIENT.attemptsMax;
  const keyed = withKey(request);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withFreshCredentials(sender, keyed, (one) => tryWithTimeout(sender, one));
    } catch (error) {
      const waitMs = waitFor(error, keyed, attempt);
      if (attempt >= attemptsMax || waitMs === undefined) throw error;
      await pauseOf(sender.options)(waitMs, request.signal);
    }
  }
}

// The key is generated once per call, not per attempt, so that retries are safe.
function withKey(request: ApiRequest): ApiRequest {
  if (isRead(request) || isUnkeyed(request)) return request;
  return { ...request, idempotencyKey: request.idempotencyKey ?? crypto.randomUUID() };
}

const isRead = ({ method }: ApiRequest) => method === 'GET' || method === 'HEAD';
const isUnkeyed = ({ method, to }: ApiRequest) => UNKEYED_WRITES.has(`${method} ${to}`);

/** Returns the delay before the next attempt. Undefined if the call is not retried. */
function waitFor(error: unknown, request: ApiRequest, attempt: number): number | undefined {
  if (!mayRepeat(error, request)) return undefined;
  const { firstWaitMs, waitMaxMs, retryAfterMaxMs } = CLIENT;
  const own = waitBefore(attempt, { firstMs: firstWaitMs, mostMs: waitMaxMs });
  const requestedSeconds = error instanceof ProblemError ? error.retryAfterSeconds : undefined;
  if (requestedSeconds === undefined) return own;
  // Adds a random part, because many clients may be given the same delay.
  const waitMs = requestedSeconds * 1_000 + own / 2;
  return waitMs > retryAfterMaxMs ? undefined : waitMs;
}

const NOTHING_DONE = new Set([429, 503]);
const PERHAPS_DONE = new Set([408, 502, 504]);

// An interrupted request may have been executed, so it is resent only if it is safe to repeat.
function mayRepeat(error: unknown, request: ApiRequest): boolean {
  if (error instanceof ConnectionError) return !isUnkeyed(request);
  if (!(error instanceof ProblemError)) return false;
  if (error.code === 'OUTCOME_UNKNOWN') return !isUnkeyed(request);
  if (NOTHING_DONE.has(error.status) || error.code === 'REQUEST_IN_FLIGHT') return true;
  return PERHAPS_DONE.has(error.status) && !isUnkeyed(request);
}

// A token may expire in flight. A request answered with 401 has had no effect.
async function withFreshCredentials<T>(
  { credentials }: Sender,
  request: ApiRequest,
  send: (one: Try) => Promise<T>,
): Promise<T> {
  const credentialHeaders = await credentials.headers();
  try {
    return await send({ ...request, credentialHeaders });
  } catch (error) {
    const refused = error instanceof ProblemError && error.status === 401;
    if (!refused || !credentials.renew(credentialHeaders)) throw error;
    return send({ ...request, credentialHeaders: await credentials.headers() });
  }
}

async function tryWithTimeout(sender: Sender, request: Try): Promise<Received> {
  const timeout = AbortSignal.timeout(
    request.timeoutMs ?? sender.options.timeoutMs ?? CLIENT.timeoutMs,
  );
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const response = await tryOnce(sender, { ...request, signal }, request.signal);
  const bytes = await reached(sender, request.signal, () => response.arrayBuffer());
  return { response, bytes: new Uint8Array(bytes) };
}

async function tryOnce(
  sender: Sender,
  request: Try,
  ofCaller: AbortSignal | undefined,
): Promise<Response> {
  const { options } = sender;
  // The global fetch is looked up on each call, so that tests and tracers can replace it.
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  // Built before sending, so that the caller's mistakes are not reported as connection errors.
  const url = urlOf(options, request);
  const text = textOf(request);
  const init: RequestInit = {
    method: request.method,
    headers: headersOf(request),
    ...(text === undefined ? {} : { body: text }),
    ...(request.signal ? { signal: request.signal } : {}),
  };
  const response = await reached(sender, ofCaller, () => send(url, init));
  if (response.ok) return response;
  throw problemOf(response, await reached(sender, ofCaller, () => response.text()));
}

// If the caller aborts, the caller's own reason is thrown. Every other error is a connection error.
async function reached<T>(
  { options }: Sender,
  ofCaller: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (ofCaller?.aborted) throw ofCaller.reason;
    throw new ConnectionError(options.baseUrl, error);
  }
}

function urlOf({ baseUrl }: ClientOptions, request: ApiRequest): string {
  const filled = request.to.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.path?.[name];
    if (value === undefined) throw new TypeError(`${request.to} needs path.${name}`);
    return encodeURIComponent(String(value));
  });
  const base = baseUrl.replace(/\/$/, '');
  const query = queryOf(request.query).toString();
  const path = filled.startsWith('/') ? filled : `/api/v1/${filled}`;
  return `${base}${path}${query === '' ? '' : `?${query}`}`;
}

function queryOf(query: ApiRequest['query']): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

function textOf({ body, bodyText }: ApiRequest): string | undefined {
  return bodyText ?? (body === undefined ? undefined : JSON.stringify(body));
}

function headersOf(request: Try): Record<string, string> {
  const { idempotencyKey, ifMatch } = request;
  return {
    accept: 'application/json',
    ...request.credentialHeaders,
    ...(textOf(request) === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(request.dryRun ? { prefer: 'dry-run' } : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': etagOf(ifMatch) }),
    ...request.headers,
  };
}
