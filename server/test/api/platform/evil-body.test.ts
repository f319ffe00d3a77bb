// Malicious bodies that are expensive to process. Every operation with a body refuses them, and
// public operations accept only small bodies. COUNTINGHOUSE_WHOLE=1 sends every shape to every
// operation.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { EVIL_SHAPES } from '../../../bench/body/evil.js';
import { modulesOf } from '../../../src/app/app.js';
import { HTTP } from '../../../src/limits.js';
import { permissionsOf, ROLE_NAMES } from '../../../src/modules/identity/role.js';
import { bodyBytesOf, PUBLIC, type Route } from '../../../src/platform/http/route.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

/** The body shapes that exceed a limit and are rejected before parsing, with their error codes. */
const COUNTED = new Map([
  ['members', 'TOO_MANY_MEMBERS'],
  ['repeats', 'TOO_MANY_MEMBERS'],
  ['objects', 'TOO_MANY'],
  ['records', 'TOO_MANY'],
  ['empty-texts', 'TOO_MANY'],
  ['depth', 'MALFORMED_JSON'],
]);

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** The number of shapes that are sent to each operation, unless all are sent. */
const SAMPLED_SHAPES = 2;

// Neighbouring operations get different shapes, so that each shape is sent to many of them.
function shapesFor<Shape>(place: number, shapes: readonly Shape[]): readonly Shape[] {
  const count = process.env.COUNTINGHOUSE_WHOLE === '1' ? shapes.length : SAMPLED_SHAPES;
  const from = (place * SAMPLED_SHAPES) % shapes.length;
  return [...shapes.slice(from), ...shapes.slice(0, from)].slice(0, count);
}

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
  const reply = await fetch(`${app.url}${pathOf(route)}`, {
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

function pathOf({ path, mount }: Route): string {
  const concrete = path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '1');
  return `${mount === 'root' ? '' : '/api/v1'}/${concrete}`;
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

describe('a body that is designed to cost time', () => {
  it('is too large for every public operation, in whatever form it is sent', async () => {
    assert.ok(publicRoutes().length > 5);
    for (const route of publicRoutes().filter(({ signedBody }) => !signedBody)) {
      assert.equal(bodyBytesOf(route), HTTP.smallBodyBytes, route.operation);
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

  it('is refused by public operations even if it is small', async () => {
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
    for (const [place, route] of others.entries()) {
      for (const { shape, body } of shapesFor(place, bodies)) {
        const expected = COUNTED.get(shape);
        const { problem, what } = await send(route, { body, headers: await allowed(route) });
        const found = problem.errors?.[0]?.code ?? problem.msgCode;
        if (route.body === undefined) assert.equal(found, 'BODY_TOO_LARGE', `${shape} ${what}`);
        else if (expected !== undefined) assert.ok(found.startsWith(expected), `${shape} ${what}`);
      }
    }
  });
});

describe('a body with too many values', () => {
  it('is refused by every operation when they have arrived, not only at its end', async () => {
    const others = routes.filter(
      ({ permission, body, signedBody }) => permission !== PUBLIC && body && !signedBody,
    );
    assert.ok(others.length > 100);
    const counted = [...COUNTED].map(([shape, expected]) => {
      const make = EVIL_SHAPES[shape];
      assert.ok(make);
      return { shape, expected, text: make(1_000_000) };
    });
    for (const [place, route] of others.entries()) {
      for (const { shape, expected, text } of shapesFor(place, counted)) {
        // Sends the first 800,000 bytes. Imports accept more values than other operations, and some
        // bodies have only one value per eight bytes, so a shorter part would not reach the limit.
        const answer = await answerToStart(route, text, 800_000);
        assert.ok(answer.startsWith('HTTP/1.1 400'), `${shape} ${route.operation}: ${answer}`);
        assert.ok(answer.includes(`"${expected}`), `${shape} ${route.operation}: ${answer}`);
      }
    }
  });
});

/** Sends the first bytes of a body and nothing more. Resolves with the start of the reply. */
async function answerToStart(route: Route, text: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const head = [
    `${route.method} ${pathOf(route)} HTTP/1.1`,
    ...Object.entries(await allowed(route)).map(([name, value]) => `${name}: ${value}`),
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
  ];
  const socket = connect(Number(port), hostname);
  try {
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(text.slice(0, bytes));
    let answer = '';
    for await (const chunk of socket) {
      answer += chunk;
      if (/\r\n\r\n\{.*\}/s.test(answer)) break;
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

describe('a WhatsApp delivery', () => {
  it('is refused for its signature before any of it is read', async () => {
    const route = routes.find(({ operation }) => operation === 'receiveWhatsAppDelivery');
    assert.ok(route);
    for (const body of ['{"a":', ...Object.values(EVIL_SHAPES).map((make) => make(1_000_000))]) {
      const { problem, what } = await send(route, { body });
      assert.equal(problem.msgCode, 'DELIVERY_REFUSED', what);
    }
  });
});

describe('a form', () => {
  it('in several parts must state its length', async () => {
    const route = publicRoutes().find(({ consumes }) => consumes?.includes('multipart/form-data'));
    assert.ok(route);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: new Blob(['--x--\r\n']).stream(),
      duplex: 'half' as const,
    };
    const reply = await fetch(`${app.url}${pathOf(route)}`, init);
    assert.equal(reply.status, 400);
    const problem: Json = await reply.json();
    assert.deepEqual(problem.msgArgs, ['Content-Length']);
  });
});
