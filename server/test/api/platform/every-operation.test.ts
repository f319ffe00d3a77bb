// How every operation refuses bad requests, checked against the server's own OpenAPI document.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { modulesOf } from '../../../src/app/app.js';
import { HTTP } from '../../../src/limits.js';
import { isRole, permissionsOf, ROLE_NAMES } from '../../../src/modules/identity/role.js';
import { bodyBytesOf } from '../../../src/platform/http/route.js';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { concrete, type Operation, operationsOf, readDocument } from './document.js';

/**
 * Tables that record refusals, and tables whose rows workers derive. Refused requests may change
 * these.
 */
const TELLING = new Set([
  ...['audit_entry', 'audit_chain', 'audit_key', 'audit_head', 'login_delay', 'login_address'],
  ...[
    'audit_batch',
    'row_change',
    'ledger_fold',
    'account_day',
    'ledger_fold_state',
    'event_position',
    'principal_use',
  ],
]);

let app: TestApp;
let operations: readonly Operation[];
let rowsBefore: Map<string, string>;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none', workersLeftOut: [] });
  operations = operationsOf(await readDocument(app));
  // Waits for the rows that workers write once after the start, so that these are not mistaken for
  // the effect of a refusal.
  await waitFor('the first signing key', async () => {
    const { rowCount } = await app.db.pool.query('select from signing_key');
    return rowCount === 1;
  });
  rowsBefore = await rowCounts();
});
after(() => app.stop());

async function rowCounts(): Promise<Map<string, string>> {
  const { rows } = await app.db.pool.query<{ name: string; rows: string }>(`
    select table_name as name, (xpath('/row/c/text()', query_to_xml(
      format('select count(*) as c from %I', table_name), false, true, '')))[1]::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  return new Map(rows.filter((row) => !TELLING.has(row.name)).map((row) => [row.name, row.rows]));
}

function send(
  role: string,
  operation: Operation,
  request: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<TestReply> {
  const caller = app.as(role);
  const path = concrete(operation);
  switch (operation.method) {
    case 'get':
      return caller.get(path, request.headers);
    case 'delete':
      return caller.delete(path, request.headers);
    case 'post':
      return caller.post(path, request.body, request.headers);
    case 'put':
      return caller.put(path, request.body, request.headers);
  }
}

// Returns a role that has all permissions of an operation.
function roleFor(operation: Operation): string {
  if (operation.permissions.length === 0) return 'NOBODY';
  const role = ROLE_NAMES.find((name) => may(name, operation));
  assert.ok(role, `a role may ${operation.id}`);
  return role;
}

function may(role: string, operation: Operation): boolean {
  assert.ok(isRole(role));
  return permissionsOf([role], new Set(operation.permissions)).size > 0;
}

async function expectEach(
  chosen: readonly Operation[],
  check: (operation: Operation) => Promise<void>,
): Promise<void> {
  const wrong: string[] = [];
  for (const operation of chosen) {
    try {
      await check(operation);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      wrong.push(`${operation.id}: ${said.slice(0, 400)}`);
    }
  }
  assert.deepEqual(wrong, []);
}

function expectProblem(reply: TestReply, status: number, code?: string): void {
  const { body } = reply;
  assert.equal(reply.status, status, `${reply.status} instead of ${status}: ${reply.text}`);
  assert.match(
    reply.headers.get('content-type') ?? '',
    /^application\/problem\+json; charset=utf-8$/,
  );
  assert.equal(body.success, false);
  assert.equal(body.status, status);
  assert.equal(body.requestId, reply.headers.get('x-request-id'));
  if (code !== undefined) assert.equal(body.msgCode, code);
}

const guarded = () => operations.filter((operation) => operation.permissions.length > 0);
const withBody = () => operations.filter((operation) => operation.body !== undefined);
// If a path accepts several kinds of bodies, the example is of the first kind.
const membersOf = (operation: Operation): [string, Json][] =>
  Object.entries<Json>((operation.body.anyOf?.[0] ?? operation.body).properties ?? {});

const isWhole = process.env.COUNTINGHOUSE_WHOLE === '1';

/**
 * Returns a function that supplies wrong values for one operation or parameter: all of them in the
 * proofs, otherwise only `count` of them, in rotation.
 */
function inTurn(count: number, values: readonly string[]): () => readonly string[] {
  let from = 0;
  return () => {
    const turned = [...values.slice(from), ...values.slice(0, from)];
    from = (from + count) % values.length;
    return isWhole ? values : turned.slice(0, count);
  };
}

const numberValues = inTurn(2, ['"NaN"', '"Infinity"', '1e400', '1234567890123456', '"12 34"']);
const idValues = inTurn(2, ['abc', '-1', '1.5', '9223372036854775808', '%00', '1'.repeat(300)]);
const parameterValues = inTurn(1, ['%00', '-1', 'abc', '9'.repeat(20), '%F0%9F%92%A9', '1e9']);

describe('every operation', () => {
  it('is in the document', () => assert.ok(operations.length > 80));

  it('answers 401 without credentials', () =>
    expectEach(guarded(), async (operation) => {
      const reply = await send('NOBODY', operation, { body: operation.example ?? {} });
      expectProblem(reply, 401, 'INVALID_CREDENTIALS');
      assert.match(reply.headers.get('www-authenticate') ?? '', /Basic/);
    }));

  it('answers 403 to a role without its permission', () =>
    expectEach(guarded(), async (operation) => {
      const role = ROLE_NAMES.find((name) => !may(name, operation));
      if (role === undefined) return;
      expectProblem(
        await send(role, operation, { body: operation.example ?? {} }),
        403,
        'FORBIDDEN',
      );
    }));

  it('answers 405 with Allow to a method that its path does not have', () =>
    expectEach(operations, async (operation) => {
      const response = await fetch(`${app.url}${concrete(operation)}`, { method: 'PATCH' });
      assert.equal(response.status, 405);
      assert.match(response.headers.get('allow') ?? '', new RegExp(operation.method, 'i'));
    }));
});

describe('every operation with a body', () => {
  const refuses = (body: unknown, status: number, headers?: Record<string, string>) => () =>
    expectEach(withBody(), async (operation) =>
      expectProblem(
        await send(roleFor(operation), operation, { body, ...(headers ? { headers } : {}) }),
        status,
      ),
    );

  it('answers 400 to malformed JSON', refuses('{"a":', 400));
  it('answers 400 to JSON that is not an object', refuses('[1]', 400));
  it('answers 400 to a bare number', refuses('1', 400));
  it('answers 400 to endless nesting', refuses('['.repeat(10_000), 400));
  it('answers 400 to a member repeated with a different value', refuses('{"a":1,"a":2}', 400));
  it('answers 415 to another media type', refuses('<a/>', 415, { 'content-type': 'text/xml' }));
  it('answers 413 to a body that is one byte longer than its limit', () => {
    const taken = new Map(
      modulesOf(app.context)
        .flatMap((module) => module.routes)
        .map((route) => [route.operation, bodyBytesOf(route)]),
    );
    const bodies = new Map<number, string>();
    return expectEach(withBody(), async (operation) => {
      const most = taken.get(operation.id) ?? HTTP.bodyBytes;
      const body = bodies.get(most) ?? `{"text":"${'x'.repeat(most + 1 - '{"text":""}'.length)}"}`;
      bodies.set(most, body);
      expectProblem(await send(roleFor(operation), operation, { body }), 413, 'BODY_TOO_LARGE');
    });
  });

  it('answers 400 to a NUL in every text member, naming it', () =>
    expectEach(withBody(), (operation) => {
      const texts = membersOf(operation).filter(([, { type }]) => type === 'string');
      return expectRefused(operation, texts, () => '"a\\u0000b"');
    }));

  it('answers 400 to a wrong type in every member, naming it', () =>
    expectEach(withBody(), (operation) =>
      expectRefused(operation, membersOf(operation), ({ type }) =>
        type === 'object' ? '[1]' : '{"a":1}',
      ),
    ));

  it('answers 400 to invalid numbers and to numbers with too many digits', () =>
    expectEach(withBody(), async (operation) => {
      const numbers = membersOf(operation).filter(([, { type }]) =>
        [type].flat().some((each) => each === 'number' || each === 'integer'),
      );
      if (numbers.length === 0) return;
      for (const wrong of numberValues()) {
        await expectRefused(operation, numbers, () => wrong);
      }
    }));
});

/**
 * Expects that a reply names every member with a wrong value. Sends all members in one request
 * first, then separately each member that the reply did not name.
 */
async function expectRefused(
  operation: Operation,
  members: readonly [string, Json][],
  wrongFor: (shape: Json) => string,
): Promise<void> {
  if (members.length === 0) return;
  const named = await namedIn(operation, bodyWith(operation, members, wrongFor));
  for (const member of members.filter(([name]) => !isNamed(name, named))) {
    const alone = await namedIn(operation, bodyWith(operation, [member], wrongFor));
    assert.ok(isNamed(member[0], alone), `${member[0]} is named in ${alone}`);
  }
}

/**
 * Returns the example body as JSON with these members replaced. The wrong values are JSON text,
 * because JavaScript cannot hold some of the numbers.
 */
function bodyWith(
  { example }: Operation,
  members: readonly [string, Json][],
  wrongFor: (shape: Json) => string,
): string {
  const wrong = members.map(([name, shape]) => `${JSON.stringify(name)}:${wrongFor(shape)}`);
  const names = new Set(members.map(([name]) => name));
  const rest = Object.entries({ ...example })
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...wrong, ...rest].join(',')}}`;
}

async function namedIn(operation: Operation, body: string): Promise<readonly string[]> {
  const reply = await send(roleFor(operation), operation, { body });
  expectProblem(reply, 400);
  return (reply.body.errors ?? []).map((error: Json) => error.pointer);
}

function isNamed(name: string, pointers: readonly string[]): boolean {
  return pointers.some((pointer) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
}

describe('every operation with an id in its path', () => {
  it('never fails on impossible ids', () =>
    expectEach(
      operations.filter((operation) => operation.path.includes('{')),
      async (operation) => {
        const caller = app.as(roleFor(operation));
        for (const id of idValues()) {
          const path = concrete(operation, id);
          const reply = await (operation.method === 'get'
            ? caller.get(path)
            : caller.put(path, {}));
          assert.ok([400, 404, 405].includes(reply.status), `${id}: ${reply.text}`);
        }
        const reply = await (operation.method === 'get'
          ? caller.get(concrete(operation, '999999999999999'))
          : caller.put(concrete(operation, '999999999999999'), {}));
        assert.ok([200, 400, 404, 405].includes(reply.status), reply.text);
      },
    ));
});

describe('every read', () => {
  it('ignores or refuses strange parameters, and never fails', () =>
    expectEach(
      operations.filter((operation) => operation.method === 'get'),
      async (operation) => {
        const caller = app.as(roleFor(operation));
        const known = operation.parameters.filter((parameter) => parameter.in === 'query');
        for (const name of [...known.map((parameter) => parameter.name), 'unheardOf']) {
          for (const value of parameterValues()) {
            const reply = await caller.get(`${concrete(operation)}?${name}=${value}`);
            assert.ok(reply.status < 500, `${name}=${value}: ${reply.text}`);
          }
        }
      },
    ));
});

describe('after all refusals', () => {
  it('nothing was written', async () => assert.deepEqual(await rowCounts(), rowsBefore));
});
