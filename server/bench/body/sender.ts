// The sender process of `flood.ts`, which sends bodies at a given rate.

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EVIL_SHAPES } from './evil.js';
import type { BodyOrder, Sent } from './flood.js';
import { type HeavyBody, heavyAttachment, heavyImports } from './heavy.js';

process.once('message', (order: BodyOrder) => {
  void send(order).then((sent) => {
    process.send?.(sent, () => process.exit(0));
  });
});
process.send?.('ready');

async function send(order: BodyOrder): Promise<Sent> {
  const bodies = bodiesOf(order);
  const statuses = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const began = performance.now();
  for (let turn = 0; turn < order.requests; turn += 1) {
    const body = bodies[turn % bodies.length];
    if (body === undefined) break;
    const done = reach(order, body).then((status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    if (order.perSecond === 0) await done;
    else sending.push(done);
    if (order.perSecond > 0) {
      await pause(began + ((turn + 1) * 1_000) / order.perSecond - performance.now());
    }
  }
  await Promise.all(sending);
  return { statuses: [...statuses].sort() };
}

function bodiesOf({ bodies, shapes, paths }: BodyOrder): readonly HeavyBody[] {
  const type = 'application/json';
  if (bodies === 'empty') return paths.map((path) => ({ ...path, name: '', type, body: '[]' }));
  if (bodies === 'none') return paths.map((path) => ({ ...path, name: '', type: '', body: '' }));
  if (typeof bodies === 'object') return importOf(bodies.importName);
  if (bodies === 'attachments') return [heavyAttachment(11_000_000)];
  return evilBodies(bodies, { shapes, paths }).map((body) => ({ ...body, type }));
}

// Returns each shape for each path, with and without a Content-Length. Every path is used once
// before any is repeated, and the shapes alternate.
function evilBodies(bytes: number, { shapes, paths }: Pick<BodyOrder, 'shapes' | 'paths'>) {
  const bodies = shapes.flatMap((name) => {
    const body = EVIL_SHAPES[name]?.(bytes) ?? '';
    return [false, true].map((isChunked) => ({ name, body, isChunked }));
  });
  return bodies.flatMap((_, round) =>
    paths.flatMap((path, at) => {
      const body = bodies[(at + round) % bodies.length];
      return body === undefined ? [] : [{ ...path, ...body }];
    }),
  );
}

// Returns an import as a dry run, as a real run, and repeated as if its reply had been lost.
function importOf(importName: string): readonly HeavyBody[] {
  return heavyImports()
    .filter(({ name }) => name === importName)
    .flatMap((body) => {
      const keyed = { ...body, key: randomUUID() };
      return [{ ...body, path: `${body.path}&dryRun=true` }, keyed, keyed];
    });
}

type Asked = Pick<HeavyBody, 'method' | 'path'> & Partial<HeavyBody>;

// Resolves with the status, or with the connection error.
function reach({ url, headers }: BodyOrder, asked: Asked): Promise<string> {
  const { method, path, type, body, key, isChunked } = asked;
  return new Promise((resolve) => {
    const own = {
      ...(type ? { 'content-type': type } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(isChunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(Buffer.byteLength(body ?? '')) }),
    };
    const options = { method, headers: { ...headers, ...own } };
    const sent = request(new URL(path, url), options, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk) => {
        if (text.length < 2_000) text += chunk;
      });
      // The complete reply may arrive long before the request has been sent in full.
      reply.on('end', () => {
        const [, code = ''] = /"msgCode":"(\w+)"/.exec(text) ?? [];
        resolve(`${reply.statusCode} ${code}`);
      });
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(body);
  });
}
