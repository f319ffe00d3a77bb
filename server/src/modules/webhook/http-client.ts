// Sending one message: a POST to a judged address, no redirects, and an answer of limited size and
// time.

import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Clock } from '../../platform/clock.js';
import { DELIVERY } from './limits.js';
import { judgingLookup, type Resolver, readTarget, type TargetRule } from './target.js';

/** What came of one attempt. Without a status there was no answer, and `fault` says why. */
export interface Answer {
  readonly status?: number;
  readonly fault?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body?: string;
  readonly tookMs: number;
}

/** What is posted. */
interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages over connections that are kept for the next one. */
export interface Postman {
  /** Never throws: what fails is told in the answer. Aborting gives an answer without a status. */
  readonly post: (post: Post, signal: AbortSignal) => Promise<Answer>;
  readonly close: () => void;
}

interface PostRule extends TargetRule {
  /** In place of `DELIVERY.answerMs`. */
  readonly webhookAnswerMs?: number;
}

/** The postman of one node. */
export function createPostman(rule: PostRule, clock: Clock, resolver?: Resolver): Postman {
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
        fault: deadline.aborted ? `no answer within ${answerMs} ms` : faultOf(error),
      }));
      return { ...answer, tookMs: Math.round(clock.millis() - began) };
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Way {
  readonly rule: TargetRule;
  readonly resolver: Resolver | undefined;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal;
}

type Sent = Omit<Answer, 'tookMs'>;

// A connection that was kept may have been closed by the other side just when it was used again;
// that says nothing of the receiver, so a fresh one is tried at once.
async function send(post: Post, way: Way): Promise<Sent> {
  try {
    return await sendOnce(post, way);
  } catch (error) {
    if (!(error instanceof KeptConnectionLost)) throw error;
    return await sendOnce(post, way);
  }
}

class KeptConnectionLost extends Error {}

function sendOnce({ url, headers, body }: Post, way: Way): Promise<Sent> {
  const { rule, agents, signal, resolver } = way;
  return new Promise((resolve, reject) => {
    // Rules change between restarts, so a stored URL is judged as a new one is.
    const target = readTarget(url, rule);
    const bytes = Buffer.from(body, 'utf8');
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': bytes.length },
      lookup: judgingLookup(target, rule, resolver),
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

// The status is the answer; of the body, only the beginning is kept, and only for a short time.
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
