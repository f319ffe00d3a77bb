// When the SDK retries, how long it waits, and when it gives up, tested against a server with
// scripted answers. Pauses are recorded instead of waited for.

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Client, ConnectionError, createClient, isProblem } from '@countinghouse/sdk';
import { until } from '../support/wait.js';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let client: Client;
let answers: Answer[];
let asked: { readonly key: string | undefined; readonly url: string }[];
let pausesMs: number[];
before(async () => {
  server = createServer((request, response) => {
    const key = request.headers['idempotency-key'];
    asked.push({ key: key?.toString(), url: request.url ?? '' });
    const answer = answers.shift() ?? fine;
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  answers = [];
  asked = [];
  pausesMs = [];
  client = createClient({
    baseUrl: urlOf(server),
    pause: async (ms) => void pausesMs.push(ms),
  });
});
after(() => server.closeAllConnections());
after(() => server.close());

function urlOf(listening: Server): string {
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
}

const json = { 'content-type': 'application/json; charset=utf-8' } as const;
const fine: Answer = (response) => response.writeHead(200, json).end('{"success":true}');
const refused =
  (status: number, msgCode: string, retryAfter?: string): Answer =>
  (response) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const body = { type: '/problems/x', title: 'No', status, success: false, msgCode, msgArgs: [] };
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
  };
const html: Answer = (response) => {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
};
const hangUp: Answer = (response) => response.destroy();
const silent: Answer = () => undefined;

const lead = { body: { leadType: 'INDIVIDUAL', lastName: 'Retry' } } as const;
/** Checks that each recorded pause lies within its limits. The upper limit is exclusive. */
function assertPauses(...limitsMs: readonly (readonly [number, number])[]): void {
  const areWithin = limitsMs.every(([leastMs, mostMs], at) => {
    const ms = pausesMs[at] ?? Number.NaN;
    return ms >= leastMs && ms < mostMs;
  });
  assert.ok(areWithin && pausesMs.length === limitsMs.length, String(pausesMs));
}

describe('a call is retried', () => {
  it('after 429 and 503, after the delay that the server sent', async () => {
    answers = [refused(429, 'RATE_LIMITED', '1'), refused(503, 'SERVICE_UNAVAILABLE', '1')];
    await client.post('crm/lead/create', lead);
    assert.equal(asked.length, 3);
    assert.equal(new Set(asked.map(({ key }) => key)).size, 1);
    assertPauses([1_050, 1_100], [1_100, 1_200]);
  });

  it('at the date of a Retry-After', async () => {
    const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString();
    answers = [refused(503, 'SERVICE_UNAVAILABLE', inHalfAMinute)];
    await client.get('system/clock');
    assertPauses([20_000, 30_100]);
  });

  it('while its first attempt is still in progress', async () => {
    answers = [refused(409, 'REQUEST_IN_FLIGHT', '1')];
    await client.post('crm/lead/create', lead);
    assert.equal(asked.length, 2);
    assertPauses([1_050, 1_100]);
  });

  it('after a broken connection and a gateway error, with growing pauses', async () => {
    answers = [hangUp, html, hangUp];
    await client.post('crm/lead/create', lead);
    assert.equal(asked.length, 4);
    assertPauses([100, 200], [200, 400], [400, 800]);
  });

  it('after an attempt that timed out', async () => {
    answers = [silent];
    await client.get('system/clock', { timeoutMs: 200 });
    assert.equal(asked.length, 2);
  });
});

describe('a call is given up', () => {
  it('after its last attempt, with the error of that attempt', async () => {
    answers = [hangUp, hangUp, html, html, fine];
    await assert.rejects(
      client.get('system/clock'),
      (error: unknown) => isProblem(error, 'UNREADABLE_REPLY') && error.status === 502,
    );
    assert.equal(asked.length, 4);
  });

  it('at once when the server asks for a delay over a minute', async () => {
    answers = [refused(429, 'RATE_LIMITED', '3600')];
    await assert.rejects(
      client.get('system/clock'),
      (error: unknown) => isProblem(error, 'RATE_LIMITED') && error.retryAfterSeconds === 3_600,
    );
    assert.equal(asked.length, 1);
  });

  it('at once for 400, 404, 409, 422 and 500', async () => {
    for (const status of [400, 404, 409, 422, 500]) {
      answers = [refused(status, 'SOME_CODE')];
      await assert.rejects(client.post('crm/lead/create', lead), (error: unknown) =>
        isProblem(error, 'SOME_CODE'),
      );
    }
    assert.equal(asked.length, 5);
  });

  it('when the caller aborts it, in a pause and while it waits for a reply', async () => {
    const reason = new Error('the person closed the page');
    let answered = 0;
    // Uses real pauses: the first case is aborted during one.
    const noting = createClient({
      baseUrl: urlOf(server),
      fetch: (url, init) =>
        fetch(url, init).finally(() => {
          answered += 1;
        }),
    });
    const cases = [
      { answer: refused(503, 'SERVICE_UNAVAILABLE', '30'), waits: () => answered === 1 },
      { answer: silent, waits: () => asked.length === 2 },
    ];
    for (const { answer, waits } of cases) {
      answers = [answer];
      const ending = new AbortController();
      const rejects = assert.rejects(
        noting.get('system/clock', { signal: ending.signal }),
        (error: unknown) => error === reason,
      );
      await until(waits);
      ending.abort(reason);
      await rejects;
    }
    assert.equal(asked.length, 2);
  });

  it('after one attempt if the client is configured so', async () => {
    answers = [hangUp];
    const once = createClient({ baseUrl: urlOf(server), attempts: 1 });
    await assert.rejects(once.get('system/clock'), (error: unknown) => {
      return error instanceof ConnectionError && error.cause !== undefined;
    });
    assert.equal(asked.length, 1);
  });

  it('at once if it has no key and the connection was lost', async () => {
    answers = [hangUp];
    const body = { advanceDays: 1 };
    await assert.rejects(client.put('system/clock', { body }), ConnectionError);
    assert.deepEqual(
      asked.map(({ key }) => key),
      [undefined],
    );
  });
});

describe('an address', () => {
  it('has its parameters filled in and escaped, and no empty query parameters', async () => {
    await client.get('security/customer/username/{u}', { path: { u: 'a/b ?ö' } });
    await client.get('order/tradeorder/list', { query: { customerId: '7', side: undefined } });
    assert.deepEqual(
      asked.map(({ url }) => url),
      [
        '/api/v1/security/customer/username/a%2Fb%20%3F%C3%B6',
        '/api/v1/order/tradeorder/list?customerId=7',
      ],
    );
  });
});
