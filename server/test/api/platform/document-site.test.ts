// The documents served with the OpenAPI document: the documentation site, the Postman collection,
// and the texts for language models.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { operationsOf, readDocument } from './document.js';

let app: TestApp;
let document: Json;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  document = await readDocument(app);
});
after(() => app.stop());

async function page(path: string) {
  const response = await fetch(`${app.url}${path}`);
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text(), headers: response.headers };
}

describe('the documentation site', () => {
  it('links to each of its pages, and every link of every page has a target', async () => {
    const waiting = ['/docs'];
    const seen = new Set(waiting);
    const anchors = new Map<string, Set<string | undefined>>();
    const wanted: string[] = [];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { status, text, type } = await page(path);
      assert.equal(status, 200, path);
      if (!type.startsWith('text/html')) continue;
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      anchors.set(path, new Set(ids));
      for (const [, href = ''] of text.matchAll(/ href="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue;
        const [to, anchor] = new URL(href, `http://x${path}`).href
          .slice('http://x'.length)
          .split('#');
        if (anchor) wanted.push(`${to}#${anchor}`);
        if (to && !seen.has(to)) {
          seen.add(to);
          waiting.push(to);
        }
      }
    }
    assert.ok(seen.size > 150, `${seen.size} pages`);
    const lost = wanted.filter((link) => {
      const [to = '', anchor] = link.split('#');
      return anchors.has(to) && !anchors.get(to)?.has(anchor);
    });
    assert.deepEqual([...new Set(lost)], []);
  });

  it('contacts no other host, and runs no script of a page', async () => {
    for (const path of ['/docs', '/docs/guides/place-an-order', '/docs/problems']) {
      const { headers, text } = await page(path);
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /https?:|\*|unsafe/);
      assert.doesNotMatch(text, /<(script|style|img|iframe)/);
      assert.match(text, /<h1[ >]/);
      assert.match(text, /aria-current="page"/);
    }
  });

  it('gives each page as Markdown, too', async () => {
    const { type, text } = await page('/docs/guides/quick-start.md');
    assert.match(type, /^text\/markdown/);
    assert.match(text, /^# Quick start\n/);
    assert.match((await page('/docs/index.md')).text, /^# /);
  });

  it('renders tables, code and text correctly', async () => {
    const { text } = await page('/docs/sdk');
    assert.match(text, /<table>[\s\S]*<code>dryRun: true<\/code>/);
    assert.match(text, /<pre><code class="language-ts">import \{ createClient/);
    assert.match(text, /<h2 id="retries">Retries<\/h2>/);
  });

  it('has no page for other files', async () => {
    for (const path of ['nothing', '../package', '..%2f..%2fpackage', 'guides', 'guides/README']) {
      assert.equal((await page(`/docs/${path}`)).status, 404, path);
    }
  });
});

describe('the Postman collection', () => {
  it('has every operation once, in the folder of its module, with its parameters', async () => {
    const { body: collection } = await app.as('NOBODY').get('/postman.json');
    assert.match(collection.info.schema, /v2\.1\.0/);
    const requests = collection.item.flatMap(({ item }: Json) => item);
    const ids = requests.map(({ id }: Json) => id);
    const operations = operationsOf(document);
    assert.deepEqual(new Set(ids).size, ids.length);
    for (const operation of operations) assert.ok(ids.includes(operation.id), operation.id);
    const submit = requests.find(({ id }: Json) => id === 'submitTradeOrder').request;
    assert.equal(submit.method, 'POST');
    assert.equal(submit.url.raw, '{{baseUrl}}/api/v1/order/tradeorder/submit');
    assert.equal(JSON.parse(submit.body.raw).securityName, 'ACCESS');
    assert.ok(submit.header.some(({ key }: Json) => key === 'Idempotency-Key'));
    const read = requests.find(({ id }: Json) => id === 'getTradeOrder').request;
    assert.deepEqual(read.url.path.slice(-2), ['id', ':id']);
    assert.equal(read.url.variable[0].key, 'id');
  });

  // Bodies are left out, because they are the API's own examples, with placeholders.
  it('uses only its own variables, except in bodies', async () => {
    const { body } = await app.as('NOBODY').get('/postman.json');
    const text = JSON.stringify(body, (name, value) => (name === 'body' ? undefined : value));
    const known = new Set(body.variable.map(({ key }: Json) => key));
    const used = [...text.matchAll(/\{\{([^}$]+)\}\}/g)].map(([, name]) => name);
    assert.deepEqual(
      used.filter((name) => !known.has(name)),
      [],
    );
  });

  it('has requests that work unchanged unless they need a value', async () => {
    const { body } = await app.as('NOBODY').get('/postman.json');
    const requests: Json[] = body.item.flatMap(({ item }: Json) => item);
    const ready = requests.filter(({ request }) => {
      const needed = (request.url.query ?? []).filter((each: Json) => each.disabled !== true);
      const path = request.url.raw;
      const isEndless = path.endsWith('/event/stream');
      return request.method === 'GET' && !path.includes('/:') && needed.length === 0 && !isEndless;
    });
    assert.ok(ready.length > 30, `${ready.length} requests`);
    for (const { id, request } of ready) {
      const reply = await app.as('ADMIN').get(request.url.raw.replace('{{baseUrl}}', ''));
      assert.ok(reply.status < 500 && reply.status !== 404, `${id}: ${reply.status} ${reply.text}`);
    }
  });
});

describe('the texts for language models', () => {
  it('name every operation and every page, short and in full', async () => {
    const short = await page('/llms.txt');
    const full = await page('/llms-full.txt');
    assert.match(short.type, /^text\/plain/);
    assert.match(short.text, /^# Countinghouse\n\n> /);
    for (const { id, path } of operationsOf(document)) {
      assert.ok(short.text.includes(`(${id})`), id);
      assert.ok(full.text.includes(`### ${id}\n`) && full.text.includes(path), id);
    }
    const links = [...short.text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 20);
    for (const link of links) assert.equal((await page(link)).status, 200, link);
    assert.match(full.text, /# Place an order/);
    assert.match(full.text, /- `portfolioName` \(string, required\): /);
  });
});
