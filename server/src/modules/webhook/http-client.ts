// The HTTP client. It sends one POST to a checked address, follows no redirects, and limits the
// size and duration of the response.

import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Clock } from '../../platform/clock.js';
import { DELIVERY } from './limits.js';
import { checkingLookup, type Resolver, readTarget, type TargetRule } from './target.js';

/**
 * The outcome of one attempt. If there was no response, `status` is absent and `fault` contains the
 * reason.
 */
export interface Answer {
  readonly status?: number;
  readonly fault?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The beginning of the response body. */
  readonly body?: string;
  readonly tookMs: number;
}

/** A request to send. */
interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages over keep-alive connections. */
export interface HttpClient {
  /** Never throws. After a failure, the outcome has a `fault`. After an abort, it has no status. */
  readonly post: (post: Post, signal: AbortSignal) => Promise<Answer>;
  readonly close: () => void;
}

interface ClientRule extends TargetRule {
  /** Overrides `DELIVERY.answerMs`. */
  readonly webhookAnswerMs?: number;
}

/** Creates a node's HTTP client. */
export function createHttpClient(rule: ClientRule, clock: Clock, resolver?: Resolver): HttpClient {
  const answerMs = rule.webhookAnswerMs ?? DELIVERY.answerMs;
  const kept = { keepAlive: true, timeout: DELIVERY.idleConnectionMs };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  return {
    post: async (post, signal) => {
      const began = clock.millis();
      const deadline = AbortSignal.timeout(answerMs);
      const answer = await send(post, {
        ...{ rule, agents, resolver },
        signal: AbortSignal.any([signal, deadline]),
      }).catch((error: unknown) => ({
        fault: deadline.aborted ? `no response within ${answerMs} ms` : faultOf(error),
      }));
      return { ...answer, tookMs: Math.round(clock.millis() - began) };
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface SendContext {
  readonly rule: TargetRule;
  readonly resolver: Resolver | undefined;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal;
}

type Sent = Omit<Answer, 'tookMs'>;

// Sends a request. The receiver may close a keep-alive connection just as it is reused. This does
// not mean that the receiver has failed, so a new connection is tried immediately.
async function send(post: Post, how: SendContext): Promise<Sent> {
  try {
    return await sendOnce(post, how);
  } catch (error) {
    if (!(error instanceof KeptConnectionLost)) throw error;
    return await sendOnce(post, how);
  }
}

class KeptConnectionLost extends Error {}

function sendOnce({ url, headers, body }: Post, how: SendContext): Promise<Sent> {
  const { rule, agents, signal, resolver } = how;
  return new Promise((resolve, reject) => {
    // The rules may have changed at a restart, so a stored URL is checked like a new one.
    const target = readTarget(url, rule);
    const bytes = Buffer.from(body, 'utf8');
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': bytes.length },
      lookup: checkingLookup(target, rule, resolver),
      signal,
    };
    const request =
      target.protocol === 'http:'
        ? requestHttp(target, { ...options, agent: agents.http })
        : requestHttps(target, { ...options, agent: agents.https });
    request.on('error', (error) => {
      const isLost = request.reusedSocket && /ECONNRESET|EPIPE/.test(codeOf(error));
      reject(isLost ? new KeptConnectionLost('', { cause: error }) : error);
    });
    request.on('response', (response) => readAnswer(response, resolve));
    request.end(bytes);
  });
}

// Reads the response. Keeps only the beginning of the body, and stops reading after a short time.
function readAnswer(response: IncomingMessage, resolve: (sent: Sent) => void): void {
  const parts: Buffer[] = [];
  let length = 0;
  const finish = () => {
    clearTimeout(timer);
    resolve({
      status: response.statusCode ?? 0,
      headers: keptHeaders(response),
      body: Buffer.concat(parts)
        .subarray(0, DELIVERY.answerBodyBytes)
        .toString('utf8')
        .replaceAll('\u0000', ''),
    });
  };
  const timer = setTimeout(() => response.destroy(), DELIVERY.answerBodyMs);
  response.on('data', (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length > DELIVERY.answerBodyBytes) response.destroy();
  });
  response.on('error', () => undefined);
  response.once('close', finish);
}

function keptHeaders(response: IncomingMessage): Readonly<Record<string, string>> {
  let left: number = DELIVERY.answerHeaderCharacters;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    const text = String(value);
    left -= name.length + text.length;
    if (left < 0) break;
    kept[name] = text;
  }
  return kept;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const code = codeOf(error);
  return code === '' || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
