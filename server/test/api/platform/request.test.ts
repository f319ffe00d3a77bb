// Requests from hostile or careless clients. Each gets the correct refusal and never a 5xx status.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp, type TestReply } from '../../support/app.js';

const CREATE = '/api/v1/finance/cash-transaction/create';
const LIST = '/api/v1/partner/customer/list';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const post = (body: unknown, headers?: Record<string, string>): Promise<TestReply> =>
  app.as('CLIENT').post(CREATE, body, headers);

/** Sends raw bytes and returns everything received until the server closes the connection. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let text = '';
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

describe('a body', () => {
  const refusals: Readonly<Record<string, readonly [string, string]>> = {
    'cut off': ['{"amount": 1', 'MALFORMED_JSON'],
    'with a member twice and two values': ['{"amount":1,"amount":2}', 'MALFORMED_JSON'],
    'with the number NaN': ['{"amount":NaN}', 'MALFORMED_JSON'],
    'with the number Infinity': ['{"amount":Infinity}', 'MALFORMED_JSON'],
    'with 10,000 lists in one another': [
      `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      'MALFORMED_JSON',
    ],
    'with a million openings': ['['.repeat(1_000_000), 'MALFORMED_JSON'],
    'with 1e400': ['{"amount":1e400}', 'INVALID_REQUEST'],
    'with 16 digits': ['{"amount":1234567890123456}', 'INVALID_REQUEST'],
    'with a NUL': ['{"label":"a\\u0000"}', 'INVALID_REQUEST'],
    'with half a character': ['{"label":"\\ud800"}', 'INVALID_REQUEST'],
    'with __proto__': ['{"__proto__":{"amount":1}}', 'INVALID_REQUEST'],
    'that is a number': ['5', 'INVALID_REQUEST'],
    'that is a list': ['[]', 'INVALID_REQUEST'],
    'that is a text': ['"x"', 'INVALID_REQUEST'],
    'with 2,000 members': [
      `{${Array.from({ length: 2_000 }, (_, at) => `"m${at}":1`).join(',')}}`,
      'INVALID_REQUEST',
    ],
  };
  for (const [name, [body, code]] of Object.entries(refusals)) {
    it(`${name} is refused with ${code}`, async () => {
      const reply = await post(body);
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.ok((reply.body.errors ?? []).length <= 100);
      assert.doesNotMatch(reply.text, /stack|node_modules|Maximum call/);
    });
  }

  it('that is empty is refused with the names of the missing members', async () => {
    for (const body of ['', '{}', 'null']) {
      const reply = await post(body);
      assert.equal(reply.status, 400, reply.text);
      assert.ok(reply.body.msgArgs.includes('amount'), reply.text);
      assert.ok(reply.body.errors.length > 1, 'all at once');
    }
  });

  it('with bytes that are not UTF-8 is refused', async () => {
    const response = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    assert.equal(response.status, 400);
  });

  it('with an equal member twice, or a byte order mark, passes', async () => {
    const reply = await post('\ufeff{"amount":"x","amount":"x"}');
    assert.equal(reply.body.msgCode, 'INVALID_REQUEST');
  });

  it('in another type or character set, or without one, is refused with 415', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=iso-8859-1',
      'nonsense',
    ]) {
      const reply = await post('{}', { 'content-type': type });
      assert.equal(reply.status, 415, type);
      assert.equal(reply.body.msgCode, 'UNSUPPORTED_MEDIA_TYPE');
    }
    const answer = await raw(
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    );
    assert.match(answer, /^HTTP\/1\.1 415 /);
  });

  it('of 20 MB is refused with 413 before it was read, in one piece or in chunks', async () => {
    const before = process.memoryUsage().rss;
    const reply = await post(`{"label":"${'x'.repeat(20_000_000)}"}`);
    assert.equal(reply.status, 413);
    assert.ok(process.memoryUsage().rss - before < 200_000_000);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const answer = await raw(
      `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(320)}`,
    );
    assert.ok(answer === '' || answer.startsWith('HTTP/1.1 413 '), answer.slice(0, 100));
  });

  it('is refused after 401 and 403: its errors are shown only with a permission', async () => {
    assert.equal((await app.as('NOBODY').post(CREATE, '{')).status, 401);
    assert.equal((await app.as('AUDITOR').post(CREATE, '{')).status, 403);
    assert.equal((await app.as('AUDITOR').post(CREATE, 'x'.repeat(2_000_000))).status, 403);
  });
});

describe('an address', () => {
  it('with broken percent-encoding is refused with 400', async () => {
    const customer = '/api/v1/partner/customer';
    for (const path of [
      `${customer}/id/%zz`,
      `${customer}/id/%ff`,
      `${LIST}?x=%ff`,
      `${LIST}?x=%`,
    ]) {
      const reply = await app.as('CLIENT').get(path);
      assert.equal(reply.status, 400, path);
      assert.ok(reply.headers.get('x-request-id'));
    }
  });

  it('longer than the server reads is refused with 431, as a problem', async () => {
    const answer = await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /"msgCode":"HEADERS_TOO_LARGE"/);
  });

  it('that does not exist is answered with 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      assert.equal((await fetch(`${app.url}/api/v1/nothing`, { method })).status, 404, method);
    }
  });
});

describe('the legacy mount', () => {
  const LEGACY = '/ebclient/rest/api/v1';
  const instanceOf = async (path: string) => (await app.as('ADMIN').get(path)).body.instance;

  it('answers like the other mount, and shows the requested path', async () => {
    for (const mount of ['/api/v1', LEGACY]) {
      const path = `${mount}/crm/lead/id/`;
      assert.equal(await instanceOf(`${path}0?x=1`), `${path}0`);
      assert.equal(await instanceOf(`${mount}/nothing`), `${mount}/nothing`);
      const long = await app.as('ADMIN').get(`${path}${'x'.repeat(1_000)}`);
      assert.equal(long.status, 404);
      assert.ok(long.body.detail.startsWith(`'${path}x`), long.text);
      const broken = await app.as('ADMIN').get(`${path}%zz`);
      assert.equal(broken.status, 400);
      assert.ok(broken.body.detail.startsWith(`'${path}%zz'`), broken.text);
    }
  });

  it('masks a number in the path of a refusal', async () => {
    const path = `${LEGACY}/security/customer/bvn`;
    assert.equal(await instanceOf(`${path}/22222222222`), `${path}/:bvn`);
  });

  it('is found with any of its characters percent-encoded, and by its whole URL', async () => {
    const list = LIST.replace('/api/v1', '/ebclient/rest/%61pi/v1');
    assert.equal((await app.as('ADMIN').get(`${list}/?b=0&s=1`)).status, 200);
    const end = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    assert.match(await raw(`GET http://x${LEGACY}/crm/lead/id/1 ${end}`), /^HTTP\/1\.1 401 /);
  });

  it('answers 405 with Allow, and links to its own pages', async () => {
    const path = CREATE.replace('/api/v1', LEGACY);
    const options = await fetch(`${app.url}${path}`, { method: 'OPTIONS' });
    assert.equal(options.headers.get('allow'), 'POST, OPTIONS');
    assert.equal((await fetch(`${app.url}${path}`, { method: 'PATCH' })).status, 405);
    const list = LIST.replace('/api/v1', LEGACY);
    const page = await app.as('ADMIN').get(`${list}?b=0&s=1`);
    assert.match(page.headers.get('link') ?? '', new RegExp(`<${list}`));
  });
});

describe('a method', () => {
  it('that the path does not support gets 405, and OPTIONS lists its methods', async () => {
    const patch = await fetch(`${app.url}${CREATE}`, { method: 'PATCH' });
    assert.equal(patch.status, 405);
    assert.equal(patch.headers.get('allow'), 'POST, OPTIONS');
    const options = await fetch(`${app.url}${CREATE}`, { method: 'OPTIONS' });
    assert.equal(options.status, 204);
    assert.equal(options.headers.get('allow'), 'POST, OPTIONS');
  });

  it('HEAD answers like GET without a body', async () => {
    const headers = await app.header('ADMIN');
    const paths = ['/livez', LIST, '/api/v1/partner/customer/list/csv', '/docs', '/openapi.json'];
    for (const path of paths) {
      const [got, headed] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(`${app.url}${path}`, { method, headers })),
      );
      assert.equal(headed?.status, 200, path);
      assert.equal(await headed?.text(), '', path);
      for (const name of ['content-type', 'content-length', 'content-disposition', 'link']) {
        assert.equal(headed?.headers.get(name), got?.headers.get(name), `${name} of ${path}`);
      }
      await got?.text();
    }
  });

  it('that is unknown has no effect', async () => {
    const end = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    assert.match(await raw(`PROPFIND ${LIST} ${end}`), /^HTTP\/1\.1 40[045] /);
    assert.match(await raw(`NONSENSE ${LIST} ${end}`), /^HTTP\/1\.1 400 /);
    assert.match(await raw('no http at all\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"success":false/);
  });

  it('GET with a body ignores it', async () => {
    const answer = await raw(
      'GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{"a',
    );
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  it('POST with Expect: 100-continue gets 100', async () => {
    const answer = await raw(
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n' +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 40/);
  });
});

describe('a reply', () => {
  it('returns a valid request id, and creates one otherwise', async () => {
    const id = 'order-desk-2026-03-02:17';
    const echoed = await app.as('CLIENT').get(LIST, { 'x-request-id': id });
    assert.equal(echoed.headers.get('x-request-id'), id);
    const made = await app.as('CLIENT').get(LIST, { 'x-request-id': 'a b<script>' });
    assert.match(made.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  it('states UTF-8, and is a problem unless only JSON is accepted', async () => {
    const type = async (path: string, accept?: string) =>
      (await app.as('CLIENT').get(path, accept ? { accept } : {})).headers.get('content-type');
    const missing = '/api/v1/partner/customer/id/999999999';
    assert.equal(await type(LIST), 'application/json; charset=utf-8');
    assert.equal(await type(missing), 'application/problem+json; charset=utf-8');
    assert.equal(await type(missing, 'application/json'), 'application/json; charset=utf-8');
    const both = 'application/json, application/problem+json';
    assert.equal(await type(missing, both), 'application/problem+json; charset=utf-8');
  });
});

describe('a list', () => {
  const links = (reply: TestReply): Map<string, string> =>
    new Map(
      [...(reply.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(
        ([, path, relation]) => [String(relation), String(path)],
      ),
    );

  it('links to its first, previous and next page', async () => {
    const first = await app.as('CLIENT').get(`${LIST}?s=20&b=1`);
    assert.deepEqual([...links(first).keys()], ['first', 'next']);
    const second = await app.as('CLIENT').get(`${LIST}?s=20&b=2`);
    assert.deepEqual([...links(second).keys()], ['first', 'prev', 'next']);
    const back = await app.as('CLIENT').get(links(second).get('prev') ?? '');
    assert.deepEqual(back.body, first.body);
  });

  it('can be followed by its next links, with each record once', async () => {
    const seen: number[] = [];
    let path: string | undefined = `${LIST}?s=7`;
    for (let page = 0; path !== undefined && page < 20; page += 1) {
      const reply: TestReply = await app.as('CLIENT').get(path);
      assert.equal(reply.status, 200, reply.text);
      for (const { id } of reply.body.result) seen.push(id);
      assert.equal(reply.body.count, 50);
      path = links(reply).get('next');
    }
    assert.equal(seen.length, 50);
    assert.equal(new Set(seen).size, 50);
  });

  it('refuses cursors that it did not issue, and pages that are too large', async () => {
    for (const query of [
      'cursor=abc',
      'cursor=YWZ0ZXI6OTk5OTk5OTk5OTk5OTk5OTk5OQ',
      's=501',
      's=-1',
      'b=x',
    ]) {
      const reply = await app.as('CLIENT').get(`${LIST}?${query}`);
      assert.equal(reply.status, 400, `${query}: ${reply.text}`);
    }
    assert.equal((await app.as('CLIENT').get(`${LIST}?b=0&s=5`)).body.result.length, 5);
  });
});
