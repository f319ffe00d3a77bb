// Sends one HTTP request and reads the whole reply. Tests send tens of thousands of requests, and
// `fetch` would need two or three times the CPU time.

import { Agent, type IncomingMessage, request } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const TIMEOUT_MS = 30_000;
/** An app that does nothing uses less than half of this CPU time within the timeout. */
const WORKED_MS = 3_000;
const PROCESSOR_MS_MAX = 30_000;

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request and reads the reply.
 * @throws {TypeError} as `fetch` does if no reply arrives; the cause is the reason
 */
export async function sendRequest(url: string, sent: HttpRequest): Promise<HttpReply> {
  try {
    const reply = await exchange(url, sent);
    const parts: Buffer[] = [];
    for await (const part of reply) parts.push(part);
    return {
      status: reply.statusCode ?? 0,
      headers: headersOf(reply),
      text: Buffer.concat(parts).toString('utf8'),
    };
  } catch (error) {
    throw new TypeError('fetch failed', { cause: error });
  }
}

function exchange(url: string, { method, headers, body }: HttpRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body, 'utf8');
    const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) };
    // Guards against a silent server. An abort signal for each request would cost more than the
    // request.
    const timeout = TIMEOUT_MS;
    const sent = request(url, { method, agent, timeout, headers: { ...length, ...headers } });
    // The app runs in this process. On a busy machine it may need longer without being silent.
    const before = process.cpuUsage();
    let worked = 0;
    sent.on('timeout', () => {
      const { user, system } = process.cpuUsage(before);
      const now = (user + system) / 1_000;
      const isSilent = now - worked < WORKED_MS || now > PROCESSOR_MS_MAX;
      worked = now;
      if (isSilent) sent.destroy(new Error(`no reply within ${TIMEOUT_MS} ms`));
      else sent.setTimeout(TIMEOUT_MS);
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(bytes);
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}
