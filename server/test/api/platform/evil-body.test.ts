// Malicious bodies that are expensive to process: every operation with a body refuses each shape,
// and public operations accept only small bodies.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EVIL_SHAPES } from '../../../bench/body/evil.js';
import { modulesOf } from '../../../src/app/app.js';
import { HTTP } from '../../../src/limits.js';
import { permissionsOf, ROLE_NAMES } from '../../../src/modules/identity/role.js';
import { bodyBytesOf, PUBLIC, type Route } from '../../../src/platform/http/route.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

/** The shapes that are refused by counting before parsing, with their error codes. */
const COUNTED = new Map([
  ['members', 'TOO_MANY_MEMBERS'],
  ['repeats', 'TOO_MANY_MEMBERS'],
  ['objects', 'TOO_MANY'],
  ['records', 'TOO_MANY'],
  ['empty-texts', 'TOO_MANY'],
  ['depth', 'MALFORMED_JSON'],
]);

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

let app: TestApp;
let routes: readonly Route[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  routes = modulesOf(app.context)
    .flatMap((module) => module.routes)
    .filter(({ method }) => method === 'POST' || method === 'PUT');
});
after(() => app.stop());

interface Sent {
  readonly body: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

async function send(route: Route, { body, type = TYPES[0] ?? '', headers = {} }: Sent) {
  const path = route.path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '1');
  const reply = await fetch(`${app.url}${route.mount === 'root' ? '' : '/api/v1'}/${path}`, {
    method: route.method,
    headers: { 'content-type': type, ...headers },
    body,
  });
  const text = await reply.text();
  const isProblem = reply.headers.get('content-type')?.startsWith('application/problem+json');
  const what = `${route.operation}: ${reply.status} ${text.slice(0, 300)}`;
  assert.ok(isProblem && reply.status >= 400 && reply.status < 500, what);
  const problem: Json = JSON.parse(text);
  return { problem, what };
}

const headersOf = new Map<string, Promise<Record<string, string>>>();

/** Returns the headers of a caller who may run the operation. */
function allowed({ operation, permission }: Route): Promise<Record<string, string>> {
  const role = ROLE_NAMES.find((name) => permissionsOf([name], new Set([permission])).size > 0);
  assert.ok(role, `a role may ${operation}`);
  const headers = headersOf.get(role) ?? app.header(role);
  headersOf.set(role, headers);
  return headers;
}

const publicRoutes = () => routes.filter(({ permission }) => permission === PUBLIC);

describe('a body that is made to cost time', () => {
  it('is too large for every public operation, in whatever form it is sent', async () => {
    assert.ok(publicRoutes().length > 5);
    for (const route of publicRoutes().filter(({ signedBody }) => !signedBody)) {
      assert.equal(bodyBytesOf(route), HTTP.publicBodyBytes, route.operation);
      for (const make of Object.values(EVIL_SHAPES)) {
        const { problem, what } = await send(route, { body: make(1_000_000) });
        assert.equal(problem.msgCode, 'BODY_TOO_LARGE', what);
      }
      for (const type of TYPES) {
        const { problem, what } = await send(route, { body: 'a=1&'.repeat(250_000), type });
        assert.equal(problem.msgCode, 'BODY_TOO_LARGE', what);
      }
    }
  });

  it('is refused by public operations when it is small as well', async () => {
    for (const route of publicRoutes()) {
      for (const make of Object.values(EVIL_SHAPES)) {
        await send(route, { body: make(60_000) });
      }
    }
  });

  it('is refused by every operation before it is parsed', async () => {
    const others = routes.filter(({ permission }) => permission !== PUBLIC);
    assert.ok(others.length > 100);
    const bodies = Object.entries(EVIL_SHAPES).map(([shape, make]) => ({
      shape,
      body: make(130_000),
    }));
    for (const route of others) {
      for (const { shape, body } of bodies) {
        const expected = COUNTED.get(shape);
        // An operation without a body ignores a body that is cheap to read.
        if (expected === undefined && route.body === undefined) continue;
        const { problem, what } = await send(route, { body, headers: await allowed(route) });
        const found = problem.errors?.[0]?.code ?? problem.msgCode;
        if (expected !== undefined) assert.ok(found.startsWith(expected), `${shape} ${what}`);
      }
    }
  });
});

describe('a delivery of WhatsApp', () => {
  it('is refused for its signature before anything of it is read', async () => {
    const route = routes.find(({ operation }) => operation === 'receiveWhatsAppDelivery');
    assert.ok(route);
    for (const body of ['{"a":', ...Object.values(EVIL_SHAPES).map((make) => make(1_000_000))]) {
      const { problem, what } = await send(route, { body });
      assert.equal(problem.msgCode, 'DELIVERY_REFUSED', what);
    }
  });
});

describe('a form', () => {
  it('in several parts has to say its length', async () => {
    const route = publicRoutes().find(({ consumes }) => consumes?.includes('multipart/form-data'));
    assert.ok(route);
    const path = route.path.replaceAll(/\{\w+\}/g, '1');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: new Blob(['--x--\r\n']).stream(),
      duplex: 'half' as const,
    };
    const base = route.mount === 'root' ? app.url : `${app.url}/api/v1`;
    const reply = await fetch(`${base}/${path}`, init);
    assert.equal(reply.status, 400);
    const problem: Json = await reply.json();
    assert.deepEqual(problem.msgArgs, ['Content-Length']);
  });
});
