// The event stream sends past events, then new ones, to readers that connect, disconnect and
// return.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { finished } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { startApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { EVENT_STREAM } from '../../../src/limits.js';
import type { Principal } from '../../../src/platform/context.js';
import { lastPosition, storeEvents } from '../../../src/platform/events/queries.js';
import { createEventStream } from '../../../src/platform/events/stream.js';
import type { StreamLimits } from '../../../src/platform/events/stream-limit.js';
import { commonProblems, refusal } from '../../../src/platform/http/reply/problem.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { TEST_KEYS } from '../../support/data-key.js';
import { readEvents } from '../../support/event-reader.js';
import { until, waitFor } from '../../support/wait.js';

const STREAM = '/api/v1/event/stream';

let app: TestApp;
let header: Record<string, string>;

before(async () => {
  app = await startTestApp();
  header = await app.header('AUDITOR');
});
after(() => app?.stop());

const open = (query = '', more: Record<string, string> = {}) =>
  readEvents(`${app.url}${STREAM}${query}`, { ...header, ...more });

async function store(type: string, subjectIds: readonly number[], officeId?: bigint) {
  const events = subjectIds.map((id) => ({ type, subjectId: BigInt(id), officeId }));
  await app.db.transaction((tx) => storeEvents(tx, events));
}

/** Stores events, waits until they have positions and returns the last position. */
async function storePositioned(type: string, subjectIds: readonly number[]): Promise<number> {
  await store(type, subjectIds);
  const { body } = await waitFor('positions', async () => {
    const page = await app.as('ADMIN').get(`/api/v1/event/list?types=${type}&c=500`);
    return page.body.result.length >= subjectIds.length && page;
  });
  return body.result.at(-1).id;
}

const count = (length: number) => Array.from({ length }, (_, at) => at + 1);

describe('success', () => {
  test('past events come first, then new ones, as in the list', async () => {
    await storePositioned('first.told', [1, 2, 3]);
    const reader = await open('?since=0&types=first.told');
    assert.equal(reader.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(reader.response.headers.get('cache-control'), 'no-store');
    await until(() => reader.told.length >= 3);
    await store('first.told', [4]);
    await until(() => reader.told.length >= 4);
    reader.kill();
    const { body } = await app.as('ADMIN').get('/api/v1/event/list?types=first.told');
    assert.deepEqual(
      reader.told.map(({ event }) => event),
      body.result,
    );
    assert.ok(reader.told.every(({ id, event }) => id === event.id));
  });

  test('without a start position it begins with the next event', async () => {
    await storePositioned('later.told', [1]);
    const reader = await open('?types=later.told');
    await until(() => reader.lastId() !== undefined);
    await store('later.told', [2]);
    await until(() => reader.told.length > 0);
    reader.kill();
    assert.deepEqual(
      reader.told.map(({ event }) => event.subjectId),
      [2],
    );
  });

  test('`Last-Event-ID` precedes `since`: a browser that reconnects sends both', async () => {
    const last = await storePositioned('again.told', [1, 2, 3]);
    const seen = { 'last-event-id': String(last - 1) };
    const reader = await open('?since=0&types=again.told', seen);
    await until(() => reader.told.length > 0);
    reader.kill();
    assert.deepEqual(
      reader.told.map(({ id }) => id),
      [last],
    );
  });

  test('a caller of one business office receives only its events', async () => {
    const bound = await readEvents(
      `${app.url}${STREAM}?since=0&types=office.*`,
      await app.header('OPERATIONS', [2n]),
    );
    await store('office.told', [1], 1n);
    await store('office.told', [2], 2n);
    await store('office.told', [3]);
    await store('office.told', [4], 2n);
    await until(() => bound.told.length >= 2);
    bound.kill();
    assert.deepEqual(
      bound.told.map(({ event }) => event.subjectId),
      [2, 4],
    );
  });

  test('a backlog longer than the cache of the node arrives complete and in order', async () => {
    const many = count(1_500);
    await store('much.told', many);
    const reader = await open('?since=0&types=much.told');
    await until(() => reader.told.length >= many.length);
    reader.kill();
    assert.deepEqual(
      reader.told.map(({ event }) => event.subjectId),
      many,
    );
  });

  test('a reader on another node receives what this one writes', async () => {
    const config = readConfig(
      { DATABASE_URL: app.database.url },
      { ...TEST_KEYS, port: 0, logLevel: 'silent', allowUnsafeDatabase: true },
    );
    const second = await startApp(config);
    const reader = await readEvents(`${second.url}${STREAM}?types=node.told`, header);
    await until(() => reader.lastId() !== undefined);
    await store('node.told', [1]);
    await until(() => reader.told.length > 0);
    await second.stop();
    await reader.over;
    assert.equal(reader.end().reason, 'SERVER_STOPPING');
    assert.ok(reader.end().lastId >= (reader.told[0]?.id ?? 0));
  });
});

test('400: an invalid position, one after the last event; invalid types', async () => {
  const caller = app.as('ADMIN');
  for (const query of ['since=-1', 'since=999999999', 'types=a', 'types=%25', 'until=3']) {
    assert.equal((await caller.get(`${STREAM}?${query}`)).status, 400, query);
  }
  for (const id of ['x', '1.5', '9999999999999999999', '999999999']) {
    const reply = await caller.get(STREAM, { 'last-event-id': id });
    assert.equal(reply.status, 400, id);
    assert.equal(reply.body.errors[0].pointer, '/Last-Event-ID');
  }
});

test('401: without credentials', async () => {
  assert.equal((await app.as('NOBODY').get(STREAM)).status, 401);
});

test('405: HEAD, which would never end', async () => {
  const reply = await fetch(`${app.url}${STREAM}`, { method: 'HEAD', headers: header });
  assert.equal(reply.status, 405);
});

const WEIGHTS = 2_500;

async function storeHeavy(type: string, length: number) {
  const data = { text: 'x'.repeat(8_000) };
  const events = count(length).map((id) => ({ type, subjectId: BigInt(id), data }));
  await app.db.transaction((tx) => storeEvents(tx, events));
}

const READERS = 200;

describe('many readers', () => {
  test('share one database connection if they connect at the same time', async () => {
    const { pool } = app.context.db;
    // This request caches the caller's authentication.
    (await open()).kill();
    const held = await Promise.all(count(pool.options.max ?? 10).map(() => pool.connect()));
    const coming = count(READERS).map(() => open());
    // These replies need no database connection and arrive after the server has processed all new
    // readers.
    await until(() => pool.waitingCount > 0);
    for (const _ of coming) await fetch(`${app.url}/livez`);
    const waiting = pool.waitingCount;
    for (const client of held) client.release();
    const readers = await Promise.all(coming);
    await store('crowd.told', [1]);
    await until(() => readers.every(({ told }) => told.length === 1));
    for (const reader of readers) reader.kill();
    // The server's workers also wait for connections.
    assert.ok(waiting < READERS / 2, `${waiting} wait`);
  });
});

/** Starts a server that streams the app's events and has its own limits. */
async function serveStream(
  limits: Partial<StreamLimits>,
  parts: { readonly again?: () => Promise<Principal>; readonly since?: bigint } = {},
) {
  const stream = createEventStream(
    app.context,
    ({ offices, permissions }) =>
      permissions.has('none') ? undefined : { offices, hidden: ['hidden.told'] },
    { ...EVENT_STREAM, ...limits },
  );
  const worker = await stream.worker.start(app.context);
  const head = await lastPosition(app.db);
  const server = createServer((_, reply) => {
    const selection = { types: undefined, offices: undefined, hidden: ['hidden.told'] };
    const wish = { position: parts.since ?? head, selection };
    const again = parts.again ?? (async () => SYSTEM);
    const source = stream.open({ ...wish, authenticateAgain: again }, head);
    // Closes the connection of a disconnected reader, like the real server. `pipeline` would wait
    // for the end of a stream that was destroyed after its last block.
    finished(source, { writable: false }, (error) => error && reply.destroy());
    finished(reply, () => source.destroy());
    source.pipe(reply);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    port: address.port,
    connections: () => sockets.size,
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await worker.stop();
    },
  };
}

describe('a stream', () => {
  test('ends when the credentials or the permission end', async () => {
    const gone = async () => {
      throw refusal(commonProblems.INVALID_CREDENTIALS);
    };
    const barred = async () => ({ ...SYSTEM, permissions: new Set(['none']) });
    for (const [again, reason] of [
      [gone, 'CREDENTIALS_ENDED'],
      [barred, 'PERMISSION_ENDED'],
    ] as const) {
      const node = await serveStream({ recheckEveryMs: 50, sweepEveryMs: 20 }, { again });
      const reader = await readEvents(node.url, {});
      await reader.over;
      assert.equal(reader.end().reason, reason);
      await node.stop();
    }
  });

  test('follows the permissions of its reader', async () => {
    const offices = { now: [1n] };
    let asked = 0;
    const again = async () => {
      asked += 1;
      return { ...SYSTEM, offices: offices.now };
    };
    const node = await serveStream({ recheckEveryMs: 30, sweepEveryMs: 10 }, { again });
    const reader = await readEvents(node.url, {});
    await until(() => reader.lastId() !== undefined);
    offices.now = [5n];
    // The second query from now starts after the first one's result has been applied.
    const enough = asked + 2;
    await until(() => asked >= enough);
    await store('moved.told', [1], 1n);
    await store('moved.told', [2], 5n);
    await store('hidden.told', [3], 5n);
    await store('moved.told', [4], 5n);
    await until(() => reader.told.length >= 2);
    await node.stop();
    assert.deepEqual(
      reader.told.map(({ event }) => event.subjectId),
      [2, 4],
    );
  });

  test('sends heartbeats with the position that it has reached', async () => {
    const node = await serveStream({ heartbeatEveryMs: 50, sweepEveryMs: 20 });
    const reader = await readEvents(node.url, {});
    await until(() => reader.comments.length > 0);
    const position = await storePositioned('hidden.told', [1]);
    await until(() => Number(reader.lastId()) >= position);
    await node.stop();
    assert.deepEqual(new Set(reader.comments), new Set(['heartbeat']));
    assert.deepEqual(reader.told, []);
  });

  test('disconnects a reader that reads nothing, and keeps the others', async () => {
    // Stores more events than the socket buffers of both sides can hold.
    await storeHeavy('weight.told', WEIGHTS);
    const node = await serveStream(
      { slowMaxMs: 3_000, sweepEveryMs: 50, lastWordsMs: 100 },
      { since: 0n },
    );
    const quick = await readEvents(node.url, {});
    const slow = connect(node.port, '127.0.0.1');
    slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    slow.pause();
    const hungUp = new Promise<void>((resolve) => slow.once('close', () => resolve()));
    slow.on('error', () => undefined);
    const weights = () => quick.told.filter(({ event }) => event.type === 'weight.told').length;
    await until(() => weights() === WEIGHTS);
    const ended = () =>
      app.context.metrics.registry.getSingleMetricAsString('countinghouse_events_total');
    await waitFor('the slow one to be given up', async () =>
      (await ended()).includes('event_stream_reader_too_slow'),
    );
    // The slow reader does not read the last block either, so its connection is cut. It notices
    // that only when it reads.
    await until(() => node.connections() === 1);
    slow.resume();
    await hungUp;
    await storeHeavy('weight.told', 1);
    await until(() => weights() === WEIGHTS + 1);
    await node.stop();
  });

  test('is refused with 503 to a reader beyond the limit', async () => {
    const limits = { ...EVENT_STREAM, readersMax: 0 };
    const stream = createEventStream(
      app.context,
      () => ({ offices: undefined, hidden: [] }),
      limits,
    );
    const selection = { types: undefined, offices: undefined, hidden: [] };
    assert.throws(
      () => stream.open({ position: 0n, selection, authenticateAgain: async () => SYSTEM }, 0n),
      (error: unknown) => Object(error).kind === commonProblems.SERVICE_UNAVAILABLE,
    );
  });
});
