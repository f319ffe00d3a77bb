// Cross-origin calls: the headers that browsers require before a page of another origin can call
// the API.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basic, startTestApp, type TestApp } from '../../support/app.js';
import { sendRequest } from '../../support/http-request.js';

const PORTAL = 'https://portal.example.com';
const LOCAL = 'http://localhost:5173';
const FOREIGN = 'https://evil.example.com';
const LEAD = '/api/v1/crm/lead/create';
const CLIENT = '/api/v1/security/client/create';

let list: TestApp;
let any: TestApp;
let none: TestApp;

before(async () => {
  list = await startTestApp({ corsOrigins: [PORTAL, LOCAL] });
  any = await startTestApp({ demo: true, exchange: 'none' });
  none = await startTestApp({ noAuth: true });
});
after(async () => {
  for (const app of [list, any, none]) await app.stop();
});

interface Sent {
  readonly method?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function send(app: TestApp, path: string, sent: Sent = {}) {
  const origin: Record<string, string> = sent.origin === undefined ? {} : { origin: sent.origin };
  const headers = { ...origin, ...sent.headers };
  return sendRequest(`${app.url}${path}`, {
    method: sent.method ?? 'GET',
    headers,
    body: sent.body,
  });
}

function preflight(app: TestApp, path: string, origin = PORTAL) {
  const headers = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type',
  };
  return send(app, path, { method: 'OPTIONS', origin, headers });
}

const wordsOf = (text: string | null) => (text ?? '').split(', ').toSorted();

describe('a preflight request', () => {
  it('is answered without credentials, with the methods of the path', async () => {
    const reply = await preflight(list, '/api/v1/crm/lead/update');
    assert.equal(reply.status, 204);
    assert.equal(reply.text, '');
    assert.equal(reply.headers.get('access-control-allow-origin'), PORTAL);
    assert.equal(reply.headers.get('access-control-allow-methods'), 'PUT, OPTIONS');
    assert.equal(reply.headers.get('access-control-max-age'), '600');
    assert.equal(reply.headers.get('vary'), 'Origin');
    assert.equal(reply.headers.get('access-control-allow-credentials'), null);
    assert.ok(reply.headers.get('x-request-id'));
    assert.deepEqual(wordsOf(reply.headers.get('access-control-allow-headers')), [
      ...['accept', 'authorization', 'content-type', 'idempotency-key', 'if-match'],
      ...['last-event-id', 'prefer', 'x-api-key'],
    ]);
  });

  it('is answered on every mount, at the token endpoints and for unknown paths', async () => {
    for (const path of [
      ...['/ebclient/rest/api/v1/crm/lead/update', '/mds/rest/api/v1/research/get-market-movers'],
      ...['/mds//rest/api/v1/research/get-market-movers', '/oauth/token', '/openapi.json'],
      ...['/.well-known/jwks.json', '/api/v1/no/such/path', '/apis/v1/order'],
    ]) {
      const reply = await preflight(list, path, LOCAL);
      assert.equal(reply.status, 204, path);
      assert.equal(reply.headers.get('access-control-allow-origin'), LOCAL, path);
      assert.ok(reply.headers.get('access-control-allow-methods'), path);
    }
    const unknown = await preflight(list, '/api/v1/no/such/path');
    assert.match(unknown.headers.get('access-control-allow-methods') ?? '', /POST, PUT/);
  });

  it('gets the usual reply for an origin that is not allowed', async () => {
    for (const origin of [FOREIGN, `${PORTAL}.evil.example`, `${PORTAL}:8443`, 'null', '']) {
      const reply = await preflight(list, LEAD, origin);
      assert.equal(reply.status, 204, origin);
      assert.equal(reply.headers.get('allow'), 'POST, OPTIONS', origin);
      assert.equal(reply.headers.get('access-control-allow-origin'), null, origin);
      assert.equal(reply.headers.get('access-control-allow-methods'), null, origin);
      assert.equal(reply.headers.get('vary'), 'Origin', origin);
    }
    assert.equal((await preflight(list, '/api/v1/no/such/path', FOREIGN)).status, 404);
  });
});

describe('a call of an allowed origin', () => {
  it('may be read by its page, refusals and unknown paths included', async () => {
    const auth = await list.header('CRM');
    for (const [path, sent, status] of [
      ['/api/v1/crm/lead/list', { headers: auth }, 200],
      ['/api/v1/crm/lead/list', {}, 401],
      ['/api/v1/security/user/list', { headers: auth }, 403],
      ['/api/v1/no/such/path', {}, 404],
      ['/api/v1/crm/lead/id/%zz', {}, 400],
      ['/api/v1/crm/lead/list', { method: 'DELETE' }, 405],
      ['/api/v1/crm/lead/list', { headers: { 'content-encoding': 'gzip' } }, 415],
      ['/ebclient/rest/api/v1/crm/lead/list', {}, 401],
    ] as const) {
      const reply = await send(list, path, { origin: PORTAL, ...sent });
      const at = `${path} ${status}`;
      assert.equal(reply.status, status, at);
      assert.equal(reply.headers.get('access-control-allow-origin'), PORTAL, at);
      assert.equal(reply.headers.get('vary'), 'Origin', at);
      const exposed = wordsOf(reply.headers.get('access-control-expose-headers'));
      for (const name of ['content-disposition', 'etag', 'link', 'location', 'x-request-id']) {
        assert.ok(exposed.includes(name), `${at} ${name}`);
      }
      assert.equal(reply.headers.get('access-control-allow-credentials'), null, at);
    }
  });

  it('may write, although a browser marks it as cross-site', async () => {
    const headers = {
      ...(await list.header('ADMIN')),
      'content-type': 'application/json',
      'sec-fetch-site': 'cross-site',
    };
    const body = JSON.stringify({ label: 'Made by a page', roles: ['CRM'] });
    const write = (origin?: string) =>
      send(list, CLIENT, { method: 'POST', headers, body, ...(origin ? { origin } : {}) });
    const made = await write(LOCAL);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get('access-control-allow-origin'), LOCAL);
    for (const origin of [FOREIGN, undefined]) {
      const refused = await write(origin);
      assert.equal(refused.status, 403, refused.text);
      assert.equal(refused.headers.get('access-control-allow-origin'), null);
    }
  });

  it('is shared with other sites as a resource, while our own pages are not', async () => {
    const policy = async (app: TestApp, path: string) =>
      (await send(app, path)).headers.get('cross-origin-resource-policy');
    assert.equal(await policy(list, '/openapi.json'), 'cross-origin');
    assert.equal(await policy(list, '/api/v1/no/such/path'), 'cross-origin');
    assert.equal(await policy(list, '/docs'), 'same-origin');
    assert.equal(await policy(none, '/openapi.json'), 'same-origin');
  });
});

describe('/metrics, and our own pages', () => {
  it('are never shared, however the path is written', async () => {
    for (const path of ['/metrics', '/metrics/', '/%6detrics', '/console', '/docs', '/livez']) {
      const read = await send(list, path, { origin: PORTAL });
      assert.equal(read.headers.get('access-control-allow-origin'), null, path);
      const asked = await preflight(list, path);
      assert.equal(asked.headers.get('access-control-allow-origin'), null, path);
      const other = await send(list, path, { method: 'DELETE', origin: PORTAL });
      assert.equal(other.headers.get('access-control-allow-origin'), null, path);
    }
  });
});

describe('with the demonstration', () => {
  it('every origin may call, so replies do not vary by it', async () => {
    const reply = await preflight(any, LEAD, 'null');
    assert.equal(reply.status, 204);
    assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    assert.equal(reply.headers.get('vary'), null);
    const read = await send(any, '/api/v1/crm/lead/list', { origin: FOREIGN });
    assert.equal(read.status, 401);
    assert.equal(read.headers.get('access-control-allow-origin'), '*');
  });

  it('a browser signs in with a form, and uses the token', async () => {
    const made = await any.as('ADMIN').post(CLIENT, { label: 'Portal', roles: ['CRM'] });
    const { clientId, clientSecret } = made.body.result;
    const form = new FormData();
    form.set('username', clientId);
    form.set('password', clientSecret);
    const signedIn = await fetch(`${any.url}/api/v1/security/request/access-token`, {
      method: 'POST',
      body: form,
      headers: { origin: PORTAL, 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(signedIn.status, 200);
    assert.equal(signedIn.headers.get('access-control-allow-origin'), '*');
    const { access_token: token } = JSON.parse(await signedIn.text());
    const headers = { authorization: `Bearer ${token}` };
    const read = await send(any, '/api/v1/crm/lead/list', { origin: PORTAL, headers });
    assert.equal(read.status, 200);
    const wrong = await send(any, '/api/v1/crm/lead/list', {
      origin: PORTAL,
      headers: basic(clientId, 'wrong'),
    });
    assert.deepEqual([wrong.status, JSON.parse(wrong.text).success], [401, false]);
    assert.equal(wrong.headers.get('access-control-allow-origin'), '*');
  });
});

describe('without the setting', () => {
  it('no origin gets any header', async () => {
    const asked = await preflight(none, LEAD);
    assert.equal(asked.headers.get('allow'), 'POST, OPTIONS');
    const read = await send(none, '/api/v1/crm/lead/list', { origin: PORTAL });
    assert.equal(read.status, 200);
    for (const reply of [asked, read]) {
      assert.equal(reply.headers.get('access-control-allow-origin'), null);
      assert.equal(reply.headers.get('access-control-allow-methods'), null);
      assert.equal(reply.headers.get('vary'), null);
    }
  });
});
