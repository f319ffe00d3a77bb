// Serves the start page, and the API's documents for programs, language models and people.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { lazilyAsync } from '../concurrency/lazily.js';
import { inSlices } from '../concurrency/turn.js';
import type { Context } from '../context.js';
import { asyncApiOf, eventSchemaOf } from '../events/document.js';
import { PAGE_STYLE, pageOf } from '../http/reply/page.js';
import { commonProblems, refusal } from '../http/reply/problem.js';
import { addPage } from '../http/request/method.js';
import { toJson, toJsonInTurns } from '../json/json.js';
import type { Module } from '../module.js';
import { packageVersion } from '../package-folder.js';
import { llmsFullText, llmsText } from './llms-text.js';
import { htmlOf } from './markdown.js';
import { openApiOf } from './openapi.js';
import { type DocumentedOperation, documentedOperations } from './operation.js';
import { postmanOf } from './postman.js';
import { addSitePages, findSite, markdownPathOf, problemPageFolder, type Site } from './site.js';

// Everything is served from this server, so that browsers contact no other host.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves `/`, the API's documents, `/docs` and `/problems/{code}`. */
export async function addReference(
  server: FastifyInstance,
  { context, modules }: { readonly context: Context; readonly modules: readonly Module[] },
): Promise<void> {
  const { kinds } = context.eventCatalogue;
  const version = packageVersion();
  const site = await findSite();
  // Built on the first request, because nodes that only run jobs do not need it.
  const openApi = lazilyAsync(() => inSlices(openApiOf(modules, version)));
  addDocument(server, '/openapi.json', openApi);
  const operations = lazilyAsync(async () => inSlices(documentedOperations(await openApi())));
  addDocument(server, '/postman.json', async () => postmanOf(await openApi(), await operations()));
  addDocument(server, '/asyncapi.json', async () => asyncApiOf(kinds, version));
  addDocument(server, '/events.json', async () => eventSchemaOf(kinds));
  addPage(server, '/', async (request, reply) =>
    String(request.headers.accept ?? '').includes('text/html')
      ? sendPage(reply, entrancePage())
      : sendText(reply, 'application/json', toJson(entrance)),
  );
  addPage(server, '/problems/:code', async (request, reply) => {
    const text = await problemPage(String(Object(request.params).code));
    return String(request.headers.accept ?? '').includes('text/markdown')
      ? sendText(reply, 'text/markdown', text)
      : sendPage(reply, await site.problem(text));
  });
  addSite(server, site, operations);
  await addReferencePage(server);
}

function addSite(
  server: FastifyInstance,
  site: Site,
  operations: () => Promise<readonly DocumentedOperation[]>,
): void {
  addSitePages(server, site, (reply, type, text) =>
    type === 'text/html' ? sendPage(reply, text) : sendText(reply, type, text),
  );
  const texts = { '/llms.txt': llmsText, '/llms-full.txt': llmsFullText } as const;
  for (const [path, textOf] of Object.entries(texts)) {
    const text = lazilyAsync(async () => {
      const pages = await site.pages();
      return textOf(
        await operations(),
        pages.map((page) => ({ ...page, path: markdownPathOf(page.path) })),
      );
    });
    addPage(server, path, async (_, reply) => sendText(reply, 'text/plain', await text()));
  }
}

function addDocument(server: FastifyInstance, path: string, content: () => Promise<object>): void {
  const text = lazilyAsync(async () => toJsonInTurns(await content()));
  addPage(server, path, async (_, reply) =>
    sendText(reply.header('cache-control', 'no-cache'), 'application/json', await text()),
  );
}

const entrance = {
  name: 'Countinghouse',
  console: '/console/',
  documentation: '/docs',
  openapi: '/openapi.json',
  asyncapi: '/asyncapi.json',
  events: '/events.json',
  postman: '/postman.json',
  llms: '/llms.txt',
  api: '/api/v1',
  live: '/livez',
  ready: '/readyz',
} as const;

function entrancePage(): string {
  return pageOf(
    'Countinghouse',
    htmlOf(
      [
        '# Countinghouse',
        'The open back office of a stockbroker and asset manager.',
        '- [The console](/console/)',
        '- [Documentation](/docs): guides, reference, problems',
        '- [Reference of every operation](/docs/reference)',
        '- [OpenAPI 3.1 document](/openapi.json)',
        '- [AsyncAPI 3.0 document of events](/asyncapi.json), [their JSON Schema](/events.json)',
        '- [Readiness](/readyz)',
      ].join('\n\n'),
    ),
  );
}

async function problemPage(code: string): Promise<string> {
  const slug = code.toLowerCase().replaceAll('_', '-');
  const unknown = refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such problem' });
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) throw unknown;
  try {
    return await readFile(join(problemPageFolder(), `${slug}.md`), 'utf8');
  } catch {
    throw unknown;
  }
}

async function addReferencePage(server: FastifyInstance): Promise<void> {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const shown = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);
  await server.register(staticFiles, {
    root: assets,
    prefix: '/docs/assets/',
    index: false,
    allowedPath: (path) => shown.has(path),
    decorateReply: false,
    maxAge: '1h',
  });
  addPage(server, '/docs/reference', async (_, reply) => sendPage(reply, referencePage));
  addPage(server, '/docs/page.css', async (_, reply) => sendText(reply, 'text/css', PAGE_STYLE));
  addPage(server, '/docs/start.js', async (_, reply) =>
    sendText(reply, 'text/javascript', referenceScript),
  );
}

const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Countinghouse API</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

// The validator badge is turned off, because it would contact another host.
const referenceScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return sendText(reply.header('content-security-policy', PAGE_POLICY), 'text/html', html);
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply
    .header('content-type', `${type}; charset=utf-8`)
    .serializer((body: unknown) => String(body))
    .send(text);
}
