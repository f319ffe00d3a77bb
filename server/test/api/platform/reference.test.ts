// The server's own documents (OpenAPI, reference page, problem pages) and its health.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { modulesOf } from '../../../src/app/app.js';
import { workModule } from '../../../src/app/own-work/module.js';
import { fixModule, fixProblems } from '../../../src/exchanges/fix/operation/routes.js';
import { dataKeyModule, dataKeyProblems } from '../../../src/modules/system/data-key/routes.js';
import { endOfDayProblems } from '../../../src/modules/system/end-of-day/end-of-day.js';
import { systemModule } from '../../../src/modules/system/end-of-day/routes.js';
import { eventModule } from '../../../src/modules/system/event/routes.js';
import { jobModule, jobProblems } from '../../../src/modules/system/job/routes.js';
import { atOnce } from '../../../src/platform/concurrency/turn.js';
import { problemPageFolder } from '../../../src/platform/document/site.js';
import { healthModule } from '../../../src/platform/http/health.js';
import { commonProblems, Problem, slugOf } from '../../../src/platform/http/reply/problem.js';
import type { Route } from '../../../src/platform/http/route.js';
import { masksOf } from '../../../src/platform/http/shape/data-class.js';
import { compileBody, compileInput } from '../../../src/platform/http/shape/schema.js';
import type { Module } from '../../../src/platform/module.js';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { expectGoldenDocument } from '../../support/golden-document.js';
import { renewSdkTypes } from '../../support/sdk-type.js';
import { operationsOf, readDocument } from './document.js';

let app: TestApp;
let document: Json;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  document = await readDocument(app);
});
after(() => app.stop());

/** Compares content with a golden file, or updates the file if UPDATE_GOLDEN is set. */
function expectGolden(name: string, content: unknown): void {
  const file = join(packageFolder(), 'test', 'golden', name);
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN === '1' || !existsSync(file)) writeFileSync(file, text);
  assert.ok(
    readFileSync(file, 'utf8') === text,
    `${name} differs; if that is meant, renew it with UPDATE_GOLDEN=1`,
  );
}

const catalogues = () => [
  commonProblems,
  endOfDayProblems,
  jobProblems,
  dataKeyProblems,
  fixProblems,
  ...modulesOf(app.context).map((module) => module.problems),
];
function servedModules(): readonly Module[] {
  const { context } = app;
  const business = modulesOf(context);
  const system = systemModule({ steps: [], demo: true });
  const dataKeys = dataKeyModule(business);
  const jobs = jobModule([...business, system, dataKeys]);
  const health = healthModule(context, []);
  const own = [system, fixModule(), eventModule(context), dataKeys, jobs, health];
  return [...business, ...own, workModule([...business, ...own])];
}

const kinds = () => catalogues().flatMap((catalogue) => Object.values(catalogue));

describe('the OpenAPI document', () => {
  it('matches the golden document', () => {
    expectGoldenDocument(document);
    renewSdkTypes();
  });

  it('names each operation once, with a tag and a summary', () => {
    const operations = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(item),
    );
    const ids = operations.map((operation) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    const tags = new Set(document.tags.map((tag: Json) => tag.name));
    for (const operation of operations) {
      assert.ok(operation.summary, operation.operationId);
      assert.ok(tags.has(operation.tags[0]), operation.operationId);
    }
  });

  it('has a target for each of its references', () => {
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer?.split('/').reduce<Json>((part, name) => part?.[name], document);
      assert.ok(target, pointer);
    }
  });

  it('has an example for every problem of an error reply, with its status', () => {
    const { examples, responses: shared } = document.components;
    const replies = Object.values<Json>(document.paths)
      .flatMap((item) => Object.values<Json>(item))
      .flatMap(({ responses }) => Object.entries<Json>(responses))
      .filter(([status]) => Number(status) >= 400);
    assert.ok(replies.length > 3_000, `${replies.length} error replies`);
    for (const [status, { $ref, ...own }] of replies) {
      const { content } = $ref === undefined ? own : shared[$ref.split('/').at(-1)];
      const codes = Object.keys(content['application/problem+json'].examples);
      assert.ok(codes.length > 0);
      for (const code of codes) assert.equal(String(examples[code].value.status), status, code);
    }
  });

  it('contains each shared error reply once', () => {
    const inline = Object.values<Json>(document.paths)
      .flatMap((item) => Object.values<Json>(item))
      .flatMap(({ responses }) => Object.entries<Json>(responses))
      .filter(([status, { $ref }]) => Number(status) >= 400 && $ref === undefined);
    const statuses = new Set(inline.map(([status]) => status));
    for (const status of ['412', '415', '429', '500']) assert.ok(!statuses.has(status), status);
  });

  it('has schemas that JSON Schema 2020-12 understands, and examples that fit them', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: true });
    formats.default(ajv, ['date', 'date-time', 'int64', 'uri-reference']);
    for (const operation of operationsOf(document)) {
      if (operation.body === undefined) continue;
      const validate = ajv.compile(operation.body);
      if (operation.example === undefined) continue;
      assert.ok(validate(operation.example), `${operation.id}: ${ajv.errorsText(validate.errors)}`);
    }
  });

  it('has, for every write with a body, an example that works on the demo data', async () => {
    const admin = app.as('ADMIN');
    for (const operation of operationsOf(document)) {
      if (operation.example === undefined) continue;
      const { method, path, example } = operation;
      const reply = await (method === 'put' ? admin.put(path, example) : admin.post(path, example));
      assert.ok([200, 201, 202].includes(reply.status), `${operation.id}: ${reply.text}`);
    }
  });
});

// The server compiles a schema on the first request that needs it, so startup would not detect a
// bad one.
describe('the schemas of every operation', () => {
  /** Compiles the schemas for an operation's requests and replies. */
  function compileAll(route: Route): void {
    const bodies: readonly TSchema[] = route.body?.variants ?? [];
    const readInput = compileInput(route);
    const readers = [
      (parts: Parameters<typeof readInput>[0]) => atOnce(readInput(parts)),
      ...bodies.map((body) => compileBody(body)),
    ];
    for (const read of readers) {
      try {
        read({ params: {}, query: {}, body: {} });
      } catch (error) {
        if (!(error instanceof Problem)) throw new Error(route.operation, { cause: error });
      }
    }
    masksOf(route.reply);
  }

  it('compile', () => {
    const routes = servedModules().flatMap((module) => module.routes);
    assert.equal(routes.length, operationsOf(document).length, 'no operation is left out');
    for (const route of routes) compileAll(route);
  });

  it('are valid by the meta-schema of JSON Schema, which the server leaves out', () => {
    const ajv = new Ajv({ strict: false });
    for (const { operation, params, query, body } of servedModules().flatMap(
      ({ routes }) => routes,
    )) {
      for (const schema of [params, query, ...(body === undefined ? [] : [body])]) {
        assert.ok(ajv.validateSchema(schema), `${operation}: ${ajv.errorsText(ajv.errors)}`);
      }
    }
    assert.ok(!ajv.validateSchema({ type: 'object', properties: { a: { minLength: -1 } } }));
  });

  it('would fail the test if one did not compile', () => {
    const [route] = servedModules().flatMap((module) => module.routes);
    assert.ok(route);
    for (const part of ['params', 'query', 'body']) {
      assert.throws(() => compileAll({ ...route, [part]: Type.Unsafe({ type: 'number of' }) }));
    }
  });
});

describe('the problem pages', () => {
  it('match the golden list', () => {
    const list = new Map(kinds().map(({ code, status }) => [code, status]));
    expectGolden('problems.json', Object.fromEntries([...list].sort()));
  });

  it('have one status per code, wherever it is declared', () => {
    const statuses = new Map<string, number>();
    for (const { code, status } of kinds()) {
      assert.equal(statuses.get(code) ?? status, status, code);
      statuses.set(code, status);
    }
  });

  it('exist for every code, and for nothing else', () => {
    const pages = readdirSync(problemPageFolder()).filter((name) => name !== 'README.md');
    const expected = new Set(kinds().map(({ code }) => `${slugOf(code)}.md`));
    assert.deepEqual(pages.sort(), [...expected].sort());
  });

  it('have all four parts, and an example with the right code and status', () => {
    for (const { code, status } of kinds()) {
      const text = readFileSync(join(problemPageFolder(), `${slugOf(code)}.md`), 'utf8');
      assert.ok(text.startsWith(`# ${code}\n\nHTTP ${status}. `), code);
      const parts = /^## When\n\n.+\n\n## What to do\n\n.+\n\n## Example\n/ms;
      assert.match(text, parts, code);
      assert.equal(text.match(/^#+ /gm)?.length, 4, code);
      const example = JSON.parse(/```json\n([\s\S]+?)```/.exec(text)?.[1] ?? '{}');
      assert.equal(example.msgCode, code);
      assert.equal(example.status, status);
      assert.equal(example.type, `/problems/${slugOf(code)}`);
    }
  });

  it('are served under the type of a problem, as HTML or Markdown', async () => {
    const page = await fetch(`${app.url}/problems/insufficient-funds`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(await page.text(), /<h1[^>]*>INSUFFICIENT_FUNDS<\/h1>/);
    const markdown = await fetch(`${app.url}/problems/INSUFFICIENT_FUNDS`, {
      headers: { accept: 'text/markdown' },
    });
    assert.match(await markdown.text(), /^# INSUFFICIENT_FUNDS/);
    for (const code of ['no-such-code', '..%2f..%2fpackage', 'README']) {
      assert.equal((await fetch(`${app.url}/problems/${code}`)).status, 404, code);
    }
  });
});

describe('the reference page', () => {
  it('works without the internet: nothing on it comes from another host', async () => {
    const page = await fetch(`${app.url}/docs/reference`);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.doesNotMatch(policy, /https?:|\*|unsafe/);
    const html = await page.text();
    assert.doesNotMatch(html, /https?:\/\//);
    const own = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    assert.ok(own.length >= 3);
    for (const path of own) {
      assert.equal((await fetch(`${app.url}${path}`)).status, 200, path);
    }
  });

  it('serves no other file of the package that it uses', async () => {
    for (const path of ['package.json', 'index.html', '..%2f..%2f..%2fpackage.json', '']) {
      assert.equal((await fetch(`${app.url}/docs/assets/${path}`)).status, 404, path);
    }
  });
});

describe('the entrance', () => {
  it('shows programs and people where to find the documents', async () => {
    assert.equal((await app.as('NOBODY').get('/')).body.documentation, '/docs');
    const page = await fetch(`${app.url}/`, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<a href="\/docs">/);
  });
});

describe('health', () => {
  it('is live, and ready once everything works', async () => {
    assert.deepEqual((await app.as('NOBODY').get('/livez')).body, { status: 'alive' });
    assert.deepEqual((await app.as('NOBODY').get('/readyz')).body, { status: 'ready' });
  });

  it('is not ready while a migration is missing, and states when to retry', async () => {
    const { rows } = await app.db.pool.query(
      `delete from schema_migration
       where name = (select max(name) from schema_migration) returning *`,
    );
    const reply = await app.as('NOBODY').get('/readyz');
    assert.equal(reply.status, 503);
    assert.equal(reply.body.msgCode, 'SERVICE_UNAVAILABLE');
    assert.ok(reply.headers.get('retry-after'));
    await app.db.pool.query('insert into schema_migration values ($1, $2, $3)', [
      rows[0].name,
      rows[0].checksum,
      rows[0].applied_at,
    ]);
    assert.equal((await app.as('NOBODY').get('/readyz')).status, 200);
  });

  it('shows metrics in the text format of Prometheus', async () => {
    const reply = await app.as('NOBODY').get('/metrics');
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(
      reply.text,
      /countinghouse_http_request_seconds_bucket\{.*operation="readLiveness"/,
    );
  });
});
